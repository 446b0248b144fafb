"""Nobody talks a match to its end: words are entries of its log, and a log has room for so many."""

from starlette.testclient import TestClient

from escaramuza.server.ending import MOST_WORDS
from tests.server.conftest import Guest, new_match
from tests.server.test_table import MIDDLE, sit


def test_wishing_to_resign_and_not_has_its_limit(client: TestClient) -> None:
    """A partner has to agree, so it could go on for ever; those who play on may speak again, and may still resign."""
    seats = dict.fromkeys(("blue", "red", "blue-2", "red-2"), "link")
    made = new_match(client, game="cafe", seats=seats, options={"players": 2})
    with sit(client, made["tokens"]["blue"]) as one, sit(client, made["tokens"]["blue-2"]) as two:
        blue, partner = Guest(one), Guest(two)
        blue.hello()
        partner.hello()
        answers = []
        for _ in range(MOST_WORDS):
            answers += [blue.ask(type="say", word="resign"), blue.ask(type="say", word="withdraw-resign")]
        assert [answer["ok"] for answer in answers] == [True] * MOST_WORDS + [False] * MOST_WORDS
        assert answers[-2]["error"]["code"] == "TOO_FAST"
        partner.wait_for(blue.state["seq"])
        assert len(partner.state["steps"]) == MOST_WORDS
        assert partner.ask(type="say", word="resign")["ok"], "another one has words of its own"
        assert blue.ask(type="say", word="resign")["ok"], "what ends the match is always said"
        assert blue.state["outcome"] is not None


def test_after_resigning_nothing_is_taken_back(client: TestClient) -> None:
    """The seed of the dice is told then."""
    made = new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        assert white.act(white.state["legal"][0]["action"])["ok"]
        assert white.ask(type="say", word="resign")["ok"]
        assert white.state["seed"] is not None and white.state["outcome"] is not None
        assert white.ask(type="undo")["error"]["code"] == "OVER"
        assert not white.act("end")["ok"]
        assert not white.ask(type="say", word="withdraw-resign")["ok"]
        assert white.state["can_undo"] is False

"""Ends by agreement over the wire: who may say what, who hears it, and what is stored of it."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from escaramuza.engine import record
from escaramuza.server import ending
from escaramuza.server.app import create_app
from escaramuza.server.settings import Settings
from escaramuza.server.store import Gone, Store
from tests.server.conftest import Guest, new_match
from tests.server.test_table import sit

Pair = tuple[Guest, Guest]
MINUTE = 60


def say(guest: Guest, word: str, **more: Any) -> dict[str, Any]:
    return guest.ask(type="say", word=word, **more)


def refused(answer: dict[str, Any]) -> str:
    assert not answer["ok"]
    code: str = answer["error"]["code"]
    return code


def begin(white: Guest, black: Guest) -> None:
    """Both sides have acted: the die-off, the choice, a placement of each."""
    guests = {"white": white, "black": black}
    acted: set[str] = set()
    while acted < set(guests):
        seat = white.state["actor"]
        guest = guests[seat]
        guest.wait_for(white.state["seq"])
        own = [option["action"] for option in guest.state["legal"]]
        line = guest.state["shortcuts"].get("line")
        actions = [*(option["action"] for option in line), "ready"] if line else own[:1]
        assert guest.act(*actions)["ok"]
        white.wait_for(guest.state["seq"])
        acted.add(seat)
    black.wait_for(white.state["seq"])


@pytest.fixture
def made(client: TestClient) -> dict[str, Any]:
    return new_match(client, terms={"claim_after": 10 * MINUTE})


@pytest.fixture
def pair(client: TestClient, made: dict[str, Any]) -> Iterator[Pair]:
    with sit(client, made["tokens"]["white"]) as one, sit(client, made["tokens"]["black"]) as other:
        white, black = Guest(one), Guest(other)
        white.hello()
        black.hello()
        begin(white, black)
        yield white, black


def both(pair: Pair) -> tuple[dict[str, Any], dict[str, Any]]:
    """What both see of the same state."""
    most = max(guest.state["seq"] for guest in pair)
    for guest in pair:
        guest.wait_for(most)
    return pair[0].state, pair[1].state


def test_resigning_ends_it_for_everybody(client: TestClient, pair: Pair, made: dict[str, Any]) -> None:
    white, _ = pair
    assert say(white, "resign")["ok"]
    for state in both(pair):
        assert state["outcome"] == {"white": -1, "black": 1}
        assert (state["reason"], state["actor"]) == ("resigned", None)
        assert len(state["seed"]) == 32, "the dice are published at the end"
        assert state["steps"][-1]["events"][0]["text"]["en"] == "White resigns."
        assert state["talk"]["may_offer_draw"] is False
    token = made["tokens"]["black"]
    assert client.get(f"/api/matches/{token}").json()["reason"] == "resigned"
    replayed = client.get(f"/api/matches/{token}/replay").json()
    assert (replayed["reason"], replayed["outcome"]) == ("resigned", {"white": -1, "black": 1})
    assert replayed["frames"][-1]["step"]["action"] == "@white resign"
    assert client.get(f"/api/matches/{token}/verify").json()["ok"]
    file = client.get(f"/api/matches/{token}/file").text
    assert record.loads(file).reason == "resigned"
    assert client.post(f"/api/matches/{token}/rematch").status_code == 201


def test_nothing_is_done_after_the_end(pair: Pair) -> None:
    white, black = pair
    say(white, "resign")
    both(pair)
    assert refused(say(black, "resign")) == "MATCH_OVER"
    assert refused(black.ask(type="undo")) == "OVER"
    assert not black.act("end")["ok"]


def test_a_draw_is_offered_and_accepted(pair: Pair) -> None:
    white, black = pair
    assert say(white, "offer-draw")["ok"]
    one, other = both(pair)
    assert one["talk"]["draw"] == {"seat": "white", "mine": True, "asks_you": False}
    assert other["talk"]["draw"] == {"seat": "white", "mine": False, "asks_you": True}
    assert one["talk"]["may_offer_draw"] is False
    assert refused(say(white, "agree-draw")) == "NO_DRAW_OFFERED"
    assert say(black, "agree-draw")["ok"]
    for state in both(pair):
        assert (state["outcome"], state["reason"]) == ({"white": 0, "black": 0}, "agreed")


def test_an_offer_is_declined_or_withdrawn_and_not_repeated_at_once(pair: Pair) -> None:
    white, black = pair
    say(white, "offer-draw")
    both(pair)
    assert say(black, "decline-draw")["ok"]
    assert both(pair)[0]["talk"]["draw"] is None
    assert refused(say(white, "offer-draw")) == "DRAW_AGAIN"
    assert say(black, "offer-draw")["ok"]
    assert say(black, "withdraw-draw")["ok"]
    assert both(pair)[0]["talk"]["draw"] is None
    assert refused(say(white, "agree-draw")) == "NO_DRAW_OFFERED"


def test_whoever_plays_on_declines(pair: Pair) -> None:
    guests = dict(zip(("white", "black"), pair, strict=True))
    actor = guests[both(pair)[0]["actor"]]
    other = next(guest for guest in pair if guest is not actor)
    assert say(other, "offer-draw")["ok"]
    both(pair)
    assert actor.act(actor.state["legal"][0]["action"])["ok"]
    steps = both(pair)[0]["steps"]
    assert [step["action"].split()[-1] for step in steps[-3:-1]] == ["offer-draw", "decline-draw"]
    assert other.state["talk"]["draw"] is None


def test_whoever_offers_may_play_on(pair: Pair) -> None:
    guests = dict(zip(("white", "black"), pair, strict=True))
    actor = guests[both(pair)[0]["actor"]]
    assert say(actor, "offer-draw")["ok"]
    assert actor.act(actor.state["legal"][0]["action"])["ok"]
    assert actor.state["talk"]["draw"]["mine"]


def test_spectators_and_strangers_have_no_say(client: TestClient, pair: Pair, made: dict[str, Any]) -> None:
    with sit(client, made["spectator"]) as session:
        watcher = Guest(session)
        watcher.hello()
        assert refused(say(watcher, "resign")) == "SPECTATORS_WATCH"
        assert watcher.state["talk"]["claim"] is None
        assert watcher.state["talk"]["may_abort"] is False
    assert refused(say(pair[0], "resign", seat="black")) == "NOT_YOUR_SEAT"
    assert not say(pair[0], "shout")["ok"]


def test_a_word_is_no_action(pair: Pair) -> None:
    """Nobody resigns for another by sending a word as if it were an action."""
    guests = dict(zip(("white", "black"), pair, strict=True))
    actor = both(pair)[0]["actor"]
    other = "black" if actor == "white" else "white"
    assert not guests[actor].act(f"@{other} resign")["ok"]
    assert guests[actor].state["outcome"] is None


def test_a_match_is_called_off_before_it_began(client: TestClient) -> None:
    made = new_match(client)
    with sit(client, made["tokens"]["white"]) as session:
        white = Guest(session)
        assert white.hello()["talk"]["may_abort"] is True
        assert refused(say(white, "offer-draw")) == "DRAW_TOO_EARLY"
        assert say(white, "abort")["ok"]
        assert (white.state["reason"], white.state["outcome"]) == ("aborted", {"white": 0, "black": 0})


def test_it_is_too_late_to_call_it_off(pair: Pair) -> None:
    assert pair[0].state["talk"]["may_abort"] is False
    assert refused(say(pair[0], "abort")) == "TOO_LATE_TO_ABORT"


def test_everything_said_outlives_the_server(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        made = new_match(client)
        with sit(client, made["tokens"]["white"]) as one, sit(client, made["tokens"]["black"]) as other:
            white, black = Guest(one), Guest(other)
            white.hello()
            black.hello()
            begin(white, black)
            say(white, "offer-draw")
            seq = white.state["seq"]
    with TestClient(create_app(settings)) as client, sit(client, made["tokens"]["black"]) as other:
        black = Guest(other)
        black.hello()
        assert black.state["seq"] == seq
        assert black.state["talk"]["draw"]["asks_you"] is True
        assert say(black, "agree-draw")["ok"]
        assert black.state["reason"] == "agreed"


def test_what_cannot_be_stored_was_not_said(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(*_: Any) -> None:
        raise Gone

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", lost)
        assert refused(say(pair[0], "resign")) == "NOT_STORED"
    assert pair[0].state["outcome"] is None
    assert say(pair[0], "resign")["ok"]


def later(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    real = ending.now
    monkeypatch.setattr(ending, "now", lambda: real() + timedelta(seconds=seconds))


def deserted(client: TestClient, made: dict[str, Any]) -> tuple[str, str]:
    """A match that began and whose players have gone: who is to decide, and who waits."""
    with sit(client, made["tokens"]["white"]) as one, sit(client, made["tokens"]["black"]) as other:
        white, black = Guest(one), Guest(other)
        white.hello()
        black.hello()
        begin(white, black)
        actor = white.state["actor"]
    return actor, "black" if actor == "white" else "white"


def test_a_deserted_match_is_claimed_once_its_time_is_up(
    client: TestClient, made: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    actor, waiting = deserted(client, made)
    with sit(client, made["tokens"][waiting]) as session:
        guest = Guest(session)
        found = guest.hello()["talk"]["claim"]
        assert (found["seat"], found["after"]) == (actor, 600)
        assert 0 < found["left"] <= 601 < found["left_here"]
        assert refused(say(guest, "claim")) == "CLAIM_LATER"
        later(monkeypatch, 10 * MINUTE)
        assert say(guest, "claim")["ok"]
        assert guest.state["reason"] == "deserted"
        assert guest.state["outcome"][waiting] == 1


def test_whoever_is_at_the_table_has_twice_the_time(
    client: TestClient, made: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    actor, waiting = deserted(client, made)
    with sit(client, made["tokens"][waiting]) as session, sit(client, made["tokens"][actor]) as there:
        guest, thinking = Guest(session), Guest(there)
        thinking.hello()
        guest.hello()
        assert refused(say(thinking, "claim")) == "NOTHING_TO_CLAIM"
        later(monkeypatch, 15 * MINUTE)
        assert refused(say(guest, "claim")) == "CLAIM_LATER"
        later(monkeypatch, 6 * MINUTE)
        assert say(guest, "claim")["ok"]


def test_acting_gives_the_time_again(client: TestClient, made: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    actor, _ = deserted(client, made)
    later(monkeypatch, 11 * MINUTE)
    with sit(client, made["tokens"][actor]) as session:
        guest = Guest(session)
        guest.hello()
        own = guest.state["legal"][0]["action"]
        assert guest.act(own)["ok"]
        still = guest.state["actor"]
    with sit(client, made["tokens"]["white" if still == "black" else "black"]) as session:
        guest = Guest(session)
        guest.hello()
        assert refused(say(guest, "claim")) == "CLAIM_LATER"


def test_speaking_does_not_give_the_time_again(
    client: TestClient, made: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    actor, waiting = deserted(client, made)
    later(monkeypatch, 9 * MINUTE)
    with sit(client, made["tokens"][actor]) as session:
        guest = Guest(session)
        guest.hello()
        assert say(guest, "offer-draw")["ok"]
        assert say(guest, "withdraw-draw")["ok"]
    later(monkeypatch, 2 * MINUTE)
    with sit(client, made["tokens"][waiting]) as session:
        guest = Guest(session)
        assert guest.hello()["talk"]["claim"]["left"] == 0
        assert say(guest, "claim")["ok"]


def test_the_time_of_the_last_action_outlives_the_server(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        made = new_match(client, terms={"claim_after": 10 * MINUTE})
        actor, _ = deserted(client, made)
        hub = client.app.state.hub  # type: ignore[attr-defined]
        (live,) = hub.live.values()
        acted = client.portal.call(hub.store.load, live.id).moved  # type: ignore[union-attr]
        with sit(client, made["tokens"][actor]) as session:
            guest = Guest(session)
            guest.hello()
            assert say(guest, "offer-draw")["ok"]
        assert client.portal.call(hub.store.load, live.id).moved == acted  # type: ignore[union-attr]


def test_taking_back_does_not_free_the_next_offer(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        made = new_match(client)
        actor, _ = deserted(client, made)
        with sit(client, made["tokens"][actor]) as session:
            guest = Guest(session)
            guest.hello()
            before = len(guest.state["steps"])
            assert guest.act(guest.state["legal"][0]["action"])["ok"]
            assert guest.state["actor"] == actor, "a placement, which is still a secret: nobody is asked"
            assert say(guest, "offer-draw")["ok"]
            assert say(guest, "withdraw-draw")["ok"]
            assert guest.ask(type="undo", seq=guest.state["seq"])["ok"]
            assert len(guest.state["steps"]) == before
            assert guest.state["talk"]["may_offer_draw"] is False
            assert refused(say(guest, "offer-draw")) == "DRAW_AGAIN"
    with TestClient(create_app(settings)) as client, sit(client, made["tokens"][actor]) as session:
        guest = Guest(session)
        assert guest.hello()["talk"]["may_offer_draw"] is False
        assert refused(say(guest, "offer-draw")) == "DRAW_AGAIN"


def test_some_matches_are_never_claimed(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    never = new_match(client, terms={"claim_after": None})
    _, waiting = deserted(client, never)
    later(monkeypatch, 90 * 24 * 3600)
    with sit(client, never["tokens"][waiting]) as session:
        guest = Guest(session)
        assert guest.hello()["talk"]["claim"] is None
        assert refused(say(guest, "claim")) == "NOTHING_TO_CLAIM"


@pytest.mark.parametrize("after", [0, 59, -1, 10**9, "soon", 61.5])
def test_terms_are_checked(client: TestClient, after: Any) -> None:
    body = {"game": "tactics", "terms": {"claim_after": after}}
    assert client.post("/api/matches", json=body).status_code == 422


def test_a_rematch_has_the_same_terms(client: TestClient, pair: Pair, made: dict[str, Any]) -> None:
    say(pair[0], "resign")
    token = client.post(f"/api/matches/{made['tokens']['white']}/rematch").json()["token"]
    with sit(client, token) as session:
        assert Guest(session).hello()["terms"] == {"claim_after": 600, "hints": False}


def test_hints_between_people_only_where_they_agreed_on_them(client: TestClient) -> None:
    seats = {"white": "link", "black": "link"}
    for hints, code in ((False, "NO_HINTS"), (True, None)):
        made = new_match(client, seats=seats, terms={"hints": hints})
        with sit(client, made["tokens"]["white"]) as session:
            guest = Guest(session)
            assert guest.hello()["terms"]["hints"] is hints
            answer = guest.ask(type="hint")
            assert answer["ok"] if code is None else refused(answer) == code


def test_against_the_machine_hints_are_given(client: TestClient) -> None:
    made = new_match(client, seats={"white": "person", "black": "easy"})
    with sit(client, made["tokens"]["white"]) as session:
        guest = Guest(session)
        assert guest.hello()["terms"]["hints"] is True
        assert guest.ask(type="hint")["ok"]


def test_a_running_match_is_not_analysed(client: TestClient, pair: Pair, made: dict[str, Any]) -> None:
    for token in (*made["tokens"].values(), made["spectator"]):
        assert client.post(f"/api/matches/{token}/analysis").status_code == 409


def test_at_one_screen_a_draw_is_agreed_at_once_and_a_side_is_named(client: TestClient) -> None:
    for word, seat, outcome in (
        ("offer-draw", "white", {"white": 0, "black": 0}),
        ("resign", "black", {"white": 1, "black": -1}),
    ):
        made = new_match(client, seats={"white": "person", "black": "person"})
        with sit(client, made["tokens"]["white"]) as session:
            guest = Guest(session)
            guest.hello()
            begin(guest, guest)
            assert guest.state["talk"]["claim"] is None
            assert say(guest, word, seat=seat)["ok"]
            assert guest.state["outcome"] == outcome


def test_partners_resign_together(client: TestClient) -> None:
    seats = {"blue": "link", "red": "easy", "blue-2": "link", "red-2": "easy"}
    made = new_match(client, game="cafe", options={"players": 2}, seats=seats)
    with ExitStack() as stack:
        first, second = (Guest(stack.enter_context(sit(client, made["tokens"][s]))) for s in ("blue", "blue-2"))
        first.hello()
        second.hello()
        assert say(first, "resign")["ok"]
        one, other = both((first, second))
        assert one["outcome"] is None
        assert one["talk"]["resigning"] == [{"seat": "blue", "mine": True, "asks_you": False}]
        assert other["talk"]["resigning"] == [{"seat": "blue", "mine": False, "asks_you": True}]
        assert refused(say(first, "resign")) == "RESIGNING_ALREADY"
        assert say(second, "decline-resign")["ok"]
        assert both((first, second))[0]["talk"]["resigning"] == []
        assert say(second, "resign")["ok"]
        both((first, second))
        assert say(first, "resign")["ok"]
        assert both((first, second))[1]["outcome"] == {"blue": -1, "red": 1}


LOST = "6Sk/8/8/8/8/8/8/K7 w 11 - -"


@pytest.mark.parametrize(("person", "accepted"), [("white", True), ("black", False)])
def test_a_machine_takes_a_draw_unless_it_stands_better(client: TestClient, person: str, accepted: bool) -> None:
    """White takes the guard with its next move: as Black the machine is glad of a draw, as White it is not."""
    other = "black" if person == "white" else "white"
    made = new_match(client, seats={person: "person", other: "random"}, position=LOST)
    with sit(client, made["tokens"][person]) as session:
        guest = Guest(session)
        guest.hello()
        hub = client.app.state.hub  # type: ignore[attr-defined]
        live = next(iter(hub.live.values()))
        agrees = client.portal.call(live.endings._judge, other)  # type: ignore[union-attr]
        assert agrees is accepted


def test_a_machine_answers_an_offer_before_it_goes_on(client: TestClient) -> None:
    made = new_match(client, seats={"white": "person", "black": "random"})
    with sit(client, made["tokens"]["white"]) as session:
        guest = Guest(session)
        guest.hello()
        while guest.state["talk"]["may_abort"] or guest.state["actor"] != "white":
            if guest.state["actor"] == "white":
                assert guest.act(guest.state["legal"][0]["action"])["ok"]
            else:
                guest.receive()
        assert say(guest, "offer-draw")["ok"]
        while guest.state["talk"]["draw"]:
            guest.receive()
        words = [step["action"] for step in guest.state["steps"] if (step["action"] or "").startswith("@")]
        assert words[0] == "@white offer-draw"
        assert words[1] in ("@black accept-draw", "@black decline-draw")

"""Take-backs between people: whoever has seen what is to be undone is asked."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from starlette.testclient import TestClient

from escaramuza.server.store import Gone, Store
from tests.server.conftest import Guest, new_match
from tests.server.test_table import MIDDLE, sit

Pair = tuple[Guest, Guest]


def moves(guest: Guest) -> list[str]:
    return [option["action"] for option in guest.state["legal"] if option["kind"] == "move"]


@pytest.fixture
def pair(client: TestClient) -> Iterator[Pair]:
    """White has moved, Black has seen it."""
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as one, sit(client, made["tokens"]["black"]) as other:
        white, black = Guest(one), Guest(other)
        white.hello()
        black.hello()
        assert white.act(moves(white)[0])["ok"]
        black.wait_for(white.state["seq"])
        yield white, black


def asked(white: Guest, black: Guest) -> None:
    assert white.ask(type="undo")["ok"]
    while not black.state["take_back"]:
        black.receive()


def test_what_another_has_seen_is_taken_back_once_they_agree(pair: Pair) -> None:
    white, black = pair
    asked(white, black)
    assert white.state["take_back"] == {"seat": "white", "mine": True, "asks_you": False, "declined_by": None}
    assert black.state["take_back"] == {"seat": "white", "mine": False, "asks_you": True, "declined_by": None}
    assert len(black.state["steps"]) == 1, "nothing is taken back yet"
    assert white.state["can_undo"] is False
    assert white.ask(type="undo")["error"]["code"] == "TAKE_BACK_ASKED"
    assert black.ask(type="answer_take_back", agree=True)["ok"]
    white.wait_for(black.state["seq"])
    for guest in pair:
        assert (guest.state["steps"], guest.state["take_back"]) == ([], None)


def test_who_is_told_no_may_not_ask_again_until_something_happens(pair: Pair) -> None:
    white, black = pair
    asked(white, black)
    assert black.ask(type="answer_take_back", agree=False)["ok"]
    while white.state["take_back"]["declined_by"] is None:
        white.receive()
    assert white.state["take_back"]["declined_by"] == "black"
    assert white.ask(type="undo")["error"]["code"] == "TAKE_BACK_DECLINED"
    assert black.ask(type="answer_take_back", agree=True)["error"]["code"] == "NO_TAKE_BACK"
    assert len(white.state["steps"]) == 1
    assert white.act(white.state["legal"][0]["action"])["ok"]
    assert white.state["take_back"] is None


def test_the_match_may_go_on_instead(pair: Pair) -> None:
    white, black = pair
    asked(white, black)
    assert white.act(white.state["legal"][0]["action"])["ok"]
    black.wait_for(white.state["seq"])
    assert black.state["take_back"] is None
    assert black.ask(type="answer_take_back", agree=True)["error"]["code"] == "NO_TAKE_BACK"


def test_whoever_asked_may_give_it_up_but_not_agree_for_others(pair: Pair) -> None:
    white, black = pair
    asked(white, black)
    assert white.ask(type="answer_take_back", agree=True)["ok"]
    assert (len(white.state["steps"]), white.state["take_back"]) == (1, None)
    assert white.state["can_undo"] is True
    asked(white, black)


def test_a_spectator_has_no_say(client: TestClient) -> None:
    made = new_match(client, position=MIDDLE)
    with ExitStack() as stack:
        tokens = (made["tokens"]["white"], made["tokens"]["black"], made["spectator"])
        white, black, watcher = (Guest(stack.enter_context(sit(client, token))) for token in tokens)
        for guest in (white, black, watcher):
            guest.hello()
        white.act(moves(white)[0])
        watcher.wait_for(white.state["seq"])
        asked(white, watcher)
        assert watcher.state["take_back"]["asks_you"] is False
        assert watcher.ask(type="answer_take_back", agree=True)["error"]["code"] == "SPECTATORS_WATCH"


@pytest.mark.parametrize("other", ["person", "random"])
def test_at_one_screen_and_against_a_machine_nobody_is_asked(client: TestClient, other: str) -> None:
    made = new_match(client, position=MIDDLE, seats={"white": "person", "black": other})
    with sit(client, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        guest.act(moves(guest)[0])
        assert guest.ask(type="undo")["ok"]
        assert (guest.state["steps"], guest.state["take_back"]) == ([], None)


def test_a_secret_placement_is_its_owner_s_business(client: TestClient) -> None:
    made = new_match(client)
    with sit(client, made["tokens"]["white"]) as wire, sit(client, made["tokens"]["black"]) as second:
        white, black = Guest(wire), Guest(second)
        white.hello()
        black.hello()
        guests = {"white": white, "black": black}
        while not (places := [o for o in guests[white.state["actor"]].state["legal"] if o["kind"] == "place"]):
            decides = guests[white.state["actor"]]
            assert decides.act(decides.state["legal"][0]["action"])["ok"]
            for guest in guests.values():
                guest.wait_for(decides.state["seq"])
        owner = guests[white.state["actor"]]
        before = len(owner.state["steps"])
        assert owner.act(places[0]["action"])["ok"]
        assert owner.ask(type="undo")["ok"]
        assert (len(owner.state["steps"]), owner.state["take_back"]) == (before, None)


def test_who_never_came_has_seen_nothing(client: TestClient) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        white.act(moves(white)[0])
        assert white.ask(type="undo")["ok"]
        assert (white.state["steps"], white.state["take_back"]) == ([], None)


def test_a_fault_of_the_database_leaves_the_question_open(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    white, black = pair
    asked(white, black)

    async def fail(*_: object) -> None:
        raise Gone

    with monkeypatch.context() as broken:
        broken.setattr(Store, "append", fail)
        assert black.ask(type="answer_take_back", agree=True)["error"]["code"] == "NOT_STORED"
    assert black.ask(type="answer_take_back", agree=True)["ok"]
    assert black.state["steps"] == []


def test_an_agent_waits_until_people_have_answered(client: TestClient, pair: Pair) -> None:
    white, black = pair
    (live,) = client.app.state.hub.live.values()  # type: ignore[attr-defined]
    asked(white, black)
    # As if the seat that decides were a machine's, beside the two people.
    machine = live.opponents
    live.seats["white"]["agent"] = "random"
    machine.wake()
    assert machine.thinking is None
    assert black.ask(type="answer_take_back", agree=False)["ok"]
    black.wait_for(black.state["seq"] + 1)
    assert len(black.state["steps"]) > 1, "the agent goes on"


def test_an_agent_waits_once_and_not_for_long(client: TestClient, pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody holds a match up by asking again and again."""
    white, black = pair
    (live,) = client.app.state.hub.live.values()  # type: ignore[attr-defined]
    monkeypatch.setattr("escaramuza.server.taking_back.ANSWER_SECONDS", 0.3)
    asked(white, black)
    until = live.take_backs.held_until
    assert until > 0
    assert white.ask(type="answer_take_back", agree=False)["ok"]
    live.seats["white"]["agent"] = "random"
    assert white.ask(type="undo")["ok"]
    assert live.take_backs.held_until == until, "no longer than for the first question"
    white.wait_for(white.state["seq"] + 1)
    assert len(white.state["steps"]) > 1, "the agent goes on, although nobody has answered"
    assert white.state["take_back"] is None

"""The table over WebSocket: seats, secrets on the wire, resuming, undo, agents, wrong input."""

import asyncio
import dataclasses
import json
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from escaramuza.server import questions
from escaramuza.server import socket as wires
from escaramuza.server.app import create_app
from escaramuza.server.settings import Settings
from tests.server.conftest import Guest, new_match, written

MIDDLE = "3k4/2p2a2/1h1m4/3SB1g1/2sP1M2/4G3/2A2b2/3K4 w 7 - -"
WIN_NEXT = "6Sk/8/8/8/8/8/8/K7 w 11 - -"


def sit(client: TestClient, token: str) -> Any:
    return client.websocket_connect(f"/api/table/{token}")


def known_steps(guest: Guest) -> list[dict[str, Any]]:
    """The steps as a guest knows them; what is drawn of them depends on what it saw at the time."""
    return [{name: value for name, value in step.items() if name != "changes"} for step in guest.state["steps"]]


def play_on(guests: dict[str, Guest], lots: random.Random) -> None:
    """One action of whoever's turn it is; everybody hears of it."""
    state = next(iter(guests.values())).state
    guest = guests[state["actor"]]
    if guest.state["shortcuts"]:
        answer = guest.act(*written(guest.state["shortcuts"]["line"]), "ready")
    else:
        answer = guest.act(lots.choice(guest.state["legal"])["action"])
    assert answer["ok"], answer
    for other in guests.values():
        other.wait_for(guest.state["seq"])


def test_two_seats_play_a_game_to_the_end(client: TestClient) -> None:
    made = new_match(client, options={"turn_limit": 30})
    with sit(client, made["tokens"]["white"]) as white, sit(client, made["tokens"]["black"]) as black:
        guests = {"white": Guest(white), "black": Guest(black)}
        for seat, guest in guests.items():
            assert guest.hello()["you"] == [seat]
        lots = random.Random(1)
        while guests["white"].state["actor"] is not None:
            assert guests["white"].state["seed"] is None
            play_on(guests, lots)
        for guest in guests.values():
            assert guest.state["outcome"] is not None
            assert len(guest.state["seed"]) == 32
        assert known_steps(guests["white"]) == known_steps(guests["black"])
        assert [step["number"] for step in guests["white"].state["steps"]] == list(
            range(len(guests["white"].state["steps"]))
        )
    token = made["tokens"]["white"]
    assert client.get(f"/api/matches/{token}/verify").json()["ok"] is True
    assert client.get(f"/api/matches/{token}/file").text.startswith("escaramuza match 1\n")
    frames = client.get(f"/api/matches/{made['spectator']}/replay").json()["frames"]
    assert len(frames) == len(guests["white"].state["steps"]) + 1
    assert frames[-1]["scene"] == guests["white"].state["scene"]


def test_a_secret_deployment_never_goes_over_the_wrong_wire(client: TestClient) -> None:
    made = new_match(client)
    tokens = made["tokens"]
    with (
        sit(client, tokens["white"]) as white_wire,
        sit(client, tokens["black"]) as black_wire,
        sit(client, made["spectator"]) as other_wire,
    ):
        guests = {"white": Guest(white_wire), "black": Guest(black_wire)}
        watcher = Guest(other_wire)
        for guest in [*guests.values(), watcher]:
            guest.hello()
        first = "white" if guests["white"].state["actor"] == "white" else "black"
        guests[first].act("roll")
        for guest in [*guests.values(), watcher]:
            guest.wait_for(guests[first].state["seq"])
        chooser = guests[watcher.state["actor"]]
        chooser.act("attack")
        for guest in [*guests.values(), watcher]:
            guest.wait_for(chooser.state["seq"])
        deploying = guests[watcher.state["actor"]]
        waiting = next(guest for guest in guests.values() if guest is not deploying)
        for guest in (waiting, watcher):
            guest.heard.clear()
        for action in written(deploying.state["shortcuts"]["wings"]):
            assert deploying.act(action)["ok"]
        deploying.act("ready")
        for guest in (waiting, watcher):
            guest.wait_for(deploying.state["seq"])
            for text in guest.heard:
                message = json.loads(text)
                if message["type"] == "update":
                    assert message["scene"]["pieces"] == []
                    assert "@" not in json.dumps(message["steps"])
                    assert all(step["events"] == [] for step in message["steps"] if step["action"] is None)
                    assert message["position"].startswith("8/8/8/8/8/8/8/8 ")
        for kind in ("why", "odds"):
            answer = watcher.ask(type=kind, action="A@a1")
            assert answer["ok"] is False
        # Once both are ready everything is told.
        waiting.act(*written(waiting.state["shortcuts"]["line"]), "ready")
        watcher.wait_for(waiting.state["seq"])
        assert len(watcher.state["scene"]["pieces"]) == 30
        assert all(step["action"] for step in watcher.state["steps"])
        deploying.wait_for(waiting.state["seq"])
        assert known_steps(watcher) == known_steps(deploying) == known_steps(waiting)


def test_a_lost_connection_goes_on_where_it_was(client: TestClient) -> None:
    made = new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)
    token = made["tokens"]["white"]
    assert made["tokens"]["black"] == token, "one screen, one token"
    with sit(client, token) as wire:
        guest = Guest(wire)
        guest.hello()
        guest.act("d5-d6") if guest.state["legal"] else None
        seq, steps = guest.state["seq"], guest.state["steps"]
    with sit(client, token) as wire:
        again = Guest(wire)
        update = again.hello(seq=seq, steps=len(steps))
        assert (update["from"], update["steps"]) == (len(steps), [])
    with sit(client, token) as wire:
        fresh = Guest(wire)
        update = fresh.hello()
        assert (update["from"], update["steps"]) == (0, steps)
    with sit(client, token) as wire:
        confused = Guest(wire)
        assert confused.hello(seq=9999, steps=50)["from"] == 0


def test_what_was_missed_is_told_with_what_was_taken_back(client: TestClient) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        moves = [option["action"] for option in white.state["legal"] if option["kind"] == "move"]
        white.act(moves[0])
        with sit(client, made["tokens"]["black"]) as other:
            black = Guest(other)
            black.hello()
            seq, steps = black.state["seq"], len(black.state["steps"])
            assert white.ask(type="undo")["ok"]
            black.allow()
            white.wait_for(black.state["seq"])
        white.act(moves[1])
        with sit(client, made["tokens"]["black"]) as other:
            black = Guest(other)
            update = black.hello(seq=seq, steps=steps)
            assert update["from"] == 0
            assert [step["action"] for step in update["steps"]] == [white.state["steps"][0]["action"]]


def test_refusals_say_why_in_three_languages(client: TestClient) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire, sit(client, made["tokens"]["black"]) as other:
        white, black = Guest(wire), Guest(other)
        white.hello()
        black.hello()
        refused = white.act("d5-d8")
        assert refused["ok"] is False
        assert refused["error"]["code"] == "TOO_FAR"
        assert set(refused["error"]["text"]) == {"es", "fr", "en"}
        why = white.ask(type="why", action="d5-d8")["data"]
        assert why["allowed"] is False
        assert why["reason"]["section"] == "Movimiento"
        blocked = white.ask(type="why", action="e2-e9")["data"]["reason"]
        assert blocked["squares"] == ["e9"]
        assert white.ask(type="why", action="d4xc4")["data"] == {"allowed": True}
        assert black.act("end")["error"]["code"] == "NOT_YOUR_TURN"
        assert white.ask(type="act", seq=0, actions=["end"])["error"]["code"] == "STALE"
        assert white.until("update")["seq"] == white.state["seq"]
        assert white.ask(type="dance")["error"]["code"] == "BAD_MESSAGE"
        assert white.ask(type="undo")["error"]["code"] == "NOTHING_TO_UNDO"


def test_a_batch_is_made_whole_or_not_at_all(client: TestClient) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        before = white.state["position"]
        assert white.act("d4xc4", "d5-d8")["ok"] is False
        assert white.hello()["position"] == before
        assert white.act("d4xc4", "e3-e4")["ok"]
        assert len(white.state["steps"]) == 2


def test_questions_are_answered(client: TestClient) -> None:
    made = new_match(client, position=MIDDLE, terms={"hints": True})
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        option = next(option for option in white.state["legal"] if option["action"] == "d4xc4")
        assert option["captures"] == "sword"
        assert (option["at"], option["to"], option["cost"], option["charge"]) == ("d4", "c4", 2, False)
        assert [o["action"] for o in white.state["legal"] if o["threw"]] == ["end"]
        odds = white.ask(type="odds", action="end")["data"]
        assert odds["exact"] is True
        assert sum(chance["probability"] for chance in odds["chances"]) == pytest.approx(1)
        hint = white.ask(type="hint")["data"]
        assert hint["action"] in [option["action"] for option in white.state["legal"]]
        first = next(option for option in white.state["legal"] if option["action"] == hint["action"])
        assert {**hint["line"][0], "threw": first["threw"]} == first, "its line is told as options are"
        threats = white.ask(type="threats")["data"]["pieces"]
        assert all(0 < piece["probability"] <= 1 and piece["side"] == "white" for piece in threats)
        wire.send_json({"type": "ping"})
        assert white.until("pong")


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "{}", '{"type": 5}', '{"type": "act", "actions": "x"}', "null"])
def test_garbage_is_refused_and_the_connection_lives(client: TestClient, text: str) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        wire.send_text(text)
        answer = wire.receive_json()
        assert answer["ok"] is False
        assert answer["error"]["code"] == "BAD_MESSAGE"
        assert Guest(wire).hello()["type"] == "update"


def test_a_dead_link_is_told_so(client: TestClient) -> None:
    with sit(client, "nothing") as wire:
        assert wire.receive_json()["error"]["code"] == "DEAD_LINK"
        with pytest.raises(WebSocketDisconnect):
            wire.receive_json()


def test_another_site_s_page_is_turned_away(client: TestClient) -> None:
    made = new_match(client)
    url = f"/api/table/{made['tokens']['white']}"
    with client.websocket_connect(url, headers={"origin": "http://elsewhere.example"}) as wire:
        assert wire.receive_json()["error"]["code"] == "STRANGER"
    with client.websocket_connect(url, headers={"origin": "http://testserver"}) as wire:
        assert Guest(wire).hello()["you"] == ["white"]


def test_a_second_window_takes_the_seat_over(client: TestClient) -> None:
    made = new_match(client)
    with sit(client, made["tokens"]["white"]) as first:
        Guest(first).hello()
        with sit(client, made["tokens"]["white"]) as second:
            assert Guest(second).hello()["you"] == ["white"]
            assert Guest(first).until("bye")["error"]["code"] == "TAKEN_OVER"


def test_spectators_only_watch(client: TestClient) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["spectator"]) as wire:
        watcher = Guest(wire)
        update = watcher.hello()
        assert (update["you"], update["legal"]) == ([], [])
        assert watcher.act("end")["error"]["code"] == "SPECTATORS_WATCH"
        assert watcher.ask(type="undo")["error"]["code"] == "SPECTATORS_WATCH"
        assert watcher.ask(type="hint")["error"]["code"] == "SPECTATORS_WATCH"


def test_a_hint_says_why(client: TestClient) -> None:
    """White can take the guard with its pike: that is what it brings, and there is nothing to reply to."""
    wins = new_match(client, position="3k4/3P4/8/8/8/8/8/3K4 w 7 - -", terms={"hints": True})
    with sit(client, wins["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        hint = white.ask(type="hint")["data"]
        assert hint["action"] == "d7xd8"
        assert [gain["probability"] for gain in hint["gains"]] == [1.0, 1.0]
        assert all(set(gain["text"]) == {"es", "fr", "en"} for gain in hint["gains"])
        assert hint["reply"] == []
    goes_on = new_match(client, position=MIDDLE, terms={"hints": True})
    with sit(client, goes_on["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        hint = white.ask(type="hint")["data"]
        assert hint["instead"][0]["action"] != hint["action"]
        assert 0 <= hint["instead_expected"] <= 1
        assert len(hint["reply"]) == 1, "black has to answer"


def test_an_agent_answers_and_shows_that_it_thinks(client: TestClient) -> None:
    made = new_match(client, seats={"white": "person", "black": "easy"}, position=MIDDLE)
    assert "black" not in made["tokens"]
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        assert white.act("end")["ok"]
        while white.state["actor"] == "black":
            white.receive()
        assert any(json.loads(text)["type"] == "thinking" for text in white.heard)
        assert any(step["seat"] == "black" for step in white.state["steps"])


def test_an_agent_that_is_told_to_moves_now_and_goes_on_until_somebody_else_decides(client: TestClient) -> None:
    made = new_match(client, seats={"white": "person", "black": "search:time=600"}, position=MIDDLE)
    with sit(client, made["spectator"]) as other, sit(client, made["tokens"]["white"]) as wire:
        watcher, white = Guest(other), Guest(wire)
        watcher.hello()
        white.hello()
        white.act("end")
        white.until("thinking")
        assert watcher.ask(type="move_now")["error"]["code"] == "SPECTATORS_WATCH"
        assert white.ask(type="move_now")["ok"]
        while white.state["actor"] == "black":
            white.receive()
        assert any(step["seat"] == "black" for step in white.state["steps"])
        assert white.ask(type="move_now")["ok"], "where nobody thinks it does nothing"


def test_an_agent_s_thinking_is_cancelled_when_everybody_leaves(client: TestClient) -> None:
    made = new_match(client, seats={"white": "person", "black": "search:time=600"}, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        white.act("end")
        white.until("thinking")
    # The one thinker is free again: another match's hint gets its turn.
    other = new_match(client, position=MIDDLE, terms={"hints": True})
    with sit(client, other["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        assert guest.ask(type="hint")["ok"]


def test_who_is_there_is_told(client: TestClient) -> None:
    made = new_match(client)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        assert white.hello()["seats"]["black"]["online"] is False
        with sit(client, made["tokens"]["black"]) as other:
            Guest(other).hello()
            while not white.until("presence")["seats"]["black"]["online"]:
                pass
        while white.until("presence")["seats"]["black"]["online"]:
            pass


def test_too_many_messages_are_slowed_down(settings: Settings) -> None:
    tight = dataclasses.replace(settings, messages_burst=3, messages_rate=0.001)
    with TestClient(create_app(tight)) as client:
        made = new_match(client, position=MIDDLE)
        with sit(client, made["tokens"]["white"]) as wire:
            for _ in range(3):
                wire.send_json({"type": "ping"})
                assert wire.receive_json() == {"type": "pong"}
            wire.send_json({"type": "ping"})
            assert wire.receive_json()["error"]["code"] == "TOO_FAST"


def test_a_long_message_is_refused(client: TestClient) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        wire.send_text(json.dumps({"type": "ping", "x": "y" * 70_000}))
        assert wire.receive_json()["error"]["code"] == "TOO_LARGE"


@contextmanager
def while_an_agent_thinks(client: TestClient) -> Iterator[Guest]:
    """A person who defends is ready first; the agent then thinks, for ten minutes if it is left alone."""
    for _ in range(40):
        made = new_match(client, seats={"white": "person", "black": "search:time=600"})
        with sit(client, made["tokens"]["white"]) as wire:
            white = Guest(wire)
            white.hello()
            white.act("roll")
            if white.state["actor"] != "white":
                continue
            white.act("defend")
            white.act(*written(white.state["shortcuts"]["line"]), "ready")
            assert white.state["actor"] == "black"
            white.until("thinking")
            yield white
            return
    raise AssertionError("white never won the die-off")


def test_undo_cancels_an_agent_s_thinking(client: TestClient) -> None:
    with while_an_agent_thinks(client) as white:
        assert white.ask(type="undo")["ok"]
        assert white.state["actor"] == "white"
        assert [option["action"] for option in white.state["legal"]] == ["ready"]
        assert white.ask(type="hint")["ok"], "the thinker is free again"


def test_an_action_that_cannot_be_stored_is_not_made(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        before = white.hello()["position"]

        async def full(*_: Any) -> None:
            raise OSError("disk full")

        with monkeypatch.context() as patch:
            patch.setattr(client.app.state.hub.store, "append", full)  # type: ignore[attr-defined]
            assert white.act("d4xc4")["error"]["code"] == "NOT_STORED"
        assert white.hello()["position"] == before
        assert white.act("d4xc4")["ok"]


def test_matches_that_nobody_looks_at_are_let_go_and_come_back(settings: Settings) -> None:
    with TestClient(create_app(dataclasses.replace(settings, idle_seconds=-1.0))) as client:
        made = new_match(client, position=MIDDLE)
        hub = client.app.state.hub  # type: ignore[attr-defined]
        with sit(client, made["tokens"]["white"]) as wire:
            white = Guest(wire)
            white.hello()
            white.act("d4xc4")
            hub.forget_idle()
            assert len(hub.live) == 1, "somebody is there"
        hub.forget_idle()
        assert hub.live == {}
        with sit(client, made["tokens"]["white"]) as wire:
            again = Guest(wire)
            assert len(again.hello()["steps"]) == 1


def test_a_spectator_cannot_take_back_what_others_did_nor_stop_an_agent(client: TestClient) -> None:
    made = new_match(client, seats={"white": "person", "black": "easy"}, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire, sit(client, made["spectator"]) as other:
        white, watcher = Guest(wire), Guest(other)
        white.hello()
        white.act("d4xc4")
        watcher.hello()
        assert watcher.ask(type="undo")["error"]["code"] == "SPECTATORS_WATCH"
        assert len(watcher.hello()["steps"]) == 1
        white.act("end")
        assert watcher.ask(type="undo")["ok"] is False
        assert white.ask(type="undo")["ok"] is False
        while white.state["actor"] == "black":
            white.receive()
        assert any(step["seat"] == "black" for step in white.state["steps"])


def test_an_agent_acts_although_its_opponent_came_back_while_it_was_queued(client: TestClient) -> None:
    busy = new_match(client, seats={"white": "person", "black": "search:time=900"}, position=MIDDLE)
    made = new_match(client, seats={"white": "person", "black": "easy"}, position=MIDDLE)
    with sit(client, busy["tokens"]["white"]) as wire:
        hog = Guest(wire)
        hog.hello()
        hog.act("end")
        hog.until("thinking")
        with sit(client, made["tokens"]["white"]) as first:
            white = Guest(first)
            white.hello()
            white.act("end")
        again = client.websocket_connect(f"/api/table/{made['tokens']['white']}")
        second = again.__enter__()
        white = Guest(second)
        white.hello()
    # The thinker is free once nobody waits for the long thought.
    while white.state["actor"] == "black":
        white.receive()
    again.__exit__(None, None, None)


def test_a_batch_ends_with_the_first_dice(client: TestClient) -> None:
    made = new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        both = Guest(wire)
        both.hello()
        assert both.act("end", "end", "nonsense")["ok"]
        assert [step["action"] for step in both.state["steps"]] == ["end"]


class Deaf:
    """A socket whose other end never reads: sending never comes back."""

    client = None

    def __init__(self) -> None:
        self.closed = False

    async def send_text(self, _: str) -> None:
        await asyncio.Event().wait()

    async def close(self, _: int) -> None:
        self.closed = True


def test_a_guest_that_does_not_listen_is_let_go_and_holds_up_nobody(client: TestClient) -> None:
    made = new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)
    hub = client.app.state.hub  # type: ignore[attr-defined]

    async def overfill(actor: Any) -> None:
        deaf = Deaf()
        connection = wires.Connection(deaf, actor, [], hub)  # type: ignore[arg-type]
        actor.guests.append(connection.guest)
        writer = asyncio.create_task(connection.write())
        for _ in range(wires.OUTBOX + 2):
            assert connection.guest in actor.guests or deaf.closed or connection.outbox.full()
            connection.tell({"type": "pong"})
            await asyncio.sleep(0)
        await connection.closing
        assert deaf.closed
        assert connection.guest not in actor.guests
        writer.cancel()

    with sit(client, made["tokens"]["white"]) as wire:
        both = Guest(wire)
        both.hello()
        actor = next(iter(hub.live.values()))
        asyncio.run(overfill(actor))
        assert both.act("end")["ok"]


@pytest.mark.parametrize("name", ["a\u202eb", "a\x00c", "x" * 81])
def test_names_that_cannot_be_shown_are_refused_for_agents_too(client: TestClient, name: str) -> None:
    body = {"game": "tactics", "seats": {"black": "easy"}, "names": {"black": name}}
    assert client.post("/api/matches", json=body).status_code == 422


def test_tables_load_while_files_are_read(client: TestClient) -> None:
    token = new_match(client)["tokens"]["white"]
    hub = client.app.state.hub  # type: ignore[attr-defined]
    hub.live.clear()
    read = threading.Event()
    reading = [hub.questions.readers.submit(read.wait, 20) for _ in range(questions.READERS)]
    try:
        assert client.get(f"/api/matches/{token}").status_code == 200
        assert not any(work.done() for work in reading), "it did not wait for them"
    finally:
        read.set()

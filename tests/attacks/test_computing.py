"""Whole matches that are read, checked or drawn for one guest hold up nobody else, and cost that guest its time."""

import dataclasses
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from escaramuza.engine import record
from escaramuza.server import app, arriving, hub, maps, messages, rest
from escaramuza.server.app import create_app
from escaramuza.server.settings import Settings
from tests.server.conftest import Guest, new_match
from tests.server.test_table import MIDDLE, WIN_NEXT, sit

# More than the threads that Python keeps for everything.
MANY = 40


class Held:
    """Work that is held up until everybody else was served."""

    def __init__(self, work: Any) -> None:
        self.work = work
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.threads: set[str] = set()

    def __call__(self, *arguments: Any) -> Any:
        self.threads.add(threading.current_thread().name)
        self.begun.set()
        assert self.go_on.wait(120)
        return self.work(*arguments)


@pytest.fixture
def greedy() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(MANY) as pool:
        yield pool


def finished(client: TestClient) -> str:
    made = new_match(client, seats={"white": "person", "black": "person"}, position=WIN_NEXT)
    token: str = made["tokens"]["white"]
    with sit(client, token) as wire:
        guest = Guest(wire)
        guest.hello()
        assert guest.act("g8xh8")["ok"]
    return token


def others_play(client: TestClient) -> None:
    one_plays(client, new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE))


def one_plays(client: TestClient, made: dict[str, Any]) -> None:
    with sit(client, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        for _ in range(3):
            assert guest.act(guest.state["legal"][0]["action"])["ok"]


def test_replays_hold_up_nobody(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, greedy: ThreadPoolExecutor
) -> None:
    token = finished(client)
    held = Held(rest._frames)
    monkeypatch.setattr(rest, "_frames", held)
    asked = [greedy.submit(client.get, f"/api/matches/{token}/replay") for _ in range(MANY)]
    assert held.begun.wait(60)
    others_play(client)
    held.go_on.set()
    answers = [one.result() for one in asked]
    assert {answer.status_code for answer in answers} == {200}
    assert answers[0].json()["frames"][1]["step"]["action"] == "g8xh8"


def test_a_replay_is_written_beside_the_event_loop(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scenes of a battle are many megabytes: turning them into JSON took seconds."""
    token = finished(client)
    written = Held(rest.encode)
    written.go_on.set()
    monkeypatch.setattr(rest, "encode", written)
    assert client.get(f"/api/matches/{token}/replay").status_code == 200
    assert all(name.startswith("readers") for name in written.threads)


def test_files_that_are_taken_in_hold_up_nobody(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, greedy: ThreadPoolExecutor
) -> None:
    file = client.get(f"/api/matches/{finished(client)}/file").text
    held = Held(record.loads)
    monkeypatch.setattr(record, "loads", held)
    asked = [greedy.submit(client.post, "/api/matches/import", json={"file": file}) for _ in range(MANY)]
    assert held.begun.wait(60)
    others_play(client)
    held.go_on.set()
    assert {one.result().status_code for one in asked} == {201}


def test_matches_that_are_loaded_hold_up_nobody(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, greedy: ThreadPoolExecutor
) -> None:
    with TestClient(create_app(settings)) as client:
        tokens = [new_match(client, position=MIDDLE)["tokens"]["white"] for _ in range(MANY)]
    with TestClient(create_app(settings)) as client:
        held = Held(hub.rebuild)
        monkeypatch.setattr(hub, "rebuild", held)
        asked = [greedy.submit(client.get, f"/api/matches/{token}") for token in tokens]
        assert held.begun.wait(60)
        others_play(client)
        held.go_on.set()
        assert {one.result().status_code for one in asked} == {200}


def test_a_match_that_is_set_up_holds_up_nobody(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, greedy: ThreadPoolExecutor
) -> None:
    """The first map after a start loaded the compiler on the event loop, and a large one was judged there."""
    made = new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)
    held = Held(hub.valid_options)
    monkeypatch.setattr(hub, "valid_options", held)
    asked = [greedy.submit(new_match, client) for _ in range(MANY)]
    assert held.begun.wait(60)
    one_plays(client, made)
    held.go_on.set()
    for one in asked:
        one.result()
    assert all(name.startswith("setters") for name in held.threads)


def test_what_a_guest_brings_holds_up_nobody(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, greedy: ThreadPoolExecutor
) -> None:
    made = new_match(client, game="cafe", seats={"blue": "person", "red": "link"}, terms={"brings": True})
    held = Held(arriving.valid_options)
    monkeypatch.setattr(arriving, "valid_options", held)
    army = {"name": "", "brought": "S2M3"}
    arrives = greedy.submit(client.post, f"/api/matches/{made['tokens']['red']}/arrive", json=army)
    assert held.begun.wait(60)
    assert client.get("/api/health").status_code == 200
    held.go_on.set()
    arrives.result()
    assert all(name.startswith("setters") for name in held.threads)


def test_maps_are_judged_in_turns(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, greedy: ThreadPoolExecutor
) -> None:
    """Forty maps at once were judged by forty threads, and the event loop waited for all of them."""
    together: list[int] = []
    inside: list[None] = []
    real = maps.verdict

    def counted(*arguments: Any) -> Any:
        inside.append(None)
        together.append(len(inside))
        try:
            return real(*arguments)
        finally:
            inside.pop()

    monkeypatch.setattr(maps, "verdict", counted)
    ready = client.get("/api/cafe/maps").json()["ready"][0]["map"]
    asked = [greedy.submit(client.post, "/api/cafe/map", json={"map": ready}) for _ in range(MANY)]
    assert all(one.result().json()["legal"] for one in asked)
    assert together == [1] * MANY


@pytest.mark.parametrize("what", ["replay", "verify", "import", "position", "match", "map", "random map"])
def test_whole_matches_are_paid_for(settings: Settings, what: str) -> None:
    """A guest that has used up its computing time waits; another one does not."""
    # Nothing comes back while it asks, however slowly.
    poor = dataclasses.replace(settings, answers_burst=0.0005, answers_rate=0.0)
    with TestClient(create_app(poor)) as client:
        others = TestClient(client.app, client=("192.0.2.8", 1))
        token = finished(others)
        file = client.get(f"/api/matches/{token}/file").text
        ready = client.get("/api/cafe/maps").json()["ready"][0]["map"]

        def ask(guest: TestClient) -> int:
            if what == "import":
                return guest.post("/api/matches/import", json={"file": file}).status_code
            if what == "position":
                return guest.get("/api/positions/tactics", params={"p": WIN_NEXT}).status_code
            if what == "match":
                return guest.post("/api/matches", json={"game": "tactics"}).status_code
            if what == "map":
                return guest.post("/api/cafe/map", json={"map": ready}).status_code
            if what == "random map":
                return guest.post("/api/cafe/map/random", json={}).status_code
            return guest.get(f"/api/matches/{token}/{what}").status_code

        answers = [ask(client) for _ in range(60)]
        assert answers[0] in (200, 201)
        assert answers[-1] == 429
        assert ask(TestClient(client.app, client=("192.0.2.7", 1))) in (200, 201)
        others_play(TestClient(client.app, client=("192.0.2.9", 1)))


def test_the_description_of_the_api_is_made_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a third of a second, and anybody can ask for it twenty times a second."""
    made: list[str] = []
    real = app.openapi

    def counted(*arguments: Any) -> Any:
        made.append(threading.current_thread().name)
        return real(*arguments)

    monkeypatch.setattr(app, "openapi", counted)
    with TestClient(create_app(client.app.state.hub.settings)) as fresh:  # type: ignore[attr-defined]
        answers = [fresh.get("/api/openapi.json") for _ in range(3)]
    assert answers[0].json()["info"]["title"] == "Escaramuza"
    assert len({answer.text for answer in answers}) == 1
    assert len(made) == 1
    assert "AnyIO worker thread" in made[0], "beside the event loop"


def test_only_match_files_may_be_long(client: TestClient) -> None:
    """Four megabytes of options took the event loop for a twentieth of a second."""
    long = client.post("/api/matches", json={"game": "tactics", "options": {"deployment": ["x"] * 200_000}})
    assert (long.status_code, long.json()["error"]["code"]) == (413, "TOO_LARGE")
    file = client.post("/api/matches/import", json={"file": "x" * 1_000_000})
    assert file.json()["error"]["code"] != "TOO_LARGE"


def test_whoever_computes_for_one_guest_does_not_give_way_with_the_lock_that_all_need(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread of lower priority that is not given a processor keeps the interpreter's lock as long as others compute
    on the same machine: everybody at the server would wait for it."""
    priorities: list[int] = []

    real = messages.update

    def noted(*arguments: Any) -> Any:
        priorities.append(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        return real(*arguments)

    monkeypatch.setattr(messages, "update", noted)
    made = new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        Guest(wire).hello()
    assert priorities == [os.getpriority(os.PRIO_PROCESS, os.getpid())]

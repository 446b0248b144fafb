"""Storage on both databases for real, and a server that is killed again and again."""

import asyncio
import json
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, inspect, text
from starlette.testclient import TestClient
from websockets.sync.client import connect

from escaramuza.server.app import create_app
from escaramuza.server.opening import open_engine
from escaramuza.server.settings import Settings
from escaramuza.server.store import Entry, Store, hashed
from escaramuza.server.tables import metadata
from tests import effort, forks
from tests.effort import tries
from tests.server.conftest import Guest, new_match
from tests.server.test_table import play_on, sit

KILLS = tries(3, 25)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store.db'}"
    url: str = request.getfixturevalue("fresh_postgres")
    return url


@contextmanager
def looking_at(url: str) -> Iterator[Engine]:
    engine = open_engine(url)
    yield engine
    engine.dispose()


def row(id: str) -> dict[str, Any]:
    seats = {"white": {"name": "", "kind": "link", "agent": None}}
    return {
        "id": id,
        "game": "tactics",
        "rules": 1,
        "options": {"turn_limit": 5},
        "seats": seats,
        "position": None,
        "seed": "0" * 32,
        "finished": False,
    }


def test_what_is_stored_comes_back(database: str) -> None:
    async def check() -> None:
        store = Store(database)
        await store.create(row("m"), {"secret": ["white"], "watch": []})
        roll, attack = Entry("roll", "a" * 16, []), Entry("attack", "b" * 16, [3, 4])
        await store.append("m", 0, [roll, attack], False)
        assert await store.open("secret") == ("m", ["white"])
        assert await store.open("watch") == ("m", [])
        assert await store.open("other") is None
        await store.append("m", 2, [Entry("undo", "a" * 16, [], kept=1)], False)
        await store.append("m", 3, [Entry("defend", "c" * 16, [])], True)
        found = await store.load("m")
        assert found is not None
        assert found.steps == [roll, Entry("defend", "c" * 16, [])]
        assert len(found.entries) == 4
        assert (found.finished, found.options, found.seed) == (True, {"turn_limit": 5}, 0)
        assert await store.load("nothing") is None
        assert await store.analysis("m") is None
        await store.keep_analysis("m", [{"step": 0}])
        assert await store.analysis("m") == [{"step": 0}]
        store.close()

    asyncio.run(check())


def test_tokens_are_kept_as_hashes_only(database: str) -> None:
    async def fill() -> None:
        store = Store(database)
        await store.create(row("m"), {"a-secret-token": ["white"]})
        store.close()

    asyncio.run(fill())
    with looking_at(database) as engine, engine.connect() as connection:
        kept = connection.execute(text("SELECT hash FROM tokens")).scalars().all()
    assert kept == [hashed("a-secret-token")]


def test_one_bad_item_harms_no_other(database: str) -> None:
    async def check() -> None:
        store = Store(database)
        await store.create(row("m"), {"t": []})
        good = [store.append("m", n, [Entry("end", "a" * 16, [])], False) for n in range(5)]
        bad = store.append("missing", 0, [Entry("end", "a" * 16, [])], False)
        results = await asyncio.gather(*good[:2], bad, *good[2:], return_exceptions=True)
        assert [isinstance(result, Exception) for result in results] == [False, False, True, False, False, False]
        found = await store.load("m")
        assert found is not None
        assert len(found.steps) == 5
        store.close()

    asyncio.run(check())


def test_migrations_make_the_tables_that_the_code_uses(database: str) -> None:
    Store(database).close()
    Store(database).close()
    with looking_at(database) as engine:
        found = inspect(engine)
        for table in metadata.sorted_tables:
            names = {column["name"] for column in found.get_columns(table.name)}
            assert names == {column.name for column in table.columns}


def undrawn(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Steps without what is to be drawn of them: whoever comes later is told that of the last ones only."""
    return [{**step, "changes": None} for step in steps]


def test_a_match_goes_on_after_a_restart(database: str, settings: Settings) -> None:
    chosen = Settings(database=database, web=settings.web)
    with TestClient(create_app(chosen)) as client:
        made = new_match(client)
        lots = random.Random(3)
        with sit(client, made["tokens"]["white"]) as white, sit(client, made["tokens"]["black"]) as black:
            guests = {"white": Guest(white), "black": Guest(black)}
            for guest in guests.values():
                guest.hello()
            for _ in range(12):
                play_on(guests, lots)
            before = guests["white"].state
    with TestClient(create_app(chosen)) as client, sit(client, made["tokens"]["white"]) as white:
        again = Guest(white)
        again.hello()
        assert undrawn(again.state["steps"]) == undrawn(before["steps"])
        assert again.state["position"] == before["position"]
        assert again.state["commitment"] == before["commitment"]


class Server:
    """A server process that can be killed without warning."""

    def __init__(self, database: str) -> None:
        self.database = database
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "escaramuza", "serve", "--port", str(self.port), "--database", self.database]
        self.process = forks.servers.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def table(self, token: str) -> Any:
        return connect(f"ws://127.0.0.1:{self.port}/api/table/{token}", max_size=None)


@pytest.mark.slow
def test_a_killed_server_loses_no_confirmed_action(database: str) -> None:
    """Killed in the middle of play, again and again: after each restart every confirmed action is there."""
    server = Server(database)
    lots = random.Random(5)
    confirmed: list[str] | None = None
    try:
        for _ in range(KILLS):
            # A game may be over before the last kill: then another one is played.
            if confirmed is None:
                token, confirmed = _new_match(server), []
            with server.table(token) as wire:
                confirmed = _play_and_kill(server, wire, confirmed, lots)
            server.start()
    finally:
        server.kill()


def _new_match(server: Server) -> str:
    seats = {"white": "person", "black": "person"}
    body = json.dumps({"game": "tactics", "seats": seats, "options": {"deployment": "open"}}).encode()
    request = urllib.request.Request(
        f"http://127.0.0.1:{server.port}/api/matches", body, {"Content-Type": "application/json"}
    )
    token: str = json.loads(urllib.request.urlopen(request).read())["tokens"]["white"]
    return token


def _play_and_kill(server: Server, wire: Any, confirmed: list[str], lots: random.Random) -> list[str] | None:
    """Check what came back, play some more, and kill the server while an action is on its way; what was confirmed, or
    None if the game is over."""
    wire.send(json.dumps({"type": "hello"}))
    state = _until(wire, "update")
    actions = [step["action"] for step in state["steps"]]
    assert actions[: len(confirmed)] == confirmed, "a confirmed action was lost"
    assert len(actions) <= len(confirmed) + 1, "at most the one on its way was stored without being confirmed"
    for _ in range(lots.randrange(3, 12)):
        if state["actor"] is None:
            break
        action = lots.choice(state["legal"])["action"]
        wire.send(json.dumps({"type": "act", "id": 1, "seq": state["seq"], "actions": [action]}))
        state = _until(wire, "update")
        actions.append(action)
    if state["actor"] is not None:
        action = lots.choice(state["legal"])["action"]
        wire.send(json.dumps({"type": "act", "id": 1, "seq": state["seq"], "actions": [action]}))
        time.sleep(lots.random() * 0.01)
    server.kill()
    return None if state["actor"] is None else actions


def _until(wire: Any, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(wire.recv(timeout=effort.PATIENCE))
        if message["type"] == kind:
            return message

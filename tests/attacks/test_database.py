"""What a database, or somebody between it and the server, can do: answers that are lost, disks that are full, notices
that mean nothing."""

import asyncio
import dataclasses
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg
import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from escaramuza.server import news
from escaramuza.server.app import create_app
from escaramuza.server.settings import Settings
from tests.server.conftest import Guest, new_match
from tests.server.test_many import moves
from tests.server.test_table import MIDDLE, sit
from tests.server.test_workers import is_move, order, with_jobs, working

COMMIT = b"COMMIT"


class Cutter:
    """Stands between a server and PostgreSQL; when it is told to, it passes the next commit on and cuts the answer."""

    def __init__(self, port: int) -> None:
        self.behind = port
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.armed = threading.Event()
        self.cuts = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                front, _ = self.listening.accept()
                back = socket.create_connection(("127.0.0.1", self.behind))
                cut = threading.Event()
                for one, other in ((front, back), (back, front)):
                    threading.Thread(target=self._pass, args=(one, other, one is front, cut), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, to_database: bool, cut: threading.Event) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if to_database and COMMIT in data and self.armed.is_set():
                    self.armed.clear()
                    cut.set()
                if cut.is_set() and not to_database:
                    self.cuts += 1
                    break
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@contextmanager
def cutting(url: str) -> Iterator[tuple[Cutter, str]]:
    place, _, name = url.rpartition("/")
    port = int(place.rpartition(":")[2])
    cutter = Cutter(port)
    try:
        yield cutter, f"{place.replace(str(port), str(cutter.port))}/{name}"
    finally:
        cutter.listening.close()


def test_a_lost_answer_to_a_commit(settings: Settings, fresh_postgres: str) -> None:
    """PostgreSQL has the action; the player hears that it is made, once, and plays on."""
    with cutting(fresh_postgres) as (cutter, url):
        shared = dataclasses.replace(settings, database=url)
        with TestClient(create_app(shared)) as client:
            made = new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)
            with sit(client, made["tokens"]["white"]) as wire:
                white = Guest(wire)
                white.hello()
                for number in range(1, 6):
                    cutter.armed.set()
                    answer = white.act(moves(white)[0])
                    if not answer["ok"]:
                        # Another commit was cut, and the action not stored: it is said again.
                        assert answer["error"]["code"] in ("NOT_STORED", "IN_DOUBT")
                        assert white.act(moves(white)[0])["ok"]
                    assert len(white.state["steps"]) == number
                seen = [step["action"] for step in white.state["steps"]]
        assert cutter.cuts >= 5
    shared = dataclasses.replace(settings, database=fresh_postgres)
    with TestClient(create_app(shared)) as again, sit(again, made["tokens"]["white"]) as wire:
        assert [step["action"] for step in Guest(wire).hello()["steps"]] == seen


def test_a_full_disk_is_told_as_a_sentence(client: TestClient) -> None:
    """SQLite says itself that there is no room, at a limit of pages."""
    hub = client.app.state.hub  # type: ignore[attr-defined]

    def limit(connection: Any) -> None:
        used = connection.execute(text("PRAGMA page_count")).scalar()
        connection.execute(text(f"PRAGMA max_page_count = {used}"))

    def no_limit(connection: Any) -> None:
        connection.execute(text("PRAGMA max_page_count = 1000000"))

    made = new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        client.portal.call(hub.store.run, limit)  # type: ignore[union-attr]
        body = {"game": "tactics", "seats": {"white": "link", "black": "link"}}
        answers = [client.post("/api/matches", json=body) for _ in range(40)]
        assert answers[-1].status_code == 503
        assert answers[-1].json()["error"]["code"] == "NO_DATABASE"
        assert set(answers[-1].json()["error"]["text"]) == {"es", "fr", "en"}
        while (answer := white.act(moves(white)[0]))["ok"] and (answer := white.ask(type="undo"))["ok"]:
            pass
        assert answer["error"]["code"] == "NOT_STORED"
        steps = len(white.state["steps"])
        client.portal.call(hub.store.run, no_limit)  # type: ignore[union-attr]
        assert white.act(moves(white)[0])["ok"]
        assert len(white.state["steps"]) == steps + 1


@pytest.mark.parametrize("notice", ["", "match", "nonsense", "done x", "share 1", "cancel many words", "x" * 7000])
def test_notices_that_mean_nothing_make_nobody_deaf(settings: Settings, fresh_postgres: str, notice: str) -> None:
    shared = dataclasses.replace(settings, database=fresh_postgres)

    def say() -> None:
        with psycopg.connect(fresh_postgres, autocommit=True) as connection:
            for channel in (news.NEWS, news.WORK):
                connection.execute("SELECT pg_notify(%s, %s)", [channel, notice])

    with TestClient(create_app(shared)) as here, TestClient(create_app(shared)) as there:
        made = new_match(here, position=MIDDLE)
        with sit(here, made["tokens"]["white"]) as one, sit(there, made["tokens"]["black"]) as two:
            white, black = Guest(one), Guest(two)
            white.hello()
            black.hello()
            say()
            time.sleep(0.1)
            assert white.act(moves(white)[0])["ok"]
            black.wait_for(white.state["seq"])
            assert there.app.state.hub.listener.thread.is_alive()  # type: ignore[attr-defined]

    async def thinks(jobs: Any) -> None:
        with working(fresh_postgres) as worker:
            say()
            await asyncio.sleep(0.1)
            assert is_move(await jobs.do(order("random")))
            assert worker.listener.thread.is_alive()

    with_jobs(fresh_postgres, thinks)

"""A server of its own for each test, and guests that talk to it."""

import json
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from bench.postgres import Postgres
from starlette.testclient import TestClient

from escaramuza.server import local_jobs
from escaramuza.server.app import create_app
from escaramuza.server.settings import Settings
from tests import forks


@pytest.fixture(autouse=True)
def forked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes that work for a server need not load the compiler and a game first, except for tests that are
    marked as `started`."""
    if request.node.get_closest_marker("started") is None:
        monkeypatch.setattr(local_jobs, "subprocess", forks.servers)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=f"sqlite:///{tmp_path / 'test.db'}", web=tmp_path / "web", most_seconds=1000.0)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(settings)) as opened:
        yield opened


class Guest:
    """A seat's connection, as a client would use it."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.heard: list[str] = []
        self.state: dict[str, Any] = {}
        self.count = 0

    def receive(self) -> dict[str, Any]:
        text = self.session.receive_text()
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        if message["type"] == "update":
            steps = self.state.get("steps", [])[: message["from"]] + message["steps"]
            self.state = {**message, "steps": steps}
        return message

    def until(self, kind: str) -> dict[str, Any]:
        while (message := self.receive())["type"] != kind:
            pass
        return message

    def hello(self, seq: int = 0, steps: int = 0) -> dict[str, Any]:
        self.session.send_json({"type": "hello", "seq": seq, "steps": steps})
        return self.until("update")

    def ask(self, **message: Any) -> dict[str, Any]:
        self.count += 1
        self.session.send_json({"id": self.count, "seq": self.state.get("seq", 0), **message})
        while True:
            answer = self.receive()
            if answer["type"] == "reply" and answer["id"] == self.count:
                return answer

    def act(self, *actions: str) -> dict[str, Any]:
        return self.ask(type="act", actions=list(actions))

    def allow(self) -> None:
        """Let another take back."""
        while not self.state["take_back"]:
            self.receive()
        assert self.ask(type="answer_take_back", agree=True)["ok"]

    def wait_for(self, seq: int) -> None:
        while self.state["seq"] < seq:
            self.receive()


def written(options: list[dict[str, Any]]) -> list[str]:
    """Options as the actions that are sent."""
    return [option["action"] for option in options]


def new_match(client: TestClient, **more: Any) -> dict[str, Any]:
    body = {"game": "tactics", "seats": {"white": "link", "black": "link"}, **more}
    answer = client.post("/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own: its folder, its port, gone afterwards."""
    started = Postgres()
    try:
        yield started.url
    finally:
        started.close()


@pytest.fixture
def fresh_postgres(postgres: str) -> str:
    """A database of its own in it."""
    name = f"test_{secrets.token_hex(4)}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{postgres.rpartition('/')[0]}/{name}"

"""Deleting in the moment in which others play, or agree, at another process."""

import asyncio
import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from escaramuza.server.app import create_app
from escaramuza.server.live import LiveMatch
from escaramuza.server.settings import Settings
from tests.server.conftest import Guest, new_match
from tests.server.test_keeping import played
from tests.server.test_table import MIDDLE, sit

Pair = tuple[TestClient, TestClient]


@pytest.fixture
def servers(settings: Settings, fresh_postgres: str) -> Iterator[Pair]:
    shared = dataclasses.replace(settings, database=fresh_postgres)
    with TestClient(create_app(shared)) as one, TestClient(create_app(shared)) as two:
        yield one, two


def after_reading(client: TestClient, monkeypatch: pytest.MonkeyPatch, then: Callable[[], Any]) -> None:
    """Something happens elsewhere once this server has read a match."""
    (live,) = client.app.state.hub.live.values()  # type: ignore[attr-defined]
    read, done = live.read, []

    async def reads(*arguments: Any) -> Any:
        found = await read(*arguments)
        if not done:
            done.append(True)
            await asyncio.get_running_loop().run_in_executor(None, then)
        return found

    monkeypatch.setattr(live, "read", reads)


def test_what_another_plays_in_the_same_moment_is_not_deleted(servers: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = servers
    made = new_match(here, position=MIDDLE)
    with sit(here, made["tokens"]["white"]) as one, sit(there, made["tokens"]["black"]) as two:
        white, black = Guest(one), Guest(two)
        white.hello()
        black.hello()
        while white.state["actor"] == "white":
            assert white.act("end")["ok"]
        black.wait_for(white.state["seq"])
        after_reading(here, monkeypatch, lambda: black.act(black.state["legal"][0]["action"]))
        answer = here.delete(f"/api/matches/{made['tokens']['white']}").json()
        assert answer == {"deleted": False, "agreed": ["white"], "waiting": ["black"]}
        assert there.get(f"/api/matches/{made['tokens']['black']}").status_code == 200


def test_two_who_agree_in_the_same_moment_have_agreed(servers: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = servers
    tokens = played(here)
    after_reading(here, monkeypatch, lambda: there.delete(f"/api/matches/{tokens['black']}"))
    assert here.delete(f"/api/matches/{tokens['white']}").json()["deleted"]
    assert there.get(f"/api/matches/{tokens['black']}").status_code == 404


def test_a_match_that_goes_on_at_each_try_is_still_answered(servers: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever wants to delete is told who else has to agree, however often it went on meanwhile."""
    here, there = servers
    made = new_match(here, position=MIDDLE)
    with sit(there, made["tokens"]["white"]) as two:
        white = Guest(two)
        white.hello()
        here.get(f"/api/matches/{made['tokens']['black']}")
        after_reading(here, monkeypatch, lambda: white.act(white.state["legal"][0]["action"]))
        assert here.delete(f"/api/matches/{made['tokens']['black']}").json()["waiting"] == ["white"]
    assert isinstance(next(iter(here.app.state.hub.live.values())), LiveMatch)  # type: ignore[attr-defined]

"""How long matches are kept, and who may delete one."""

import asyncio
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text, update
from starlette.testclient import TestClient

from escaramuza.server import tables
from escaramuza.server.app import create_app
from escaramuza.server.hub import Hub
from escaramuza.server.keeping import SWEEPING, Keeper, _sweep
from escaramuza.server.opening import open_engine
from escaramuza.server.settings import Settings
from escaramuza.server.store import Store
from tests.server.conftest import Guest, new_match
from tests.server.test_table import MIDDLE, sit


def row(id: str, finished: bool = False) -> dict[str, Any]:
    return {
        "id": id,
        "game": "tactics",
        "rules": 1,
        "options": {},
        "seats": {},
        "position": None,
        "seed": "0" * 32,
        "finished": finished,
    }


def stored(url: str) -> set[str]:
    engine = open_engine(url)
    with engine.connect() as connection:
        found = set(connection.execute(text("SELECT id FROM matches")).scalars())
    engine.dispose()
    return found


def age(url: str, id: str, days: float) -> None:
    """As if it had been visited so many days ago."""
    engine, m = open_engine(url), tables.matches
    with engine.begin() as connection:
        then = datetime.now(UTC) - timedelta(days=days)
        connection.execute(update(m).where(m.c.id == id).values(visited=then))
    engine.dispose()


@pytest.mark.parametrize(
    ("days", "kept"),
    [
        ({}, {"new", "old", "over", "old-over"}),
        ({"keep_unfinished": 30}, {"new", "over", "old-over"}),
        ({"keep_finished": 30}, {"new", "old", "over"}),
        ({"keep_unfinished": 30, "keep_finished": 60}, {"new", "over", "old-over"}),
    ],
)
def test_matches_without_a_visit_are_removed(settings: Settings, days: dict[str, int], kept: set[str]) -> None:
    async def check() -> None:
        hub = Hub(Settings(database=settings.database, web=settings.web, **days))  # type: ignore[arg-type]
        for id in ("new", "old", "over", "old-over"):
            await hub.store.create(row(id, "over" in id), {f"token {id}": []})
        age(settings.database, "old", 31)
        age(settings.database, "old-over", 31)
        await Keeper(hub).sweep(time.monotonic())
        await hub.close()

    asyncio.run(check())
    assert stored(settings.database) == kept


def test_whoever_sits_at_a_match_visits_it(settings: Settings) -> None:
    kept = Settings(database=settings.database, web=settings.web, keep_unfinished=1)
    with TestClient(create_app(kept)) as client:
        token = new_match(client)["tokens"]["white"]
        hub: Hub = client.app.state.hub  # type: ignore[attr-defined]
        [id] = hub.live
        with sit(client, token) as wire:
            Guest(wire).hello()
            age(settings.database, id, 5)
            client.portal.call(Keeper(hub).sweep, time.monotonic())  # type: ignore[union-attr]
        assert stored(settings.database) == {id}


def test_one_server_at_a_time_sweeps(postgres: str) -> None:
    async def check() -> None:
        store = Store(postgres)
        await store.create(row("sweep-me"), {"a token to sweep": []})
        age(postgres, "sweep-me", 3)
        engine, work = open_engine(postgres), _sweep(False, timedelta(days=1), 10)
        with engine.begin() as other:
            other.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": SWEEPING})
            assert await store.run(work) == []
        assert await store.run(work) == ["sweep-me"]
        engine.dispose()
        store.close()

    asyncio.run(check())


def test_alone_a_match_is_deleted_at_once(client: TestClient, settings: Settings) -> None:
    made = new_match(client, seats={"white": "person", "black": "easy"}, position=MIDDLE)
    token = made["tokens"]["white"]
    assert client.delete(f"/api/matches/{made['spectator']}").status_code == 403
    answer = client.delete(f"/api/matches/{token}")
    assert answer.json() == {"deleted": True, "agreed": ["white"], "waiting": []}
    assert client.get(f"/api/matches/{token}").status_code == 404
    assert client.delete(f"/api/matches/{token}").status_code == 404
    engine = open_engine(settings.database)
    with engine.connect() as connection:
        for table in tables.metadata.sorted_tables:
            assert connection.execute(table.select()).all() == [], table.name
    engine.dispose()


def test_who_has_not_played_is_not_asked(client: TestClient) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire, sit(client, made["tokens"]["black"]) as other:
        white, black = Guest(wire), Guest(other)
        white.hello()
        black.hello()
        assert white.act(white.state["legal"][0]["action"])["ok"]
        assert client.delete(f"/api/matches/{made['tokens']['white']}").json()["deleted"]
        assert black.until("bye")["error"]["code"] == "DELETED"
        assert white.until("bye")["error"]["code"] == "DELETED"


def played(client: TestClient) -> dict[str, str]:
    """Two people who have both acted."""
    made = new_match(client)
    tokens: dict[str, str] = made["tokens"]
    with sit(client, tokens["white"]) as wire, sit(client, tokens["black"]) as other:
        guests = {"white": Guest(wire), "black": Guest(other)}
        for guest in guests.values():
            guest.hello()
        acted: set[str] = set()
        while acted != {"white", "black"}:
            seat = guests["white"].state["actor"]
            assert guests[seat].act(guests[seat].state["legal"][0]["action"])["ok"]
            acted.add(seat)
            for guest in guests.values():
                guest.wait_for(guests[seat].state["seq"])
    return tokens


def test_all_who_have_played_must_agree(client: TestClient, settings: Settings) -> None:
    tokens = played(client)
    with sit(client, tokens["black"]) as wire:
        black = Guest(wire)
        black.hello()
        asked = client.delete(f"/api/matches/{tokens['white']}").json()
        assert asked == {"deleted": False, "agreed": ["white"], "waiting": ["black"]}
        assert black.until("leaving")["seats"] == ["white"]
        # Asking twice is not two people's agreement.
        assert client.delete(f"/api/matches/{tokens['white']}").json() == asked
        assert client.get(f"/api/matches/{tokens['black']}").json()["leaving"] == ["white"]
        assert client.post(f"/api/matches/{tokens['black']}/keep").status_code == 204
    assert client.get(f"/api/matches/{tokens['white']}").json()["leaving"] == []
    assert client.post(f"/api/matches/{tokens['black']}/keep").json()["error"]["code"] == "NOT_LEAVING"
    client.delete(f"/api/matches/{tokens['black']}")
    # The wish outlives the server.
    with TestClient(create_app(settings)) as again:
        assert again.delete(f"/api/matches/{tokens['white']}").json()["deleted"]
        assert again.get(f"/api/matches/{tokens['black']}").status_code == 404


def test_who_was_away_is_told_who_wants_to_delete(client: TestClient, settings: Settings) -> None:
    """On coming, on coming back, and that nobody does any more."""
    tokens = played(client)
    assert client.delete(f"/api/matches/{tokens['white']}").json()["waiting"] == ["black"]
    with sit(client, tokens["black"]) as wire:
        black = Guest(wire)
        black.hello()
        assert black.until("leaving")["seats"] == ["white"]
        seq, steps = black.state["seq"], len(black.state["steps"])
    with TestClient(create_app(settings)) as again:
        with sit(again, tokens["black"]) as wire:
            black = Guest(wire)
            black.hello(seq, steps)
            assert black.until("leaving")["seats"] == ["white"]
        assert again.post(f"/api/matches/{tokens['white']}/keep").status_code == 204
        with sit(again, tokens["black"]) as wire:
            black = Guest(wire)
            black.hello(seq, steps)
            assert black.until("leaving")["seats"] == []


def test_a_deleted_rematch_is_no_longer_offered_at_the_table(client: TestClient) -> None:
    won = new_match(client, position="6Sk/8/8/8/8/8/8/K7 w 11 - -")
    with sit(client, won["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        assert white.act("g8xh8")["ok"]
        rematch = client.post(f"/api/matches/{won['tokens']['white']}/rematch", json={}).json()["token"]
        while not white.state["rematch"]:
            white.receive()
        assert client.delete(f"/api/matches/{rematch}").json()["deleted"]
        while white.state["rematch"]:
            white.receive()


def test_what_is_deleted_is_nobodys_rematch(client: TestClient) -> None:
    won = new_match(client, seats={"white": "person", "black": "person"}, position="6Sk/8/8/8/8/8/8/K7 w 11 - -")
    token = won["tokens"]["white"]
    with sit(client, token) as wire:
        guest = Guest(wire)
        guest.hello()
        assert guest.act("g8xh8")["ok"]
    first = client.post(f"/api/matches/{token}/rematch", json={}).json()["token"]
    assert client.delete(f"/api/matches/{first}").json()["deleted"]
    second = client.post(f"/api/matches/{token}/rematch", json={}).json()["token"]
    assert client.get(f"/api/matches/{second}").status_code == 200


def test_a_match_that_cannot_be_opened_can_be_deleted(client: TestClient, settings: Settings) -> None:
    """Of other rules: who has played is not known, so everybody is asked."""
    tokens = played(client)
    engine = open_engine(settings.database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE matches SET rules = 1000"))
    engine.dispose()
    with TestClient(create_app(settings)) as again:
        assert again.get(f"/api/matches/{tokens['white']}").json()["error"]["code"] == "OTHER_RULES"
        assert again.delete(f"/api/matches/{tokens['white']}").json()["waiting"] == ["black"]
        assert again.delete(f"/api/matches/{tokens['black']}").json()["deleted"]
        assert again.get(f"/api/matches/{tokens['white']}").json()["error"]["code"] == "DEAD_LINK"

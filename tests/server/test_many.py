"""Several server processes on one PostgreSQL: guests of a match sit at different ones and notice nothing of it."""

import dataclasses
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from escaramuza.server import attendance, news
from escaramuza.server.app import create_app
from escaramuza.server.live import LiveMatch
from escaramuza.server.settings import Settings
from tests.server.conftest import Guest, new_match
from tests.server.test_table import MIDDLE, WIN_NEXT, known_steps, play_on, sit

Pair = tuple[TestClient, TestClient]


@pytest.fixture
def shared(settings: Settings, fresh_postgres: str) -> Settings:
    return dataclasses.replace(settings, database=fresh_postgres)


@pytest.fixture
def servers(shared: Settings) -> Iterator[Pair]:
    with TestClient(create_app(shared)) as one, TestClient(create_app(shared)) as two:
        yield one, two


def moves(guest: Guest) -> list[str]:
    return [option["action"] for option in guest.state["legal"] if option["kind"] == "move"]


def live_of(client: TestClient) -> LiveMatch:
    found: LiveMatch = next(iter(client.app.state.hub.live.values()))  # type: ignore[attr-defined]
    return found


def until(true: Callable[[], Any], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never comes true"
        time.sleep(0.02)


def test_what_happens_at_one_process_is_seen_at_the_other(servers: Pair) -> None:
    """The same updates, numbers and changes as at one process, in order."""
    here, there = servers
    made = new_match(here)
    with (
        sit(here, made["tokens"]["white"]) as one,
        sit(there, made["tokens"]["black"]) as two,
        sit(here, made["spectator"]) as near,
        sit(there, made["spectator"]) as far,
    ):
        guests = {"white": Guest(one), "black": Guest(two)}
        watchers = Guest(near), Guest(far)
        for guest in (*guests.values(), *watchers):
            guest.hello()
        lots = random.Random(4)
        for _ in range(8):
            play_on(guests, lots)
        for watcher in watchers:
            watcher.wait_for(guests["white"].state["seq"])
        assert known_steps(guests["white"]) == known_steps(guests["black"])
        assert watchers[0].state["steps"] == watchers[1].state["steps"], "with what is drawn of them"
        told = [[text for text in watcher.heard if '"type":"update"' in text] for watcher in watchers]
        assert len(told[0]) == len(told[1]) == 9, "one update for each action, at both"


def test_who_is_at_the_table_is_known_everywhere(servers: Pair) -> None:
    here, there = servers
    made = new_match(here, position=MIDDLE)
    with sit(here, made["tokens"]["white"]) as one:
        white = Guest(one)
        assert white.hello()["seats"]["black"]["online"] is False
        with sit(there, made["tokens"]["black"]) as two:
            Guest(two).hello()
            while not (message := white.until("presence"))["seats"]["black"]["online"]:
                pass
        while (message := white.until("presence"))["seats"]["black"]["online"]:
            pass
        assert message["seats"]["white"]["online"]


def test_a_seat_taken_at_another_process_is_given_up(servers: Pair) -> None:
    here, there = servers
    made = new_match(here, position=MIDDLE)
    with sit(here, made["tokens"]["white"]) as old, sit(there, made["tokens"]["white"]) as new:
        first, second = Guest(old), Guest(new)
        first.hello()
        until(lambda: live_of(here).attendance.is_known(live_of(here).guests[0]))
        second.hello()
        assert first.until("bye")["error"]["code"] == "TAKEN_OVER"
        assert second.act(moves(second)[0])["ok"]


def test_taking_back_across_processes(servers: Pair) -> None:
    here, there = servers
    made = new_match(here, position=MIDDLE)
    with sit(here, made["tokens"]["white"]) as one, sit(there, made["tokens"]["black"]) as two:
        white, black = Guest(one), Guest(two)
        white.hello()
        black.hello()
        until(lambda: "black" in live_of(here).met)
        assert white.act(moves(white)[0])["ok"]
        black.wait_for(white.state["seq"])
        assert white.ask(type="undo")["ok"]
        while not black.state["take_back"]:
            black.receive()
        assert black.state["take_back"]["asks_you"]
        assert len(black.state["steps"]) == 1, "nothing is taken back yet"
        assert black.ask(type="answer_take_back", agree=False)["ok"]
        while white.state["take_back"]["declined_by"] is None:
            white.receive()
        assert white.ask(type="undo")["error"]["code"] == "TAKE_BACK_DECLINED"
        assert white.act(moves(white)[0])["ok"]
        black.wait_for(white.state["seq"])
        assert white.ask(type="undo")["ok"]
        black.allow()
        white.wait_for(black.state["seq"])
        assert (len(white.state["steps"]), len(black.state["steps"])) == (1, 1)


def test_an_open_question_outlives_its_server(shared: Settings) -> None:
    """What is asked about taking back, and what was refused, is in the database."""
    with TestClient(create_app(shared)) as client:
        made = new_match(client, position=MIDDLE)
        with sit(client, made["tokens"]["white"]) as one, sit(client, made["tokens"]["black"]) as two:
            white, black = Guest(one), Guest(two)
            white.hello()
            black.hello()
            white.act(moves(white)[0])
            assert white.ask(type="undo")["ok"]
    with TestClient(create_app(shared)) as client, sit(client, made["tokens"]["black"]) as two:
        black = Guest(two)
        assert black.hello()["take_back"] == {"seat": "white", "mine": False, "asks_you": True, "declined_by": None}
        assert black.ask(type="answer_take_back", agree=True)["ok"]
        assert black.state["steps"] == []


def test_a_rematch_is_offered_at_every_process(servers: Pair) -> None:
    here, there = servers
    made = new_match(here, position=WIN_NEXT)
    with sit(here, made["tokens"]["white"]) as one, sit(there, made["tokens"]["black"]) as two:
        white, black = Guest(one), Guest(two)
        white.hello()
        black.hello()
        white.act("g8xh8")
        black.wait_for(white.state["seq"])
        asked = here.post(f"/api/matches/{made['tokens']['white']}/rematch").json()["token"]
        while not black.state["rematch"]:
            black.receive()
        with sit(there, asked) as mine, sit(here, black.state["rematch"]) as other:
            again, opposite = Guest(mine).hello(), Guest(other).hello()
            assert again["commitment"] == opposite["commitment"], "it is the same match"
            assert (again["you"], opposite["you"]) == (["black"], ["white"])
        # Whoever comes back at a process that knew nothing of it is offered the same match.
        here.app.state.hub.live.clear()  # type: ignore[attr-defined]
        with sit(here, made["tokens"]["black"]) as back, sit(here, Guest(back).hello()["rematch"]) as mine:
            assert Guest(mine).hello()["commitment"] == again["commitment"]


def test_a_process_that_heard_nothing_for_a_while_catches_up(servers: Pair, fresh_postgres: str) -> None:
    here, there = servers
    made = new_match(here, position=MIDDLE)
    with sit(here, made["tokens"]["white"]) as one, sit(there, made["tokens"]["black"]) as two:
        white, black = Guest(one), Guest(two)
        white.hello()
        black.hello()
        listener = there.app.state.hub.listener  # type: ignore[attr-defined]
        heard = listener.hear
        listener.hear = lambda notice: None
        for _ in range(2):
            assert white.act(moves(white)[0])["ok"]
        assert live_of(there).head == 0
        listener.hear = heard
        with psycopg.connect(fresh_postgres, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query IN ('SELECT 1', %s)",
                [f"LISTEN {news.NEWS}"],
            )
        black.wait_for(white.state["seq"])
        assert known_steps(black) == known_steps(white)


def test_whoever_comes_back_at_another_process_is_told_only_what_is_new(servers: Pair) -> None:
    here, there = servers
    made = new_match(here, position=MIDDLE)
    with sit(here, made["tokens"]["white"]) as one:
        white = Guest(one)
        white.hello()
        for _ in range(2):
            white.act(moves(white)[0])
        seq, steps = white.state["seq"], len(white.state["steps"])
        white.act(moves(white)[0])
    with sit(there, made["tokens"]["white"]) as two:
        back = Guest(two)
        update = back.hello(seq=seq, steps=steps)
        assert (update["from"], len(update["steps"])) == (steps, 1)


def test_the_guests_of_a_process_that_died_are_gone(
    servers: Pair, fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attendance, "BEAT_SECONDS", 0.1)
    here, _ = servers
    made = new_match(here, position=MIDDLE)
    with sit(here, made["tokens"]["white"]) as one:
        white = Guest(one)
        white.hello()
        with psycopg.connect(fresh_postgres, autocommit=True) as connection:
            connection.execute("INSERT INTO processes VALUES ('dead', 'server', now())")
            connection.execute("INSERT INTO visits VALUES ('v', 'dead', %s, '::1', '[\"black\"]')", [live_of(here).id])
            connection.execute("SELECT pg_notify(%s, %s)", [news.NEWS, f"match {live_of(here).id} dead"])
            while not white.until("presence")["seats"]["black"]["online"]:
                pass
            connection.execute("UPDATE processes SET seen = now() - interval '1 minute' WHERE id = 'dead'")
        while white.until("presence")["seats"]["black"]["online"]:
            pass


def test_what_the_database_forgot_about_guests_is_told_it_again(servers: Pair, fresh_postgres: str) -> None:
    """As after a crash of PostgreSQL, which empties the tables of the moment."""
    here, there = servers
    made = new_match(here, position=MIDDLE)
    with sit(here, made["tokens"]["white"]) as one:
        Guest(one).hello()
        until(lambda: live_of(here).attendance.is_known(live_of(here).guests[0]))
        with psycopg.connect(fresh_postgres, autocommit=True) as connection:
            connection.execute("DELETE FROM processes")
            until(lambda: connection.execute("SELECT count(*) FROM visits").fetchone() == (1,))
        with sit(there, made["tokens"]["black"]) as two:
            assert Guest(two).hello()["seats"]["white"]["online"]


def test_a_match_that_was_removed_lets_its_guests_go(servers: Pair, fresh_postgres: str) -> None:
    here, _ = servers
    made = new_match(here, position=MIDDLE)
    with sit(here, made["tokens"]["white"]) as one:
        white = Guest(one)
        white.hello()
        id = live_of(here).id
        with psycopg.connect(fresh_postgres, autocommit=True) as connection:
            connection.execute("DELETE FROM matches WHERE id = %s", [id])
            connection.execute("SELECT pg_notify(%s, %s)", [news.NEWS, f"match {id} other"])
        assert white.until("bye")["error"]["code"] == "DEAD_LINK"


def test_who_goes_after_moving_to_another_process_is_gone(servers: Pair) -> None:
    """Where somebody sat before is not remembered as a second place."""
    here, there = servers
    made = new_match(here, position=MIDDLE)
    with sit(here, made["tokens"]["white"]) as old, sit(there, made["tokens"]["black"]) as other:
        first, black = Guest(old), Guest(other)
        first.hello()
        until(lambda: live_of(here).attendance.is_known(live_of(here).guests[0]))
        black.hello()
        with sit(there, made["tokens"]["white"]) as new:
            Guest(new).hello()
            assert first.until("bye")["error"]["code"] == "TAKEN_OVER"
        while black.until("presence")["seats"]["white"]["online"]:
            pass


def test_a_refusal_outlives_its_server(shared: Settings) -> None:
    """Nobody is asked again about the same by a new process."""
    with TestClient(create_app(shared)) as client:
        made = new_match(client, position=MIDDLE)
        with sit(client, made["tokens"]["white"]) as one, sit(client, made["tokens"]["black"]) as two:
            white, black = Guest(one), Guest(two)
            white.hello()
            black.hello()
            white.act(moves(white)[0])
            assert white.ask(type="undo")["ok"]
            black.wait_for(white.state["seq"])
            assert black.ask(type="answer_take_back", agree=False)["ok"]
    with TestClient(create_app(shared)) as client, sit(client, made["tokens"]["white"]) as one:
        white = Guest(one)
        assert white.hello()["take_back"]["declined_by"] == "black"
        assert white.state["can_undo"] is False
        assert white.ask(type="undo")["error"]["code"] == "TAKE_BACK_DECLINED"


def test_a_deleted_rematch_is_offered_nowhere(servers: Pair) -> None:
    here, there = servers
    made = new_match(here, position=WIN_NEXT)
    with sit(here, made["tokens"]["white"]) as one, sit(there, made["tokens"]["black"]) as two:
        white, black = Guest(one), Guest(two)
        white.hello()
        black.hello()
        white.act("g8xh8")
        black.wait_for(white.state["seq"])
        asked = here.post(f"/api/matches/{made['tokens']['white']}/rematch").json()["token"]
        while not black.state["rematch"]:
            black.receive()
        dead = black.state["rematch"]
        assert here.delete(f"/api/matches/{asked}").json()["deleted"]
        for guest in (white, black):
            while guest.state["rematch"]:
                guest.receive()
        again = there.post(f"/api/matches/{made['tokens']['black']}/rematch").json()["token"]
        assert again != dead
        assert there.get(f"/api/matches/{again}").status_code == 200


def test_a_rematch_deleted_in_the_same_moment_is_made_again(servers: Pair) -> None:
    """A process that has not heard of the deletion yet."""
    here, there = servers
    made = new_match(here, position=WIN_NEXT)
    with sit(here, made["tokens"]["white"]) as one, sit(there, made["tokens"]["black"]) as two:
        white, black = Guest(one), Guest(two)
        white.hello()
        black.hello()
        white.act("g8xh8")
        black.wait_for(white.state["seq"])
    there.app.state.hub.listener.hear = lambda notice: None  # type: ignore[attr-defined]
    asked = there.post(f"/api/matches/{made['tokens']['black']}/rematch").json()["token"]
    assert here.delete(f"/api/matches/{asked}").json()["deleted"]
    again = there.post(f"/api/matches/{made['tokens']['black']}/rematch")
    assert again.status_code == 201, again.text
    assert there.get(f"/api/matches/{again.json()['token']}").status_code == 200

"""Jobs in PostgreSQL and the workers that take them: done once, in turns, taken up again, stopped when nobody wants
them."""

import asyncio
import dataclasses
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from escaramuza import Match
from escaramuza.server import news, work
from escaramuza.server import worker as workers
from escaramuza.server.app import create_app
from escaramuza.server.orders import MOST_TRIES, THOUGHT, Failed, Order
from escaramuza.server.settings import Settings
from escaramuza.server.shared_jobs import SharedJobs
from escaramuza.server.store import Store
from escaramuza.server.worker import Worker
from tests import forks
from tests.server.conftest import Guest, new_match
from tests.server.test_table import MIDDLE, sit

LONG = "search:time=600"


def order(agent: str, key: str = "k", guest: str = "ana") -> Order:
    match = Match("tactics", seed=1, position=MIDDLE)
    data = {"game": "tactics", "state": work.packed(match.state), "agent": agent, "seed": 5}
    return Order("move", key, guest, "tactics", data)


def is_move(action: Any) -> bool:
    return action in Match("tactics", seed=1, position=MIDDLE).legal()


@contextmanager
def working(url: str, thinkers: int = 2, each: int = 1, printers: int = 1) -> Iterator[Worker]:
    """A worker in a thread."""
    worker = Worker(url, thinkers, each, printers)
    thread = threading.Thread(target=worker.run)
    thread.start()
    try:
        yield worker
    finally:
        worker.stop()
        thread.join()


def with_jobs(url: str, test: Callable[[SharedJobs], Awaitable[None]]) -> None:
    """A server's side of it, with its ears."""

    async def run() -> None:
        store = Store(url)
        jobs = SharedJobs(store, Settings(database=url))
        loop = asyncio.get_running_loop()

        def hear(notice: str) -> None:
            what, id, *rest = notice.split()
            loop.call_soon_threadsafe(jobs.hear, what, int(id), rest)

        def again() -> None:
            # What was told before it listened is looked up, as a server does.
            loop.call_soon_threadsafe(lambda: jobs._later(jobs.beat()))

        listener = news.Listener(url, news.NEWS, hear, again)
        listener.start()
        try:
            await asyncio.wait_for(test(jobs), 120)
        finally:
            await asyncio.gather(*jobs.tasks)
            listener.close()
            store.close()

    asyncio.run(run())


def rows(url: str, query: str) -> list[Any]:
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(query.encode()).fetchall()


async def comes_true(check: Callable[[], Any]) -> None:
    while not check():
        await asyncio.sleep(0.02)


def test_a_worker_decides_and_tells_how_far_it_is(fresh_postgres: str) -> None:
    shares: list[float] = []

    async def test(jobs: SharedJobs) -> None:
        with working(fresh_postgres):
            assert is_move(await jobs.do(order("search:time=1"), shares.append))
            assert shares == sorted(shares) and shares
            assert await jobs.workers() == 1
        assert await jobs.workers() == 0, "who goes says so"

    with_jobs(fresh_postgres, test)


def test_what_two_ask_for_is_thought_about_once(fresh_postgres: str) -> None:
    async def test(jobs: SharedJobs) -> None:
        other = SharedJobs(jobs.store, Settings(database=fresh_postgres))
        both = asyncio.gather(jobs.do(order("random")), other.do(order("random")))
        await comes_true(lambda: jobs.waiting and other.waiting)
        assert rows(fresh_postgres, "SELECT count(*) FROM jobs") == [(1,)]
        with working(fresh_postgres):
            await comes_true(lambda: rows(fresh_postgres, "SELECT tries FROM jobs WHERE answer IS NOT NULL"))
            await other.beat()
            one, two = await both
            assert one == two
        assert rows(fresh_postgres, "SELECT tries FROM jobs") == [(1,)]

    with_jobs(fresh_postgres, test)


def test_whoever_goes_is_thought_for_no_longer(fresh_postgres: str) -> None:
    async def test(jobs: SharedJobs) -> None:
        with working(fresh_postgres) as worker:
            task = asyncio.create_task(jobs.do(order(LONG)))
            await comes_true(lambda: worker.running)
            task.cancel()
            await comes_true(lambda: not worker.running)
            assert rows(fresh_postgres, "SELECT 1 FROM jobs") == []

    with_jobs(fresh_postgres, test)


def test_guests_take_turns_at_workers(fresh_postgres: str) -> None:
    """One place: whoever was served longest ago is next. Two: nobody has both while another waits."""
    began: list[str] = []

    async def test(jobs: SharedJobs) -> None:
        wanted = ["ana 1", "ana 2", "ana 3", "luc 1", "eva 1"]
        tasks = []
        for key in wanted:
            tasks.append(asyncio.create_task(jobs.do(order("random", key, key.split()[0]))))
            await comes_true(lambda: len(jobs.waiting) == len(tasks))
        with working(fresh_postgres, thinkers=1):
            await asyncio.gather(*tasks)
        began.extend(key for (key,) in rows(fresh_postgres, "SELECT key FROM jobs ORDER BY taken"))

    with_jobs(fresh_postgres, test)
    assert began == ["ana 1", "luc 1", "eva 1", "ana 2", "ana 3"]


def test_a_guest_has_only_so_many_thoughts_in_work(fresh_postgres: str) -> None:
    async def test(jobs: SharedJobs) -> None:
        with working(fresh_postgres, thinkers=3, each=1) as one, working(fresh_postgres, thinkers=3, each=1) as two:
            tasks = [asyncio.create_task(jobs.do(order(LONG, f"k{number}"))) for number in range(3)]
            await comes_true(lambda: one.running or two.running)
            assert is_move(await jobs.do(order("random", "other", "luc"))), "another guest has a place at once"
            assert len(one.running) + len(two.running) == 1
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    with_jobs(fresh_postgres, test)


def start_worker(url: str) -> forks.Process:
    command = [sys.executable, "-m", "escaramuza", "worker", "--thinkers", "1"]
    return forks.servers.Popen(command, env={**os.environ, "ESCARAMUZA_DATABASE": url}, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_the_job_of_a_worker_that_goes_is_taken_up_again(fresh_postgres: str, how: signal.Signals) -> None:
    async def test(jobs: SharedJobs) -> None:
        first = start_worker(fresh_postgres)
        try:
            going_on = asyncio.Event()
            task = asyncio.create_task(jobs.do(order("search:time=3"), lambda share: going_on.set()))
            await going_on.wait()
            first.send_signal(how)
            first.wait()
            with working(fresh_postgres):
                assert is_move(await task)
        finally:
            first.kill()
            first.wait()
        assert rows(fresh_postgres, "SELECT tries FROM jobs") == [(1 if how is signal.SIGTERM else 2,)]

    with_jobs(fresh_postgres, test)


def test_work_that_kills_again_and_again_is_given_up(fresh_postgres: str) -> None:
    async def test(jobs: SharedJobs) -> None:
        task = asyncio.create_task(jobs.do(order("random")))
        await comes_true(lambda: jobs.waiting)
        with psycopg.connect(fresh_postgres, autocommit=True) as connection:
            connection.execute("UPDATE jobs SET tries = %s", [MOST_TRIES])
        with working(fresh_postgres):
            with pytest.raises(Failed):
                await task
            assert is_move(await jobs.do(order("random"))), "whoever asks again has it tried again"

    with_jobs(fresh_postgres, test)


def test_a_job_that_the_database_lost_is_asked_for_again(fresh_postgres: str) -> None:
    async def test(jobs: SharedJobs) -> None:
        task = asyncio.create_task(jobs.do(order("random")))
        await comes_true(lambda: jobs.waiting)
        with psycopg.connect(fresh_postgres, autocommit=True) as connection:
            connection.execute("TRUNCATE jobs")
        with working(fresh_postgres):
            await jobs.beat()
            assert is_move(await task)

    with_jobs(fresh_postgres, test)


def test_what_nobody_wants_any_more_is_removed(fresh_postgres: str) -> None:
    """As after the death of the server that wanted it."""

    async def test(jobs: SharedJobs) -> None:
        with working(fresh_postgres) as worker:
            task = asyncio.create_task(jobs.do(order(LONG)))
            await comes_true(lambda: worker.running)
            jobs.waiting.clear()
            with psycopg.connect(fresh_postgres, autocommit=True) as connection:
                connection.execute("UPDATE jobs SET wanted = now() - interval '1 hour'")
            await jobs.beat()
            await comes_true(lambda: not worker.running)
            jobs.waiting.clear()
        assert not task.done()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    with_jobs(fresh_postgres, test)


def test_a_worker_leaves_games_alone_that_it_plays_by_other_rules(fresh_postgres: str) -> None:
    async def test(jobs: SharedJobs) -> None:
        task = asyncio.create_task(jobs.do(order("random")))
        await comes_true(lambda: jobs.waiting)
        with psycopg.connect(fresh_postgres, autocommit=True) as connection:
            connection.execute("UPDATE jobs SET rules = 99")
            with working(fresh_postgres):
                assert is_move(await jobs.do(order("random", "other")))
                assert not task.done()
                connection.execute("UPDATE jobs SET rules = %s", [order("random").rules])
                assert is_move(await task)

    with_jobs(fresh_postgres, test)


def test_an_agent_plays_at_two_processes(settings: Settings, fresh_postgres: str) -> None:
    """Everybody at both sees each of its actions once."""
    shared = dataclasses.replace(settings, database=fresh_postgres)
    with (
        working(fresh_postgres),
        TestClient(create_app(shared)) as here,
        TestClient(create_app(shared)) as there,
    ):
        made = new_match(here, seats={"white": "link", "black": "greedy"}, position=MIDDLE)
        with sit(here, made["tokens"]["white"]) as one, sit(there, made["spectator"]) as two:
            white, watcher = Guest(one), Guest(two)
            white.hello()
            watcher.hello()
            assert white.act("end")["ok"]
            while white.state["actor"] == "black":
                white.receive()
            watcher.wait_for(white.state["seq"])
            assert watcher.state["steps"] == white.state["steps"]
            assert {step["seat"] for step in white.state["steps"]} == {"white", "black"}


def test_readiness_asks_the_database_and_the_workers(settings: Settings, fresh_postgres: str) -> None:
    shared = dataclasses.replace(settings, database=fresh_postgres)
    with TestClient(create_app(shared)) as client:
        assert client.get("/api/health").json()["ok"] is True
        answer = client.get("/api/health/ready")
        assert (answer.status_code, answer.json()) == (503, {"ready": False, "database": True, "workers": 0})
        with working(fresh_postgres):
            until = time.monotonic() + 60
            while (answer := client.get("/api/health/ready")).status_code != 200 and time.monotonic() < until:
                time.sleep(0.1)
            assert answer.json() == {"ready": True, "database": True, "workers": 1}


def test_a_server_by_itself_is_ready(client: TestClient, tmp_path: Any) -> None:
    assert client.get("/api/health/ready").json() == {"ready": True, "database": True, "workers": 1}
    (tmp_path / "test.db").unlink()
    answer = client.get("/api/health/ready")
    assert (answer.status_code, answer.json()["database"]) == (503, False)


def test_lanes_do_not_wait_for_each_other(fresh_postgres: str) -> None:
    async def test(jobs: SharedJobs) -> None:
        with working(fresh_postgres, thinkers=1) as worker:
            thinking = asyncio.create_task(jobs.do(order(LONG)))
            await comes_true(lambda: worker.busy[THOUGHT])
            sheet = Order("print", "p", "ana", "", {"game": "cafe", "body": {"what": ["score"]}})
            assert (await jobs.do(sheet)).startswith("JVBERi"), "%PDF- in base64"
            thinking.cancel()
            await asyncio.gather(thinking, return_exceptions=True)

    with_jobs(fresh_postgres, test)


def sheet(key: str) -> Order:
    return Order("print", key, "ana", "", {"game": "cafe", "body": {"what": ["score"]}})


def test_as_many_pages_are_printed_at_once_as_there_are_printers(
    fresh_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    together = threading.Barrier(2)

    def printing(data: Any, progress: Any, cancel: Any) -> str:
        together.wait(60)
        return "paper"

    monkeypatch.setitem(work.KINDS, "print", printing)

    async def test(jobs: SharedJobs) -> None:
        with working(fresh_postgres, printers=2):
            assert await asyncio.gather(jobs.do(sheet("one")), jobs.do(sheet("two"))) == ["paper", "paper"]

    with_jobs(fresh_postgres, test)


def test_an_answer_that_is_no_json_is_a_failure(fresh_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits is told so, instead of waiting for ever for a job that stays held."""
    monkeypatch.setitem(work.KINDS, "print", lambda *_: object())

    async def test(jobs: SharedJobs) -> None:
        with working(fresh_postgres):
            with pytest.raises(Failed, match="TypeError"):
                await jobs.do(sheet("p"))
            assert is_move(await jobs.do(order("random")))

    with_jobs(fresh_postgres, test)


def test_a_job_whose_answer_cannot_be_written_is_let_go(fresh_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a full disk: once there is room again, any worker may take it up."""
    monkeypatch.setattr(workers, "LONGEST_FINISH", 0.5)
    monkeypatch.setattr(workers, "AGAIN_SECONDS", 0.1)
    refuse = (
        "CREATE FUNCTION refuse() RETURNS trigger AS "
        "$$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$ LANGUAGE plpgsql"
    )

    async def test(jobs: SharedJobs) -> None:
        with psycopg.connect(fresh_postgres, autocommit=True) as connection, working(fresh_postgres, 1) as first:
            connection.execute(refuse.encode())
            connection.execute("CREATE TRIGGER full_disk BEFORE UPDATE OF answer ON jobs EXECUTE FUNCTION refuse()")
            task = asyncio.create_task(jobs.do(order("random")))
            await comes_true(lambda: first.running)
            first.places[THOUGHT] = 0
            await comes_true(lambda: not first.running)
            connection.execute("DROP TRIGGER full_disk ON jobs")
            with working(fresh_postgres):
                assert is_move(await task)

    with_jobs(fresh_postgres, test)


def test_a_worker_has_its_games_before_anybody_needs_them(fresh_postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    monkeypatch.setattr(work, "load", loaded.append)

    async def test(jobs: SharedJobs) -> None:
        with working(fresh_postgres):
            await comes_true(lambda: {"tactics", "escarmouche", "cafe", "forglory"} <= set(loaded))

    with_jobs(fresh_postgres, test)


def test_a_worker_notes_as_it_is_told_to(fresh_postgres: str) -> None:
    """Also what becomes of its connection, one object a line."""
    environment = {**os.environ, "ESCARAMUZA_DATABASE": fresh_postgres, "ESCARAMUZA_LOG_FORMAT": "json"}
    command = [sys.executable, "-m", "escaramuza", "worker", "--thinkers", "1"]
    streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    process = forks.servers.Popen(command, environment, text=True, **streams)
    assert process.stderr is not None
    try:
        with psycopg.connect(fresh_postgres, autocommit=True) as connection:
            seen = (
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            until = time.monotonic() + 120
            while connection.execute(seen.encode()).fetchone() != (2,) and time.monotonic() < until:
                time.sleep(0.1)
            end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            connection.execute(f"{end} AND pid <> pg_backend_pid()".encode())
        # The driver may note first that a transaction was cut off.
        line = next(line for line in map(json.loads, process.stderr) if line["logger"].startswith("escaramuza."))
    finally:
        process.terminate()
        process.communicate()
    assert line["level"] == "warning"
    assert line["logger"] in ("escaramuza.worker", "escaramuza.server")

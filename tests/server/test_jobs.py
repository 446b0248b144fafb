"""Work that a child process does for a server by itself: in turns, again if the child dies, no longer than wanted."""

import asyncio
import dataclasses
import io
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from escaramuza import Match
from escaramuza.server import local_jobs, work
from escaramuza.server.app import create_app
from escaramuza.server.child import Child
from escaramuza.server.local_jobs import LocalJobs, Said
from escaramuza.server.orders import ANALYSIS, MOST_TRIES, PRINT, Declined, Failed, Order
from escaramuza.server.settings import Settings
from escaramuza.server.words import Problem
from tests.server.conftest import new_match
from tests.server.test_table import MIDDLE

LONG = "search:time=600"


def middle() -> Match:
    return Match("tactics", seed=1, position=MIDDLE)


def order(agent: str, kind: str = "move", key: str = "k") -> Order:
    match = middle()
    data = {**work.about(match), "agent": agent, "seed": 5}
    return Order(kind, key, "ana", "tactics", data)


def score_sheet(**more: Any) -> Order:
    body = {"what": ["score"], **more}
    return Order("print", "p", "ana", "", {"game": "cafe", "body": body})


def with_jobs(settings: Settings, test: Callable[[LocalJobs], Awaitable[None]]) -> None:
    async def run() -> None:
        jobs = LocalJobs(settings)
        try:
            await test(jobs)
        finally:
            jobs.close()

    asyncio.run(run())


async def begun(jobs: LocalJobs, wanted: Order) -> "asyncio.Task[Any]":
    """An order that is being thought about."""
    going_on = asyncio.Event()
    task = asyncio.create_task(jobs.do(wanted, lambda share: going_on.set()))
    await asyncio.wait_for(going_on.wait(), 60)
    return task


def kill(jobs: LocalJobs) -> None:
    assert jobs.child is not None and jobs.child.process is not None
    os.kill(jobs.child.process.pid, signal.SIGKILL)


def test_no_child_before_it_is_needed(settings: Settings) -> None:
    async def test(jobs: LocalJobs) -> None:
        assert jobs.child is None

    with_jobs(settings, test)


@pytest.mark.started
def test_an_agent_decides_in_the_child(settings: Settings) -> None:
    async def test(jobs: LocalJobs) -> None:
        assert await jobs.do(order("random")) in middle().legal()
        assert (await jobs.do(order("search:sims=10", "hint")))["action"] in middle().legal()
        assert (jobs.running, jobs.lanes["thought"].free) == ({}, settings.thinkers)

    with_jobs(settings, test)


def test_a_child_that_dies_is_replaced_and_its_work_done_again(settings: Settings) -> None:
    async def test(jobs: LocalJobs) -> None:
        thinking = await begun(jobs, order("search:time=2"))
        first = jobs.child
        kill(jobs)
        assert await thinking in middle().legal()
        assert jobs.child is not first

    with_jobs(settings, test)


def test_work_that_kills_again_and_again_is_given_up(settings: Settings) -> None:
    async def test(jobs: LocalJobs) -> None:
        going_on = asyncio.Event()
        task = asyncio.create_task(jobs.do(order(LONG), lambda share: going_on.set()))
        for _ in range(MOST_TRIES):
            await asyncio.wait_for(going_on.wait(), 60)
            kill(jobs)
            going_on.clear()
        with pytest.raises(Failed):
            await asyncio.wait_for(task, 60)
        assert await jobs.do(order("random")), "other work is done"

    with_jobs(settings, test)


def test_a_child_that_cannot_be_understood_is_replaced(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or all that it has would be waited for in vain."""
    nonsense = 'input(); print(\'{"id": 1, "answer": {"result": NaN}}\', flush=True); input()'
    started: list[subprocess.Popen[str]] = []

    def start(_: local_jobs.Child) -> subprocess.Popen[str]:
        started.append(subprocess.Popen([sys.executable, "-c", nonsense], stdin=-1, stdout=-1, text=True))
        return started[-1]

    async def test(jobs: LocalJobs) -> None:
        monkeypatch.setattr(local_jobs.Child, "_start", start)
        with pytest.raises(Failed):
            await asyncio.wait_for(jobs.do(order("random")), 60)

    with_jobs(settings, test)
    assert len(started) == MOST_TRIES


def test_an_order_that_cannot_be_written_leaves_its_place(settings: Settings) -> None:
    async def test(jobs: LocalJobs) -> None:
        with pytest.raises(TypeError):
            await jobs.do(Order("analyse", "a", "ana", "", {"file": object()}))
        assert (jobs.running, jobs.lanes[ANALYSIS].free) == ({}, 1)

    with_jobs(settings, test)


def test_whoever_goes_is_thought_for_no_longer(settings: Settings) -> None:
    async def test(jobs: LocalJobs) -> None:
        heard: list[Said] = []
        hear = jobs.heard
        jobs.heard = lambda said: (heard.append(said), hear(said))  # type: ignore[method-assign,assignment,func-returns-value]
        thinking = await begun(jobs, order(LONG))
        thinking.cancel()
        while jobs.lanes["thought"].free != settings.thinkers:
            await asyncio.sleep(0.01)
        assert (heard[-1].id, heard[-1].share, heard[-1].answer) == (1, None, None), "the child has let go of it"

    with_jobs(settings, test)


def test_pages_are_printed_in_the_child_and_refusals_come_back(settings: Settings) -> None:
    async def test(jobs: LocalJobs) -> None:
        assert (await jobs.do(score_sheet())).startswith("JVBERi"), "%PDF- in base64"
        with pytest.raises(Declined, match="UNKNOWN_MAP"):
            await jobs.do(score_sheet(what=["map"], map="nowhere"))
        jobs.lanes[PRINT].free = 0
        jobs.settings = Settings(database="sqlite://", most_prints_waiting=1)
        waits = asyncio.create_task(jobs.do(score_sheet()))
        await asyncio.sleep(0)
        with pytest.raises(Problem, match="TOO_FAST"):
            await jobs.do(score_sheet())
        waits.cancel()

    with_jobs(settings, test)


def test_the_child_notes_as_its_server_does(settings: Settings, capfd: pytest.CaptureFixture[str]) -> None:
    async def test(jobs: LocalJobs) -> None:
        with pytest.raises(Failed, match="KeyError"):
            await jobs.do(Order("print", "p", "ana", "", {}))

    with_jobs(dataclasses.replace(settings, log_format="json"), test)
    line = next(json.loads(line) for line in capfd.readouterr().err.splitlines() if line.startswith("{"))
    assert (line["level"], line["message"]) == ("error", "print failed")
    assert "KeyError" in line["exception"]


def test_an_answer_that_is_no_json_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for it is told so, instead of waiting for ever."""
    monkeypatch.setitem(work.KINDS, "print", lambda *_: object())
    written = io.StringIO()
    child = Child(written)
    child.hear({"id": 7, "kind": "print", "data": {}})
    until = time.monotonic() + 60
    while not written.getvalue() and time.monotonic() < until:
        time.sleep(0.01)
    said = json.loads(written.getvalue())
    assert (said["id"], said["answer"]) == (7, {"failed": "TypeError"})


def test_the_child_is_warm_before_the_first_match(client: TestClient) -> None:
    """It is started when somebody looks at a game's set-up, not with the first decision of an agent."""
    jobs = client.app.state.hub.jobs  # type: ignore[attr-defined]
    client.get("/api/readiness")
    assert jobs.child is None
    client.get("/api/readiness", params={"wanted": "tactics"})
    assert jobs.child is not None and jobs.expected == {"tactics"}


def test_the_child_takes_up_a_game_that_was_wanted_before_it_was_ready(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page says once which game it wants."""
    hub = client.app.state.hub  # type: ignore[attr-defined]
    real, states = hub.readiness.of, ["preparing", "ready"]

    def of(game_id: str) -> Any:
        return real(game_id).model_copy(update={"state": states[0]})

    monkeypatch.setattr(hub.readiness, "of", of)
    client.get("/api/readiness", params={"wanted": "cafe"})
    assert hub.jobs.child is None
    states.pop(0)
    client.get("/api/readiness")
    assert hub.jobs.expected == {"cafe"}


def test_the_child_is_started_when_a_table_with_an_agent_is_opened(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        token = new_match(client, seats={"white": "person", "black": "easy"}, position=MIDDLE)["tokens"]["white"]
    with TestClient(create_app(settings)) as again:
        again.get(f"/api/matches/{token}")
        assert again.app.state.hub.jobs.expected == {"tactics"}  # type: ignore[attr-defined]


def test_thinking_stops_soon_after_it_is_cancelled() -> None:
    cancel = threading.Event()
    told: list[float] = []
    wanted = order(LONG)
    thread = threading.Thread(
        target=lambda: told.append(work.do("move", wanted.data, told.append, work.Signals(cancel)) or -1.0)
    )
    thread.start()
    while not told:
        time.sleep(0.01)
    cancel.set()
    thread.join(60)
    assert told[-1] == -1.0, "nothing came of it"

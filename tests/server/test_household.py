"""`escaramuza serve --workers`: processes on one port that are replaced when they die and stop together; and a short
version of `make kills`."""

import asyncio
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from bench import kills
from bench.postgres import Postgres, children_of
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from escaramuza.server import processes
from tests.effort import tries

KILLS = tries(6, 60)
SERVICE_RESTART = 1012


@pytest.fixture
def servers(fresh_postgres: str) -> Iterator[kills.Servers]:
    started = kills.Servers(fresh_postgres, 2)
    try:
        yield started
    finally:
        started.process.terminate()
        started.process.wait()


def until(true: Callable[[], Any], seconds: float = 120) -> Any:
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it never comes true"
        time.sleep(0.05)
    return found


@pytest.mark.slow
def test_processes_share_a_port_are_replaced_and_stop_together(servers: kills.Servers) -> None:
    asyncio.run(servers.ask("health/ready", tries=400))
    first = until(lambda: len(found := servers.pids("esc-server")) == 2 and found)
    (worker,) = servers.pids("esc-worker")
    os.kill(first[0], signal.SIGKILL)
    os.kill(worker, signal.SIGKILL)
    until(lambda: len(servers.pids("esc-server")) == 2 and set(servers.pids("esc-server")) != set(first))
    until(lambda: servers.pids("esc-worker") not in ([], [worker]))
    made = asyncio.run(servers.ask("matches", {"game": "tactics", "seats": {"white": "person", "black": "person"}}))
    kept = children_of(servers.process.pid)
    with connect(f"ws://127.0.0.1:{servers.port}/api/table/{made['tokens']['white']}", max_size=None) as wire:
        wire.send('{"type": "hello"}')
        wire.recv(timeout=60)
        servers.process.terminate()
        with pytest.raises(ConnectionClosed) as closed:
            deque(iter(lambda: wire.recv(timeout=60), None))
        assert closed.value.rcvd is not None and closed.value.rcvd.code == SERVICE_RESTART, "clients come back"
    assert servers.process.wait(60) == 0
    assert not [pid for pid in kept if os.path.exists(f"/proc/{pid}")]


@pytest.mark.slow
def test_all_end_with_their_parent(servers: kills.Servers) -> None:
    asyncio.run(servers.ask("health", tries=400))
    kept = until(lambda: len(found := children_of(servers.process.pid)) == 3 and found)
    servers.process.kill()
    servers.process.wait()
    until(lambda: not [pid for pid in kept if os.path.exists(f"/proc/{pid}")])


def test_what_dies_at_once_is_not_started_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[float] = []
    life = processes.Life()
    copy = processes.Copy("dies", lambda pipe: os._exit(1), life)
    run = processes.Copy.keep

    def counted(self: processes.Copy) -> None:
        before = self.process
        run(self)
        if self.process is not before:
            started.append(time.monotonic())

    monkeypatch.setattr(processes.Copy, "keep", counted)
    household = processes.Household([copy])
    thread = household.start()
    until(lambda: len(started) == 2)
    household.stopping.set()
    thread.join()
    os.close(life.reads)
    os.close(life.writes)
    assert started[1] - started[0] >= processes.LEAST_SECONDS


@pytest.mark.slow
def test_nothing_confirmed_is_lost_whoever_is_killed() -> None:
    postgres = Postgres()
    try:
        done = asyncio.run(kills.run(postgres, KILLS, 300.0, 0.8, matches=3, seed=KILLS))
    finally:
        postgres.close()
    assert done.faults == []
    assert done.kills.total() == KILLS
    assert all(play.checked for play in done.plays)
    assert sum(len(play.confirmed) for play in done.plays) > 0

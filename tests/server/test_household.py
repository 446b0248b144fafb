"""`escaramuza serve --workers`: processes on one port that are replaced when they die and stop together; and a short
version of `make kills`."""

import asyncio
import logging
import os
import random
import signal
import subprocess
import sys
import time
import urllib.request
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from bench import kills
from bench.postgres import Postgres, children_of
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from escaramuza.server import processes
from tests import effort, forks
from tests.cli import calling
from tests.effort import tries

KILLS = tries(6, 60)
SERVICE_RESTART = 1012


@pytest.fixture(autouse=True)
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that need not load the compiler and a game first."""
    monkeypatch.setattr(kills, "subprocess", forks.servers)


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
        wire.recv(timeout=effort.PATIENCE)
        servers.process.terminate()
        with pytest.raises(ConnectionClosed) as closed:
            deque(iter(lambda: wire.recv(timeout=effort.PATIENCE), None))
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
            started.append(self.started)

    monkeypatch.setattr(processes.Copy, "keep", counted)
    household = processes.Household([copy])
    thread = household.start()
    until(lambda: len(started) == 2)
    household.stopping.set()
    thread.join()
    os.close(life.reads)
    os.close(life.writes)
    assert started[1] - started[0] >= processes.LEAST_SECONDS


def test_a_process_that_cannot_be_started_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Others are kept meanwhile, and stop with it."""
    real, refused = subprocess.Popen, []

    def short_of_memory(command: list[str], **more: Any) -> Any:
        if "first" in command and len(refused) < 2:
            refused.append(command)
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return real([sys.executable, "-c", "input()"], **more)

    monkeypatch.setattr(processes, "LEAST_SECONDS", 0.05)
    monkeypatch.setattr(subprocess, "Popen", short_of_memory)
    first, second = processes.Command("first", ("first",), {}), processes.Command("second", ("second",), {})
    household = processes.Household([first, second])
    with caplog.at_level(logging.ERROR, "escaramuza.server"):
        thread = household.start()
        until(lambda: first.process is not None and second.process is not None)
    household.stopping.set()
    thread.join()
    assert len(refused) == 2
    assert "first cannot be started" in caplog.text and "Resource temporarily unavailable" in caplog.text


def test_a_copy_that_cannot_be_made_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    real, refused = os.fork, []

    def short_of_processes() -> int:
        if not refused:
            refused.append(True)
            raise BlockingIOError(11, "Resource temporarily unavailable")
        return real()

    monkeypatch.setattr(processes, "LEAST_SECONDS", 0.05)
    monkeypatch.setattr(os, "fork", short_of_processes)
    life = processes.Life()
    copy = processes.Copy("waits", lambda pipe: time.sleep(60), life)
    household = processes.Household([copy])
    thread = household.start()
    until(lambda: copy.process is not None)
    household.stopping.set()
    thread.join()
    os.close(life.reads)
    os.close(life.writes)
    assert refused


def test_it_is_told_how_a_process_ended(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(processes, "LEAST_SECONDS", 0.05)
    life = processes.Life()
    copy = processes.Copy("esc-server", lambda pipe: os.kill(os.getpid(), signal.SIGKILL), life)
    household = processes.Household([copy])
    with caplog.at_level(logging.WARNING, "escaramuza.server"):
        thread = household.start()
        until(lambda: "esc-server was killed by SIGKILL" in caplog.text)
    household.stopping.set()
    thread.join()
    os.close(life.reads)
    os.close(life.writes)


def serving(url: str, *options: str) -> tuple[str, ...]:
    return ("serve", "--database", url, "--workers", "2", "--thinkers", "0", "--lang", "en", *options)


def test_a_taken_port_for_figures_is_told_at_once(fresh_postgres: str, tmp_path: Path) -> None:
    """The second process's too: no copy is started that could only die of it."""
    with processes.listen("127.0.0.1", 0) as public, processes.listen("127.0.0.1", 0) as taken:
        port, figures = public.getsockname()[1], taken.getsockname()[1] - 1
        public.close()
        options = serving(fresh_postgres, "--port", str(port), "--metrics-port", str(figures))
        result = calling.call(options, "", {**os.environ}, tmp_path)
    assert result.code == 2
    assert "--metrics-port" in result.err


def two_free_ports() -> int:
    """One and the next, from where the system takes none for connections: nobody may come between."""
    for port in random.sample(range(20_000, 30_000), 100):
        with suppress(OSError), processes.listen("127.0.0.1", port), processes.listen("127.0.0.1", port + 1):
            return port
    raise AssertionError("no ports are free")


@pytest.mark.slow
def test_each_process_has_a_port_for_its_figures_also_after_it_was_replaced(fresh_postgres: str) -> None:
    figures = two_free_ports()
    servers = kills.Servers(fresh_postgres, 2, "--metrics-port", str(figures))

    def told(number: int) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{figures + number}/metrics", timeout=effort.PATIENCE) as answer:
            return str(answer.read().decode())

    try:
        asyncio.run(servers.ask("health", tries=400))
        first = until(lambda: len(found := servers.pids("esc-server")) == 2 and found)
        for pid in first:
            os.kill(pid, signal.SIGKILL)
        until(lambda: len(found := servers.pids("esc-server")) == 2 and not set(found) & set(first))
        assert all("escaramuza_connections" in told(number) for number in (0, 1))
    finally:
        servers.process.terminate()
        servers.process.wait()


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

"""Processes that belong together: a parent keeps servers and workers running and starts another for each that dies;
they end with it, whatever becomes of it."""

import logging
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import IO, Protocol

from escaramuza.preparation.deaths import how_it_ended

# A process that died sooner than this after its start is not started again before.
LEAST_SECONDS = 1.0
LOOK_SECONDS = 0.05
STOP_SECONDS = 10.0
BACKLOG = 2048
# Of processes that think beside those that answer, and of those that work out what somebody waits for.
NICE, SOON_NICE = 10, 5
log = logging.getLogger("escaramuza.server")


class Kept(Protocol):
    """A process that is to be there always."""

    name: str

    def keep(self) -> None:
        """Start it if it is not there."""

    def ask_to_stop(self) -> None:
        """It finishes what it is about."""

    def stop(self, until: float) -> None:
        """It is gone after this."""


class Command:
    """A command of ours."""

    def __init__(self, name: str, arguments: Sequence[str], environment: Mapping[str, str]) -> None:
        self.name = name
        self.arguments = arguments
        self.environment = environment
        self.process: subprocess.Popen[bytes] | None = None
        self.started = -LEAST_SECONDS

    def keep(self) -> None:
        """Start it if it is not there."""
        if self.process is not None and self.process.poll() is None:
            return
        if time.monotonic() - self.started < LEAST_SECONDS:
            return
        if self.process is not None:
            _tell_of_end(self.name, self.process.returncode)
            self._close()
            self.process = None
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "escaramuza", *self.arguments],
            env={**os.environ, **self.environment},
            # Its end tells the process that this one is gone.
            stdin=subprocess.PIPE,
            # An interruption at the terminal is this process's to handle.
            start_new_session=True,
        )

    def ask_to_stop(self) -> None:
        """It finishes what it is about."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()

    def stop(self, until: float) -> None:
        """It is gone after this."""
        if self.process is not None:
            try:
                self.process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self._close()

    def _close(self) -> None:
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()


class Copy:
    """A copy of this process that does one thing: it shares what is loaded already, and is there at once."""

    def __init__(self, name: str, work: Callable[[IO[bytes]], None], life: "Life") -> None:
        self.name = name
        self.work = work
        self.life = life
        self.process: BaseProcess | None = None
        self.started = -LEAST_SECONDS

    def keep(self) -> None:
        """Start it if it is not there."""
        if self.process is not None and self.process.is_alive():
            return
        if time.monotonic() - self.started < LEAST_SECONDS:
            return
        if self.process is not None:
            _tell_of_end(self.name, self.process.exitcode)
            self.process = None
        self.started = time.monotonic()
        process = multiprocessing.get_context("fork").Process(target=self._run)
        process.start()
        self.process = process

    def _run(self) -> None:
        os.setsid()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        with suppress(OSError):
            Path("/proc/self/comm").write_text(self.name)
        self.work(self.life.inherit())

    def ask_to_stop(self) -> None:
        """It finishes what it is about."""
        if self.process is not None and self.process.is_alive():
            self.process.terminate()

    def stop(self, until: float) -> None:
        """It is gone after this."""
        if self.process is not None:
            self.process.join(max(0.0, until - time.monotonic()))
            self.process.kill()
            self.process.join()


class Life:
    """A pipe that ends when this process does: its copies read it, nobody writes to it."""

    def __init__(self) -> None:
        self.reads, self.writes = os.pipe()

    def inherit(self) -> IO[bytes]:
        """The end that a copy reads."""
        os.close(self.writes)
        return os.fdopen(self.reads, "rb")


class Household:
    """All processes of a server."""

    def __init__(self, kept: Sequence[Kept]) -> None:
        self.kept = list(kept)
        self.stopping = threading.Event()

    def run(self) -> None:
        """Keep them until this is stopped; then all of them stop."""
        try:
            while not self.stopping.is_set():
                for one in self.kept:
                    self._keep(one)
                self.stopping.wait(LOOK_SECONDS)
        finally:
            for one in self.kept:
                one.ask_to_stop()
            until = time.monotonic() + STOP_SECONDS
            for one in self.kept:
                one.stop(until)

    def _keep(self, one: Kept) -> None:
        """One that cannot be started now, for want of memory or of processes, is tried again; the others stay."""
        try:
            one.keep()
        except OSError as error:
            log.error("%s cannot be started: %s; it is tried again", one.name, error)

    def start(self) -> threading.Thread:
        """The same beside something else."""
        thread = threading.Thread(target=self.run, name="household", daemon=True)
        thread.start()
        return thread

    def stop_at_signals(self) -> None:
        """Stop when this process is told to."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.stopping.set())


def _tell_of_end(name: str, code: int | None) -> None:
    log.warning("%s %s; another one is started", name, how_it_ended(code))


def listen(host: str, port: int) -> socket.socket:
    """A socket that several processes share: each takes up connections as it is free to."""
    shared = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        shared.bind((host, port))
        shared.listen(BACKLOG)
    except OSError:
        shared.close()
        raise
    return shared


def give_way(nice: int = NICE) -> None:
    """Those who answer people go first, where the system has priorities."""
    if hasattr(os, "nice"):
        os.nice(nice)


def end_with_parent(pipe: IO[bytes], end: Callable[[], None]) -> None:
    """Call this when the parent is gone, which alone could write to the pipe."""

    def watch() -> None:
        while pipe.read(1024):
            pass
        end()

    threading.Thread(target=watch, name="parent", daemon=True).start()

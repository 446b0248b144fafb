"""Processes that belong together: a parent keeps servers and workers running and starts another for each that dies;
they end with it, whatever becomes of it."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

# A process that died sooner than this after its start is not started again before.
LEAST_SECONDS = 1.0
LOOK_SECONDS = 0.05
STOP_SECONDS = 10.0
BACKLOG = 2048


@dataclass
class Kept:
    """A process that is to be there always."""

    arguments: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    inherits: Sequence[int] = ()
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0

    def keep(self) -> None:
        """Start it if it is not there."""
        if self.process is not None and self.process.poll() is None:
            return
        if time.monotonic() - self.started < LEAST_SECONDS:
            return
        self._close()
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "escaramuza", *self.arguments],
            env={**os.environ, **self.environment},
            # Its end tells the process that this one is gone.
            stdin=subprocess.PIPE,
            pass_fds=self.inherits,
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
                    one.keep()
                self.stopping.wait(LOOK_SECONDS)
        finally:
            for one in self.kept:
                one.ask_to_stop()
            until = time.monotonic() + STOP_SECONDS
            for one in self.kept:
                one.stop(until)

    def start(self) -> threading.Thread:
        """The same beside something else."""
        thread = threading.Thread(target=self.run, name="household", daemon=True)
        thread.start()
        return thread

    def stop_at_signals(self) -> None:
        """Stop when this process is told to."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self.stopping.set())


def listen(host: str, port: int) -> socket.socket:
    """A socket that several processes share: each takes up connections as it is free to."""
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    shared = socket.socket(kind)
    shared.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    shared.bind((host, port))
    shared.listen(BACKLOG)
    return shared


def end_with_parent(end: Callable[[], None]) -> None:
    """Call this when the parent is gone: standard input is a pipe that nobody else writes to."""

    def watch() -> None:
        while sys.stdin.buffer.read(1024):
            pass
        end()

    threading.Thread(target=watch, name="parent", daemon=True).start()

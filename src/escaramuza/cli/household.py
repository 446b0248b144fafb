"""The processes of `escaramuza serve` besides its own: servers that share a port, and a worker for their agents."""

import os
import signal
import socket
import sys
import threading
import time
import urllib.request
from typing import TYPE_CHECKING

from escaramuza.cli import shared

if TYPE_CHECKING:
    from escaramuza.server.processes import Kept

DATABASE = "ESCARAMUZA_DATABASE"
ANSWER_SECONDS = 60.0


class Helpers:
    """A worker beside a server in this process."""

    def __init__(self, kept: "Kept") -> None:
        from escaramuza.server.processes import Household

        self.household = Household([kept])
        self.thread = self.household.start()

    def close(self) -> None:
        """It stops with the server."""
        self.household.stopping.set()
        self.thread.join()


def worker(url: str, thinkers: int) -> Helpers:
    """A worker that is there as long as the server is."""
    return Helpers(_worker(url, thinkers))


def _worker(url: str, thinkers: int) -> "Kept":
    from escaramuza.server.processes import Kept

    # Not as an option: everybody on the machine can read those, and there is a password in it.
    return Kept(("worker", "--attached", "--thinkers", str(thinkers)), {DATABASE: url})


def keep_servers(workers: int, thinkers: int, url: str, host: str, port: int, address: str, lang: str) -> None:
    """Keep so many servers on one port, and a worker, until this process is told to stop. The first of them compiles
    what is missing."""
    from escaramuza.server.processes import Household, Kept, listen

    try:
        listening = listen(host, port)
    except OSError:
        shared.fail(shared.say("PORT_TAKEN", lang, host=host, port=port))
    number = listening.fileno()
    servers = [
        Kept((*sys.argv[1:], "--inherited", str(number), *(("--no-prepares",) if other else ())), {}, (number,))
        for other in range(workers)
    ]
    household = Household([*servers, *([_worker(url, thinkers)] if thinkers else [])])
    household.stop_at_signals()
    threading.Thread(target=_announce, args=(household.stopping, address, lang), daemon=True).start()
    household.run()
    listening.close()


def _announce(stopping: threading.Event, address: str, lang: str) -> None:
    """Say where the server is once one of its processes answers."""
    until = time.monotonic() + ANSWER_SECONDS
    while time.monotonic() < until and not stopping.is_set():
        try:
            with urllib.request.urlopen(f"{address}/api/health", timeout=ANSWER_SECONDS):
                shared.out.print(shared.say("SERVING", lang, address=address), soft_wrap=True)
                return
        except OSError:
            stopping.wait(0.2)


def inherit(number: int | None) -> list[socket.socket] | None:
    """The socket that the parent listens on, if this is one of its servers; it stops when the parent does."""
    if number is None:
        return None
    from escaramuza.server.processes import end_with_parent

    end_with_parent(lambda: os.kill(os.getpid(), signal.SIGTERM))
    return [socket.socket(fileno=number)]

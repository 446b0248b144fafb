"""The processes of `escaramuza serve` besides its own: servers that share a port, and a worker for their agents."""

import os
import signal
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from escaramuza.server.processes import Kept
    from escaramuza.server.settings import Settings

DATABASE = "ESCARAMUZA_DATABASE"
Serve = Callable[["Settings", int], None]


class Helpers:
    """A worker beside a server in this process."""

    def __init__(self, settings: "Settings") -> None:
        from escaramuza.server import logs
        from escaramuza.server.processes import Command, Household

        # Not as an option: everybody on the machine can read those, and there is a password in it.
        limits = ("thinkers", "thoughts_each", "printers", "experimenters")
        options = [word for name in limits for word in (f"--{name.replace('_', '-')}", str(getattr(settings, name)))]
        environment = {DATABASE: settings.database, **logs.as_environment(settings)}
        command = Command("esc-worker", ("worker", "--attached", *options), environment)
        self.household = Household([command])
        self.thread = self.household.start()

    def close(self) -> None:
        """It stops with the server."""
        self.household.stopping.set()
        self.thread.join()


def keep_servers(settings: "Settings", serve: Serve) -> None:
    """Keep servers on one port, and a worker, until this process is told to stop. The first of them compiles what is
    missing."""
    from escaramuza.server.board import Board
    from escaramuza.server.processes import Copy, Household, Life

    _load()
    life, board = Life(), Board()

    def server(number: int) -> Callable[[IO[bytes]], None]:
        own = replace(settings, prepares=number == 0, board=board)

        def work(pipe: IO[bytes]) -> None:
            _end_with(pipe)
            serve(own, number)

        return work

    def worker(pipe: IO[bytes]) -> None:
        _work(settings, pipe)

    kept: list[Kept] = [Copy("esc-server", server(number), life) for number in range(settings.workers)]
    household = Household([*kept, *([Copy("esc-worker", worker, life)] if settings.thinkers else [])])
    household.stop_at_signals()
    household.run()


def _load() -> None:
    """What all of them need, once: games that are compiled, and the modules themselves."""
    import_module("escaramuza.server.app")
    from escaramuza.engine.prepare import is_ready
    from escaramuza.games import registry
    from escaramuza.preparation import jobs, loading

    for game_id in registry.ids():
        if is_ready(game_id, jobs.PLAYED):
            loading.load(registry.get(game_id), jobs.PLAYED)


def _end_with(pipe: IO[bytes]) -> None:
    from escaramuza.server.processes import end_with_parent

    end_with_parent(pipe, lambda: os.kill(os.getpid(), signal.SIGTERM))


def _work(settings: "Settings", pipe: IO[bytes]) -> None:
    from escaramuza.server.processes import give_way
    from escaramuza.server.worker import Worker

    give_way()
    places = settings.thinkers, settings.thoughts_each, settings.printers, settings.experimenters
    worker = Worker(settings.database, *places)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: worker.stop())
    _end_with(pipe)
    worker.run()

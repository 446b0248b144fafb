"""The rows of an experiment on a Ray cluster, whose workers have this package too.

Ray plays a part again on another node where one is lost. Since a row follows from the experiment and its number alone,
the rows are those that this machine would have played. The extra `cluster` brings Ray along."""

import contextlib
import os
import re
import socket
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from escaramuza.lab import crews
from escaramuza.lab.errors import LabError
from escaramuza.lab.experiment import Plan
from escaramuza.lab.rows import Player

LOCAL, AUTO = "local", "auto"
ADDRESS = re.compile(r"(ray://)?[\w.\-\[\]:]+:\d+")
# A part travels: it must be worth it. Larger ones would not be kept by whoever asked for them, but on the node.
LARGER = 8
# As often as it takes: a node that is lost is nobody's fault.
FOR_EVER = -1
PATIENCE = 10.0
_players: dict[str, Player] = {}


def check(address: str) -> None:
    """Refuse an address that cannot be one, and say what is missing."""
    if address not in (LOCAL, AUTO) and not ADDRESS.fullmatch(address):
        raise LabError("BAD_CLUSTER", address=address[:60])
    if find_spec("ray") is None:
        raise LabError("NEEDS_EXTRA", extra="cluster")


class Cluster:
    """The cores of a cluster."""

    def __init__(self, plan: Plan, address: str, workers: int | None = None) -> None:
        import ray

        # Half annotated.
        self.ray: Any = ray
        self.ours = not ray.is_initialized()
        if self.ours:
            self._join(address, workers)
        self.size = max(int(self.ray.cluster_resources().get("CPU", 1)), 1)
        self.part = LARGER * crews.usual_part(plan) if crews.quick(plan) else 1
        self.digest = plan.digest
        self.plan = self.ray.put(plan)
        self.waiting: set[Any] = set()
        self.play = self.ray.remote(num_cpus=1, max_retries=FOR_EVER)(play)

    def _join(self, address: str, workers: int | None) -> None:
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR"}
        try:
            if address == LOCAL:
                # Not `address`: with one Ray would look for a cluster.
                self.ray.init(num_cpus=workers or os.cpu_count(), include_dashboard=False, **quiet)
            else:
                _answers(address)
                self.ray.init(address, **quiet)
        except Exception as error:
            raise LabError("NO_CLUSTER", address=address, why=_line(error)) from error

    def submit(self, rows: range) -> "Future[Any]":
        """Rows for the next core that is free, wherever it is."""
        ref = self.play.remote([self.plan], self.digest, rows.start, rows.stop)
        self.waiting.add(ref)
        found: Future[Any] = Future()

        def done(answer: "Future[Any]") -> None:
            self.waiting.discard(ref)
            _hand_over(answer, found)

        ref.future().add_done_callback(done)
        return found

    def close(self) -> None:
        """Take back what nobody waits for any more, and leave the cluster if it was joined here."""
        for ref in list(self.waiting):
            with contextlib.suppress(Exception):
                self.ray.cancel(ref, force=True)
        if self.ours:
            self.ray.shutdown()


def _answers(address: str) -> None:
    """Raise where nobody listens: Ray itself would ask for minutes."""
    if address != AUTO:
        host, _, port = address.removeprefix("ray://").rpartition(":")
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()


def play(plan: list[Any], digest: str, start: int, stop: int) -> Any:
    """On a node: rows, or the LabError that says why not. What is needed is made ready once in a process. The plan
    comes in a list, so that it is fetched only where it is not known yet."""
    try:
        if digest not in _players:
            import ray

            _players[digest] = ready(ray.get(plan[0]), digest)
        return _players[digest].play(range(start, stop))
    except LabError as error:
        return error


def ready(plan: Plan, digest: str) -> Player:
    """Whoever plays a plan here, with everything compiled; not where other rules or agents would play it."""
    from escaramuza.preparation import loading
    from escaramuza.preparation.jobs import ARENA, LAB, SEARCH

    if plan.digest != digest:
        raise LabError("OTHER_NODE", game=plan.game.name)
    with _alone(plan.game.id):
        loading.load(plan.game, (LAB,) if crews.quick(plan) else (LAB, ARENA, SEARCH))
    return Player(plan)


@contextlib.contextmanager
def _alone(game_id: str) -> Iterator[None]:
    """One process of a machine at a time: the first compiles, the others find it in the cache."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with Path(tempfile.gettempdir(), f"escaramuza-{os.getuid()}-{game_id}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _hand_over(answer: "Future[Any]", found: "Future[Any]") -> None:
    if answer.cancelled():
        found.set_exception(LabError("CLUSTER_LOST", why="cancelled"))
    elif (error := answer.exception()) is not None:
        found.set_exception(LabError("CLUSTER_LOST", why=_line(error)))
    elif isinstance(result := answer.result(), LabError):
        found.set_exception(result)
    else:
        found.set_result(result)


def _line(error: BaseException) -> str:
    """The first line of what went wrong."""
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)[:200]

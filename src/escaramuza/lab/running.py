"""Running an experiment: rows in order, by whoever plays them, until figures are as precise as wanted or the budget is
spent."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np

from escaramuza.engine.prepare import prepare
from escaramuza.lab import crews, measures
from escaramuza.lab.crews import Crew
from escaramuza.lab.errors import LabError
from escaramuza.lab.experiment import Experiment, Plan
from escaramuza.lab.keeping import Shelf
from escaramuza.lab.rows import ROW

QUEUED = 3
# Figures are looked at after so many rows, and then each time there are so many times more.
FIRST_LOOK, LOOKS = 400, 1.25
CPU, CUDA = "cpu", "cuda"
DEVICES = (CPU, CUDA)
Progress = Callable[["Run"], None]


@dataclass(frozen=True)
class Work:
    """How an experiment is run: cores, where its rows are kept, and who plays if not the cores of this machine."""

    workers: int | None = None
    folder: Path | None = None
    on_progress: Progress | None = None
    # `local`, or the address of a Ray cluster.
    cluster: str | None = None
    device: str = CPU

    def crew(self, plan: Plan, cancel: Event) -> Crew:
        """Whoever plays."""
        if self.cluster is not None:
            from escaramuza.lab import cluster

            return cluster.Cluster(plan, self.cluster, self.workers)
        if self.device == CUDA:
            from escaramuza.lab import on_card

            return on_card.OnCard(plan, cancel)
        return crews.Threads(plan, cancel, self.workers)

    def check(self, plan: Plan) -> None:
        """Refuse what cannot be played there, before anything is played."""
        self.check_place()
        if self.device == CUDA:
            from escaramuza.lab import on_card

            on_card.check(plan)

    def check_place(self) -> None:
        """Refuse a place that is not there, whatever is to be played."""
        if self.device not in DEVICES:
            raise LabError("BAD_DEVICE", device=self.device[:40], known=", ".join(DEVICES))
        if self.device == CUDA and self.cluster is not None:
            raise LabError("DEVICE_AND_CLUSTER")
        if self.cluster is not None:
            from escaramuza.lab import cluster

            cluster.check(self.cluster)


class Run:
    """A running experiment: what it has found so far can be asked for at any time."""

    def __init__(self, experiment: Experiment, work: Work | None = None) -> None:
        self.work = work or Work()
        self.plan = Plan(experiment)
        self.work.check(self.plan)
        self.cancel = Event()
        self.rows = np.zeros(0, ROW)
        self.games = 0
        self.seconds = 0.0
        self.resumed = 0
        self.interrupted = False
        self.shelf = None if self.work.folder is None else Shelf(self.work.folder, self.plan)
        if self.shelf is not None:
            self.rows = self.shelf.load()[: experiment.budget // 2 * 2]
            self.games = self.resumed = len(self.rows)

    def go(self) -> "Run":
        """Play until it is enough; an interruption keeps every row before the first that is missing."""
        began = time.perf_counter()
        try:
            self._go(self.plan.experiment.budget // 2 * 2, began)
        except KeyboardInterrupt:
            self.interrupted = True
        self.seconds = time.perf_counter() - began
        return self

    def _go(self, budget: int, began: float) -> None:
        if len(self.rows) >= budget or self._enough():
            return
        prepare(self.plan.game)
        crew = self.work.crew(self.plan, self.cancel)
        try:
            while len(self.rows) < budget and not self._enough():
                self._stretch(crew, range(len(self.rows), self._next_look(budget)))
                self.seconds = time.perf_counter() - began
        except BaseException:
            self.cancel.set()
            raise
        finally:
            crew.close()

    def _enough(self) -> bool:
        return len(self.rows) > 0 and measures.precise(self.plan, self.rows)

    def _next_look(self, budget: int) -> int:
        """Looks fall on the same rows whoever plays: they do not depend on cores or on time."""
        once = 2 * len(self.plan.cells)
        look = float(max(FIRST_LOOK, once) if crews.quick(self.plan) else once)
        while int(look) // 2 * 2 <= len(self.rows):
            look = max(look * LOOKS, look + 2)
        return min(int(look) // 2 * 2, budget)

    def _stretch(self, crew: Crew, rows: range) -> None:
        """Play rows and keep them; if something stops it, keep those before the first that is missing."""
        parts = (range(i, min(i + crew.part, rows.stop)) for i in range(rows.start, rows.stop, crew.part))
        done: dict[int, Any] = {}
        try:
            self._play(crew, parts, done)
        finally:
            self._keep(list(_whole(done, rows.start)))

    def _play(self, crew: Crew, parts: Iterator[range], done: dict[int, Any]) -> None:
        waiting: set[Future[Any]] = {crew.submit(part) for part in islice(parts, QUEUED * crew.size)}
        while waiting:
            if self.cancel.is_set():
                raise KeyboardInterrupt
            finished, waiting = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
            for future in finished:
                found = future.result()
                if len(found):
                    done[int(found["row"][0])] = found
                    self.games += len(found)
            waiting |= {crew.submit(part) for part in islice(parts, len(finished))}
            if self.work.on_progress is not None:
                self.work.on_progress(self)

    def _keep(self, parts: list[Any]) -> None:
        if not parts:
            return
        new = np.concatenate(parts)
        # Whole pairs only.
        new = new[: len(new) // 2 * 2]
        if len(new):
            if self.shelf is not None:
                self.shelf.add(new)
            self.rows = np.concatenate([self.rows, new])


def _whole(done: dict[int, Any], start: int) -> Iterator[Any]:
    """The parts that follow each other without a gap."""
    while start in done:
        yield done[start]
        start += len(done[start])

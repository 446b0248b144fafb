"""Who plays the rows of an experiment: threads of this machine, its graphics card, or a cluster. Rows are the same
whoever plays them."""

import os
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, local
from typing import Any, Protocol

import numpy as np

from escaramuza.lab.experiment import Plan
from escaramuza.lab.rows import QUICK, ROW, Player

# A worker takes so many games at once; fewer where a position is large, one where an agent thinks.
PART, LARGE_PART = 200, 8
LARGE_STATE = 8192


class Crew(Protocol):
    """Plays parts of an experiment, several at a time."""

    # How many parts are played at a time, and how many rows one should have.
    size: int
    part: int

    def submit(self, rows: range) -> "Future[Any]":
        """Rows to be played; fewer come back where it was cancelled."""
        ...

    def close(self) -> None:
        """Let go of what is not finished, and of what was needed for it."""
        ...


def quick(plan: Plan) -> bool:
    """Whether all agents decide inside compiled code."""
    return all(agent.kind in QUICK for agent in plan.agents.values())


def usual_part(plan: Plan) -> int:
    """How many rows one worker should take at once."""
    if not quick(plan):
        return 1
    return LARGE_PART if plan.game.state.itemsize > LARGE_STATE else PART


class Threads:
    """The cores of this machine."""

    def __init__(self, plan: Plan, cancel: Event, workers: int | None = None) -> None:
        self.plan = plan
        self.cancel = cancel
        self.size = workers or os.cpu_count() or 1
        self.part = usual_part(plan)
        self._pool = ThreadPoolExecutor(self.size)
        self._near = local()

    def submit(self, rows: range) -> "Future[Any]":
        """Rows for the next thread that is free."""
        return self._pool.submit(self._play, rows)

    def _play(self, rows: range) -> Any:
        if self.cancel.is_set():
            return np.zeros(0, ROW)
        if not hasattr(self._near, "player"):
            self._near.player = Player(self.plan, self.cancel)
        return self._near.player.play(rows)

    def close(self) -> None:
        """Wait for those that play; they are told by `cancel` if nobody wants it any more."""
        self._pool.shutdown(cancel_futures=True)

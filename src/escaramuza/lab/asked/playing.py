"""The rows of an experiment, a stretch of them at a time, as whoever works for a server plays them."""

import base64
import json
import time
import zlib
from collections.abc import Callable, Sequence
from functools import lru_cache
from threading import Event
from typing import Any

import numpy as np

from escaramuza.agents.search import Cancelled
from escaramuza.engine.errors import find_game
from escaramuza.engine.prepare import MATCH, is_ready
from escaramuza.lab.experiment import Plan, checked
from escaramuza.lab.rows import QUICK, ROW, Player
from escaramuza.preparation import crew, jobs, loading

# Between looks at whether somebody still wants it.
CHUNK_SECONDS = 0.2
MOST_CHUNK = 1000


class Watcher(Player):
    """Also notes who holds each objective at the end, where all games are on one map with objectives."""

    def __init__(self, plan: Plan, cancel: Event) -> None:
        super().__init__(plan, cancel)
        on_one_map = "map" in plan.experiment.options
        self.watches = on_one_map and {"objectives", "n_objectives"} <= set(self.game.state.names or ())
        self.owners: list[list[int]] = []

    def look_at(self, final: Any) -> None:
        """Note who holds the objectives."""
        if self.watches:
            self.owners.append([int(each["owner"]) for each in final["objectives"][: int(final["n_objectives"])]])


def needs_of(plan: Plan) -> tuple[str, ...]:
    """What has to be compiled for an experiment."""
    quick = all(agent.kind in QUICK for agent in plan.agents.values())
    return (MATCH, jobs.LAB) if quick else (MATCH, jobs.LAB, jobs.ARENA, jobs.SEARCH)


def prepare(game_id: str, needs: Sequence[str], progress: Callable[[float], None], cancel: Event) -> bool:
    """Have compiled what an experiment needs and nobody else does; whether anything had to be."""
    find_game(game_id)
    if is_ready(game_id, needs):
        return False

    def tell(now: list[crew.Progress]) -> None:
        if cancel.is_set():
            raise Cancelled
        progress(now[0].share)

    crew.prepare([game_id], needs, tell, workers=1)
    return True


@lru_cache(8)
def _plan(experiment: str) -> Plan:
    return Plan(checked(json.loads(experiment)))


def play(experiment: str, rows: range, seconds: float, cancel: Event) -> dict[str, Any]:
    """Rows from the first on, as many as there is time for and at least a pair: packed, and how long they took."""
    plan = _plan(experiment)
    loading.load(plan.game, needs_of(plan))
    player = Watcher(plan, cancel)
    began = time.perf_counter()
    found: list[Any] = []
    at, size = rows.start, 2
    while at < rows.stop and (not found or time.perf_counter() - began < seconds):
        if cancel.is_set():
            raise Cancelled
        before = time.perf_counter()
        part = range(at, min(at + size, rows.stop))
        played = player.play(part)
        if len(played) < len(part):
            raise Cancelled
        found.append(played)
        at = part.stop
        took = max(time.perf_counter() - before, 1e-6)
        size = max(2, min(int(len(part) * CHUNK_SECONDS / took), 4 * size, MOST_CHUNK) // 2 * 2)
    owners = np.array(player.owners, np.int8) if player.owners else np.zeros((0, 0), np.int8)
    return {
        "rows": pack(np.concatenate(found)),
        "owners": pack(owners),
        "objectives": owners.shape[1],
        "seconds": time.perf_counter() - began,
    }


def pack(values: Any) -> str:
    """Numbers as a text."""
    return base64.b64encode(zlib.compress(values.tobytes(), 1)).decode()


def unpack(answer: dict[str, Any]) -> tuple[Any, Any]:
    """The rows, and who held the objectives after each."""
    rows = np.frombuffer(zlib.decompress(base64.b64decode(answer["rows"])), ROW)
    owners = np.frombuffer(zlib.decompress(base64.b64decode(answer["owners"])), np.int8)
    return rows, owners.reshape(-1, answer["objectives"]) if answer["objectives"] else np.zeros((len(rows), 0), np.int8)

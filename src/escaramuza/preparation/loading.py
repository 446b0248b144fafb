"""What is compiled of a game, taken from the cache into this process."""

import gc
import threading
from collections.abc import Sequence

from escaramuza.engine.prepare import prepare
from escaramuza.games.game import Game
from escaramuza.kernel import jit
from escaramuza.preparation import jobs

_loaded: set[tuple[str, str]] = set()
# Opponents, hints and experiments may want the same game at once.
_loading = threading.RLock()


def load(game: Game, needs: Sequence[str]) -> None:
    """All that some needs call, once in a process; whoever wants it meanwhile waits."""
    with _loading:
        _load(game, needs)


def _load(game: Game, needs: Sequence[str]) -> None:
    missing = [need for need in needs if (game.id, need) not in _loaded]
    if not missing:
        return
    prepare(game)
    for job in jobs.jobs_for(game.id, missing):
        if job.rule != jobs.REHEARSAL:
            jit.prepare(jobs.tasks_of(game, job))
    _loaded.update((game.id, need) for need in missing)
    # What is there now stays: no use in looking through it again and again while people play.
    gc.collect()
    gc.freeze()

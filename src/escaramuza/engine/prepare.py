"""A game's rules in this process: loaded from the cache, or compiled here where nobody did it before."""

import sys
from collections.abc import Iterable

from escaramuza.engine import explain
from escaramuza.games import registry
from escaramuza.games.game import Game
from escaramuza.kernel import cache, jit
from escaramuza.words import FALLBACK

# The rules of a match: what everything else needs as well.
MATCH = "match"
_done: set[str] = set()


def prepare(game: Game, lang: str = FALLBACK) -> None:
    """Load or compile the rules of a game once in a process; at a terminal it says so when it has to compile."""
    if game.id in _done:
        return
    quiet = is_ready(game.id, [MATCH]) or not sys.stderr.isatty()

    def report(step: int, steps: int) -> None:
        if not quiet:
            _show(explain.say("PREPARING", lang, game=game.name, step=step, steps=steps))

    jit.prepare(game.tasks(), report)
    if not quiet:
        _show("")
    _done.add(game.id)


def _show(line: str) -> None:
    """A line at the terminal that replaces the one before."""
    sys.stderr.write(f"\r\x1b[K{line}")
    sys.stderr.flush()


def is_ready(game_id: str, needs: Iterable[str]) -> bool:
    """Whether all that is needed is in the cache."""
    return jit.MODE == jit.PLAIN or all(cache.has(_mark(game_id, need), jit.MODE) for need in needs)


def is_kept(game_id: str, needs: Iterable[str]) -> bool:
    """Whether all that is needed is in the usual folder; nothing is made or changed to find out."""
    return all((cache.usual_folder(jit.MODE) / _mark(game_id, need)).exists() for need in needs)


def mark_ready(game_id: str, needs: Iterable[str]) -> None:
    """Remember that all that is needed is in the cache."""
    for need in needs:
        cache.save(_mark(game_id, need), jit.MODE, b"")


def _mark(game_id: str, need: str) -> str:
    try:
        origin = cache.origin(jit.plain(registry.get(game_id).rules["actor"]))
    except registry.UnknownGame:
        # A game that was made here and is not registered.
        origin = ""
    return f"{game_id}{origin and '-' + origin}.{need}.ready"

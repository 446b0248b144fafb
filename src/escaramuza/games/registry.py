"""Game id → game, found by itself and loaded when asked for.

Ours are the packages beside this file that have clauses. Others come with any installed distribution that has an entry
point in the group `escaramuza.games`: its name is the game's id, its value the subclass of Game. One that cannot be
loaded says so once, with the reason, and leaves the others alone.
"""

import importlib
import importlib.util
import logging
import sys
from functools import cache
from importlib import metadata
from pathlib import Path
from types import ModuleType
from typing import Any

from escaramuza.games.game import Game

GROUP = "escaramuza.games"
HOME = Path(__file__).parent
log = logging.getLogger("escaramuza.games")


class UnknownGame(LookupError):
    """There is no such game."""


class BrokenGame(LookupError):
    """There is such a game, but it cannot be loaded; why."""


@cache
def _ours() -> frozenset[str]:
    return frozenset(file.parent.name for file in HOME.glob("*/clauses.py"))


def is_ours(game_id: str) -> bool:
    """Whether a game comes with this package."""
    return game_id in _ours()


@cache
def _brought() -> dict[str, metadata.EntryPoint]:
    """The games that other distributions bring; an id that is taken is not theirs to give."""
    found: dict[str, metadata.EntryPoint] = {}
    for entry in metadata.entry_points(group=GROUP):
        if is_ours(entry.name) or entry.name in found:
            log.warning("the game %s of %s is left out: the id is taken", entry.name, entry.value)
        else:
            found[entry.name] = entry
    return found


@cache
def _load(game_id: str) -> Game | str:
    """A game, or why it cannot be loaded; told once."""
    if is_ours(game_id):
        own: Game = importlib.import_module(f"{__package__}.{game_id}").GAME
        return own
    entry = _brought()[game_id]
    try:
        return _checked(game_id, entry.load())
    except Exception as error:
        why = f"{type(error).__name__}: {error}"
        log.warning("the game %s (%s) cannot be loaded and is left out: %s", game_id, entry.value, why)
        return why


def _checked(game_id: str, found: Any) -> Game:
    made = found() if isinstance(found, type) else found
    if not isinstance(made, Game):
        raise TypeError(f"{found!r} is not a subclass of {Game.__module__}.Game")
    if made.id != game_id:
        raise ValueError(f"its id is {made.id!r}, its entry point is called {game_id!r}")
    return made


def get(game_id: str) -> Game:
    """A game by its id."""
    if not is_ours(game_id) and game_id not in _brought():
        raise UnknownGame(game_id)
    found = _load(game_id)
    if isinstance(found, str):
        raise BrokenGame(found)
    return found


@cache
def ready() -> tuple[Game, ...]:
    """The games that can be played: ours first, and the lightest first."""
    loaded = [found for game_id in (*_ours(), *_brought()) if isinstance(found := _load(game_id), Game)]
    return tuple(sorted(loaded, key=lambda game: (not is_ours(game.id), game.weight, game.name)))


def module_name(game_id: str, ours: str, theirs: str) -> str | None:
    """Where something is that only one game has, such as its maps: the module `ours` for a game of ours, the module
    `theirs` of its own package for one that another distribution brings; None where there is no such module."""
    if not is_ours(game_id):
        home = sys.modules[type(get(game_id)).__module__].__package__
        # A game that is a single module has nothing beside it.
        if not home:
            return None
        ours = f"{home}.{theirs}"
    return ours if importlib.util.find_spec(ours) else None


@cache
def own_module(game_id: str, ours: str, theirs: str) -> ModuleType | None:
    """That module, loaded; what is not ours and cannot be loaded is told and left out."""
    name = module_name(game_id, ours, theirs)
    if name is None:
        return None
    try:
        return importlib.import_module(name)
    except Exception:
        if is_ours(game_id):
            raise
        log.warning("%s of the game %s cannot be loaded and is left out", name, game_id, exc_info=True)
        return None


def ids() -> tuple[str, ...]:
    """Their ids."""
    return tuple(game.id for game in ready())


def broken() -> dict[str, str]:
    """Id → why, of the games that cannot be loaded."""
    found = {game_id: _load(game_id) for game_id in _brought()}
    return {game_id: why for game_id, why in found.items() if isinstance(why, str)}


def refresh() -> None:
    """Look again for what is installed."""
    for kept in (_brought, _load, ready, own_module):
        kept.cache_clear()

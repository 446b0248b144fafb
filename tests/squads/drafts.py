"""Hypothesis strategies for units and squads, legal or not yet, and texts that are hard to print."""

from typing import Any

from hypothesis import strategies as st

from escaramuza.games.escarmouche.squads import Squad, Unit, is_text, shows_something
from escaramuza.games.escarmouche.tables import ABILITIES, HIGHEST, LOWEST

LETTERS = st.characters(exclude_categories=("Cc", "Cs", "Co", "Cn", "Zl", "Zp", "Cf"))
PIECES = st.one_of(LETTERS, st.sampled_from(["👨‍👩‍👧", "🏴‍☠️", "é", "«", "\u202f", "ñ", "W"]))


def _text(most: int) -> st.SearchStrategy[str]:
    return st.lists(PIECES, max_size=most).map(lambda pieces: "".join(pieces)[:most].strip()).filter(is_text)


names = _text(40).filter(shows_something)
figures = st.integers(LOWEST, HIGHEST)
units = st.builds(
    Unit,
    name=names,
    health=figures,
    range=figures,
    move=figures,
    power=figures,
    abilities=st.lists(st.sampled_from(ABILITIES), max_size=2, unique=True).map(tuple),
    icon=st.from_regex(r"[a-z0-9-]{1,40}", fullmatch=True),
    quote=_text(120),
)
squads = st.builds(Squad, name=names, units=st.lists(units, max_size=8).map(tuple))


def unit(**more: Any) -> Unit:
    """A plain unit with something different about it."""
    return Unit(**{"name": "Ana", "health": 4, "range": 1, "move": 3, "power": 2, **more})

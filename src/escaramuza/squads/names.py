"""Names that sound right in their language, for units and squads that are drawn at random."""

import json
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

from escaramuza.squads.words import FOLDER

VOWELS = "aeiouyéèœæ"
# Out of so many names so many carry a byname.
BYNAME_SHARE = 0.6


@cache
def _sounds(lang: str) -> Mapping[str, Any]:
    loaded: dict[str, Any] = json.loads((FOLDER / "names.json").read_text(encoding="utf-8"))[lang]
    return loaded


def unit_name(lang: str, lot: Random) -> str:
    """A name of two or three syllables, often with a byname."""
    sounds = _sounds(lang)
    start = lot.choice(sounds["starts"])
    ends = [end for end in sounds["ends"] if _fits(start, end)]
    name = start + lot.choice(ends)
    return f"{name} {lot.choice(sounds['bynames'])}" if lot.random() < BYNAME_SHARE else name


def _fits(start: str, end: str) -> bool:
    """Whether the two halves can be said in one breath: nothing doubled, no vowel on vowel."""
    last, first = start[-1].lower(), end[0]
    return last != first and not (last in VOWELS and first in VOWELS) and not start.lower().endswith(end)


def squad_name(lang: str, lot: Random) -> str:
    """Who they are and where they come from."""
    sounds = _sounds(lang)
    name: str = sounds["link"].format(group=lot.choice(sounds["groups"]), place=lot.choice(sounds["places"]))
    return name


def quote(lang: str, archetype: str, lot: Random) -> str:
    """Something a unit of this kind would say."""
    said: str = lot.choice(_sounds(lang)["quotes"][archetype])
    return said

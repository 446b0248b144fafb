"""Legal actions in few words: those that differ only in a place, a unit or a target stand together."""

import re
from collections.abc import Iterable

from escaramuza.cli.shared import say

# A place on a gridless table: centimetres from the left and from the top.
PLACE = re.compile(r"([^\s@>]*[@>])\d+(?:\.\d+)?,\d|(\S+ )\S+@\d")


def compact(actions: Iterable[str], lang: str) -> list[str]:
    """`hold`, `walk@… (24 places)`, `use b1 | b2 | b3`; actions of one word stay as they are."""
    groups: dict[tuple[str, bool], list[str]] = {}
    for action in actions:
        groups.setdefault(_head(action), []).append(action)
    return [_entry(head, with_places, found, lang) for (head, with_places), found in groups.items()]


def _head(action: str) -> tuple[str, bool]:
    """What actions of a group begin with, and whether they end in a place."""
    found = PLACE.match(action)
    if found is not None:
        return found[1] or found[2], True
    word, space, _ = action.partition(" ")
    return word + space, False


def _entry(head: str, with_places: bool, found: list[str], lang: str) -> str:
    if len(found) == 1:
        return found[0]
    if with_places:
        return say("PLACES", lang, start=head, count=len(found))
    return head + " | ".join(action.removeprefix(head) for action in found)

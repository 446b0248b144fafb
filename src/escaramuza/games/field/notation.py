"""Lengths and places of a gridless table as text: centimetres with two decimals, degrees with one."""

import re
from collections.abc import Mapping

from escaramuza.games.basics import Figure, NotationError

NUMBER = r"\d{1,4}(?:\.\d{1,2})?"
PLACE = re.compile(rf"({NUMBER}),({NUMBER})(?:/(\d{{1,3}}(?:\.\d)?))?")


def tenths(text: str, digits: int) -> int:
    """A decimal number as so many whole parts, without floats."""
    whole, _, part = text.partition(".")
    return int(whole + part.ljust(digits, "0"))


def decimal(number: int, digits: int) -> str:
    """Whole parts as a decimal number: 1250 → 12.5."""
    sign, number = ("-", -number) if number < 0 else ("", number)
    text = str(number).rjust(digits + 1, "0")
    part = text[-digits:].rstrip("0")
    return sign + text[:-digits] + (f".{part}" if part else "")


def spoken(number: int, digits: int, terms: Mapping[str, str]) -> str:
    """Whole parts as a decimal number in a sentence, with the decimal sign of its language."""
    return Figure(decimal(number, digits)).said(terms)


def centimetres(length: int) -> Figure:
    """A length for a sentence or a place: 1235 → 12.35."""
    return Figure(decimal(length, 2))


def place_text(x: int, y: int, facing: int = 0, before: int = 0) -> str:
    """A place in centimetres; the facing only where it changes."""
    return f"{centimetres(x)},{centimetres(y)}" + ("" if facing == before else f"/{decimal(facing, 1)}")


def read_place(text: str, facing: int) -> tuple[int, int, int]:
    """The place that a text names, with the present facing where it gives none."""
    found = PLACE.fullmatch(text)
    if found is None:
        raise NotationError("UNREADABLE_PLACE", text=text[:40])
    turned = facing if found[3] is None else tenths(found[3], 1)
    return tenths(found[1], 2), tenths(found[2], 2), turned

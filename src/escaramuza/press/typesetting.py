"""Typst at work: data in, pages out. What people wrote goes in as data, never as source."""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import typst

from escaramuza.engine.errors import WordedError
from escaramuza.words import Words

Paper = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
HERE = Path(__file__).parent
# The same order gives the same bytes, so the time of day stays out of the file.
EPOCH = 0
# French sets these apart by a space that must not break; so does every « ».
NARROW = re.compile(r" (?=[;:!?»])|(?<=«) ")

Data = Mapping[str, Any]
Part = TypeVar("Part", bound=str)


class PressError(WordedError):
    """A paper, a part, a scale or an address that does not exist."""

    words = Words(__file__)


def pdf(template: str, data: Data) -> bytes:
    """The pages of a template as PDF."""
    made = typst.compile(HERE / template, timestamp=EPOCH, **_settings(data))
    assert isinstance(made, bytes)
    return made


def pictures(template: str, data: Data, ppi: float = 144) -> list[bytes]:
    """The pages as PNG, for those who look at them before they print."""
    made = typst.compile(HERE / template, format="png", ppi=ppi, **_settings(data))
    return made if isinstance(made, list) else [made]


def measured(template: str, data: Data, label: str) -> list[dict[str, Any]]:
    """What the templates noted under a label while setting the pages."""
    found: list[dict[str, Any]] = json.loads(
        typst.query(HERE / template, f"<{label}>", field="value", **_settings(data))
    )
    return found


def _settings(data: Data) -> dict[str, Any]:
    written = json.dumps(data, ensure_ascii=False)
    return {"root": HERE, "font_paths": fonts(), "sys_inputs": {"data": written}}


@cache
def fonts() -> typst.Fonts:
    """Ours first; those of the system help out with letters that ours lack."""
    return typst.Fonts(font_paths=[str(HERE / "fonts")])


def paper_named(text: str) -> Paper:
    """A paper by its name; a sentence for one that does not exist."""
    known = next((paper for paper in PAPERS if paper == text.lower()), None)
    if known is None:
        raise PressError("UNKNOWN_PAPER", text=text[:40], known=", ".join(PAPERS))
    return known


def parts_named(wanted: Iterable[str], known: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts asked for, in their own order; a sentence for one that does not exist, and for none at all."""
    given = list(wanted)
    strange = next((part for part in given if part not in known), None)
    if strange is not None or not given:
        raise PressError("UNKNOWN_PART", text=(strange or "")[:40], known=", ".join(known))
    return tuple(part for part in known if part in given)


def tidy(words: str, lang: str) -> str:
    """French spaces that must not break."""
    return NARROW.sub("\u202f", words) if lang == "fr" else words

"""Print and play: the order, the data that the templates draw, and the PDF that Typst makes of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal

import segno
import typst

from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import sharing, tables
from escaramuza.games.escarmouche.squads import DEFAULT_ICON, Squad, Unit
from escaramuza.press import game_words, typesetting
from escaramuza.press.typesetting import Paper
from escaramuza.squads import address as addresses
from escaramuza.squads import icons, portraits, words
from escaramuza.squads.words import Unfit

Part = Literal["cards", "tokens", "markers", "board"]
PARTS: tuple[Part, ...] = ("cards", "tokens", "markers", "board")
TEMPLATE = "main.typ"
# Symbol, its number of copies, what stands on it, and whose it is.
MARKERS: tuple[tuple[str, int, str, str], ...] = (
    ("stance", 6, "", ""),
    ("retreated", 6, "", ""),
    ("suppressed", 6, "", ""),
    ("drained", 6, "", ""),
    ("guards", 4, "", ""),
    ("guarded", 4, "", ""),
    ("damage", 18, "1", ""),
    ("damage", 8, "3", ""),
    ("control", tables.MARKERS_TO_WIN, "", "white"),
    ("control", tables.MARKERS_TO_WIN, "", "black"),
    ("obstacle", 2, "", ""),
)
STATUSES = ("stance", "retreated", "suppressed", "drained", "guards", "guarded")


@dataclass(frozen=True)
class Order:
    """A squad to print: paper, parts, language, the address that QR codes lead to, and the pictures of its units."""

    squad: Squad
    paper: Paper = "a4"
    parts: tuple[Part, ...] = ("cards",)
    lang: str = "en"
    address: str = addresses.LOCAL
    portraits: tuple[bytes | None, ...] = ()


def order(
    squad: Squad, paper: str, parts: Sequence[str], lang: str, address: str, pictures: Sequence[str | None] = ()
) -> Order:
    """An order out of words; a sentence for a paper, a part or an address that does not exist, and for what is no
    picture."""
    known_paper, known_parts = typesetting.paper_named(paper), typesetting.parts_named(parts, PARTS)
    if not squad.units:
        raise Unfit(NotationError("SQUAD_EMPTY", most=tables.MOST_UNITS))
    if not addresses.is_address(address):
        raise typesetting.PressError("BAD_ADDRESS", text=address[:60])
    jpegs = portraits.jpegs_of(pictures, [unit.name for unit in squad.units])
    return Order(squad, known_paper, known_parts, lang, address, jpegs)


def print_squad(order: Order) -> bytes:
    """The PDF of an order."""
    try:
        return typesetting.pdf(TEMPLATE, page_data(order))
    except typst.TypstError as error:
        # The head of a picture was in order, and what comes after it is not.
        if not any(order.portraits):
            raise
        raise typesetting.PressError("BAD_PICTURE") from error


def measured(order: Order, label: str) -> list[dict[str, Any]]:
    """What the templates noted while setting the pages: `fit`, `sheet`, `card`, `qr`, `tokens`, `markers`, `board`."""
    return typesetting.measured(TEMPLATE, page_data(order), label)


def page_data(order: Order) -> dict[str, Any]:
    """Everything that the templates draw."""
    width, height = typesetting.PAPERS[order.paper]
    local = {key: text for key, text in game_words.words(order.lang).items() if key.startswith("print:")}
    return {
        "title": order.squad.name,
        "lang": order.lang,
        "paper": {"width": width, "height": height},
        "parts": list(dict.fromkeys(order.parts)),
        "texts": local,
        "figures": [{"id": name, "label": words.text(name, order.lang)} for name in tables.CHARACTERISTICS],
        "symbols": dict(icons.symbols()),
        "markers": [_marker(*marker, order.lang) for marker in MARKERS for _ in range(marker[1])],
        "legend": [_status(name, order.lang) for name in STATUSES],
        "units": [
            {**_unit(unit, order), "portrait": None if jpeg is None else list(jpeg)}
            for unit, jpeg in zip_longest(order.squad.units, order.portraits)
        ],
    }


def _unit(unit: Unit, order: Order) -> dict[str, Any]:
    drawings = icons.unit_icons()
    lang = order.lang
    return {
        "name": unit.name,
        "rank": unit.rank,
        "grade": tables.RANKS.index(unit.rank) + 1,
        "rank-name": words.text(f"rank:{unit.rank}", lang).capitalize(),
        "points": words.text("points", lang, points=unit.points),
        "icon": drawings.get(unit.icon, drawings[DEFAULT_ICON]),
        "abilities": [
            {
                "name": typesetting.tidy(words.text(f"ability:{id}", lang), lang),
                "rule": typesetting.tidy(words.text(f"rule:{id}", lang), lang),
            }
            for id in unit.abilities
        ],
        "quote": _quoted(unit.quote_in(lang), lang),
        "qr": qr_path(addresses.link(order.address, sharing.encode(unit, lang))),
        **{name: getattr(unit, name) for name in tables.CHARACTERISTICS},
    }


def _marker(name: str, _: int, value: str, side: str, lang: str) -> dict[str, str]:
    key = f"status:{name}" if name in STATUSES else f"marker:{name}"
    return {"symbol": name, "label": words.text(key, lang), "value": value, "side": side}


def _status(name: str, lang: str) -> dict[str, str]:
    # A marker is laid down when a state is announced, so that is the rule to read.
    announced = f"{name}-next" if f"status:{name}-next" in words.WORDS.of(lang) else name
    rule = typesetting.tidy(words.text(f"status-rule:{announced}", lang), lang)
    return {"symbol": name, "label": words.text(f"status:{name}", lang), "rule": rule}


def _quoted(quote: str, lang: str) -> str:
    """A quote in the marks of its language."""
    left, right = {"es": ("«", "»"), "fr": ("«\u202f", "\u202f»"), "en": ("“", "”")}[lang]
    return f"{left}{typesetting.tidy(quote, lang)}{right}" if quote else ""


def qr_path(link: str) -> dict[str, Any]:
    """A QR code as one drawing: runs of dark modules, row by row."""
    matrix = segno.make(link, micro=False, error="l", boost_error=True).matrix
    runs = []
    for y, row in enumerate(matrix):
        line = "".join("1" if module else "0" for module in row)
        runs += [f"M{m.start()} {y}h{len(m[0])}v1h-{len(m[0])}z" for m in re.finditer("1+", line)]
    return {"size": len(matrix), "path": "".join(runs)}

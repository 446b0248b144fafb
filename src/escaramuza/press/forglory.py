"""Print and play for For Glory: the order, and the data that the templates draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from escaramuza.games import registry
from escaramuza.games.basics import NotationError
from escaramuza.games.forglory import battles, tables
from escaramuza.games.forglory.armies import read_army
from escaramuza.games.forglory.battles import Battle
from escaramuza.games.forglory.maps import Map, legal_map
from escaramuza.maps.library import BadMap
from escaramuza.press import forglory_map, forglory_rules, forglory_units, forglory_words, typesetting
from escaramuza.press.forglory_ruler import ruler_data
from escaramuza.press.forglory_units import Side
from escaramuza.press.forglory_words import words as own_words
from escaramuza.press.typesetting import Paper
from escaramuza.squads import icons

Part = Literal["units", "markers", "ruler", "map", "summary", "armies", "score"]
PARTS: tuple[Part, ...] = ("units", "markers", "ruler", "map", "summary", "armies", "score")
Scale = Literal["half", "one", "double"]
SCALES: dict[Scale, float] = {"half": 0.5, "one": 1, "double": 2}
# What is asked for besides, each as a word.
OPTIONS = ("map", "full_size_map", "battle", "south", "north", "scale")
TEMPLATE = "forglory.typ"
# What the foot and the backs of the pages need.
SHARED = ("print:scale", "print:duplex", "print:single", "print:fronts", "print:backs")


@dataclass(frozen=True)
class ForGloryOrder:
    """What to print: both armies, the map, the scale that is played, paper, parts and language."""

    south: Side
    north: Side
    map: Map
    scale: Scale
    paper: Paper
    parts: tuple[Part, ...]
    lang: str
    full_size_map: bool


def order(
    parts: Sequence[str] = PARTS,
    paper: str = "a4",
    lang: str = "en",
    battle: str | None = None,
    map: Map | str | None = None,
    south: str | None = None,
    north: str | None = None,
    scale: str = "one",
    full_size_map: bool = False,
) -> ForGloryOrder:
    """An order out of words; what is not given is the battle's, with its names. A sentence for what does not exist and
    for a map that cannot be played on."""
    known_paper, known_parts = typesetting.paper_named(paper), typesetting.parts_named(parts, PARTS)
    known_scale = scale_named(scale)
    try:
        ready = _battle(battle) if battle else battles.default_battle()
        own = not battle and (map, south, north) != (None, None, None)
        texts = [
            brought.text if given is None else read_army(given)
            for brought, given in zip(ready.armies, (south, north), strict=True)
        ]
        first, second = (
            Side(side, army, None if own else battles.named_army(ready.id, number, army))
            for number, (side, army) in enumerate(zip(forglory_units.SIDES, texts, strict=True))
        )
        field = ready.map if map is None else legal_map(map)
    except NotationError as error:
        raise BadMap(error, game_id="forglory") from error
    return ForGloryOrder(first, second, field, known_scale, known_paper, known_parts, lang, full_size_map)


def _battle(id: str) -> Battle:
    ready = battles.ready_battles()
    if id not in ready:
        raise NotationError("UNKNOWN_BATTLE", text=id[:40], ready=", ".join(ready))
    return ready[id]


def scale_named(text: str) -> Scale:
    """A scale by its name; a sentence for one that does not exist."""
    known = next((scale for scale in SCALES if scale == text.lower()), None)
    if known is None:
        raise typesetting.PressError("UNKNOWN_SCALE", text=text[:40], known=", ".join(SCALES))
    return known


def print_forglory(order: ForGloryOrder) -> bytes:
    """The PDF of an order."""
    return typesetting.pdf(TEMPLATE, page_data(order))


def pdf(**wishes: Any) -> bytes:
    """The same for an order in words."""
    return print_forglory(order(**wishes))


def measured(order: ForGloryOrder, label: str) -> list[dict[str, Any]]:
    """What the templates noted: `fit`, `sheet`, `card`, `disc`, `stick`, `objective`, `map`, `tile`, `division`."""
    return typesetting.measured(TEMPLATE, page_data(order), label)


def page_data(order: ForGloryOrder) -> dict[str, Any]:
    """Everything that the templates draw."""
    width, height = typesetting.PAPERS[order.paper]
    lang, scale = order.lang, SCALES[order.scale]
    sides = (order.south, order.north)
    objectives = len(order.map.objectives)
    shared = {key: own_words(lang)[key] for key in SHARED}
    return {
        "title": registry.get("forglory").name,
        "lang": lang,
        "paper": {"width": width, "height": height},
        "parts": list(order.parts),
        "texts": {**own_words(lang), **shared},
        "symbols": dict(icons.of("forglory")),
        "scale": scale,
        "base": [tables.FRONT / 10 * scale, tables.DEPTH / 10 * scale],
        "disc": 2 * tables.RADIUS / 10 * scale,
        "sides": {side.id: forglory_units.side_name(side, lang) for side in sides},
        "units": {side.id: forglory_units.units_of(side, lang) for side in sides},
        "officers": [officer for side in sides for officer in forglory_units.officers_of(side, lang)],
        "staff": forglory_words.terms(lang)["officer:staff"],
        "general": forglory_words.terms(lang)["officer:general"],
        "disorder": forglory_words.signed(tables.DISORDER),
        "marker": forglory_units.MARKER[scale],
        "markers": forglory_units.markers_of(sides, objectives, lang),
        "legend": forglory_units.legend_of(lang),
        "ruler": ruler_data(scale, lang),
        "map": forglory_map.map_data(order.map, scale, order.paper, lang, order.full_size_map),
        "tables": forglory_rules.tables_data(scale, lang),
        "course": forglory_rules.course(lang),
        "sheets": [sheet for side in sides for sheet in forglory_units.sheets_of(side, order.paper, lang)],
        "hits": tables.MOST_HITS,
        "heights": {"title": forglory_units.TITLE, "row": forglory_units.ROW, "space": forglory_units.SPACE},
        "score": forglory_rules.score_data(objectives, lang),
    }

"""For Glory: brigades, officers and the chain of command, on a table measured in centimetres."""

from collections.abc import Mapping, Sequence
from typing import Any

from escaramuza.games import field
from escaramuza.games.basics import SearchSettings
from escaramuza.games.boards import Plane
from escaramuza.games.field.notation import spoken
from escaramuza.games.forglory import (
    actions,
    armies,
    codes,
    maps,
    observe,
    pace,
    position,
    proposing,
    rules,
    setup,
    tables,
    value,
)
from escaramuza.games.forglory import describe as describing
from escaramuza.games.forglory import look as looking
from escaramuza.games.forglory import obvious as naive
from escaramuza.games.forglory import threats as danger
from escaramuza.games.forglory import view as seen
from escaramuza.games.forglory.clauses import CLAUSES, SECTIONS
from escaramuza.games.forglory.film import FILM
from escaramuza.games.forglory.options import ForGloryOptions
from escaramuza.games.forglory.rules.deploying import EDGES
from escaramuza.games.forglory.rules.stack import ORDERS
from escaramuza.games.forglory.rules.victory import ENDS
from escaramuza.games.forglory.state import STATE
from escaramuza.games.forglory.weights import WEIGHTS
from escaramuza.games.game import Game


class ForGlory(Game):
    """Orders pass down the chain of command; charges, melees, morale."""

    id, name, version, weight = "forglory", "For Glory", 6, 4
    board = Plane()
    sections, clauses = SECTIONS, CLAUSES
    sides, phases, setup_phases = setup.SIDES, seen.PHASES, seen.SETUP_PHASES
    kinds: Mapping[str, Sequence[str]] = {
        "modifier": [f"modifier:{name}" for name in tables.MODIFIERS],
        "row": [f"row:{name}" for name in tables.ROWS],
        "melee-row": [f"melee-row:{name}" for name in tables.MELEE_ROWS],
        "column": [f"column:{name}" for name in tables.SHEET],
        "edge": [f"edge:{name}" for name in EDGES],
        "order": [f"order:{name}" for name in ORDERS],
        "attitude": ("attitude:front", "attitude:flank"),
        "how": ["", *(f"how:{name}" for name in ENDS[1:])],
    }
    unnamed = "?"
    state, max_actions = STATE, 4096
    modules = (rules, proposing, observe, value)
    options = ForGloryOptions
    reasons, events, headlines = codes.Why, codes.Did, codes.HEADLINES
    film = FILM
    weights = WEIGHTS
    gains = frozenset({"HIT", "DESTROYED", "BREAKS", "OFFICER_FALLS", "STAFF_FALLS"})
    obvious = staticmethod(naive.obvious)
    brings = "points"
    levels = pace.LEVELS
    search = SearchSettings(exploration=0.1, widening=0.5, root_widening=1.0)
    shared = (field.FOLDER,)

    new, shortcuts = staticmethod(setup.new), staticmethod(setup.shortcuts)
    names, mixed, swapped = staticmethod(setup.names), staticmethod(setup.mixed), staticmethod(setup.swapped)
    parse_action, format_action = staticmethod(actions.parse_action), staticmethod(actions.format_action)
    every_action = staticmethod(actions.every_action)
    parse_position, format_position = staticmethod(position.parse_position), staticmethod(position.format_position)
    view, describe, look = staticmethod(seen.view), staticmethod(describing.describe), staticmethod(looking.look)
    conceals, secret_now = staticmethod(seen.conceals), staticmethod(seen.secret_now)
    threats, share_of_turn = staticmethod(danger.threats), staticmethod(pace.share_of_turn)

    def ready_made(self, option: str) -> Mapping[str, Any]:
        """Maps; armies and battles are words."""
        return maps.BOOK.ready

    def worth(self, brought: Any) -> int:
        """Points."""
        return armies.army_points(brought)

    @staticmethod
    def opener(s: Any) -> int:
        """The side that began the first turn."""
        return int(s.starter)

    def number_text(self, kind: str, number: int, terms: Mapping[str, str]) -> str:
        """Bodies and divisions by their names in this match; lengths and angles with their units."""
        if kind == "body":
            return terms.get(f"body:{number}", setup.unit_text(max(number, 0)))
        if kind == "division":
            return terms.get(f"division:{number}", str(number + 1))
        if kind == "group":
            name = terms.get(f"body:{number}", setup.unit_text(max(number, 0)))
            return terms["group:division" if number >= tables.UNITS else "group:detachment"].format(name=name)
        if kind == "length":
            return f"{spoken(number, 2, terms)} cm"
        if kind == "angle":
            return f"{spoken(number, 1, terms)}°"
        if kind in ("signed", "total"):
            plus = "+" if kind == "signed" and number > 0 else ""
            return plus + str(number).replace("-", "−")
        if kind in ("terrain", "objective"):
            return str(number + 1)
        return super().number_text(kind, number, terms)


GAME = ForGlory()

"""Escaramuzas de Café: small armies on a table measured in centimetres, activations in turn, cards at any moment."""

from collections.abc import Mapping, Sequence
from typing import Any

from escaramuza.games import field
from escaramuza.games.basics import SearchSettings
from escaramuza.games.boards import Plane
from escaramuza.games.cafe import (
    actions,
    armies,
    codes,
    deployments,
    maps,
    observe,
    pace,
    position,
    rules,
    setup,
    tables,
    value,
    view_open,
)
from escaramuza.games.cafe import look as looking
from escaramuza.games.cafe import obvious as naive
from escaramuza.games.cafe import threats as danger
from escaramuza.games.cafe import view as seen
from escaramuza.games.cafe.clauses import CLAUSES, SECTIONS
from escaramuza.games.cafe.film import FILM
from escaramuza.games.cafe.options import CafeOptions
from escaramuza.games.cafe.state import STATE
from escaramuza.games.cafe.weights import WEIGHTS
from escaramuza.games.codes import Codes
from escaramuza.games.field.notation import spoken
from escaramuza.games.game import Game


class Cafe(Game):
    """Hands of cards, objectives, one to four players on each side."""

    id, name, version, weight = "cafe", "Escaramuzas de Café", 6, 3
    board = Plane()
    sections, clauses = SECTIONS, CLAUSES
    sides, seats = setup.SIDES, setup.SEAT_NAMES
    phases, setup_phases = seen.PHASES, seen.SETUP_PHASES
    kinds: Mapping[str, Sequence[str]] = {
        "card": [f"card:{card}" for card in tables.CARDS],
        "column": [f"column:{column}" for column in tables.SHEET],
        "way": ("way:range", "way:close"),
        "pace": ("pace:walk", "pace:run"),
        "yes": ("yes:0", "yes:1"),
        "asking": [f"asking:{word}" for word in actions.ASKING],
    }
    unnamed = "?"
    state, max_actions = STATE, 4096
    modules = (rules, observe, value)
    options = CafeOptions
    reasons, events, headlines = codes.Why, codes.Did, codes.HEADLINES
    film = FILM
    secret_events, final_events = seen.SECRET_EVENTS, seen.FINAL_EVENTS
    weights = WEIGHTS
    gains = frozenset({"DAMAGED", "FELL", "PROMOTED"})
    obvious = staticmethod(naive.obvious)
    brings = "units"
    levels = pace.LEVELS
    search = SearchSettings(exploration=0.3, widening=0.5, root_widening=1.0)
    shared = (field.FOLDER,)

    new, shortcuts, seats_of = (
        staticmethod(setup.new),
        staticmethod(deployments.shortcuts),
        staticmethod(setup.seats_of),
    )
    names, mixed, swapped = staticmethod(setup.names), staticmethod(setup.mixed), staticmethod(setup.swapped)
    parse_action, format_action = staticmethod(actions.parse_action), staticmethod(actions.format_action)
    every_action = staticmethod(actions.every_action)
    parse_position, format_position = staticmethod(position.parse_position), staticmethod(position.format_position)
    view, describe, look = staticmethod(seen.view), staticmethod(view_open.describe), staticmethod(looking.look)
    conceals, secret_now = staticmethod(seen.conceals), staticmethod(seen.secret_now)
    private, exposes = staticmethod(seen.private), staticmethod(seen.exposes)
    threats, share_of_turn = staticmethod(danger.threats), staticmethod(pace.share_of_turn)

    def ready_made(self, option: str) -> Mapping[str, Any]:
        """Maps; armies are words."""
        return maps.BOOK.ready

    def worth(self, brought: Any) -> int:
        """Units."""
        return len(armies.army_types(brought))

    @staticmethod
    def opener(s: Any) -> int:
        """The side that began the first round."""
        return int(s.first_starter)

    def clause_of(self, code: Codes, numbers: Mapping[str, int]) -> str:
        """Shooting and close combat have their own sections, and each row of victory points its own clause."""
        return codes.clause_of(code, numbers)

    def number_text(self, kind: str, number: int, terms: Mapping[str, str]) -> str:
        """Units by their names in this match; lengths and angles with their units."""
        if kind == "unit":
            return terms.get(f"unit:{number}", actions.unit_text(max(number, 0)))
        if kind == "length":
            return f"{spoken(number, 2, terms)} cm"
        if kind == "angle":
            return f"{spoken(number, 1, terms)}°"
        if kind in ("terrain", "objective"):
            return str(number + 1)
        return super().number_text(kind, number, terms)


GAME = Cafe()

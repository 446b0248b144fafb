"""Escarmouche: squads of one's own making on an 8 × 8 board, two actions a turn, no dice once it has begun."""

from collections.abc import Mapping, Sequence
from typing import Any

from escaramuza.games.basics import SearchSettings
from escaramuza.games.boards import Grid
from escaramuza.games.escarmouche import actions, codes, observe, pace, position, rules, setup, tables, value
from escaramuza.games.escarmouche import obvious as naive
from escaramuza.games.escarmouche import threats as danger
from escaramuza.games.escarmouche import view as seen
from escaramuza.games.escarmouche.clauses import CLAUSES, SECTIONS
from escaramuza.games.escarmouche.film import FILM
from escaramuza.games.escarmouche.options import EscarmoucheOptions
from escaramuza.games.escarmouche.squads import ready_squads
from escaramuza.games.escarmouche.state import STATE
from escaramuza.games.escarmouche.weights import WEIGHTS
from escaramuza.games.game import Game
from escaramuza.kernel.grid import SIZE


class Escarmouche(Game):
    """Units with health, range, movement, power and abilities."""

    id, name, version, weight = "escarmouche", "Escarmouche", 2, 2
    board = Grid(SIZE, SIZE)
    sections, clauses = SECTIONS, CLAUSES
    sides, phases = seen.SIDES, tuple(seen.PHASES.values())
    setup_phases = frozenset({"die-off", "obstacles", "placement", "first-die"})
    kinds: Mapping[str, Sequence[str]] = {"ability": [f"ability:{ability}" for ability in tables.ABILITIES]}
    state, max_actions = STATE, 6144
    modules = (rules, observe, value)
    options = EscarmoucheOptions
    reasons, events, headlines = codes.Why, codes.Did, codes.HEADLINES
    film = FILM
    secret_events = seen.SECRET_EVENTS
    weights = WEIGHTS
    gains = frozenset({"DAMAGE", "ELIMINATED", "MARKER_GAINED", "WON_BY_ELIMINATION", "WON_BY_MARKERS"})
    obvious = staticmethod(naive.obvious)
    brings = "points"
    search = SearchSettings(exploration=0.2, widening=0.2, root_widening=0.6)

    new, shortcuts = staticmethod(setup.new), staticmethod(setup.shortcuts)
    names, mixed, swapped = staticmethod(setup.names), staticmethod(setup.mixed), staticmethod(setup.swapped)
    parse_action, format_action = staticmethod(actions.parse_action), staticmethod(actions.format_action)
    every_action = staticmethod(actions.every_action)
    parse_position, format_position = staticmethod(position.parse_position), staticmethod(position.format_position)
    view, describe, conceals = staticmethod(seen.view), staticmethod(seen.describe), staticmethod(seen.conceals)
    threats, reach, look = staticmethod(danger.threats), staticmethod(danger.reach), staticmethod(seen.look)
    share_of_turn = staticmethod(pace.share_of_turn)

    def ready_made(self, option: str) -> Mapping[str, Any]:
        """Both options that take more than a word take a squad."""
        return ready_squads()

    def worth(self, brought: Any) -> int:
        """Rank points."""
        return int(brought.points)

    def secret_now(self, s: Any) -> bool:
        """E-R5: a secret placement goes on."""
        return bool(observe.veiled(s))

    def number_text(self, kind: str, number: int, terms: Mapping[str, str]) -> str:
        """Units by their names in this match."""
        if kind == "unit":
            return terms.get(f"unit:{number}", str(number))
        return super().number_text(kind, number, terms)


GAME = Escarmouche()

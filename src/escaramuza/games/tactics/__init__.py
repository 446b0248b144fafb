"""Tactics: a renaissance battle on an 8 × 8 board, two dice a turn, and a Royal Guard to capture."""

from typing import Any

from escaramuza.games.basics import SearchSettings
from escaramuza.games.boards import Grid
from escaramuza.games.game import Game
from escaramuza.games.tactics import actions, codes, observe, pace, position, rules, setup, tables, value
from escaramuza.games.tactics import obvious as naive
from escaramuza.games.tactics import threats as danger
from escaramuza.games.tactics import view as seen
from escaramuza.games.tactics.clauses import CLAUSES, SECTIONS
from escaramuza.games.tactics.film import FILM
from escaramuza.games.tactics.options import TacticsOptions
from escaramuza.games.tactics.state import STATE
from escaramuza.games.tactics.weights import WEIGHTS
from escaramuza.kernel.grid import SIZE


class Tactics(Game):
    """Two dice give the points that moves cost."""

    id, name, version, weight = "tactics", "Tactics", 1, 1
    board = Grid(SIZE, SIZE)
    sections, clauses = SECTIONS, CLAUSES
    sides, phases = seen.SIDES, tuple(seen.PHASES.values())
    setup_phases = frozenset({"die-off", "choice", "deployment"})
    classes = tables.CLASSES
    state, max_actions = STATE, 256
    modules = (rules, observe, value)
    options = TacticsOptions
    reasons, events, headlines = codes.Why, codes.Did, codes.HEADLINES
    film = FILM
    secret_events = seen.SECRET_EVENTS
    weights = WEIGHTS
    gains = frozenset({"PIECE_CAPTURED", "GUARD_CAPTURED"})
    obvious = staticmethod(naive.obvious)
    levels = pace.LEVELS
    search = SearchSettings(exploration=0.03, widening=1.0)

    new, shortcuts = staticmethod(setup.new), staticmethod(setup.shortcuts)
    parse_action, format_action = staticmethod(actions.parse_action), staticmethod(actions.format_action)
    every_action = staticmethod(actions.every_action)
    parse_position, format_position = staticmethod(position.parse_position), staticmethod(position.format_position)
    view, describe, conceals = staticmethod(seen.view), staticmethod(seen.describe), staticmethod(seen.conceals)
    threats, reach = staticmethod(danger.threats), staticmethod(danger.reach)
    share_of_turn = staticmethod(pace.share_of_turn)

    def secret_now(self, s: Any) -> bool:
        """T-R2: a secret deployment goes on."""
        return bool(observe.veiled(s))


GAME = Tactics()

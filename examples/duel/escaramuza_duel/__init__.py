"""Duel: three fencers a side on 5 × 5 squares, and one die."""

from typing import Any

from escaramuza.games import basics, boards, game
from escaramuza.kernel import dice
from escaramuza_duel import rules


class Duel(game.Game):
    """Strike the enemy's fencers down, or get past them."""

    id, name, version = "duel", "Duel", 1
    board = boards.Grid(rules.SIZE, rules.SIZE)
    classes = ("fencer",)
    state, modules = rules.STATE, (rules,)
    actions, reasons, events = rules.Do, rules.Why, rules.Did
    clauses = tuple(basics.Clause(f"D-{number}", "Duel") for number in range(1, 7))

    def new(self, s: Any, options: Any, seed: int) -> None:
        """D-1: both sides' fencers on their first rows."""
        dice.set_key(s.dice, seed)
        s.winner, s.turn_limit = rules.NOBODY, rules.TURNS
        s.units["side"], s.units["at"] = [0, 0, 0, 1, 1, 1], [0, 2, 4, 20, 22, 24]

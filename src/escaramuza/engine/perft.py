"""Exact counts of the tree of actions."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from escaramuza.games.game import Game
from escaramuza.kernel.buffers import ACTION, OVER, silent_log

# Below this depth one compiled call counts; above it Python keeps its ear open for an interruption.
COMPILED_DEPTH = 2


def count(game: Game, state: Any, depth: int) -> int:
    """Sequences of at most `depth` actions of the player to move; the end of the turn, of the game or a throw of
    dice stops a sequence, which then counts one."""
    return sum(number for _, number in divide(game, state, depth)) if depth > 0 else 1


def divide(game: Game, state: Any, depth: int) -> Iterator[tuple[str, int]]:
    """The count below each first action."""
    stack = np.zeros(depth + 2, game.state)
    actions = np.zeros((depth + 2, game.max_actions), ACTION)
    stack[0] = state
    counter = _Counter(game, stack, actions)
    for i, number in counter.below(0, depth):
        yield game.format_action(state, actions[0][i]), number


class _Counter:
    def __init__(self, game: Game, stack: Any, actions: Any) -> None:
        self.rules = game.rules
        self.compiled = game.compiled("escaramuza.engine.bulk").perft
        self.stack = stack
        self.actions = actions
        self.log = silent_log()

    def below(self, level: int, depth: int) -> Iterator[tuple[int, int]]:
        """(place of the action, count below it) for each legal action of stack[level]."""
        s = self.stack[level]
        seat = self.rules["actor"](s)
        if seat == OVER:
            return
        for i in range(self.rules["legal_actions"](s, self.actions[level])):
            self.stack[level + 1] = s
            after = self.stack[level + 1]
            self.rules["apply"](after, self.actions[level][i], self.log)
            if self.rules["actor"](after) != seat or after.dice.draws != s.dice.draws:
                yield i, 1
            elif depth - 1 <= COMPILED_DEPTH:
                yield i, int(self.compiled(self.stack, self.actions, level + 1, depth - 1, self.log))
            else:
                yield i, sum(number for _, number in self.below(level + 1, depth - 1))

"""Search trees: how they grow, and what is kept of them for the next decision."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from escaramuza.games.game import Game
from escaramuza.kernel import buffers

Allowed = Callable[[Any], bool]


class Tree:
    """One search tree over a position."""

    def __init__(self, game: Game, root: Any, seat: int, seed: int, nodes: int, weights: Any = None) -> None:
        self.weights = game.weights.array if weights is None else weights
        self.code = game.compiled("escaramuza.agents.tree")
        self.root = root
        self.seat = seat
        self.seed = seed
        self.head = np.zeros(1, self.code.TREE)
        self.nodes = np.zeros(nodes, self.code.NODE)
        self.nodes[0].child = self.code.NONE
        head = self.head[0]
        head.used, head.seat, head.playout = 1, seat, game.search.playout
        settings = game.search
        head.exploration, head.widening = settings.exploration, settings.widening
        head.root_widening = settings.widening if settings.root_widening is None else settings.root_widening
        self.states = np.zeros(2, game.state)
        self.actions = np.zeros(game.max_actions, buffers.ACTION)
        self.children = np.zeros(game.max_actions, np.int32)
        self.promises = np.zeros(game.max_actions, np.int64)
        self.path = np.zeros(self.code.MAX_DEPTH, np.int32)
        self.results = np.zeros(len(game.sides), np.int64)
        self.log = buffers.silent_log()
        self.began = 0.0
        # Simulations of earlier decisions.
        self.had = 0

    def grow(self, simulations: int) -> None:
        """Run simulations; the GIL is free meanwhile."""
        self.code.grow(
            self.head[0],
            self.nodes,
            self.root,
            self.states,
            self.actions,
            self.children,
            self.promises,
            self.path,
            self.results,
            self.weights,
            self.seed,
            simulations,
            self.log,
        )

    def below(self, action: Any, root: Any, seed: int, nodes: int, allowed: Allowed) -> "Tree | None":
        """The part of the tree that an action leads to, with room for more; None where nothing that is allowed was
        looked at in it."""
        found = (node for node in self.children_of(0) if self.nodes[node].action.tobytes() == action.tobytes())
        top = next(found, None)
        if top is None or next(iter(self.children_of(top)), None) is None:
            return None
        used = int(self.head[0].used)
        kept = np.zeros(nodes + used, self.code.NODE)
        self.code.keep(self.head[0], self.nodes, top, kept, np.zeros(used, np.int32))
        self.nodes, self.root, self.seed = kept, root, seed
        self._prune(allowed)
        return None if self.nodes[0].child == self.code.NONE else self

    def _prune(self, allowed: Allowed) -> None:
        """Leave out first actions that were only possible in a guess at what is hidden, and what was seen of them."""
        children = list(self.children_of(0))
        rest = [child for child in children if allowed(self.nodes[child].action)]
        gone = sum(self.visits(child) for child in set(children) - set(rest))
        self.nodes[0].child = rest[0] if rest else self.code.NONE
        for node, following in zip(rest, [*rest[1:], self.code.NONE], strict=False):
            self.nodes[node].sibling = following
        self.head[0].done -= gone
        self.nodes[0].visits -= gone

    @property
    def size(self) -> int:
        """The bytes that it holds: room for nodes takes memory once they are written."""
        rooms = (self.nodes[: self.head[0].used], self.states, self.actions, self.children, self.promises, self.path)
        return sum(room.nbytes for room in rooms)

    @property
    def done(self) -> int:
        """Simulations so far."""
        return int(self.head[0].done)

    @property
    def lead(self) -> int:
        """By how many simulations the first choice is ahead of the second."""
        first = second = 0
        for child in self.children_of(0):
            visits = self.visits(child)
            first, second = (visits, first) if visits > first else (first, max(second, visits))
        return first - second

    def visits(self, node: int) -> int:
        """Simulations that went through a node."""
        return int(self.nodes["visits"][node])

    def children_of(self, node: int) -> Iterable[int]:
        """The nodes below a node."""
        child = int(self.nodes[node].child)
        while child != self.code.NONE:
            yield child
            child = int(self.nodes[child].sibling)


@dataclass(frozen=True)
class Remembered:
    """Trees grown for a decision, the action that was made, and the position that should come of it."""

    trees: list[Tree]
    action: Any
    expected: bytes

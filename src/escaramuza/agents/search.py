"""The search agent: budgets, threads, progress, its expectation and its best line."""

import math
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np

from escaramuza.games.game import Game
from escaramuza.kernel import buffers

# Independent trees whose visits are added up. The number is part of the agent, not of the machine, so the same seed
# and simulations give the same answer whatever the number of threads.
TREES = 2
CHUNK = 100
FIRST_CHUNK = 10
CHUNK_SECONDS = 0.05
MOST_NODES = 2_000_000
MOST_SEED = 1 << 62
LINE = 12


@dataclass(frozen=True)
class Budget:
    """How long to think: simulations or seconds for a decision, seconds for a whole turn, or whichever is over
    first."""

    sims: int | None = None
    seconds: float | None = None
    turn: float | None = None

    def __post_init__(self) -> None:
        given = [limit for limit in (self.sims, self.seconds, self.turn) if limit is not None]
        if not given or min(given) <= 0:
            raise ValueError("a budget is a positive number of simulations, of seconds, or of both")

    def for_decision(self, share: float) -> "Budget":
        """What is left of it for a decision that deserves this share of a turn."""
        if self.turn is None:
            return self
        seconds = self.turn * share
        return Budget(self.sims, seconds if self.seconds is None else min(seconds, self.seconds))


@dataclass(frozen=True)
class Candidate:
    """An action that the search looked at."""

    action: str
    visits: int
    expected: float


@dataclass(frozen=True)
class Thought:
    """What the search came to. Expected results run from 0 (lost) to 1 (won) for the side that decides."""

    action: str
    expected: float
    line: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    sims: int
    seconds: float


Progress = Callable[[float, int], None]


class Cancelled(Exception):
    """Somebody stopped the thinking."""


class Tree:
    """One search tree over a position."""

    def __init__(self, spec: Game, root: Any, seat: int, seed: int, nodes: int) -> None:
        self.code = spec.compiled("escaramuza.agents.tree")
        self.root = root
        self.seat = seat
        self.seed = seed
        self.head = np.zeros(1, self.code.TREE)
        self.nodes = np.zeros(nodes, self.code.NODE)
        self.nodes[0].child = self.code.NONE
        head = self.head[0]
        head.used, head.seat, head.playout = 1, seat, spec.search.playout
        settings = spec.search
        head.exploration, head.widening = settings.exploration, settings.widening
        head.root_widening = settings.widening if settings.root_widening is None else settings.root_widening
        self.states = np.zeros(2, spec.state)
        self.actions = np.zeros(spec.max_actions, buffers.ACTION)
        self.children = np.zeros(spec.max_actions, np.int32)
        self.path = np.zeros(self.code.MAX_DEPTH, np.int32)
        self.results = np.zeros(len(spec.sides), np.int64)
        self.log = buffers.silent_log()
        self.began = 0.0

    def grow(self, simulations: int) -> None:
        """Run simulations; the GIL is free meanwhile."""
        self.code.grow(
            self.head[0],
            self.nodes,
            self.root,
            self.states,
            self.actions,
            self.children,
            self.path,
            self.results,
            self.seed,
            simulations,
            self.log,
        )

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


class SearchAgent:
    """Monte-Carlo tree search under a budget of time or simulations."""

    def __init__(self, budget: Budget, seed: int = 0, threads: int = 1, trees: int = TREES) -> None:
        self.budget = budget
        self.seed = seed
        self.threads = threads
        self.trees = trees
        self.thoughts = 0

    def choose(self, spec: Game, state: Any, cancel: Event | None = None, progress: Progress | None = None) -> Any:
        """The action to make."""
        forced = _only_action(spec, state)
        if forced is not None:
            return forced
        action, _ = self._decide(spec, state, progress, cancel, hasty=True)
        return action

    def think(self, spec: Game, state: Any, progress: Progress | None = None, cancel: Event | None = None) -> Thought:
        """Choose, and say why: expected result, best line, the candidates."""
        began = time.perf_counter()
        action, trees = self._decide(spec, state, progress, cancel)
        ranked = _ranked(spec, trees)
        candidates = tuple(
            Candidate(spec.format_action(state, a), visits, total / visits) for a, visits, total in ranked if visits
        )
        best = candidates[0]
        return Thought(
            action=spec.format_action(state, action),
            expected=best.expected,
            line=_line(spec, state, trees[0], action),
            candidates=candidates,
            sims=sum(tree.done for tree in trees),
            seconds=time.perf_counter() - began,
        )

    def _decide(
        self, spec: Game, state: Any, progress: Progress | None, cancel: Event | None, hasty: bool = False
    ) -> tuple[Any, list[Tree]]:
        """The action and the trees behind it. Whoever is hasty stops when the choice is made, however sure of it."""
        seat = int(spec.rules["actor"](state))
        if seat == buffers.OVER:
            raise ValueError("the game is over")
        # What the searching seat cannot see is wiped before the tree sees the position at all.
        root = buffers.copy(state)
        spec.rules["observe"](state, seat, root)
        self.thoughts += 1
        budget = self.budget.for_decision(spec.share_of_turn(state))
        nodes = MOST_NODES if budget.sims is None else min(MOST_NODES, budget.sims + 2)
        first = (self.seed * 1_000_003 + self.thoughts) * 64 % MOST_SEED
        seeds = [first + i for i in range(self.trees)]
        trees = [Tree(spec, root, seat, seed, nodes) for seed in seeds]
        _Thinking(self, budget, trees, progress, cancel, hasty).run()
        return _ranked(spec, trees)[0][0], trees


class _Thinking:
    """Growing the trees of one decision, in threads, within the budget."""

    def __init__(
        self,
        agent: SearchAgent,
        budget: Budget,
        trees: list[Tree],
        progress: Progress | None,
        cancel: Event | None,
        hasty: bool,
    ) -> None:
        self.agent = agent
        self.hasty = hasty
        self.budget = budget
        self.trees = trees
        self.progress = progress
        self.cancel = cancel
        self.stop = Event()
        self.began = time.perf_counter()

    def run(self) -> None:
        if self.agent.threads == 1 or len(self.trees) == 1:
            for number in range(len(self.trees)):
                self.grow(number)
            return
        with ThreadPoolExecutor(min(self.agent.threads, len(self.trees))) as pool:
            try:
                list(pool.map(self.grow, range(len(self.trees))))
            except BaseException:
                # An interruption must not wait for the rest of the budget.
                self.stop.set()
                raise

    def grow(self, number: int) -> None:
        tree = self.trees[number]
        tree.began = time.perf_counter()
        sims, seconds = self.budget.sims, self.budget.seconds
        share = None if sims is None else sims // len(self.trees) + (number < sims % len(self.trees))
        until = None if seconds is None else self.began + self._end_of(number) * seconds
        # With a clock, a few first: they show how many fit.
        chunk = CHUNK if until is None else FIRST_CHUNK
        while True:
            if share is not None:
                chunk = min(chunk, CHUNK, share - tree.done)
            if chunk <= 0 or (until is not None and time.perf_counter() >= until and tree.done):
                return
            if self.hasty and tree.lead > self._to_come(tree, share, until):
                # Nothing can overtake it any more.
                return
            if self.stop.is_set() or (self.cancel is not None and self.cancel.is_set()):
                raise Cancelled
            at = time.perf_counter()
            tree.grow(chunk)
            if until is not None:
                chunk = _next_chunk(chunk, time.perf_counter() - at)
            self.report()

    def _to_come(self, tree: Tree, share: int | None, until: float | None) -> float:
        """How many simulations a tree may still see, by the number that is given or by its pace so far."""
        left = math.inf if share is None else share - tree.done
        if until is None or not tree.done:
            return left
        now = time.perf_counter()
        return min(left, tree.done * (until - now) / max(now - tree.began, 1e-6))

    def _end_of(self, number: int) -> float:
        """Trees grown one after another share the seconds; those grown at once have them all."""
        return 1.0 if self.agent.threads > 1 else (number + 1) / len(self.trees)

    def report(self) -> None:
        if self.progress is None:
            return
        done = sum(tree.done for tree in self.trees)
        sims, seconds = self.budget.sims, self.budget.seconds
        shares = []
        if sims is not None:
            shares.append(done / sims)
        if seconds is not None:
            shares.append((time.perf_counter() - self.began) / seconds)
        self.progress(min(1.0, max(shares)), done)


def _next_chunk(chunk: int, took: float) -> int:
    """So many simulations that the clock is looked at often enough. They are at most twice as many as before: the first
    ones may be far quicker than those that go deeper."""
    return max(1, min(2 * chunk, 10_000, int(chunk * CHUNK_SECONDS / max(took, 1e-6))))


def _only_action(spec: Game, state: Any) -> Any | None:
    actions = np.zeros(spec.max_actions, buffers.ACTION)
    return actions[0] if spec.rules["propose"](state, actions) == 1 else None


def _ranked(spec: Game, trees: list[Tree]) -> list[tuple[Any, int, float]]:
    """The root's actions with visits and totals added up over the trees, most visited first."""
    found: dict[bytes, tuple[Any, int, float]] = {}
    for tree in trees:
        for child in tree.children_of(0):
            node = tree.nodes[child]
            key = node.action.tobytes()
            _, visits, total = found.get(key, (None, 0, 0.0))
            found[key] = (node.action, visits + int(node.visits), total + float(node.total))
    return sorted(found.values(), key=lambda entry: (-entry[1], -entry[2], entry[0].tobytes()))


def _line(spec: Game, state: Any, tree: Tree, first: Any) -> tuple[str, ...]:
    """The most visited path, as far as it can be played without knowing dice; over a guess at what the seat cannot see,
    as the tree was."""
    log, why = buffers.silent_log(), buffers.one(buffers.WHY)
    s = buffers.copy(state)
    spec.rules["determinize"](s, tree.seat, 0)
    node = next((n for n in tree.children_of(0) if tree.nodes[n].action.tobytes() == first.tobytes()), tree.code.NONE)
    line: list[str] = []
    while node != tree.code.NONE and len(line) < LINE:
        a = tree.nodes[node].action
        if spec.rules["check"](s, a, why) != buffers.OK:
            break
        line.append(spec.format_action(s, a))
        draws = s.dice.draws
        spec.rules["apply"](s, a, log)
        if s.dice.draws != draws or spec.rules["actor"](s) == buffers.OVER:
            break
        node = max(tree.children_of(node), key=tree.visits, default=tree.code.NONE)
    return tuple(line)

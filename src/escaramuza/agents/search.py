"""The search agent: budgets, threads, progress, its expectation and its best line."""

import math
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np

from escaramuza.agents.growth import Remembered, Tree
from escaramuza.games.game import Game
from escaramuza.kernel import buffers

# Independent trees whose visits are added up. The number is part of the agent, not of the machine, so the same seed
# and simulations give the same answer whatever the number of threads.
TREES = 2
CHUNK = 100
FIRST_CHUNK = 10
CHUNK_SECONDS = 0.05
MOST_NODES = 2_000_000
# A simulation adds so many nodes at most.
NODES_EACH = 8
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
# People feel the time that goes by; to compare agents on a busy machine it is that of the processor.
Clock = Callable[[], float]


class Cancelled(Exception):
    """Somebody stopped the thinking."""


class SearchAgent:
    """Monte-Carlo tree search under a budget of time or simulations.

    Without dice or news between two decisions it goes on with the trees that it has. `wobble` makes it human: it takes
    a lesser action the sooner, the less it believes to lose by it (in hundredths of a game)."""

    def __init__(
        self,
        budget: Budget,
        seed: int = 0,
        threads: int = 1,
        trees: int = TREES,
        wobble: float = 0.0,
        weights: Any = None,
        clock: Clock = time.perf_counter,
    ) -> None:
        self.budget = budget
        self.clock = clock
        self.seed = seed
        self.threads = threads
        self.trees = trees
        self.wobble = wobble
        self.weights = weights
        self.thoughts = 0
        self.remembered: Remembered | None = None

    def choose(
        self,
        game: Game,
        state: Any,
        cancel: Event | None = None,
        progress: Progress | None = None,
        hurry: Event | None = None,
    ) -> Any:
        """The action to make; who is in a hurry has the best so far."""
        forced = _only_action(game, state)
        if forced is not None:
            return forced
        action, trees = self._decide(game, state, progress, cancel, hasty=True, hurry=hurry)
        if self.wobble:
            action = self._wobbled(_ranked(game, trees))
        self._remember(game, state, trees, action)
        return action

    @property
    def size(self) -> int:
        """The bytes of the trees that are remembered."""
        return 0 if self.remembered is None else sum(tree.size for tree in self.remembered.trees)

    def judge(self, game: Game, state: Any) -> tuple[Any, float]:
        """The action to make, and what is expected of it for the side that decides."""
        action, trees = self._decide(game, state, None, None)
        _, visits, total = _ranked(game, trees)[0]
        self._remember(game, state, trees, action)
        return action, total / visits

    def _wobbled(self, ranked: list[tuple[Any, int, float]]) -> Any:
        """One of those that were looked at, by how much worse each seems than the best."""
        seen = [(action, total / visits) for action, visits, total in ranked if visits]
        best = max(expected for _, expected in seen)
        chances = np.exp([100 * (expected - best) / self.wobble for _, expected in seen])
        lots = np.random.default_rng((self.seed, self.thoughts))
        return seen[int(lots.choice(len(seen), p=chances / chances.sum()))][0]

    def _remember(self, game: Game, state: Any, trees: list[Tree], action: Any) -> None:
        """Keep the trees, with what the seat will see after the action if nothing else happens; where dice are thrown
        or cards drawn they are about something else. The rules work on the position as it is, since what is wiped in
        the tree's cannot be played on with; nothing of it is kept but what the seat sees."""
        after = buffers.copy(state)
        draws = after.dice.draws
        game.rules["apply"](after, action, buffers.silent_log())
        self.remembered = None
        if after.dice.draws == draws:
            seen = buffers.copy(after)
            game.rules["observe"](after, trees[0].seat, seen)
            self.remembered = Remembered(trees, action, seen.tobytes())

    def _trees(self, game: Game, state: Any, root: Any, seat: int, nodes: int) -> list[Tree]:
        """Those of the last decision, as far as they are about this one, and new ones."""
        why = buffers.one(buffers.WHY)

        def allowed(action: Any) -> bool:
            return bool(game.rules["check"](state, action, why) == buffers.OK)

        first = (self.seed * 1_000_003 + self.thoughts) * 64 % MOST_SEED
        before, self.remembered = self.remembered, None
        known: list[Tree] = []
        if before is not None and before.trees[0].seat == seat and before.expected == root.tobytes():
            known = before.trees
        trees = []
        for number, seed in enumerate(range(first, first + self.trees)):
            kept = None
            if before is not None and known:
                kept = known[number].below(before.action, root, seed, nodes, allowed)
            trees.append(kept or Tree(game, root, seat, seed, nodes, self.weights))
        return trees

    def think(self, game: Game, state: Any, progress: Progress | None = None, cancel: Event | None = None) -> Thought:
        """Choose, and say why: expected result, best line, the candidates."""
        began = time.perf_counter()
        action, trees = self._decide(game, state, progress, cancel)
        ranked = _ranked(game, trees)
        candidates = tuple(
            Candidate(game.format_action(state, a), visits, total / visits) for a, visits, total in ranked if visits
        )
        best = candidates[0]
        return Thought(
            action=game.format_action(state, action),
            expected=best.expected,
            line=_line(game, state, trees[0], action),
            candidates=candidates,
            sims=sum(tree.done for tree in trees),
            seconds=time.perf_counter() - began,
        )

    def _decide(
        self,
        game: Game,
        state: Any,
        progress: Progress | None,
        cancel: Event | None,
        hasty: bool = False,
        hurry: Event | None = None,
    ) -> tuple[Any, list[Tree]]:
        """The action and the trees behind it. Whoever is hasty stops when the choice is made, however sure of it."""
        seat = int(game.rules["actor"](state))
        if seat == buffers.OVER:
            raise ValueError("the game is over")
        # What the searching seat cannot see is wiped before the tree sees the position at all.
        root = buffers.copy(state)
        game.rules["observe"](state, seat, root)
        self.thoughts += 1
        budget = self.budget.for_decision(game.share_of_turn(state))
        nodes = MOST_NODES if budget.sims is None else min(MOST_NODES, NODES_EACH * budget.sims + 2)
        trees = self._trees(game, state, root, seat, nodes)
        _Thinking(self, budget, trees, progress, cancel, hasty, hurry).run()
        return _ranked(game, trees)[0][0], trees


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
        hurry: Event | None,
    ) -> None:
        self.agent = agent
        self.hasty = hasty
        self.hurry = hurry
        self.budget = budget
        self.trees = trees
        self.progress = progress
        self.cancel = cancel
        self.stop = Event()
        self.now = agent.clock
        self.began = self.now()

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
        tree.began = self.now()
        tree.had = tree.done
        sims, seconds = self.budget.sims, self.budget.seconds
        share = None if sims is None else sims // len(self.trees) + (number < sims % len(self.trees))
        until = None if seconds is None else self.began + self._end_of(number) * seconds
        # With a clock, a few first: they show how many fit.
        chunk = CHUNK if until is None else FIRST_CHUNK
        while True:
            if share is not None:
                chunk = min(chunk, CHUNK, share - tree.done)
            if chunk <= 0 or (until is not None and self.now() >= until and tree.done):
                return
            if self.hasty and tree.lead > self._to_come(tree, share, until):
                # Nothing can overtake it any more.
                return
            if self.stop.is_set() or (self.cancel is not None and self.cancel.is_set()):
                raise Cancelled
            if self.hurry is not None and self.hurry.is_set() and any(tree.done for tree in self.trees):
                return
            at = self.now()
            tree.grow(chunk)
            if until is not None:
                chunk = _next_chunk(chunk, self.now() - at)
            self.report()

    def _to_come(self, tree: Tree, share: int | None, until: float | None) -> float:
        """How many simulations a tree may still see, by the number that is given or by its pace so far."""
        left = math.inf if share is None else share - tree.done
        if until is None or tree.done == tree.had:
            return left
        now = self.now()
        return min(left, (tree.done - tree.had) * (until - now) / max(now - tree.began, 1e-6))

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
            shares.append((self.now() - self.began) / seconds)
        self.progress(min(1.0, max(shares)), done)


def _next_chunk(chunk: int, took: float) -> int:
    """So many simulations that the clock is looked at often enough. They are at most twice as many as before: the first
    ones may be far quicker than those that go deeper."""
    return max(1, min(2 * chunk, 10_000, int(chunk * CHUNK_SECONDS / max(took, 1e-6))))


def _only_action(game: Game, state: Any) -> Any | None:
    actions = np.zeros(game.max_actions, buffers.ACTION)
    return actions[0] if game.rules["propose"](state, actions) == 1 else None


def _ranked(game: Game, trees: list[Tree]) -> list[tuple[Any, int, float]]:
    """The root's actions with visits and totals added up over the trees, most visited first."""
    found: dict[bytes, tuple[Any, int, float]] = {}
    for tree in trees:
        for child in tree.children_of(0):
            node = tree.nodes[child]
            key = node.action.tobytes()
            _, visits, total = found.get(key, (None, 0, 0.0))
            found[key] = (node.action, visits + int(node.visits), total + float(node.total))
    return sorted(found.values(), key=lambda entry: (-entry[1], -entry[2], entry[0].tobytes()))


def _line(game: Game, state: Any, tree: Tree, first: Any) -> tuple[str, ...]:
    """The most visited path, as far as it can be played without knowing dice; over a guess at what the seat cannot see,
    as the tree was."""
    log, why = buffers.silent_log(), buffers.one(buffers.WHY)
    s = buffers.copy(state)
    game.rules["determinize"](s, tree.seat, 0)
    node = next((n for n in tree.children_of(0) if tree.nodes[n].action.tobytes() == first.tobytes()), tree.code.NONE)
    line: list[str] = []
    while node != tree.code.NONE and len(line) < LINE:
        a = tree.nodes[node].action
        if game.rules["check"](s, a, why) != buffers.OK:
            break
        line.append(game.format_action(s, a))
        draws = s.dice.draws
        game.rules["apply"](s, a, log)
        if s.dice.draws != draws or game.rules["actor"](s) == buffers.OVER:
            break
        node = max(filter(tree.visits, tree.children_of(node)), key=tree.visits, default=tree.code.NONE)
    return tuple(line)

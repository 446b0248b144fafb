"""Agents at a table: who decides for each seat, inside compiled code where that is possible."""

import time
from collections.abc import Callable
from threading import Event
from typing import Any

import numpy as np

from escaramuza.agents.names import AgentName
from escaramuza.agents.search import Cancelled, Clock, Progress, SearchAgent
from escaramuza.games.game import Game
from escaramuza.kernel import buffers

STRETCH = 100_000
Watch = Callable[[Any, int], None]


class Agents:
    """Plays positions on for the agents that hold the seats; a seat without an agent waits for somebody outside."""

    def __init__(
        self,
        game: Game,
        names: dict[int, AgentName],
        seed: int,
        threads: int = 1,
        clock: Clock = time.perf_counter,
    ) -> None:
        self.game = game
        self.names = names
        self.seed = seed
        self.bulk = game.compiled("escaramuza.engine.bulk")
        self.actions = np.zeros(game.max_actions, buffers.ACTION)
        self.states = np.zeros(1, game.state)
        self.log = buffers.silent_log()
        self.deciders = np.full(len(game.seats), self.bulk.OUTSIDE, np.int64)
        self.searchers: dict[int, SearchAgent] = {}
        self.made = 0
        for seat, name in names.items():
            if name.kind == "search":
                self.searchers[seat] = name.search(seed * len(game.seats) + seat, threads, clock)
            elif name.kind != "naive":
                self.deciders[seat] = self.bulk.GREEDY if name.kind == "greedy" else self.bulk.RANDOM
        self.weights = game.weights.array

    def reseed(self, seed: int) -> None:
        """Draw other lots from now on."""
        self.seed = seed
        for seat, searcher in self.searchers.items():
            searcher.seed = seed * len(self.game.seats) + seat

    @property
    def size(self) -> int:
        """The bytes that they hold: their own room, and the trees that are kept for the next decision."""
        return self.actions.nbytes + self.states.nbytes + sum(agent.size for agent in self.searchers.values())

    def play(self, state: Any, cancel: Event | None = None, watch: Watch | None = None) -> int:
        """Play to the end, or to a seat without an agent; the number of actions made. Who watches sees the position
        and whose decision it is before each action."""
        total, stretch = 0, STRETCH if watch is None else 1
        while True:
            if cancel is not None and cancel.is_set():
                raise Cancelled
            seat = int(self.game.rules["actor"](state))
            if watch is not None and seat != buffers.OVER:
                watch(state, seat)
            made = int(
                self.bulk.advance(
                    state, self.deciders, self.states, self.actions, self.weights, self._lot(), self.log, stretch
                )
            )
            self.made += made
            total += made
            if made and watch is not None:
                continue
            seat = int(self.game.rules["actor"](state))
            if seat == buffers.OVER or seat not in self.names:
                return total
            if seat in self.searchers:
                action = self.searchers[seat].choose(self.game, state, cancel)
            else:
                action = self._obvious(state, seat)
            self.game.rules["apply"](state, action, self.log)
            self.made += 1
            total += 1

    def choose(
        self,
        state: Any,
        progress: Progress | None = None,
        cancel: Event | None = None,
        hurry: Event | None = None,
    ) -> str:
        """The action, as text, of the agent whose decision it is."""
        seat = int(self.game.rules["actor"](state))
        self.made += 1
        if seat in self.searchers:
            action = self.searchers[seat].choose(self.game, state, cancel, progress, hurry)
            return self.game.format_action(state, action)
        if self.names[seat].kind == "naive":
            return self.game.format_action(state, self._obvious(state, seat))
        rules = self.game.rules
        if self.deciders[seat] == self.bulk.GREEDY:
            chosen = self.bulk.greedy_choice(state, self.states, self.actions, self.weights, self._lot(), self.log)
        else:
            chosen = np.random.default_rng(self._lot()).integers(rules["legal_actions"](state, self.actions))
        return self.game.format_action(state, self.actions[chosen])

    def _obvious(self, state: Any, seat: int) -> Any:
        """What somebody does who only sees the obvious; lots where several things are as obvious."""
        seen = buffers.copy(state)
        self.game.rules["observe"](state, seat, seen)
        legal = self.actions[: self.game.rules["legal_actions"](state, self.actions)]
        scores = np.asarray(self.game.obvious(seen, legal), np.float64)
        best = np.flatnonzero(scores == scores.max())
        return legal[int(np.random.default_rng(self._lot()).choice(best))]

    def _lot(self) -> int:
        return (self.seed * 1_000_003 + self.made) % (1 << 62)


def fresh(game: Game, options: Any, seed: int) -> Any:
    """A position before its first action."""
    state = buffers.one(game.state)
    game.new(state, options, seed)
    return state

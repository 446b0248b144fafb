"""Agents at a table: who decides for each seat, inside compiled code where that is possible."""

from threading import Event
from typing import Any

import numpy as np

from escaramuza.agents.names import AgentName
from escaramuza.agents.search import Cancelled, Progress, SearchAgent
from escaramuza.games.game import Game
from escaramuza.kernel import buffers

STRETCH = 100_000


class Agents:
    """Plays positions on for the agents that hold the seats; a seat without an agent waits for somebody outside."""

    def __init__(self, spec: Game, names: dict[int, AgentName], seed: int, threads: int = 1) -> None:
        self.spec = spec
        self.names = names
        self.seed = seed
        self.bulk = spec.compiled("escaramuza.engine.bulk")
        self.actions = np.zeros(spec.max_actions, buffers.ACTION)
        self.states = np.zeros(1, spec.state)
        self.log = buffers.silent_log()
        self.deciders = np.full(len(spec.seats), self.bulk.OUTSIDE, np.int64)
        self.searchers: dict[int, SearchAgent] = {}
        self.made = 0
        for seat, name in names.items():
            if name.kind == "search":
                self.searchers[seat] = name.search(seed * len(spec.seats) + seat, threads)
            else:
                self.deciders[seat] = self.bulk.GREEDY if name.kind == "greedy" else self.bulk.RANDOM

    def play(self, state: Any, cancel: Event | None = None) -> int:
        """Play to the end, or to a seat without an agent; the number of actions made."""
        total = 0
        while True:
            if cancel is not None and cancel.is_set():
                raise Cancelled
            made = int(
                self.bulk.advance(state, self.deciders, self.states, self.actions, self._lot(), self.log, STRETCH)
            )
            self.made += made
            total += made
            seat = int(self.spec.rules["actor"](state))
            if seat == buffers.OVER or seat not in self.names:
                return total
            if seat in self.searchers:
                action = self.searchers[seat].choose(self.spec, state, cancel)
                self.spec.rules["apply"](state, action, self.log)
                self.made += 1
                total += 1

    def choose(self, state: Any, progress: Progress | None = None, cancel: Event | None = None) -> str:
        """The action, as text, of the agent whose decision it is."""
        seat = int(self.spec.rules["actor"](state))
        self.made += 1
        if seat in self.searchers:
            action = self.searchers[seat].choose(self.spec, state, cancel, progress)
            return self.spec.format_action(state, action)
        rules = self.spec.rules
        if self.deciders[seat] == self.bulk.GREEDY:
            chosen = self.bulk.greedy_choice(state, self.states, self.actions, self._lot(), self.log)
        else:
            chosen = np.random.default_rng(self._lot()).integers(rules["legal_actions"](state, self.actions))
        return self.spec.format_action(state, self.actions[chosen])

    def _lot(self) -> int:
        return (self.seed * 1_000_003 + self.made) % (1 << 62)


def fresh(spec: Game, options: Any, seed: int) -> Any:
    """A position before its first action."""
    state = buffers.one(spec.state)
    spec.new(state, options, seed)
    return state

"""Playing the rows of an experiment: one row a game, the same for the same number wherever it is played."""

from threading import Event
from typing import Any, NamedTuple

import numpy as np

from escaramuza.agents.players import Agents, fresh
from escaramuza.agents.search import Cancelled
from escaramuza.games.game import Game
from escaramuza.kernel import buffers
from escaramuza.kernel.dice import reseed
from escaramuza.lab.experiment import Plan

MOST_ACTIONS = 1_000_000
UNKNOWN = -9
# Agents that decide inside compiled code.
QUICK = ("random", "greedy")
ROW = np.dtype(
    [
        ("row", "i8"),
        ("pair", "i8"),
        ("cell", "i4"),
        ("swapped", "i1"),
        ("result", "i1"),  # of the first party: 1, 0, -1
        ("side", "i1"),  # of the first side
        ("opener", "i1"),  # the side that began; -1 where that is not known
        ("first", "i1"),  # the result of the side that began, or UNKNOWN
        ("actions", "i4"),
        ("turns", "i4"),  # or rounds; 0 where a game does not count them
        ("low", "i4"),  # the worst and the best estimate of the first side, from -1000 to 1000
        ("high", "i4"),
    ]
)


class Player:
    """Plays rows of a plan in one thread."""

    def __init__(self, plan: Plan, cancel: Event | None = None) -> None:
        self.plan = plan
        self.game = plan.game
        self.cancel = cancel or Event()
        self.bulk = self.game.compiled("escaramuza.engine.bulk")
        self.trial = np.zeros(1, self.game.state)
        self.actions = np.zeros(self.game.max_actions, buffers.ACTION)
        self.log = buffers.silent_log()
        names = self.game.state.names or ()
        # What rows of a cell begin with, by whether its parties have changed seats.
        self.begun: dict[tuple[int, bool], tuple[Any, dict[int, Any]]] = {}
        self.counter = next((name for name in ("turns", "round_number") if name in names), None)

    def play(self, rows: range) -> Any:
        """The rows of these numbers; fewer where it was cancelled."""
        found = np.zeros(len(rows), ROW)
        found["row"] = rows
        found["pair"] = found["row"] // 2
        found["swapped"] = found["row"] % 2
        found["cell"] = [self.plan.cell_of(row // 2) for row in rows]
        quick = np.array([all(agent.kind in QUICK for agent in self.plan.agents_of(row)) for row in rows])
        if quick.any():
            found[quick] = self._quick(found[quick])
        for place in np.flatnonzero(~quick):
            if self.cancel.is_set():
                return found[:0]
            try:
                found[place] = self._slow(found[place].copy())
            except Cancelled:
                return found[:0]
        return found

    def _start(self, row: int) -> tuple[Any, dict[int, Any]]:
        """The position of a row before its first action, its dice aside, and the agent of each seat. Rows of a cell
        begin alike unless set-ups are mixed or a game draws more than dice from the lot of a row."""
        if self.plan.experiment.mixed:
            return self._begin(row, self.plan.lot_of(row))
        cell = self.plan.cell_of(row // 2), row % 2 == 1
        if cell not in self.begun:
            start, holders = self._begin(row, self.plan.lot_of(row))
            other, _ = self._begin(row, self.plan.lot_of(row) + 1)
            other.dice = start.dice
            if other.tobytes() != start.tobytes():
                return start, holders
            self.begun[cell] = start, holders
        start, holders = self.begun[cell]
        return buffers.copy(start), holders

    def _begin(self, row: int, lot: int) -> tuple[Any, dict[int, Any]]:
        options = self.plan.options_of(row)
        state = fresh(self.game, options, lot)
        agents, side_of = self.plan.agents_of(row), self.game.rules["side_of"]
        seats = range(len(self.game.seats_for(options)))
        return state, {seat: agents[int(side_of(state, seat))] for seat in seats}

    def _quick(self, found: Any) -> Any:
        """Games of random and greedy agents, in compiled code."""
        count = len(found)
        starts, deciders = np.zeros(count, self.game.state), np.zeros((count, len(self.game.seats)), np.int64)
        kinds = {"random": self.bulk.RANDOM, "greedy": self.bulk.GREEDY}
        for place, row in enumerate(found["row"].tolist()):
            starts[place], holders = self._start(row)
            for seat, agent in holders.items():
                deciders[place, seat] = kinds[agent.kind]
        lots = np.array([self.plan.lot_of(row) for row in found["row"].tolist()], np.int64)
        write(found, self.series(starts, deciders, lots))
        return found

    def series(self, starts: Any, deciders: Any, lots: Any) -> "Played":
        """Play these games here."""
        count = len(lots)
        cells, made = np.arange(count), np.zeros(count, np.int64)
        outcomes = np.zeros((count, len(self.game.sides)), np.int64)
        finals = np.zeros(count, self.game.state)
        swings = np.zeros((count if self.plan.experiment.swings else 0, 2), np.int64)
        weights = self.game.weights.array
        given = starts, cells, deciders, lots, weights, finals, self.trial, self.actions, self.log, MOST_ACTIONS
        self.bulk.series(*given, outcomes, made, swings)
        for final in finals:
            self.look_at(final)
        openers = np.array([self.game.opener(final) for final in finals], np.int64)
        turns = np.zeros(count, np.int64) if self.counter is None else finals[self.counter].astype(np.int64)
        return Played(outcomes, made, openers, turns, swings if len(swings) else None)

    def look_at(self, final: Any) -> None:
        """For whoever wants more of a finished game than its row; called in the order of the rows."""

    def _slow(self, found: Any) -> Any:
        """One game of which an agent decides outside of compiled code."""
        table, row = np.array([found]), int(found["row"])
        state, holders = self._start(row)
        lot = self.plan.lot_of(row)
        reseed(state.dice, lot)
        swing = Swing(self.game) if self.plan.experiment.swings else None
        agents = Agents(self.game, holders, (lot >> 20) * 2 + row % 2)
        made = np.array([agents.play(state, self.cancel, swing)])
        results = np.zeros((1, len(self.game.sides)), np.int64)
        self.game.rules["outcome"](state, results[0])
        self.look_at(state)
        turns = np.array([0 if self.counter is None else int(state[self.counter])])
        seen = None if swing is None else np.array([[swing.low, swing.high]])
        write(table, Played(results, made, np.array([self.game.opener(state)]), turns, seen))
        return table[0]


class Swing:
    """The worst and the best estimate of the first side, looked at whenever a decision passes to another seat."""

    def __init__(self, game: Game) -> None:
        self.judge = game.rules["judge"]
        self.weights = game.weights.array
        self.last = buffers.OVER
        self.low = self.high = 0

    def __call__(self, state: Any, seat: int) -> None:
        if seat == self.last:
            return
        estimate = int(self.judge(state, 0, self.weights))
        self.low, self.high, self.last = min(self.low, estimate), max(self.high, estimate), seat


class Played(NamedTuple):
    """What came of games: each side's results, actions, who began (-1 where that is not known), turns, and the worst
    and the best estimate where these were kept."""

    outcomes: Any
    actions: Any
    openers: Any
    turns: Any
    swings: Any = None


def write(found: Any, played: Played) -> None:
    """Put down in rows what came of their games."""
    each = np.arange(len(found))
    outcomes, openers = played.outcomes, played.openers
    found["actions"], found["turns"] = played.actions, played.turns
    found["side"] = outcomes[:, 0]
    found["result"] = outcomes[each, found["swapped"]]
    found["opener"] = openers
    found["first"] = np.where(openers >= 0, outcomes[each, np.maximum(openers, 0)], UNKNOWN)
    if played.swings is not None:
        found["low"], found["high"] = played.swings[:, 0], played.swings[:, 1]

"""Figures of speed on one core: random playouts with full legality, and search."""

import time
from typing import Any

import numpy as np

from escaramuza.agents.names import parse
from escaramuza.agents.players import Agents, fresh
from escaramuza.agents.search import Budget, SearchAgent
from escaramuza.engine.prepare import prepare
from escaramuza.games.game import Game
from escaramuza.games.spec import GameOptions
from escaramuza.kernel.buffers import ACTION, copy, silent_log

GAMES_AT_ONCE = 20
SIMS_AT_ONCE = 1000


def opening(spec: Game, options: GameOptions) -> Any:
    """The first position after set-up; greedy players see to that."""
    state = fresh(spec, options, 1)
    table = Agents(spec, dict.fromkeys(range(len(spec.seats)), parse("greedy")), 1)
    while spec.view(state, options)["phase"] in spec.setup_phases:
        table.bulk.advance(state, table.deciders, table.states, table.actions, table.weights, 1, table.log, 1)
    return state


def playouts(spec: Game, seconds: float, options: GameOptions | None = None) -> tuple[float, float]:
    """(actions, games) a second in random games from the very start."""
    prepare(spec)
    bulk = spec.compiled("escaramuza.engine.bulk")
    start = fresh(spec, options or spec.options(), 1)
    states, buffer, log = np.zeros(1, spec.state), np.zeros(spec.max_actions, ACTION), silent_log()
    bulk.random_games(start, states, 0, 1, buffer, log)
    total = games = 0
    began = time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        total += int(bulk.random_games(start, states, games, GAMES_AT_ONCE, buffer, log))
        games += GAMES_AT_ONCE
    return total / took, games / took


def simulations(spec: Game, seconds: float, options: GameOptions | None = None) -> float:
    """Simulations a second of one search thread from the opening position, each search with a fresh tree."""
    state = copy(opening(spec, options or spec.options()))
    SearchAgent(Budget(sims=2)).think(spec, state)
    sims = 0
    began = time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        SearchAgent(Budget(sims=SIMS_AT_ONCE), seed=sims).think(spec, state)
        sims += SIMS_AT_ONCE
    return sims / took

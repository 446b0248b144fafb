"""Figures of speed on one core: random playouts with full legality, and search."""

import time
from typing import Any

import numpy as np

from escaramuza.agents.names import parse
from escaramuza.agents.players import Agents, fresh
from escaramuza.agents.search import Budget, SearchAgent
from escaramuza.engine.prepare import prepare
from escaramuza.games.basics import GameOptions
from escaramuza.games.game import Game
from escaramuza.kernel.buffers import ACTION, copy, silent_log

GAMES_AT_ONCE = 20
SIMS_AT_ONCE = 1000


def opening(game: Game, options: GameOptions) -> Any:
    """The first position after set-up; greedy players see to that."""
    state = fresh(game, options, 1)
    table = Agents(game, dict.fromkeys(range(len(game.seats)), parse("greedy")), 1)
    while game.view(state, options)["phase"] in game.setup_phases:
        table.bulk.advance(state, table.deciders, table.states, table.actions, table.weights, 1, table.log, 1)
    return state


def playouts(game: Game, seconds: float, options: GameOptions | None = None) -> tuple[float, float]:
    """(actions, games) a second in random games from the very start."""
    prepare(game)
    bulk = game.compiled("escaramuza.engine.bulk")
    start = fresh(game, options or game.options(), 1)
    states, buffer, log = np.zeros(1, game.state), np.zeros(game.max_actions, ACTION), silent_log()
    bulk.random_games(start, states, 0, 1, buffer, log)
    total = games = 0
    began = time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        total += int(bulk.random_games(start, states, games, GAMES_AT_ONCE, buffer, log))
        games += GAMES_AT_ONCE
    return total / took, games / took


def simulations(game: Game, seconds: float, options: GameOptions | None = None) -> float:
    """Simulations a second of one search thread from the opening position, each search with a fresh tree."""
    state = copy(opening(game, options or game.options()))
    SearchAgent(Budget(sims=2)).think(game, state)
    sims = 0
    began = time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        SearchAgent(Budget(sims=SIMS_AT_ONCE), seed=sims).think(game, state)
        sims += SIMS_AT_ONCE
    return sims / took

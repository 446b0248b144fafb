"""A rehearsal: everything a table asks of a game, some way into random matches, so that it is compiled or loaded before
somebody waits for it."""

import random

import numpy as np

from escaramuza.agents.search import Budget, SearchAgent
from escaramuza.engine.match import Match
from escaramuza.games.game import Game
from escaramuza.kernel.buffers import ACTION, silent_log

# Far enough into a random match that its usual decisions have come up.
STEPS = 80
ODDS_EACH = 8
# Somewhere on every measured table.
A_PLACE = (2500, 2500, 0)


def rehearse(spec: Game) -> None:
    """Play some of a random match and look at it from every seat, as the browser does."""
    match, lots = Match(spec.id, seed=0), random.Random(0)
    SearchAgent(Budget(sims=2)).think(spec, match.state)
    bulk = spec.compiled("escaramuza.engine.bulk")
    actions, states = np.zeros(spec.max_actions, ACTION), np.zeros(1, spec.state)
    for step in range(STEPS):
        if match.actor is None:
            break
        count = spec.rules["legal_actions"](match.state, actions)
        bulk.throws(match.state, actions, count, states, silent_log(), np.zeros(count, np.bool_))
        spec.describe(match.seen_by(match.actor), actions[:count])
        spec.threats(match.state)
        for seat in match.seat_names:
            match.view(seat)
            match.shortcuts(step, seat)
            match.look(step % 8, seat)
            match.look(step % 8, seat, A_PLACE)
        chosen = spec.format_action(match.state, actions[lots.randrange(count)])
        match.why(chosen)
        if step % ODDS_EACH == 0:
            match.odds(chosen)
        match.act(chosen)

"""A rehearsal: everything a table asks of a game, some way into random matches, so that it is compiled or loaded before
somebody waits for it."""

import random

import numpy as np

from escaramuza.agents.search import Budget, SearchAgent
from escaramuza.engine.match import Match
from escaramuza.games.game import Game
from escaramuza.kernel.buffers import ACTION, silent_log

# A match of which the set-up is seen, and one that is set up by a shortcut and goes far enough for armies to meet.
STEPS_OF_SETUP, STEPS = 30, 80
ODDS_EACH = 20
# So many of the first units are looked at.
UNITS = 8
# Somewhere on every measured table.
A_PLACE = (2500, 2500, 0)


def rehearse(game: Game) -> None:
    """Play some of two random matches and look at them from every seat, as the browser does."""
    SearchAgent(Budget(sims=2)).think(game, Match(game.id, seed=0).state)
    _play(Match(game.id, seed=0), STEPS_OF_SETUP, "legal_actions")
    match = Match(game.id, seed=0)
    for _ in match.seat_names:
        _set_up(match)
    _play(match, STEPS, "propose")


def _set_up(match: Match) -> None:
    """Act until a shortcut is offered, and take it."""
    lots = random.Random(0)
    for _ in range(STEPS_OF_SETUP):
        if match.actor is None:
            return
        for ready_made in match.shortcuts().values():
            for action in ready_made:
                match.act(action)
            return
        match.act(lots.choice(match.legal()))


def _play(match: Match, steps: int, choices: str) -> None:
    game, lots = match.game, random.Random(0)
    bulk = game.compiled("escaramuza.engine.bulk")
    actions, states = np.zeros(game.max_actions, ACTION), np.zeros(1, game.state)
    for step in range(steps):
        if match.actor is None:
            return
        count = game.rules["legal_actions"](match.state, actions)
        bulk.throws(match.state, actions, count, states, silent_log(), np.zeros(count, np.bool_))
        game.describe(match.seen_by(match.actor), actions[:count])
        game.threats(match.state)
        for seat in match.seat_names:
            match.view(seat)
            match.shortcuts(step, seat)
            match.look(step % UNITS, seat)
            match.look(step % UNITS, seat, A_PLACE)
        count = game.rules[choices](match.state, actions)
        chosen = game.format_action(match.state, actions[lots.randrange(count)])
        match.why(chosen)
        if step % ODDS_EACH == 0:
            match.odds(chosen)
        match.act(chosen)

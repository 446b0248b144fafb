"""Whole games and trees in compiled code, written once for all games: a template for `kernel.jit.for_game`."""

from typing import Any

import numpy as np

from escaramuza.kernel import buffers
from escaramuza.kernel.dice import below, reseed
from escaramuza.kernel.jit import rule

actor: Any
side_of: Any
check: Any
legal_actions: Any
sample: Any
propose: Any
apply: Any
judge: Any
outcome: Any
determinize: Any

# Who decides for a seat inside `advance`; a seat with another number decides outside.
RANDOM, GREEDY, OUTSIDE = 0, 1, 2


@rule
def random_game(s, seed, actions, log, kept):
    """Play on at random to the end, at most len(kept) actions; the actions into kept, their number returned."""
    n = 0
    while n < len(kept) and actor(s) != buffers.OVER:
        sample(s, seed, n, actions)
        kept[n] = actions[0]
        apply(s, kept[n], log)
        n += 1
    return n


@rule
def replay(s, kept, n, log, why):
    """Check and make n actions; the number of those made before one was refused."""
    for i in range(n):
        if check(s, kept[i], why) != 0:
            return i
        apply(s, kept[i], log)
    return n


@rule
def random_games(start, states, seed, games, actions, log):
    """Play games at random from one position, each with its own dice; the total of their actions."""
    total = 0
    for game in range(games):
        states[0] = start
        s = states[0]
        reseed(s.dice, seed + game)
        n = 0
        while actor(s) != buffers.OVER:
            sample(s, seed + game, n, actions)
            apply(s, actions[0], log)
            n += 1
        total += n
    return total


@rule
def greedy_choice(s, states, actions, weights, seed, log):
    """The place in `actions` of the best one by `value` after it, with dice and secrets re-drawn; lots break ties."""
    seat = actor(s)
    side = side_of(s, seat)
    count = propose(s, actions)
    best = -1
    best_value = -(1 << 40)
    ties = 0
    for i in range(count):
        states[0] = s
        after = states[0]
        determinize(after, seat, seed)
        apply(after, actions[i], log)
        worth = judge(after, side, weights)
        if worth > best_value:
            best = i
            best_value = worth
            ties = 1
        elif worth == best_value:
            ties += 1
            if below(seed, i, ties) == 0:
                best = i
    return best


@rule
def advance(s, deciders, states, actions, weights, seed, log, most):
    """Play on while the deciding seat is random or greedy, at most `most` actions; the number made."""
    n = 0
    while n < most:
        seat = actor(s)
        if seat == buffers.OVER or deciders[seat] >= OUTSIDE:
            break
        chosen = 0
        if deciders[seat] == GREEDY:
            chosen = greedy_choice(s, states, actions, weights, seed + n, log)
        else:
            sample(s, seed, n, actions)
        apply(s, actions[chosen], log)
        n += 1
    return n


@rule
def series(starts, cells, deciders, lots, weights, finals, trial, actions, log, most, outcomes, made, swings):
    """Whole games: game i from starts[cells[i]] with dice and lots of its own. Written are its last position, each
    side's result, its actions, and, where there is room for them, the worst and the best estimate that the first side
    had when a decision passed to another seat."""
    for i in range(len(lots)):
        finals[i] = starts[cells[i]]
        s = finals[i]
        reseed(s.dice, lots[i])
        n = 0
        last = buffers.OVER
        low = 0
        high = 0
        while n < most:
            seat = actor(s)
            if seat == buffers.OVER:
                break
            if i < len(swings) and seat != last:
                estimate = judge(s, 0, weights)
                low = min(low, estimate)
                high = max(high, estimate)
                last = seat
            chosen = 0
            if deciders[i, seat] == GREEDY:
                chosen = greedy_choice(s, trial, actions, weights, lots[i] + n, log)
            else:
                sample(s, lots[i], n, actions)
            apply(s, actions[chosen], log)
            n += 1
        outcome(s, outcomes[i])
        made[i] = n
        if i < len(swings):
            swings[i, 0] = low
            swings[i, 1] = high


@rule
def judge_all(states, weights, out):
    """The estimates of many positions for the first side."""
    for i in range(len(states)):
        out[i] = judge(states[i], 0, weights)


@rule
def throws(s, actions, count, states, log, out):
    """Write into out which of the actions throw dice, whatever the dice would show."""
    for i in range(count):
        states[0] = s
        after = states[0]
        apply(after, actions[i], log)
        out[i] = after.dice.draws != s.dice.draws


@rule
def perft(stack, actions, level, depth, log):
    """Sequences of at most `depth` actions from stack[level], each ending with the turn, a throw or the game."""
    s = stack[level]
    seat = actor(s)
    if depth == 0 or seat == buffers.OVER:
        return 1
    total = 0
    count = legal_actions(s, actions[level])
    for i in range(count):
        stack[level + 1] = s
        after = stack[level + 1]
        apply(after, actions[level][i], log)
        if actor(after) != seat or after.dice.draws != s.dice.draws:
            total += 1
        else:
            total += perft(stack, actions, level + 1, depth - 1, log)
    return total


def examples(game: Any) -> dict[str, tuple[Any, ...]]:
    """The rules of this template with example arguments, for a game."""
    s, states, actions, log = (
        buffers.one(game.state),
        np.zeros(1, game.state),
        np.zeros(game.max_actions, buffers.ACTION),
        buffers.silent_log(),
    )
    deciders, flags, weights = np.zeros(1, np.int64), np.zeros(1, np.bool_), game.weights.array
    judged, table = np.zeros(1, np.int64), np.zeros((1, 2), np.int64)
    return {
        "random_game": (s, 0, actions, log, actions),
        "replay": (s, actions, 0, log, buffers.one(buffers.WHY)),
        "random_games": (s, states, 0, 0, actions, log),
        "greedy_choice": (s, states, actions, weights, 0, log),
        "advance": (s, deciders, states, actions, weights, 0, log, 0),
        "judge_all": (states, weights, judged),
        "series": (states, deciders, table, deciders, weights, states, states, actions, log, 0, table, deciders, table),
        "throws": (s, actions, 0, states, log, flags),
        "perft": (states, np.zeros((1, 1), buffers.ACTION), 0, 0, log),
    }

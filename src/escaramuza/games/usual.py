"""The rules that a simple game need not write: a template, loaded once for each game over the rules that it has (see
`kernel.jit.for_game`); `actor` is the game's own."""

from escaramuza.kernel.buffers import OVER, write_outcome
from escaramuza.kernel.dice import below, reseed
from escaramuza.kernel.jit import rule
from escaramuza.kernel.scratch import scratch

CERTAIN = 1000
results_of_both = scratch(2)


@rule
def outcome(s, results):
    """The winner is written in the position."""
    write_outcome(s.winner, results)


@rule
def sample(s, seed, n, out):
    """Write the legal action that a lot falls on into out[0]."""
    out[0] = out[below(seed, n, legal_actions(s, out))]


@rule
def side_of(s, seat):
    """Seats alternate between the sides."""
    return seat % 2


@rule
def value(s, side):
    """Only the end tells who is better off."""
    if actor(s) != OVER:
        return 0
    results = results_of_both()
    outcome(s, results)
    return CERTAIN * results[side]


@rule
def judge(s, side, weights):
    """An estimate without a table of weights is what it is."""
    return value(s, side)


@rule
def observe(s, seat, out):
    """Nothing is hidden but the dice to come."""
    reseed(out.dice, 0)


@rule
def determinize(s, seat, seed):
    """Nothing is unknown but the dice to come."""
    reseed(s.dice, seed)

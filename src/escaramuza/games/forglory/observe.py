"""What a seat may see: everything on the table; only the dice to come are unknown."""

from escaramuza.kernel.dice import reseed
from escaramuza.kernel.jit import rule


@rule
def observe(s, seat, out):
    """Wipe from out, a copy of s, what a seat may not see: the dice to come."""
    reseed(out.dice, 0)


@rule
def determinize(s, seat, seed):
    """Draw again what a seat cannot know: the dice."""
    reseed(s.dice, seed)

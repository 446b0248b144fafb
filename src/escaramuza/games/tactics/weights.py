"""What counts in an estimate of Tactics: `lab tune tactics` fits these numbers."""

from escaramuza.games.estimate import Weights

WEIGHTS = Weights(
    # A piece that is there.
    piece=100,
    # It can be taken now, or only after its owner has had a say.
    hanging_now=55,
    hanging_later=18,
    # A friend beside it could take back.
    covered=4,
    # An enemy beside the guard of the side to move, or in line for a charge at it.
    guard_in_reach=260,
    guard_in_charge=45,
    # Each step nearer to the enemy's guard.
    approach=5,
    # An advantage of so much is worth half a victory.
    soften=500,
)
(
    PIECE,
    HANGING_NOW,
    HANGING_LATER,
    COVERED,
    GUARD_IN_REACH,
    GUARD_IN_CHARGE,
    APPROACH,
    SOFTEN,
) = range(len(WEIGHTS))

"""What counts in an estimate of Escaramuzas de Café: `lab tune cafe` fits these numbers."""

from escaramuza.games.estimate import Weights

WEIGHTS = Weights(
    # A victory point, a unit that is there, its health, its wounds.
    point=30,
    present=16,
    life=10,
    wound=5,
    # Chances in percent that an objective is a side's own at the end of a round: held alone, owned and left alone, with
    # both there; the rest goes by who is stronger around it.
    held=70,
    owned=45,
    both=20,
    # What a unit weighs around a place halves at this distance, in tenths of a millimetre.
    near=900,
    # What the ground promises for the rounds to come, in percent of a point; every later round counts a little less.
    promise=85,
    later_round=92,
    # In percent: what the active unit is about to do, what fresh units can, what the others could in the next round.
    now_share=85,
    fresh_share=30,
    later_share=10,
    # Near the end of an army every unit counts more.
    last_stand=45,
    # An advantage of so much is worth half a victory.
    soften=700,
)
(
    POINT,
    PRESENT,
    LIFE,
    WOUND,
    HELD,
    OWNED,
    BOTH,
    NEAR,
    PROMISE,
    LATER_ROUND,
    NOW_SHARE,
    FRESH_SHARE,
    LATER_SHARE,
    LAST_STAND,
    SOFTEN,
) = range(len(WEIGHTS))

"""What counts in an estimate of Escarmouche: `lab tune escarmouche` fits these numbers."""

from escaramuza.games.estimate import Weights

WEIGHTS = Weights(
    # A unit that is there, a point of its health, and what it can do.
    present=30,
    health=14,
    power=22,
    range=8,
    move=4,
    ability=8,
    stance=7,
    # In percent: what the side to move can take with its actions left, what the other can in its next turn, and how
    # much of a prize a walk leaves of it.
    now_share=70,
    next_share=45,
    after_walk=80,
    # Each step nearer to the middle, where everything is near.
    towards_centre=3,
    # Whoever is ahead wants to be near, in percent.
    chase=2,
    # The scenario: a marker, what later ones add, standing alone on the centre, and a unit there.
    marker=60,
    late_marker=10,
    alone=20,
    presence=15,
    # In percent: damage that waits for a guardian's decision.
    on_its_way=60,
    # An advantage of so much is worth half a victory.
    soften=400,
)
(
    PRESENT,
    HEALTH,
    POWER,
    RANGE,
    MOVE,
    ABILITY,
    STANCE,
    NOW_SHARE,
    NEXT_SHARE,
    AFTER_WALK,
    TOWARDS_CENTRE,
    CHASE,
    MARKER,
    LATE_MARKER,
    ALONE,
    PRESENCE,
    ON_ITS_WAY,
    SOFTEN,
) = range(len(WEIGHTS))

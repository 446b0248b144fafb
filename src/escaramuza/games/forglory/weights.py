"""What counts in an estimate of For Glory: `lab tune forglory` fits these numbers."""

from escaramuza.games.estimate import Weights

WEIGHTS = Weights(
    # A victory point, a point of an army, a hit.
    point=60,
    unit_worth=30,
    quality=8,
    disorder=6,
    hit_cost=20,
    # What a unit weighs around a place halves at so much of XL, in percent.
    near=60,
    # How sure an objective is, in percent: with a unit there alone, owned and left alone, with both there; the rest
    # goes by who is stronger around it.
    there=75,
    owned=55,
    both=25,
    # What it brings: held at the end, taken from the enemy, all of them at once, and all before that ends the battle.
    held=60,
    taken=200,
    sweep=700,
    early_sweep=150,
    # A friend beside, marching in column before the enemy, an enemy at whom the guns have found their range.
    in_line=2,
    column=4,
    ranged_in=4,
    # So far on the way to ground that is not ours counts one, in tenths of a millimetre.
    step=150,
    # An order that is still to come, so that nobody gives it away.
    waiting=2,
    # An enemy before it in reach, one that looks elsewhere, one at its own flank or back.
    facing=3,
    flanking=4,
    flanked=4,
    # Officers: experience, each XL from the staff, brigades lost, units far from their general or beside him, enemies
    # nearer to him than his own.
    experience=2,
    from_staff=3,
    brigade_lost=40,
    from_general=5,
    by_general=1,
    general_in_danger=40,
    staff_in_danger=200,
    # In percent, by the end of the battle: how much less an advantage must be, and how much less strength counts.
    urgency=55,
    fading=40,
    # An advantage of so much is worth half a victory.
    clear=450,
)
(
    POINT,
    UNIT_WORTH,
    QUALITY,
    DISORDER,
    HIT_COST,
    NEAR,
    THERE,
    OWNED,
    BOTH,
    HELD,
    TAKEN,
    SWEEP,
    EARLY_SWEEP,
    IN_LINE,
    COLUMN,
    RANGED_IN,
    STEP,
    WAITING,
    FACING,
    FLANKING,
    FLANKED,
    EXPERIENCE,
    FROM_STAFF,
    BRIGADE_LOST,
    FROM_GENERAL,
    BY_GENERAL,
    GENERAL_IN_DANGER,
    STAFF_IN_DANGER,
    URGENCY,
    FADING,
    CLEAR,
) = range(len(WEIGHTS))

"""A quick estimate for search: who stands better, from -1000 to 1000."""

import numpy as np

from escaramuza.games.cafe import state, tables
from escaramuza.games.cafe.chances import damage_spread
from escaramuza.games.cafe.kinds import RUN
from escaramuza.games.cafe.rules.scoring import for_kills, total
from escaramuza.games.cafe.rules.stack import AN_ACTIVATION, AN_ATTACK
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import find

CERTAIN = 1000
SOFTEN = 700
# What counts: a victory point, a unit being there, its health, its wounds.
POINT, PRESENT, LIFE, WOUND = 30, 16, 10, 5
# Chances in percent that an objective is a side's own at the end of a round: held alone, owned and left alone, with
# both there; the rest goes by who is stronger around it.
HELD, OWNED, BOTH = 70, 45, 20
# What a unit weighs around a place halves at this distance (squared below, in tenths of a millimetre).
NEAR = 900
# What the ground promises for the rounds to come, in percent of a point; every later round counts a little less.
PROMISE, LATER_ROUND = 85, 92
# In percent: what the active unit is about to do, what fresh units can, what the others could in the next round.
NOW_SHARE, FRESH_SHARE, LATER_SHARE = 85, 30, 10
# Near the end of an army every unit counts more.
LAST_UNITS, LAST_STAND = 4, 45
MOST_DICE, MOST_RESISTANCE, MOST_HEALTH = 4, 4, 5
# Expected damage and the chance to destroy, in thousandths: dice, cover, resistance, health.
EXPECTED = np.zeros((MOST_DICE + 1, 2, MOST_RESISTANCE + 1), np.int64)
DESTROYS = np.zeros((MOST_DICE + 1, 2, MOST_RESISTANCE + 1, MOST_HEALTH + 1), np.int64)
for _dice in range(1, MOST_DICE + 1):
    for _cover in range(2):
        for _resistance in range(1, MOST_RESISTANCE + 1):
            _spread = damage_spread(_dice, tables.HIT + _cover, _resistance)
            EXPECTED[_dice, _cover, _resistance] = round(sum(1000 * n * chance for n, chance in enumerate(_spread)))
            for _health in range(1, MOST_HEALTH + 1):
                DESTROYS[_dice, _cover, _resistance, _health] = round(1000 * sum(_spread[_health:]))


@rule
def value(s, side):
    """The estimate for a side: points, objectives for the rounds to come, units, and what each can strike."""
    if s.phase == state.FINISHED:
        if s.winner == state.NOBODY:
            return 0
        return CERTAIN if s.winner == side else -CERTAIN
    score = 100 * POINT * (total(s, tables.BLUE) - total(s, tables.RED))
    score += 100 * (army_worth(s, tables.BLUE) - army_worth(s, tables.RED))
    score += ground(s)
    if s.round_number > 0:
        score += kills_so_far(s, tables.BLUE) - kills_so_far(s, tables.RED)
        score += prizes(s, tables.BLUE) - prizes(s, tables.RED)
    score //= 100
    judged = abs(score) * (CERTAIN - 1) // (abs(score) + SOFTEN)
    return judged if (side == tables.BLUE) == (score >= 0) else -judged


@rule
def army_worth(s, side):
    """What a side has on the table."""
    points = 0
    units = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state == state.ON_TABLE:
            units += 1
            points += unit_worth(u)
    if s.round_number > 0 and units < tables.BEATEN + LAST_UNITS:
        points -= LAST_STAND * (tables.BEATEN + LAST_UNITS - units)
    return points


@rule
def unit_worth(u):
    """What a unit is worth."""
    return PRESENT + LIFE * max(u.health, 0) - WOUND * u.wounds


@rule
def kills_so_far(s, side):
    """Points that this round's kills will bring."""
    return 100 * POINT * (for_kills(s, side, 0) + for_kills(s, side, 1))


@rule
def ground(s):
    """What the objectives and the zones promise for the rounds to come: blue's less red's, in hundredths of a worth."""
    rounds = 0
    weight = PROMISE
    for _ in range(s.rounds - max(s.round_number, 1) + 1):
        rounds += weight
        weight = weight * LATER_ROUND // 100
    every_blue = np.int64(1000)
    every_red = np.int64(1000)
    score = np.int64(0)
    for k in range(s.n_objectives):
        blue, red = chances_of(s, k)
        score += rounds * s.values[tables.PER_OBJECTIVE] * (blue - red) // 1000
        every_blue = every_blue * blue // 1000
        every_red = every_red * red // 1000
        o = s.objectives[k]
        kept = s.values[tables.FIRST_AND_KEPT] * 60
        if o.first == state.NOBODY:
            score += kept * (blue - red) // 1000
        elif o.unbroken:
            score += kept * blue // 1000 if o.first == tables.BLUE else -kept * red // 1000
    score += rounds * s.values[tables.ALL_OBJECTIVES] * (every_blue - every_red) // 1000
    score += rounds * (intrusion(s, tables.BLUE) - intrusion(s, tables.RED)) // 1000
    return POINT * score


@rule
def chances_of(s, k):
    """How likely each side is to own an objective at the end of a round, in thousandths."""
    o = s.objectives[k]
    blue = np.int64(0)
    red = np.int64(0)
    blue_there = False
    red_there = False
    patch = np.int64(tables.PATCH + tables.CLOSE + 75)
    for i in range(tables.UNITS):
        u = s.units[i]
        if u.state != state.ON_TABLE:
            continue
        dx, dy = np.int64(u.x) - o.x, np.int64(u.y) - o.y
        apart = dx * dx + dy * dy
        weight = 1000 * NEAR * NEAR // (NEAR * NEAR + apart) * (2 + u.health) // 4
        there = apart <= patch * patch
        if u.side == tables.BLUE:
            blue += weight
            blue_there = blue_there or there
        else:
            red += weight
            red_there = red_there or there
    taken = 0
    if blue_there and red_there:
        taken = BOTH
        share = 500 if not s.contested_kept or o.owner == state.NOBODY else 1000 * (o.owner == tables.BLUE)
    elif blue_there or red_there:
        taken = HELD
        share = 1000 if blue_there else 0
    elif o.owner != state.NOBODY:
        taken = OWNED
        share = 1000 if o.owner == tables.BLUE else 0
    else:
        share = 500
    free = (100 - taken) * 1000 * blue // max(blue + red, 1)
    mine = (taken * share + free) // 100
    return mine, 1000 - mine


@rule
def intrusion(s, side):
    """What units in or near the enemy's deployment zone bring a side each round, in thousandths of a point."""
    far = np.int64(0)
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state != state.ON_TABLE:
            continue
        gap = np.int64(s.width - s.zone - u.x if s.left == side else u.x - s.zone)
        far += 1000 if gap <= 0 else max(300 - gap // 5, 0)
    one, three = np.int64(s.values[tables.IN_ZONE]), np.int64(s.values[tables.THREE_IN_ZONE])
    if far <= 1000:
        return one * far
    return one * 1000 + (three - one) * min(far - 1000, np.int64(2000)) // 2


@rule
def prizes(s, side):
    """What a side's units can strike: the active one now, fresh ones in this round, the others in the next."""
    k = find(s, AN_ACTIVATION)
    active = -1
    done = True
    running = False
    if k >= 0:
        f = s.frames[k]
        active = f.unit
        done = f.has_shot != 0 or f.fought != 0 or find(s, AN_ATTACK) >= 0
        running = f.mode == RUN
    fresh = 0
    later = 0
    fresh_units = 0
    now = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state != state.ON_TABLE or u.harmless:
            continue
        if i == active and not done:
            now = best_strike(s, i, running)
        elif u.acted:
            later += best_strike(s, i, False)
        else:
            fresh += best_strike(s, i, False)
            fresh_units += 1
    if fresh_units > s.points[side]:
        fresh = fresh * s.points[side] // fresh_units
    return NOW_SHARE * now + FRESH_SHARE * fresh + LATER_SHARE * later


@rule
def best_strike(s, i, running):
    """The best expected gain of an attack by a unit, by distances between centres alone."""
    u = s.units[i]
    other = (1 - u.side) * tables.MOST_UNITS
    reach = np.int64(tables.RANGE + 150)
    close = np.int64(tables.CLOSE + 175)
    best = 0
    for j in range(other, other + tables.MOST_UNITS):
        t = s.units[j]
        if t.state != state.ON_TABLE or t.camouflaged:
            continue
        dx, dy = np.int64(u.x) - t.x, np.int64(u.y) - t.y
        apart = dx * dx + dy * dy
        if apart <= close * close:
            best = max(best, gain(t, tables.FIGHTING[u.type]))
        elif apart <= reach * reach and not running:
            best = max(best, gain(t, tables.SHOOTING[u.type]))
    return best


@rule
def gain(t, dice):
    """What an attack with so many dice takes from a unit on average: its health, itself, and the points for a kill."""
    resistance = tables.RESISTANCE[t.type]
    health = min(max(t.health, 1), tables.HEALTH[t.type])
    lost = LIFE * EXPECTED[dice, 0, resistance]
    return (lost + (PRESENT + POINT // 2) * DESTROYS[dice, 0, resistance, health]) // 1000

"""A quick estimate for search: who stands better, from -1000 to 1000."""

import numpy as np

from escaramuza.games.cafe import state, tables, weights
from escaramuza.games.cafe.chances import damage_spread
from escaramuza.games.cafe.kinds import RUN
from escaramuza.games.cafe.rules.scoring import for_kills, total
from escaramuza.games.cafe.rules.stack import AN_ACTIVATION, AN_ATTACK
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import find

CERTAIN = 1000
OWN = weights.WEIGHTS.array
# So many above those with which an army is beaten are its last units.
LAST_UNITS = 4
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
    """The estimate for a side with the weights as they are."""
    return judge(s, side, OWN)


@rule
def judge(s, side, w):
    """The estimate for a side: points, objectives for the rounds to come, units, and what each can strike."""
    if s.phase == state.FINISHED:
        if s.winner == state.NOBODY:
            return 0
        return CERTAIN if s.winner == side else -CERTAIN
    score = 100 * w[weights.POINT] * (total(s, tables.BLUE) - total(s, tables.RED))
    score += 100 * (army_worth(s, tables.BLUE, w) - army_worth(s, tables.RED, w))
    score += ground(s, w)
    if s.round_number > 0:
        score += kills_so_far(s, tables.BLUE, w) - kills_so_far(s, tables.RED, w)
        score += prizes(s, tables.BLUE, w) - prizes(s, tables.RED, w)
    score = cut(score, 100)
    judged = abs(score) * (CERTAIN - 1) // (abs(score) + w[weights.SOFTEN])
    return judged if (side == tables.BLUE) == (score >= 0) else -judged


@rule
def cut(number, by):
    """Division towards zero, so that what is good for one side is as bad for the other."""
    return number // by if number >= 0 else -(-number // by)


@rule
def army_worth(s, side, w):
    """What a side has on the table."""
    points = 0
    units = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state == state.ON_TABLE:
            units += 1
            points += unit_worth(u, w)
    if s.round_number > 0 and units < tables.BEATEN + LAST_UNITS:
        points -= w[weights.LAST_STAND] * (tables.BEATEN + LAST_UNITS - units)
    return points


@rule
def unit_worth(u, w):
    """What a unit is worth."""
    return w[weights.PRESENT] + w[weights.LIFE] * max(u.health, 0) - w[weights.WOUND] * u.wounds


@rule
def kills_so_far(s, side, w):
    """Points that this round's kills will bring."""
    return 100 * w[weights.POINT] * (for_kills(s, side, 0) + for_kills(s, side, 1))


@rule
def ground(s, w):
    """What the objectives and the zones promise for the rounds to come: blue's less red's, in hundredths of a worth."""
    rounds = 0
    weight = w[weights.PROMISE]
    for _ in range(s.rounds - max(s.round_number, 1) + 1):
        rounds += weight
        weight = weight * w[weights.LATER_ROUND] // 100
    every_blue = np.int64(1000)
    every_red = np.int64(1000)
    score = np.int64(0)
    for k in range(s.n_objectives):
        blue, red = chances_of(s, k, w)
        score += rounds * s.values[tables.PER_OBJECTIVE] * (blue - red)
        every_blue = every_blue * blue // 1000
        every_red = every_red * red // 1000
        o = s.objectives[k]
        kept = s.values[tables.FIRST_AND_KEPT] * 60
        if o.first == state.NOBODY:
            score += kept * (blue - red)
        elif o.unbroken:
            score += kept * blue if o.first == tables.BLUE else -kept * red
    score += rounds * s.values[tables.ALL_OBJECTIVES] * (every_blue - every_red)
    score += rounds * (intrusion(s, tables.BLUE) - intrusion(s, tables.RED))
    return w[weights.POINT] * cut(score, 1000)


@rule
def chances_of(s, k, w):
    """How likely each side is to own an objective at the end of a round, in thousandths."""
    o = s.objectives[k]
    blue = np.int64(0)
    red = np.int64(0)
    blue_there = False
    red_there = False
    patch = np.int64(tables.PATCH + tables.CLOSE + 75)
    near = w[weights.NEAR]
    for i in range(tables.UNITS):
        u = s.units[i]
        if u.state != state.ON_TABLE and u.state != state.IN_HAND:
            continue
        x, y = stands_at(s, u)
        dx, dy = x - o.x, y - o.y
        apart = dx * dx + dy * dy
        weight = 1000 * near * near // (near * near + apart) * (2 + u.health) // 4
        there = apart <= patch * patch
        if u.side == tables.BLUE:
            blue += weight
            blue_there = blue_there or there
        else:
            red += weight
            red_there = red_there or there
    taken = 0
    share = 500
    if blue_there and red_there:
        taken = w[weights.BOTH]
        share = 500 if not s.contested_kept or o.owner == state.NOBODY else 1000 * (o.owner == tables.BLUE)
    elif blue_there or red_there:
        taken = w[weights.HELD]
        share = 1000 if blue_there else 0
    elif o.owner != state.NOBODY:
        taken = w[weights.OWNED]
        share = 1000 if o.owner == tables.BLUE else 0
    free = 1000 * (100 - taken)
    if blue + red == 0:
        blue, red = np.int64(1), np.int64(1)
    for_blue = taken * share + free * blue // (blue + red)
    for_red = taken * (1000 - share) + free * red // (blue + red)
    return for_blue // 100, for_red // 100


@rule
def stands_at(s, u):
    """Where a unit is; one in hand is expected in the middle of its zone's front. Otherwise whoever deploys first and
    unseen would own every objective wherever the units are put, and put them anywhere."""
    if u.state == state.IN_HAND:
        return np.int64(s.zone if s.left == u.side else s.width - s.zone), np.int64(s.height // 2)
    return np.int64(u.x), np.int64(u.y)


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
def prizes(s, side, w):
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
            now = best_strike(s, i, running, w)
        elif u.acted:
            later += best_strike(s, i, False, w)
        else:
            fresh += best_strike(s, i, False, w)
            fresh_units += 1
    if fresh_units > s.points[side]:
        fresh = fresh * s.points[side] // fresh_units
    return w[weights.NOW_SHARE] * now + w[weights.FRESH_SHARE] * fresh + w[weights.LATER_SHARE] * later


@rule
def best_strike(s, i, running, w):
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
            best = max(best, gain(t, tables.FIGHTING[u.type], w))
        elif apart <= reach * reach and not running:
            best = max(best, gain(t, tables.SHOOTING[u.type], w))
    return best


@rule
def gain(t, dice, w):
    """What an attack with so many dice takes from a unit on average: its health, itself, and the points for a kill."""
    resistance = tables.RESISTANCE[t.type]
    health = min(max(t.health, 1), tables.HEALTH[t.type])
    lost = w[weights.LIFE] * EXPECTED[dice, 0, resistance]
    return (lost + (w[weights.PRESENT] + w[weights.POINT] // 2) * DESTROYS[dice, 0, resistance, health]) // 1000

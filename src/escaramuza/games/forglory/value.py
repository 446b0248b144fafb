"""A quick estimate of a position, -1000 to 1000 for a side: points, strength, lines, command and ground."""

import numpy as np

from escaramuza.games.forglory import missions, peril, state, tables, weights
from escaramuza.games.forglory.rules.losses import brigades_left
from escaramuza.games.forglory.rules.stack import active_group
from escaramuza.games.forglory.rules.victory import total
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN

WON = 1000
OWN_WEIGHTS = weights.WEIGHTS.array
MOST_IN_LINE = 2
# Distances count up to 120 cm at scale 1.
FAR_OFF = 12_000
FAR = 1 << 30


@rule
def value(s, side):
    """The estimate for a side with the weights as they are."""
    return judge(s, side, OWN_WEIGHTS)


@rule
def judge(s, side, w):
    """The estimate for a side; those of both add up to 0."""
    if s.phase == state.FINISHED:
        if s.winner < 0:
            return 0
        return WON if s.winner == side else -WON
    difference = balance(s, side, w) - balance(s, 1 - side, w)
    # The fewer rounds are left, the less it takes to be sure.
    clear = w[weights.CLEAR] * (100 - w[weights.URGENCY] * gone(s) // 100) // 100
    share = WON * abs(difference) // (abs(difference) + clear)
    return int(share if difference >= 0 else -share)


@rule
def gone(s):
    """How much of the battle is over, in percent."""
    return 100 * max(np.int64(s.round_number) - 1, np.int64(0)) // max(np.int64(s.rounds), np.int64(1))


@rule
def balance(s, side, w):
    """What one side has."""
    worth = np.int64(0)
    group = active_group(s)
    plan = missions.missions(s, side)
    for unit in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[unit].state == state.ON_TABLE:
            worth += unit_worth(s, unit, plan, w)
            if group != tables.NONE and s.units[unit].group == group and not s.units[unit].ordered:
                worth += w[weights.WAITING]
    worth += command_worth(s, side, w) + ranged_in(s, side, w)
    # Strength counts for what can still be done with it.
    worth = worth * (100 - w[weights.FADING] * gone(s) // 100) // 100
    worth += w[weights.POINT] * np.int64(total(s, side)) + ground_worth(s, side, w)
    staff = s.officers[tables.STAFF + side]
    if staff.state == state.ON_TABLE:
        worth -= w[weights.STAFF_IN_DANGER] * peril.peril(s, side, staff.x, staff.y) // 100
    return worth


@rule
def unit_worth(s, unit, plan, w):
    """A unit's strength, less for hits and disorder, more where it bears on the enemy."""
    u = s.units[unit]
    worth = (
        w[weights.UNIT_WORTH] * tables.POINTS[u.category]
        + w[weights.QUALITY] * tables.QUALITY[u.quality]
        - w[weights.HIT_COST] * np.int64(u.hits) * (1 + u.hits) // 2
    )
    if u.confused or u.detached:
        worth -= w[weights.DISORDER]
    return worth + bearing(s, unit, plan, w)


@rule
def in_line(s, unit, w):
    """Friends beside a unit that look the same way cover its flanks."""
    u = s.units[unit]
    facing = np.radians(u.facing / 10.0)
    ahead_x, ahead_y = np.cos(facing), np.sin(facing)
    beside = 0
    for k in range(u.side * tables.MOST_UNITS, (u.side + 1) * tables.MOST_UNITS):
        t = s.units[k]
        if k == unit or t.state != state.ON_TABLE or abs(t.x - u.x) > 2 * s.front or abs(t.y - u.y) > 2 * s.front:
            continue
        dx, dy = float(t.x - u.x), float(t.y - u.y)
        turned = abs((t.facing - u.facing + TURN + TURN // 2) % TURN - TURN // 2)
        if turned <= TURN // 12 and abs(dx * ahead_x + dy * ahead_y) < s.deep:
            beside += 1
    return np.int64(w[weights.IN_LINE] * min(beside, MOST_IN_LINE))


@rule
def bearing(s, unit, plan, w):
    """How a unit stands to the nearest enemies: facing them in reach is good, being flanked is not."""
    u = s.units[unit]
    best = np.int64(0)
    exposed = np.int64(0)
    facing = np.radians(u.facing / 10.0)
    ahead_x, ahead_y = np.cos(facing), np.sin(facing)
    reach = s.span[tables.RANGE[u.category]] if tables.RANGE[u.category] >= 0 else s.span[tables.L]
    nearest = float(FAR)
    for k in range((1 - u.side) * tables.MOST_UNITS, (2 - u.side) * tables.MOST_UNITS):
        t = s.units[k]
        if t.state != state.ON_TABLE:
            continue
        dx, dy = float(t.x - u.x), float(t.y - u.y)
        far = np.sqrt(dx * dx + dy * dy)
        nearest = min(nearest, far)
        if far > s.span[tables.XL] + s.front or far < 1.0:
            continue
        ahead = (dx * ahead_x + dy * ahead_y) / far
        theirs = np.radians(t.facing / 10.0)
        behind = -(dx * np.cos(theirs) + dy * np.sin(theirs)) / far
        if far <= reach + s.front and ahead > 0.8:
            # It looks at an enemy within reach: better still if that one looks elsewhere.
            flank = w[weights.FLANKING] if behind < 0.3 else np.int64(0)
            best = max(best, w[weights.FACING] + flank + max(tables.MELEE[u.category], 0))
        if behind > 0.8 and ahead < 0.3:
            exposed = w[weights.FLANKED]
    line = np.int64(0)
    if nearest <= s.span[tables.XL] + s.front:
        # Far from the enemy a column is the best way to go.
        line = in_line(s, unit, w) - (w[weights.COLUMN] if u.column else 0)
    return best - exposed + line - to_go(s, unit, nearest, plan, w)


@rule
def to_go(s, unit, nearest, plan, w):
    """An army that keeps away wins nothing: the division's objective counts most, then the nearest enemy. Were the
    enemy to count as much, pushing it back would look like a loss."""
    u = s.units[unit]
    goal = missions.mission_of(plan, int(u.division))
    enemy = min(np.int64(nearest) * 100 // s.scale, np.int64(FAR_OFF))
    if goal == missions.NO_GOAL:
        return enemy // (2 * w[weights.STEP])
    o = s.objectives[goal]
    there = max(missions.far_apart(u.x, u.y, o.x, o.y) - s.span[tables.XS], np.int64(0))
    return min(there * 100 // s.scale, np.int64(FAR_OFF)) // w[weights.STEP] + enemy // (6 * w[weights.STEP])


@rule
def ranged_in(s, side, w):
    """Enemies at whom the guns have found their range."""
    count = 0
    for k in range(s.n_markers):
        m = s.markers[k]
        for unit in range((1 - side) * tables.MOST_UNITS, (2 - side) * tables.MOST_UNITS):
            u = s.units[unit]
            if (
                m.side == side
                and u.state == state.ON_TABLE
                and max(abs(u.x - m.x), abs(u.y - m.y)) <= s.span[tables.XS]
            ):
                count += 1
    return np.int64(w[weights.RANGED_IN] * count)


@rule
def command_worth(s, side, w):
    """Officers near their units and their staff, and out of the enemy's reach; divisions far from breaking."""
    worth = np.int64(0)
    for division in range(tables.DIVISIONS):
        o = s.officers[division]
        if o.side != side or o.state != state.ON_TABLE:
            continue
        worth += w[weights.EXPERIENCE] * np.int64(o.experience)
        staff = s.officers[tables.STAFF + side]
        if staff.state == state.ON_TABLE:
            away = max(abs(o.x - staff.x), abs(o.y - staff.y))
            worth -= w[weights.FROM_STAFF] * (np.int64(away) // s.span[tables.XL])
        left = brigades_left(s, division)
        if o.lost > 0:
            worth -= w[weights.BRIGADE_LOST] * np.int64(o.lost) // max(left, 1)
        for unit in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
            u = s.units[unit]
            if u.state == state.ON_TABLE and u.division == division:
                away = max(abs(o.x - u.x), abs(o.y - u.y))
                if away > s.span[tables.L]:
                    worth -= w[weights.FROM_GENERAL]
                elif away <= s.span[tables.XS] + s.front // 2:
                    worth += w[weights.BY_GENERAL]
        worth -= w[weights.GENERAL_IN_DANGER] * peril.peril(s, side, o.x, o.y) // 100
    return worth


@rule
def ground_worth(s, side, w):
    """What the objectives promise: held at the end, taken from the enemy, all in one hand."""
    worth = np.int64(0)
    every = np.int64(1000)
    for k in range(s.n_objectives):
        mine = chance_of(s, k, side, w)
        worth += w[weights.HELD] * mine // 1000
        if s.objectives[k].owner == 1 - side:
            worth += w[weights.TAKEN] * mine // 1000
        every = every * mine // 1000
    if s.n_objectives == 0:
        return worth
    # Whoever has them all at the end of a round ends the battle ahead.
    return worth + (w[weights.SWEEP] if s.round_number + 1 >= s.ends_from else w[weights.EARLY_SWEEP]) * every // 1000


@rule
def chance_of(s, k, side, w):
    """How likely a side is to come to hold an objective, in thousandths."""
    o = s.objectives[k]
    near = np.int64(s.span[tables.XS]) + s.deep // 2
    own, enemy = nearest_to(s, k, side) <= near, nearest_to(s, k, 1 - side) <= near
    mine = missions.weight_at(s, side, o.x, o.y, w[weights.NEAR])
    theirs = missions.weight_at(s, 1 - side, o.x, o.y, w[weights.NEAR])
    # Twice as strong is four times as likely: whoever is stronger loses less and stays stronger.
    mine, theirs = mine * mine, theirs * theirs
    sure, share = 0, 0
    if own and enemy:
        sure, share = w[weights.BOTH], (500 if o.owner == state.NOBODY else 1000 * (o.owner == side))
    elif own or enemy:
        # The nearer the end, the surer it is that whoever is there stays.
        sure, share = w[weights.THERE] + (100 - w[weights.THERE]) * gone(s) // 150, 1000 * own
    elif o.owner != state.NOBODY:
        sure, share = w[weights.OWNED], 1000 * (o.owner == side)
    return (sure * share + (100 - sure) * 1000 * mine // max(mine + theirs, np.int64(1))) // 100


@rule
def nearest_to(s, k, side):
    """How far a side's nearest unit is from an objective."""
    nearest = np.int64(FAR)
    o = s.objectives[k]
    for unit in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[unit]
        if u.state == state.ON_TABLE:
            nearest = min(nearest, np.int64(max(abs(u.x - o.x), abs(u.y - o.y))))
    return nearest

"""Charges: a pivot and one straight leg to first touch (G-R40), whom one may charge, officers as targets."""

import numpy as np

from escaramuza.games.forglory import measure, state, tables
from escaramuza.games.forglory.angles import angle_of
from escaramuza.games.forglory.codes import Why
from escaramuza.games.forglory.ground import enters_difficult
from escaramuza.games.forglory.rules import ways
from escaramuza.games.forglory.rules.room import enemy_on_way, enemy_touched
from escaramuza.games.forglory.sight import sees
from escaramuza.kernel.buffers import OK, because
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN, gap, point_gap, turned_x, turned_y
from escaramuza.kernel.scratch import scratch

# Aims beside a target's centre that agents and keyboards try, in thousandths of a base's front.
AIMS = np.array([0, 400, -400], np.int64)
FARTHEST = 4
# Farther than anything on a table.
BEYOND = 1 << 20
# A way that goes on for more than this once it is as near to its target as it comes, but for a hair, brushes past it.
# Two places equally near may be told apart by as much, their coordinates being rounded, and gaps rounded up.
BRUSH, HAIR = 20, 2
run_room = scratch(12, 2)


@rule
def run_up(s, unit, angle, most):
    """How far a unit that faces an angle gets along it before it would run over an enemy."""
    low, high = 0, int(most)
    if enemy_on_way(s, unit, turned_x(high, 0, angle), turned_y(high, 0, angle)) < 0:
        return high
    while low < high:
        middle = (low + high + 1) // 2
        if enemy_on_way(s, unit, turned_x(middle, 0, angle), turned_y(middle, 0, angle)) < 0:
            low = middle
        else:
            high = middle - 1
    return low


@rule
def way_gap(s, unit, target, far, angle):
    """How near a unit that faces an angle comes to a body as it goes so far along it."""
    shape = run_room()
    n = ways.write_sweep(shape, s.units[unit].corners, turned_x(far, 0, angle), turned_y(far, 0, angle))
    if target < tables.UNITS:
        return np.int64(gap(shape, n, s.units[target].corners, 4))
    o = s.officers[target - tables.UNITS]
    return np.int64(point_gap(o.x, o.y, shape, n)) - s.radius


@rule
def charge_length(s, unit, target, angle, most):
    """How far a unit that faces an angle charges along it: to first touch (G-R40), also of a target that it would brush
    past without ever running into it."""
    far = run_up(s, unit, angle, most)
    if far <= BRUSH:
        return far
    nearest = way_gap(s, unit, target, far, angle)
    if nearest > tables.CONTACT or way_gap(s, unit, target, far - BRUSH, angle) > nearest + HAIR:
        return far
    low, high = 0, far - BRUSH
    while low < high:
        middle = (low + high) // 2
        if way_gap(s, unit, target, middle, angle) <= nearest + HAIR:
            high = middle
        else:
            low = middle + 1
    # Places on the way are rounded: a hair beside contact it goes on to where that is made.
    while way_gap(s, unit, target, low, angle) > tables.CONTACT:
        low += 1
    return low


@rule
def charge_angle(s, unit, x, y):
    """The way a charge goes that aims at a point."""
    u = s.units[unit]
    return int(u.facing) if x == u.x and y == u.y else angle_of(x - u.x, y - u.y)


@rule
def charge_reach(s, unit, extra):
    """How long the leg of a charge may be."""
    return np.int64(s.span[tables.EXTRA_MOVE]) if extra else ways.base_move(s, unit, ways.begins_rough(s, unit))


@rule
def check_target(s, unit, target, no_enemy, why):
    """Whether a body can be attacked by a unit at all; the code that says it is not an enemy."""
    if target < 0 or target >= tables.BODIES or not measure.stands(s, target):
        return because(why, Why.NOT_ON_TABLE, target)
    if measure.side_of_body(s, target) == s.units[unit].side:
        return because(why, no_enemy, target)
    return OK


@rule
def check_charge(s, unit, target, x, y, extra, why):
    """Whether a unit may charge a body, aiming at a point."""
    code = check_target(s, unit, target, Why.NO_ENEMY_TO_CHARGE, why)
    if code != OK:
        return code
    code = check_run(s, unit, target, x, y, extra, why)
    if code != OK or target < tables.UNITS:
        return code
    other = covering_unit(s, unit, target, extra, why)
    return OK if other < 0 else because(why, Why.OFFICER_COVERED, target, other)


@rule
def check_run(s, unit, target, x, y, extra, why):
    """The way of a charge: its target seen before, reached first, the ground open, room to stand."""
    if not sees(s, unit, target):
        return because(why, Why.NOT_SEEN, unit, target)
    angle, most = charge_angle(s, unit, x, y), charge_reach(s, unit, extra)
    code = judge_run(s, unit, target, angle, most, why)
    return code if code != Why.OUT_OF_REACH else how_far_off(s, unit, target, angle, most, why)


@rule
def judge_run(s, unit, target, angle, most, why):
    """The way of a charge in a direction, without asking what the unit sees."""
    u = s.units[unit]
    home_x, home_y, facing = int(u.x), int(u.y), int(u.facing)
    measure.try_unit(s, unit, home_x, home_y, angle)
    other = enemy_on_way(s, unit, 0, 0)
    if other >= 0:
        # No room to pivot: the charge goes another way or not at all.
        measure.try_unit(s, unit, home_x, home_y, facing)
        return because(why, Why.ENEMY_IN_THE_WAY, unit, other)
    far = charge_length(s, unit, target, angle, most)
    measure.try_unit(s, unit, home_x + turned_x(far, 0, angle), home_y + turned_y(far, 0, angle), angle)
    code = judge_touch(s, unit, target, far, most, why)
    if code == OK:
        code = check_charge_ground(s, unit, home_x, home_y, far, why)
    if code == OK:
        code = ways.check_rest(s, unit, target, why)
    measure.try_unit(s, unit, home_x, home_y, facing)
    return code


@rule
def how_far_off(s, unit, target, angle, most, why):
    """How long a charge would have to be that is too short, or that it misses its target altogether."""
    u = s.units[unit]
    home_x, home_y, facing = int(u.x), int(u.y), int(u.facing)
    measure.try_unit(s, unit, home_x, home_y, angle)
    long = charge_length(s, unit, target, angle, FARTHEST * most)
    measure.try_unit(s, unit, home_x + turned_x(long, 0, angle), home_y + turned_y(long, 0, angle), angle)
    code = because(why, Why.OUT_OF_REACH, unit, target, long, most)
    if not measure.touches(s, unit, target):
        code = because(why, Why.MISSES_TARGET, unit, target)
    measure.try_unit(s, unit, home_x, home_y, facing)
    return code


@rule
def judge_touch(s, unit, target, far, most, why):
    """Whom a charging unit touches at the end of its run."""
    if measure.touches(s, unit, target):
        return OK
    other = enemy_touched(s, unit, target)
    if other >= 0 and far < most:
        return because(why, Why.OTHER_FIRST, unit, target, other)
    return because(why, Why.OUT_OF_REACH, unit, target, far, most)


@rule
def check_charge_ground(s, unit, home_x, home_y, far, why):
    """The ground under a charge as under any leg; a battery that enters difficult ground is slow. It stands there."""
    u = s.units[unit]
    code = ways.check_ground(s, unit, home_x, home_y, u.x, u.y, why)
    if code != OK or tables.TYPE_OF[u.category] != tables.ARTILLERY:
        return code
    entry = enters_difficult(s, home_x, home_y, u.x, u.y)
    if entry >= 0 and far > s.span[tables.DIFFICULT_MOVE[u.category]]:
        return because(why, Why.STOPS_AT_DIFFICULT, unit, entry)
    return OK


@rule
def aim_x(s, unit, target, aim):
    """Where a charge aims: the target's centre, or beside it as the unit sees it."""
    dx, dy = measure.x_of(s, target) - s.units[unit].x, measure.y_of(s, target) - s.units[unit].y
    return int(measure.x_of(s, target) + turned_x(0, AIMS[aim] * s.front // 1000, angle_of(dx, dy)))


@rule
def aim_y(s, unit, target, aim):
    """The same from north to south."""
    dx, dy = measure.x_of(s, target) - s.units[unit].x, measure.y_of(s, target) - s.units[unit].y
    return int(measure.y_of(s, target) + turned_y(0, AIMS[aim] * s.front // 1000, angle_of(dx, dy)))


@rule
def can_charge(s, unit, target, extra, why):
    """Whether a unit can charge a body in any direction at all (G-R64)."""
    return a_direction(s, unit, target, extra, why) >= 0


@rule
def a_direction(s, unit, target, extra, why):
    """A direction in which a charge makes contact with a body: of a usual aim, else the one that turns least from its
    centre; -1 where there is none. Directions are tenths of a degree, so all of them can be tried."""
    most = charge_reach(s, unit, extra)
    if measure.surely_beyond(s, unit, target, most) or not sees(s, unit, target):
        return -1
    for aim in range(len(AIMS)):
        angle = charge_angle(s, unit, aim_x(s, unit, target, aim), aim_y(s, unit, target, aim))
        if judge_run(s, unit, target, angle, most, why) == OK:
            return angle
    middle = charge_angle(s, unit, measure.x_of(s, target), measure.y_of(s, target))
    for turn in range(1, TURN // 2 + 1):
        for angle in ((middle + turn) % TURN, (middle - turn) % TURN):
            if in_path(s, unit, target, angle, most) and judge_run(s, unit, target, angle, most, why) == OK:
                return angle
    return -1


@rule
def in_path(s, unit, target, angle, most):
    """Whether a body comes near enough to a unit's straight way for contact; a look that costs little."""
    if target < tables.UNITS:
        return beside_path(s, unit, s.units[target].corners, 4, angle, most, tables.CONTACT + 2)
    # Its base is round; the octagon of its corners lies inside it.
    slack = tables.CONTACT + 2 + int(s.radius) // 10
    return beside_path(s, unit, s.officers[target - tables.UNITS].corners, state.OFFICER_CORNERS, angle, most, slack)


@rule
def beside_path(s, unit, corners, n, angle, most, slack):
    """The same for the corners of a base."""
    u = s.units[unit]
    ahead, before = np.int64(-BEYOND), np.int64(BEYOND)
    aside, beside = np.int64(-BEYOND), np.int64(BEYOND)
    for k in range(n):
        dx, dy = np.int64(corners[k, 0]) - u.x, np.int64(corners[k, 1]) - u.y
        on, off = turned_x(dx, dy, -angle), turned_y(dx, dy, -angle)
        ahead, before = max(ahead, on), min(before, on)
        aside, beside = max(aside, off), min(beside, off)
    half, wide = s.deep // 2 + slack, s.front // 2 + slack
    return ahead >= -half and before <= most + half and aside >= -wide and beside <= wide


@rule
def aim_along(s, unit, target, angle):
    """How far ahead in a direction a point of the table lies, about as far as a target, at which a charge that goes
    this way aims; 0 if there is none."""
    u = s.units[unit]
    middle = measure.centre_gap(u.x, u.y, measure.x_of(s, target), measure.y_of(s, target))
    for off in range(FARTHEST * int(s.span[tables.EXTRA_MOVE])):
        for far in (middle + off, middle - off):
            x, y = u.x + turned_x(far, 0, angle), u.y + turned_y(far, 0, angle)
            on_table = 0 <= x <= s.width and 0 <= y <= s.height
            if far > 0 and on_table and angle_of(x - u.x, y - u.y) == angle:
                return far
    return np.int64(0)


@rule
def in_range(s, unit, target):
    """Whether a body is in a unit's range; cavalry has none."""
    reach = tables.RANGE[s.units[unit].category]
    return reach != tables.NONE and measure.within(s, unit, target, s.span[reach])


@rule
def covering_unit(s, unit, officer, extra, why):
    """A unit of an officer's side that is a valid target for an attacker: the officer is none then (G-R10); or -1."""
    u = s.units[unit]
    for k in range((1 - u.side) * tables.UNITS // 2, (2 - u.side) * tables.UNITS // 2):
        if s.units[k].state != state.ON_TABLE:
            continue
        if in_range(s, unit, k) and sees(s, unit, k):
            return k
        if can_charge(s, unit, k, extra, why):
            return k
    return -1

"""The promising actions, for search and hints: a short list instead of every place that a unit could go to."""

import numpy as np

from escaramuza.games.forglory import kinds, measure, missions, state, tables
from escaramuza.games.forglory.angles import angle_of
from escaramuza.games.forglory.peril import peril
from escaramuza.games.forglory.rules import check, choices, lattice, legal_actions
from escaramuza.games.forglory.rules.activation import way_left
from escaramuza.games.forglory.rules.checks import disorganised
from escaramuza.games.forglory.rules.deploying import facing_of, left_to_place
from escaramuza.games.forglory.rules.stack import AS_EXTRA, ENDED, TO_MARCH, a_why
from escaramuza.games.forglory.rules.ways import base_move, begins_rough, stays_apart
from escaramuza.kernel.buffers import OK
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN, turned_x, turned_y
from escaramuza.kernel.stack import top

# To both sides of the way to the goal, for what is in the way.
FAN = (TURN // 12, TURN // 6, TURN // 4)
# Lines before, beside and behind a general, in depths of a base; so many bases to each side.
ROWS = (2, 4, -2)
COLUMNS = 3
# Of so many enemies in reach the ranges, flanks and rears are looked at.
NEAR_ENEMIES = 3


@rule
def propose(s, out):
    """Orders and moves that serve the division's mission, attacks, and in other phases whatever is not beside the
    point; where none of these is legal, everything that is."""
    kept = 0
    if s.phase in (state.ORDER, state.WAY, state.EXTRA):
        kept = keep_legal(s, out, orders(s, out))
    elif s.phase == state.DEPLOY:
        kept = keep_legal(s, out, lines(s, out))
    if kept > 0:
        return kept
    n = legal_actions(s, out)
    for i in range(n):
        if promising(s, out[i]):
            if kept != i:
                out[kept] = out[i]
            kept += 1
    return kept if kept > 0 else n


@rule
def keep_legal(s, out, n):
    """Leave only the legal ones of the first n actions; their number."""
    kept = 0
    for i in range(n):
        if check(s, out[i], a_why()) == OK:
            if kept != i:
                out[kept] = out[i]
            kept += 1
    return kept


@rule
def promising(s, a):
    """Whether agents should look at an action at all: no rearranged army, nothing begun again, no aimless ride."""
    if a.kind in (kinds.BEND, kinds.MARCH_BEND, kinds.RIDE_BEND, kinds.ASSIGN, kinds.SWAP, kinds.AGAIN):
        return False
    return a.kind != kinds.RIDE or rides_well(s, a)


@rule
def rides_well(s, a):
    """Whether a ride brings an officer out of danger, or nearer to those it leads."""
    officer = int(top(s).unit)
    o = s.officers[officer]
    if officer < tables.STAFF:
        x, y, units, _ = missions.middle_of(s, officer)
        if units == 0:
            return True
    else:
        x, y = middle_of_generals(s, o.side)
    now, then = peril(s, int(o.side), int(o.x), int(o.y)), peril(s, int(o.side), int(a.x), int(a.y))
    if now != then:
        return then < now
    here, there = missions.far_apart(o.x, o.y, x, y), missions.far_apart(a.x, a.y, x, y)
    return there < here or there <= s.span[tables.S]


@rule
def middle_of_generals(s, side):
    """The middle of a side's generals on the table."""
    x, y, count = np.int64(0), np.int64(0), np.int64(0)
    for division in range(side * tables.MOST_DIVISIONS, (side + 1) * tables.MOST_DIVISIONS):
        o = s.officers[division]
        if o.state == state.ON_TABLE:
            x += o.x
            y += o.y
            count += 1
    return x // max(count, np.int64(1)), y // max(count, np.int64(1))


@rule
def lines(s, out):
    """For the next unit of a division whose general stands: places in two lines before him, then beside and behind."""
    f = top(s)
    o = s.officers[f.unit]
    if o.state != state.ON_TABLE:
        return 0
    unit = left_to_place(s, int(f.unit))
    if unit < 0:
        return 0
    facing = facing_of(int(o.side))
    n = 0
    for row in ROWS:
        for column in range(-COLUMNS, COLUMNS + 1):
            ahead, beside = row * int(s.deep), column * (int(s.front) + int(s.front) // 10)
            x, y = o.x + turned_x(ahead, beside, facing), o.y + turned_y(ahead, beside, facing)
            n = lattice.add_new(out, n, kinds.PLACE, unit, x, y, facing)
    return n


@rule
def orders(s, out):
    """What may be legal and sensible for the unit in hand."""
    f = top(s)
    unit = int(f.unit)
    n = 0
    if s.phase == state.ORDER:
        n = choices.add(out, n, kinds.HOLD)
        n = choices.add(out, n, kinds.REGROUP)
        if s.units[unit].hits >= tables.SHAKEN:
            n = choices.retreats(s, unit, out, n)
        n = choices.shots(s, unit, out, n)
        n = choices.charges(s, unit, kinds.CHARGE, False, out, n)
    elif s.phase == state.WAY:
        n = choices.add(out, n, kinds.HOLD)
        if f.mode == TO_MARCH:
            return lattice.move_places(s, out, n)
    else:
        n = choices.add(out, n, kinds.STAY)
        n = choices.charges(s, unit, kinds.CHARGE, True, out, n)
    return moves(s, unit, out, n)


@rule
def moves(s, unit, out, n):
    """Towards the mission, to where an enemy comes into range, into line with friends, along roads, or a turn."""
    f = top(s)
    u = s.units[unit]
    enemy = measure.centrally_nearest(s, unit, int(u.side))
    n = lattice.add_new(out, n, kinds.MOVE, unit, u.x, u.y, lattice.look_at(s, unit, u.x, u.y, enemy))
    if f.flags & ENDED:
        return n
    fresh = s.phase == state.ORDER
    far = int(base_move(s, unit, begins_rough(s, unit))) if fresh else int(way_left(s, f))
    if far <= lattice.SLACK:
        return n
    n = towards_goal(s, unit, far, enemy, out, n)
    n = towards_some_enemies(s, unit, far, out, n)
    n = lattice.towards_friends(s, unit, far, out, n)
    if enemy >= 0:
        n = away_from(s, unit, enemy, far, out, n)
    if fresh and f.mode != AS_EXTRA:
        if not disorganised(s, unit) and stays_apart(s, unit, 0, 0):
            n = towards_goal(s, unit, 2 * far, enemy, out, n)
        n = lattice.march_places(s, unit, out, n)
    return n


@rule
def towards_goal(s, unit, far, enemy, out, n):
    """To the objective of the division, straight and to both sides of the way; where there is none, to the enemy."""
    u = s.units[unit]
    goal = missions.mission_of(missions.missions(s, int(u.side)), int(u.division))
    if goal != missions.NO_GOAL:
        x, y, stop = int(s.objectives[goal].x), int(s.objectives[goal].y), int(s.span[tables.XS]) // 2
    elif enemy >= 0:
        x, y, stop = int(measure.x_of(s, enemy)), int(measure.y_of(s, enemy)), int(s.span[tables.XS])
    else:
        return n
    whole = measure.centre_gap(u.x, u.y, x, y)
    if whole <= stop:
        return n
    ahead = angle_of(x - u.x, y - u.y)
    n = lattice.straight(s, unit, x, y, stop, far, ahead, out, n)
    n = lattice.straight(s, unit, x, y, stop, far, lattice.look_at(s, unit, u.x, u.y, enemy), out, n)
    n = lattice.straight(s, unit, x, y, stop, far // 2, ahead, out, n)
    length = min(int(whole - stop), far - lattice.SLACK)
    for turn in FAN:
        for sign in (1, -1):
            angle = (ahead + sign * turn + TURN) % TURN
            px, py = u.x + turned_x(length, 0, angle), u.y + turned_y(length, 0, angle)
            n = lattice.add_new(out, n, kinds.MOVE, unit, px, py, lattice.look_at(s, unit, px, py, enemy))
    return n


@rule
def towards_some_enemies(s, unit, far, out, n):
    """Where one of the nearer enemies comes into range, and its flanks and rear."""
    u = s.units[unit]
    reach = tables.RANGE[u.category]
    beside = lattice.scaled(s, 700)
    within = far + beside if reach == tables.NONE else far + max(beside, int(s.span[reach]))
    met = 0
    for k in range((1 - u.side) * tables.MOST_UNITS, (2 - u.side) * tables.MOST_UNITS):
        t = s.units[k]
        if t.state != state.ON_TABLE or max(abs(t.x - u.x), abs(t.y - u.y)) > within or met >= NEAR_ENEMIES:
            continue
        met += 1
        if reach != tables.NONE:
            at_it = angle_of(t.x - u.x, t.y - u.y)
            n = lattice.straight(s, unit, t.x, t.y, s.span[reach] + s.deep, far, at_it, out, n)
        for way in range(1, 4):
            angle = int(t.facing) + way * (TURN // 4)
            x, y = t.x + turned_x(beside, 0, angle), t.y + turned_y(beside, 0, angle)
            if measure.centre_gap(u.x, u.y, x, y) <= far:
                n = lattice.add_new(out, n, kinds.MOVE, unit, x, y, angle_of(t.x - x, t.y - y))
    return n


@rule
def away_from(s, unit, enemy, far, out, n):
    """Back from the nearest enemy, still looking at it, if it is near at all."""
    u = s.units[unit]
    if measure.surely_beyond(s, unit, enemy, int(s.span[tables.XL])):
        return n
    at_it = lattice.look_at(s, unit, u.x, u.y, enemy)
    back = (at_it + TURN // 2) % TURN
    length = far - lattice.SLACK
    return lattice.add_new(
        out, n, kinds.MOVE, unit, u.x + turned_x(length, 0, back), u.y + turned_y(length, 0, back), at_it
    )

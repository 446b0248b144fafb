"""Fire: who may shoot at whom, the throw with its modifiers, what it does, artillery markers."""

import numpy as np

from escaramuza.games.forglory import measure, state, tables
from escaramuza.games.forglory.angles import angle_of
from escaramuza.games.forglory.codes import Did, Why
from escaramuza.games.forglory.rules import pushing, stack
from escaramuza.games.forglory.rules.charge import check_target, covering_unit, in_range
from escaramuza.games.forglory.rules.checks import disorganised, note
from escaramuza.games.forglory.rules.losses import destroy, hurt, officer_falls
from escaramuza.games.forglory.rules.stack import a_why
from escaramuza.games.forglory.sight import covered, sees
from escaramuza.kernel import plane
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.dice import throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.scratch import scratch
from escaramuza.kernel.stack import find, push, top

S_THROW, S_MARK, S_FOLLOW, S_OVER = range(4)
# Spots for a marker that agents and keyboards try around a target.
SPOTS = 16
corner_room = scratch(4, 2)


@rule
def check_shoot(s, unit, target, why):
    """Whether a unit may shoot at a body (G-R50, G-R51)."""
    u = s.units[unit]
    code = check_target(s, unit, target, Why.NOT_AN_ENEMY, why)
    if code != OK:
        return code
    if tables.RANGE[u.category] == tables.NONE:
        return because(why, Why.CANNOT_SHOOT, unit)
    if not in_range(s, unit, target):
        return because(
            why, Why.OUT_OF_RANGE, unit, target, measure.body_gap(s, unit, target), s.span[tables.RANGE[u.category]]
        )
    if not sees(s, unit, target):
        return because(why, Why.OUT_OF_SIGHT, unit, target)
    if target >= tables.UNITS:
        other = covering_unit(s, unit, target, False, why)
        return OK if other < 0 else because(why, Why.OFFICER_COVERED, target, other)
    if tables.TYPE_OF[u.category] == tables.INFANTRY:
        nearest = nearer_target(s, unit, target)
        if nearest >= 0:
            return because(why, Why.NOT_THE_NEAREST, target, nearest)
    return OK


@rule
def nearer_target(s, unit, target):
    """An enemy unit that a unit sees in range and that is nearer than its target, or -1; officers do not count."""
    side = s.units[unit].side
    apart = measure.body_gap(s, unit, target)
    for k in range((1 - side) * tables.UNITS // 2, (2 - side) * tables.UNITS // 2):
        if k == target or s.units[k].state != state.ON_TABLE or not in_range(s, unit, k):
            continue
        if measure.within(s, unit, k, apart - 1) and sees(s, unit, k):
            return k
    return -1


@rule
def has_target(s, unit, why):
    """Whether there is anybody a unit may shoot at."""
    u = s.units[unit]
    if tables.RANGE[u.category] == tables.NONE or u.state != state.ON_TABLE:
        return False
    for body in range(len(s.units) + len(s.officers)):
        if measure.stands(s, body) and in_range(s, unit, body) and check_shoot(s, unit, body, why) == OK:
            return True
    return False


@rule
def has_more_to_do(s, unit):
    """Whether an order goes on after the reactions of this moment; at the end of a move only a shot is left."""
    moment = s.frames[find(s, stack.A_WINDOW)].moment
    if moment != stack.AT_END:
        return moment != stack.AFTER_SHOT and moment != stack.ON_FAILURE
    return s.frames[stack.order_of(s, unit)].mode == stack.TO_MOVE and has_target(s, unit, a_why())


@rule
def markers_near(s, body):
    """How many artillery markers lie within XS of a body, whosever they are (G-R52)."""
    count = 0
    for k in range(s.n_markers):
        if marker_gap(s, body, s.markers[k].x, s.markers[k].y) <= s.span[tables.XS]:
            count += 1
    return count


@rule
def marker_gap(s, body, x, y):
    """How far a point is from a body's base."""
    if body < tables.UNITS:
        return np.int64(plane.point_gap(x, y, s.units[body].corners, 4))
    return max(np.int64(0), measure.centre_gap(measure.x_of(s, body), measure.y_of(s, body), x, y) - s.radius)


@rule
def fire_modifiers(s, unit, target, moved, reacting, log):
    """What a shot adds to the die, each told (G-B1, G-B2)."""
    u = s.units[unit]
    total = note(log, Did.MODIFIER, unit, tables.BY_CATEGORY, tables.FIRE[u.category])
    total += note(log, Did.MODIFIER, unit, tables.BY_QUALITY, tables.QUALITY[u.quality])
    if target < tables.UNITS and not measure.from_front(s, u.x, u.y, target):
        total += note(log, Did.MODIFIER, unit, tables.BY_FLANK, tables.FLANK)
    if target < tables.UNITS and s.units[target].column:
        total += note(log, Did.MODIFIER, unit, tables.BY_ROAD, tables.ON_ROAD)
    if covered(s, unit, target):
        total += note(log, Did.MODIFIER, unit, tables.BY_COVER, tables.IN_COVER)
    if disorganised(s, unit):
        total += note(log, Did.MODIFIER, unit, tables.BY_DISORDER, tables.DISORDER)
    if moved:
        total += note(log, Did.MODIFIER, unit, tables.BY_MOVE, tables.MOVED)
    total += note(log, Did.MODIFIER, unit, tables.BY_HITS, -np.int64(u.hits))
    if reacting:
        total += note(log, Did.MODIFIER, unit, tables.BY_REACTION, tables.REACTING)
    if measure.is_artillery(s, unit):
        if measure.body_gap(s, unit, target) <= s.span[tables.XS]:
            total += note(log, Did.MODIFIER, unit, tables.BY_CLOSENESS, tables.CLOSE_FIRE)
        total += note(log, Did.MODIFIER, unit, tables.BY_MARKERS, tables.EACH_MARKER * markers_near(s, target))
    return total


@rule
def fire_row(total):
    """The row of the table that a final result is in (G-R7)."""
    if total < 3:
        return tables.NOTHING
    if total == 3:
        return tables.PUSHED
    if total < 7:
        return tables.ONE_HIT
    return tables.TWO_HITS if total < 10 else tables.DESTROYED


@rule
def open_shot(s, unit, target, moved, reacting):
    """Begin a shot."""
    f = push(s, stack.A_SHOT)
    f.unit = unit
    f.target = target
    f.has_moved = 1 if moved else 0
    f.as_reaction = 1 if reacting else 0
    f.side = s.units[unit].side


@rule
def fire(s, log):
    """The throw of a shot and its effect."""
    f = top(s)
    f.stage = S_MARK
    unit, target = int(f.unit), int(f.target)
    if not measure.stands(s, unit) or not measure.stands(s, target):
        f.stage = S_OVER
        return
    emit(log, Did.SHOOTS, unit, target, measure.body_gap(s, unit, target))
    face = throw(s.dice)
    emit(log, Did.COMBAT_DIE, unit, face)
    total = int(face + fire_modifiers(s, unit, target, f.has_moved == 1, f.as_reaction == 1, log))
    row = fire_row(total)
    emit(log, Did.FIRE_RESULT, unit, target, total, row)
    f.result = total
    keep_place(s, f, target)
    if row == tables.NOTHING:
        return
    angle = angle_of(measure.x_of(s, target) - s.units[unit].x, measure.y_of(s, target) - s.units[unit].y)
    if target >= tables.UNITS:
        strike_officer(s, f, target, row, angle, log)
        return
    standing = True
    if row == tables.DESTROYED:
        destroy(s, target, log)
        standing = False
    elif row != tables.PUSHED:
        standing = hurt(s, target, 1 if row == tables.ONE_HIT else 2, log)
    if standing and measure.stands(s, target):
        cut_short = f.as_reaction == 1 and has_more_to_do(s, target)
        f.was_pushed = 1 if pushing.push_unit(s, target, angle, log) else 0
        f.push_angle = angle
        keep_place(s, f, target)
        if f.as_reaction == 1 and pushing.driven_off(s, target) and cut_short:
            emit(log, Did.INTERRUPTED, target)


@rule
def strike_officer(s, f, target, row, angle, log):
    """Row 3 only pushes an officer, any hit kills it (G-R49)."""
    if row == tables.PUSHED:
        pushing.push_officer(s, target, angle, log)
        keep_place(s, f, target)
        return
    officer_falls(s, target, log)


@rule
def keep_place(s, f, target):
    """Remember where a target stands: its marker lies around that place even if it is gone."""
    f.stood_x = measure.x_of(s, target)
    f.stood_y = measure.y_of(s, target)
    f.stood_facing = s.units[target].facing if target < tables.UNITS else 0


@rule
def place_gap(s, f, x, y):
    """How far a point is from the base of a shot's target, where it stands or stood last."""
    if f.target >= tables.UNITS:
        return max(np.int64(0), measure.centre_gap(f.stood_x, f.stood_y, x, y) - s.radius)
    corners = corner_room()
    plane.write_box(corners, f.stood_x, f.stood_y, s.deep, s.front, f.stood_facing)
    return np.int64(plane.point_gap(x, y, corners, 4))


@rule
def check_marker(s, x, y, why):
    """Where an artillery marker may lie: within XS of the target, XS or more from any other marker (G-S4)."""
    f = top(s)
    if x < 0 or y < 0 or x > s.width or y > s.height:
        return because(why, Why.OFF_TABLE, x, y)
    away = place_gap(s, f, x, y)
    if away > s.span[tables.XS]:
        return because(why, Why.FAR_FROM_TARGET, away, s.span[tables.XS])
    least = np.int64(s.span[tables.XS])
    for k in range(s.n_markers):
        dx, dy = np.int64(s.markers[k].x) - x, np.int64(s.markers[k].y) - y
        if dx * dx + dy * dy < least * least:
            return because(why, Why.MARKER_TOO_NEAR, measure.centre_gap(s.markers[k].x, s.markers[k].y, x, y), least)
    return OK


@rule
def spot_x(s, f, k, ring):
    """A spot around a shot's target."""
    return int(f.stood_x + plane.turned_x(ring, 0, k * (plane.TURN // SPOTS)))


@rule
def spot_y(s, f, k, ring):
    """The same from north to south."""
    return int(f.stood_y + plane.turned_y(ring, 0, k * (plane.TURN // SPOTS)))


@rule
def apply_marker(s, a, log):
    """Put a marker down; of too many the oldest goes (G-E11)."""
    f = top(s)
    if s.n_markers >= state.MOST_MARKERS:
        forget_marker(s, 0)
    m = s.markers[s.n_markers]
    m.x = a.x
    m.y = a.y
    m.round_number = s.round_number
    m.side = f.side
    s.n_markers += 1
    emit(log, Did.MARKER_PLACED, f.side, a.x, a.y)


@rule
def forget_marker(s, gone):
    """Take a marker off the table."""
    for k in range(gone, s.n_markers - 1):
        s.markers[k] = s.markers[k + 1]
    s.n_markers -= 1
    last = s.markers[s.n_markers]
    last.x = 0
    last.y = 0
    last.round_number = 0
    last.side = 0


@rule
def apply_advance(s, log):
    """Follow a pushed target by up to XS the same way (G-R53, an option)."""
    f = top(s)
    unit, angle = int(f.unit), int(f.push_angle)
    u = s.units[unit]
    far = pushing.slide(s, unit, angle, s.span[tables.XS], pushing.RETREATING, 0)
    measure.put_unit(s, unit, u.x + plane.turned_x(far, 0, angle), u.y + plane.turned_y(far, 0, angle), u.facing)
    if far > 0:
        emit(log, Did.FOLLOWS, unit, u.x, u.y)
    else:
        emit(log, Did.STAYS_BACK, unit)

"""What surely forbids every place within a slack of one: lengths change by no more than a place moves."""

import numpy as np

from escaramuza.games.forglory import measure, state, tables
from escaramuza.games.forglory.angles import angle_of
from escaramuza.games.forglory.rules.charge import charge_reach, check_charge_ground, covering_unit
from escaramuza.games.forglory.rules.deploying import edge_gap, outside_zone
from escaramuza.games.forglory.rules.room import enemy_on_way, off_table, someone_on_way
from escaramuza.games.forglory.rules.shooting import place_gap
from escaramuza.games.forglory.rules.stack import a_why
from escaramuza.games.forglory.sight import sees
from escaramuza.kernel import plane
from escaramuza.kernel.buffers import OK
from escaramuza.kernel.jit import rule
from escaramuza.kernel.scratch import scratch
from escaramuza.kernel.stack import top

# Lengths are rounded: what is sure is surer by this.
ROUNDING = 3
shape_room = scratch(4, 2)


@rule
def far_off_table(s, x, y, margin, slack):
    """Whether a centre that has to keep a margin from the edges does not within a slack."""
    low = margin - slack
    return x < low or y < low or x > s.width - low or y > s.height - low


@rule
def deep_in_impassable(s, x, y, slack):
    """Whether a place lies deeper in impassable ground than a slack, and farther from any crossing."""
    inside = False
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if p.roles & tables.CROSSING:
            if plane.point_gap(x, y, p.corners, p.n) <= slack + ROUNDING:
                return False
        elif (
            p.roles & tables.IMPASSABLE
            and not inside
            and plane.where(np.int64(x), np.int64(y), 1, p.corners, p.n) == plane.INSIDE
        ):
            inside = edge_depth(p, x, y) > slack + ROUNDING
    return inside


@rule
def edge_depth(p, x, y):
    """How far a point is from the nearest edge of a piece of ground."""
    best = np.int64(1) << 30
    for i in range(p.n):
        k = i + 1 if i + 1 < p.n else 0
        edge = plane.point_segment_gap(x, y, p.corners[i, 0], p.corners[i, 1], p.corners[k, 0], p.corners[k, 1])
        best = min(best, np.int64(edge))
    return best


@rule
def disc_gap(s, body, x, y):
    """How far an officer's base at a place would be from a body; negative where it would lie on it."""
    if body < tables.UNITS:
        return np.int64(plane.point_gap(x, y, s.units[body].corners, 4)) - np.int64(s.radius)
    return np.int64(measure.centre_gap(measure.x_of(s, body), measure.y_of(s, body), x, y)) - 2 * np.int64(s.radius)


@rule
def no_room_there(s, officer, x, y, slack):
    """Whether an officer stands nowhere there: off the table, on impassable ground, on somebody or beside enemies."""
    if far_off_table(s, x, y, int(s.radius), slack) or deep_in_impassable(s, x, y, slack):
        return True
    side = s.officers[officer].side
    for body in range(tables.BODIES):
        standing = (
            s.units[body].state if body < tables.UNITS else s.officers[body - tables.UNITS].state
        ) == state.ON_TABLE
        if not standing or body == tables.UNITS + officer:
            continue
        least = tables.CONTACT if measure.is_enemy(s, body, side) else 0
        if disc_gap(s, body, x, y) + slack + ROUNDING < least:
            return True
    return False


@rule
def no_officer_there(s, officer, x, y, slack):
    """The same for a general or a staff that is deployed: the own half or edge, XL from enemies, XL from a general."""
    if no_room_there(s, officer, x, y, slack):
        return True
    o = s.officers[officer]
    for body in range(tables.BODIES):
        if measure.is_enemy(s, body, o.side) and disc_gap(s, body, x, y) + slack + ROUNDING < s.span[tables.XL]:
            return True
    if officer >= tables.STAFF:
        return far_from_generals(s, officer, x, y, slack)
    if outside_zone(s, officer, x, y, slack):
        return True
    if o.edge == tables.NONE:
        ahead = s.height - 2 * y if o.side == tables.SOUTH else 2 * y - s.height
        return ahead > 2 * slack + ROUNDING
    return edge_gap(s, int(o.edge), x, y) - s.radius - slack > s.span[tables.XL]


@rule
def far_from_generals(s, staff, x, y, slack):
    """Whether a staff would stand beyond XL of all its generals."""
    for division in range(tables.DIVISIONS):
        d = s.officers[division]
        if d.state != state.ON_TABLE or d.side != s.officers[staff].side:
            continue
        if disc_gap(s, tables.UNITS + division, x, y) - slack - ROUNDING <= s.span[tables.XL]:
            return False
    return True


@rule
def no_put_there(s, officer, x, y, slack):
    """The same for a fallen general's successor: his units within L, nobody's only target (G-R10)."""
    if no_room_there(s, officer, x, y, slack):
        return True
    for unit in range(tables.UNITS):
        u = s.units[unit]
        if u.state != state.ON_TABLE or u.division != officer:
            continue
        if disc_gap(s, unit, x, y) - slack - ROUNDING > s.span[tables.L]:
            return True
    # Smaller than any octagon of the officer's base within the slack.
    small = int(s.radius) * 9 // 10 - slack - ROUNDING
    if small <= 0:
        return False
    side = s.officers[officer].side
    for enemy in range((1 - side) * tables.UNITS // 2, (2 - side) * tables.UNITS // 2):
        if s.units[enemy].state == state.ON_TABLE and surely_exposed(s, enemy, officer, x, y, small, slack):
            return True
    return False


@rule
def surely_exposed(s, enemy, officer, x, y, small, slack):
    """Whether an officer anywhere there is an enemy's only target, by fire or by a charge straight at it."""
    body = tables.UNITS + officer
    u = s.units[enemy]
    apart = disc_gap(s, enemy, x, y) + slack + ROUNDING
    shoots = tables.RANGE[u.category] != tables.NONE and apart <= s.span[tables.RANGE[u.category]]
    if not shoots and apart > charge_reach(s, enemy, False) + measure.outer(s):
        return False
    o = s.officers[officer]
    home_x, home_y, inside = int(o.x), int(o.y), int(o.inside)
    shrink(o, x, y, small)
    o.inside = 0
    seen = sees(s, enemy, body)
    shrink(o, home_x, home_y, int(s.radius))
    o.inside = inside
    if not seen or not (shoots or surely_charges(s, enemy, x, y, slack)):
        return False
    return covering_unit(s, enemy, body, False, a_why()) < 0


@rule
def shrink(o, x, y, radius):
    """An officer's base at a place, with another radius."""
    o.x = x
    o.y = y
    for corner in range(state.OFFICER_CORNERS):
        angle = corner * (plane.TURN // state.OFFICER_CORNERS)
        o.corners[corner, 0] = x + plane.turned_x(radius, 0, angle)
        o.corners[corner, 1] = y + plane.turned_y(radius, 0, angle)


@rule
def surely_charges(s, enemy, x, y, slack):
    """Whether a charge straight at a place meets an officer wherever it stands within the slack."""
    u = s.units[enemy]
    home_x, home_y, facing = int(u.x), int(u.y), int(u.facing)
    if u.category == tables.FOOT_ARTILLERY or 2 * (slack + ROUNDING) > s.front:
        return False
    angle = angle_of(x - home_x, y - home_y)
    middle = measure.centre_gap(home_x, home_y, x, y) - s.deep // 2 - s.radius
    near, far = int(middle) - slack - ROUNDING, int(middle) + slack + ROUNDING
    if near < 0 or far > charge_reach(s, enemy, False):
        return False
    measure.try_unit(s, enemy, home_x, home_y, angle)
    free = enemy_on_way(s, enemy, plane.turned_x(far, 0, angle), plane.turned_y(far, 0, angle)) < 0
    measure.try_unit(s, enemy, home_x + plane.turned_x(far, 0, angle), home_y + plane.turned_y(far, 0, angle), angle)
    free = free and not off_table(s, u.corners, 4)
    free = free and check_charge_ground(s, enemy, home_x, home_y, far, a_why()) == OK
    measure.try_unit(s, enemy, home_x + plane.turned_x(near, 0, angle), home_y + plane.turned_y(near, 0, angle), angle)
    free = free and not off_table(s, u.corners, 4)
    free = free and not someone_on_way(
        s, enemy, plane.turned_x(far - near, 0, angle), plane.turned_y(far - near, 0, angle)
    )
    measure.try_unit(s, enemy, home_x, home_y, facing)
    return free


@rule
def no_unit_there(s, unit, x, y, angle, slack, twist):
    """The same for a unit that is deployed: its centre moves by a slack at most, any point of its base by a twist."""
    if outside_zone(s, int(s.units[unit].division), x, y, slack):
        return True
    if far_off_table(s, x, y, int(s.deep) // 2 - ROUNDING, slack) or deep_in_impassable(s, x, y, slack):
        return True
    u = s.units[unit]
    shape = shape_room()
    plane.write_box(shape, x, y, s.deep, s.front, angle)
    for k in range(4):
        if far_off_table(s, shape[k, 0], shape[k, 1], 0, twist + ROUNDING):
            return True
    chief = s.officers[u.division]
    if plane.point_gap(chief.x, chief.y, shape, 4) - s.radius - twist - ROUNDING > s.span[tables.L]:
        return True
    for body in range(tables.BODIES):
        if measure.is_enemy(s, body, u.side) and base_gap(s, body, shape) + twist + ROUNDING < s.span[tables.XL]:
            return True
    less = 2 * (twist + ROUNDING)
    if less >= s.deep:
        return False
    plane.write_box(shape, x, y, s.deep - less, s.front - less, angle)
    return lies_on_friend(s, u.side, shape)


@rule
def base_gap(s, body, shape):
    """How far a unit's base is from a body."""
    if body < tables.UNITS:
        return np.int64(plane.gap(shape, 4, s.units[body].corners, 4))
    return np.int64(plane.point_gap(measure.x_of(s, body), measure.y_of(s, body), shape, 4)) - np.int64(s.radius)


@rule
def lies_on_friend(s, side, shape):
    """Whether a base would lie on one of its own side."""
    for k in range(side * tables.UNITS // 2, (side + 1) * tables.UNITS // 2):
        if s.units[k].state == state.ON_TABLE and plane.overlap(shape, 4, 0, 0, s.units[k].corners, 4):
            return True
    for k in range(tables.OFFICERS):
        o = s.officers[k]
        if o.state != state.ON_TABLE or measure.enemy_officer(s, k, side):
            continue
        if plane.point_gap(o.x, o.y, shape, 4) + ROUNDING < s.radius:
            return True
    return False


@rule
def no_marker_there(s, x, y, slack):
    """The same for an artillery marker: on the table, within XS of the target, XS or more from any other."""
    if far_off_table(s, x, y, 0, slack) or place_gap(s, top(s), x, y) - slack - ROUNDING > s.span[tables.XS]:
        return True
    for k in range(s.n_markers):
        if measure.centre_gap(s.markers[k].x, s.markers[k].y, x, y) + slack + ROUNDING < s.span[tables.XS]:
            return True
    return False

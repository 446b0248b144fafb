"""What can be done now: all discrete actions, and the lattice of places, before `check` looks at them."""

from escaramuza.games.forglory.kinds import (
    ADVANCE,
    ASSIGN,
    CHARGE,
    DECLINE,
    END,
    FIGHT,
    HOLD,
    JOIN,
    MARKER,
    PICK,
    PLACE,
    PUT,
    REACT,
    READY,
    REGROUP,
    RETREAT,
    ROLL,
    SHOOT,
    STAY,
    SWAP,
    USE,
)  # fmt: skip
from escaramuza.games.forglory.measure import is_enemy, nearest_enemy, surely_beyond
from escaramuza.games.forglory.rules.charge import AIMS, aim_x, aim_y, charge_reach, in_range
from escaramuza.games.forglory.rules.charging import waits_for_extra
from escaramuza.games.forglory.rules.deploying import facing_of, left_to_place
from escaramuza.games.forglory.rules.driving import waits_for_push
from escaramuza.games.forglory.rules.joining import may_be_ordered
from escaramuza.games.forglory.rules.lattice import add_new, move_places, place_action, ride_places
from escaramuza.games.forglory.rules.pushing import as_near, is_nearest
from escaramuza.games.forglory.rules.rounds import FIRST_DEPLOY, REINFORCE
from escaramuza.games.forglory.rules.shooting import SPOTS, spot_x, spot_y
from escaramuza.games.forglory.rules.stack import OF_STAFF
from escaramuza.games.forglory.state import (
    ABSENT,
    AFTER_MOVE,
    DEPLOY,
    DISTRIBUTE,
    EXTRA,
    EXTRAS,
    FOLLOWING,
    JOINING,
    MARKING,
    MUSTER,
    OFFICER_RIDE,
    ON_TABLE,
    ORDER,
    ORDERS,
    PICKING,
    PUSHES,
    REACTION,
    RELOCATING,
    STAFF_PLACE,
    STAFF_RIDE,
    WAY,
)  # fmt: skip
from escaramuza.games.forglory.state import REACT as REACTING
from escaramuza.games.forglory.tables import BODIES, DIVISIONS, MOST_DIVISIONS, NONE, RANGE, UNITS, XL, XS, L
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN, turned_x, turned_y
from escaramuza.kernel.stack import top

RINGS, RING_PLACES = 4, 12
COLUMNS, ROWS = 16, 8


@rule
def add(out, n, kind, unit=0, target=0, choice=0):
    """Add an action without a place."""
    place_action(out[n], kind, unit, 0, 0, 0)
    out[n].target = target
    out[n].choice = choice
    return n + 1


@rule
def candidates(s, out):
    """Write what may be legal now into out; the number is returned."""
    n = 0
    phase = s.phase
    if phase == ORDERS:
        n = add(out, n, END)
        for unit in range(s.asked * UNITS // 2, (s.asked + 1) * UNITS // 2):
            if may_be_ordered(s, unit, s.why):
                n = add(out, n, USE, unit)
        return n
    if phase == ORDER:
        n = add(out, n, HOLD)
        n = retreats(s, int(top(s).unit), out, n)
        n = add(out, n, REGROUP)
        n = shots(s, int(top(s).unit), out, n)
        n = charges(s, int(top(s).unit), CHARGE, False, out, n)
        return move_places(s, out, n)
    if phase == WAY:
        n = add(out, n, HOLD)
        return move_places(s, out, n)
    if phase == AFTER_MOVE:
        n = add(out, n, HOLD)
        return shots(s, int(top(s).unit), out, n)
    if phase == REACTING:
        n = add(out, n, DECLINE)
        for unit in range(s.asked * UNITS // 2, (s.asked + 1) * UNITS // 2):
            if s.units[unit].state == ON_TABLE and not s.units[unit].reacted:
                n = add(out, n, REACT, unit)
        return n
    if phase == REACTION:
        return reaction(s, out, n)
    return rarer(s, out, n)


@rule
def retreats(s, unit, out, n):
    """A retreat, or one from each of the enemies that are equally near."""
    enemy = nearest_enemy(s, unit)
    if enemy < 0 or as_near(s, unit, enemy) < 0:
        return add(out, n, RETREAT)
    for body in range(BODIES):
        if is_nearest(s, unit, body):
            n = add(out, n, RETREAT, 0, 0, body + 1)
    return n


@rule
def reaction(s, out, n):
    """What a reactor may do about its trigger."""
    f = top(s)
    n = add(out, n, HOLD)
    n = retreats(s, int(f.unit), out, n)
    n = add(out, n, REGROUP)
    n = add(out, n, SHOOT, 0, int(f.target))
    for aim in range(len(AIMS)):
        n = aimed(s, CHARGE, int(f.unit), int(f.target), aim, 0, out, n)
    return n


@rule
def aimed(s, kind, unit, target, aim, who, out, n):
    """A charge with one of the usual aims."""
    place_action(out[n], kind, who, aim_x(s, unit, target, aim), aim_y(s, unit, target, aim), 0)
    out[n].target = target
    return n + 1


@rule
def shots(s, unit, out, n):
    """A shot at each enemy in range."""
    if RANGE[s.units[unit].category] < 0:
        return n
    for body in range(BODIES):
        if is_enemy(s, body, s.units[unit].side) and in_range(s, unit, body):
            n = add(out, n, SHOOT, 0, body)
    return n


@rule
def charges(s, unit, kind, extra, out, n):
    """A charge at each enemy in reach, with the usual aims."""
    reach = charge_reach(s, unit, extra)
    for body in range(BODIES):
        if not is_enemy(s, body, s.units[unit].side) or surely_beyond(s, unit, body, reach):
            continue
        for aim in range(len(AIMS)):
            n = aimed(s, kind, unit, body, aim, unit if kind == JOIN else 0, out, n)
    return n


@rule
def rarer(s, out, n):
    """The phases that come up seldom."""
    phase = s.phase
    if phase == JOINING:
        n = add(out, n, FIGHT)
        for unit in range(s.asked * UNITS // 2, (s.asked + 1) * UNITS // 2):
            if may_be_ordered(s, unit, s.why):
                n = charges(s, unit, JOIN, False, out, n)
        return n
    if phase == EXTRAS:
        for unit in range(s.asked * UNITS // 2, (s.asked + 1) * UNITS // 2):
            if waits_for_extra(s, unit):
                n = add(out, n, USE, unit)
        return n
    if phase == PUSHES:
        for unit in range(s.asked * UNITS // 2, (s.asked + 1) * UNITS // 2):
            if waits_for_push(s, unit):
                n = add(out, n, USE, unit)
        return n
    if phase == EXTRA:
        n = add(out, n, STAY)
        n = charges(s, int(top(s).unit), CHARGE, True, out, n)
        return move_places(s, out, n)
    if phase in (OFFICER_RIDE, STAFF_RIDE):
        n = add(out, n, STAY)
        return ride_places(s, int(top(s).unit), out, n)
    if phase == FOLLOWING:
        n = add(out, n, STAY)
        return add(out, n, ADVANCE)
    if phase == MARKING:
        return marker_places(s, out, n)
    if phase == RELOCATING:
        return new_places(s, int(top(s).unit), out, n)
    return setting(s, out, n)


@rule
def setting(s, out, n):
    """The phases of set-up."""
    phase = s.phase
    if phase == MUSTER:
        return add(out, n, ROLL)
    if phase == DISTRIBUTE:
        n = add(out, n, READY)
        for unit in range(s.asked * UNITS // 2, (s.asked + 1) * UNITS // 2):
            if s.units[unit].state == ABSENT:
                continue
            for own in range(MOST_DIVISIONS):
                division = s.asked * MOST_DIVISIONS + own
                if s.officers[division].state != ABSENT and s.units[unit].division != division:
                    n = add(out, n, ASSIGN, unit, 0, division)
            for other in range(unit + 1, (s.asked + 1) * UNITS // 2):
                if s.units[other].state != ABSENT and s.units[other].division != s.units[unit].division:
                    n = add(out, n, SWAP, unit, other)
        return n
    if phase == PICKING:
        by_division = s.step == FIRST_DEPLOY or s.step == REINFORCE
        for k in range(DIVISIONS if by_division else s.n_groups):
            n = add(out, n, PICK, 0, 0, k)
        return n
    if phase in (DEPLOY, STAFF_PLACE):
        return deploy_places(s, out, n)
    return n


@rule
def deploy_places(s, out, n):
    """A net for an officer, rings around it for its next unit."""
    f = top(s)
    officer = int(f.unit)
    o = s.officers[officer]
    if f.mode == OF_STAFF:
        for division in range(DIVISIONS):
            d = s.officers[division]
            if d.state == ON_TABLE and d.side == o.side:
                n = around(s, UNITS + officer, d.x, d.y, int(s.span[XL]), 0, out, n)
        return n
    if o.state != ON_TABLE:
        west, north, east, south = 0, 0, int(s.width), int(s.height)
        if o.edge == NONE and o.zone[2] > 0:
            west, north, east, south = int(o.zone[0]), int(o.zone[1]), int(o.zone[2]), int(o.zone[3])
        for row in range(ROWS):
            y = north + (2 * row + 1) * (south - north) // (2 * ROWS)
            for column in range(COLUMNS):
                x = west + (2 * column + 1) * (east - west) // (2 * COLUMNS)
                n = add_new(out, n, PLACE, UNITS + officer, x, y, 0)
        return n
    unit = left_to_place(s, officer)
    return around(s, unit, o.x, o.y, int(s.span[L]), facing_of(int(o.side)), out, n) if unit >= 0 else n


@rule
def around(s, body, x, y, reach, facing, out, n):
    """Places on rings around a point."""
    for ring in range(1, RINGS + 1):
        for k in range(RING_PLACES):
            angle = k * (TURN // RING_PLACES)
            far = ring * reach // RINGS
            n = add_new(out, n, PLACE, body, x + turned_x(far, 0, angle), y + turned_y(far, 0, angle), facing)
    return n


@rule
def marker_places(s, out, n):
    """Rings around a target."""
    f = top(s)
    for ring in (0, 1, 2):
        far = ring * (int(s.span[XS]) + s.deep // 2) // 2
        for k in range(SPOTS if ring > 0 else 1):
            n = add_new(out, n, MARKER, 0, spot_x(s, f, k, far), spot_y(s, f, k, far), 0)
    return n


@rule
def new_places(s, officer, out, n):
    """Around the units of a fallen general, and around where it fell."""
    o = s.officers[officer]
    n = rings(s, o.x, o.y, out, n)
    for k in range(UNITS):
        u = s.units[k]
        if u.state == ON_TABLE and u.division == officer:
            n = rings(s, u.x, u.y, out, n)
    return n


@rule
def rings(s, x, y, out, n):
    """Places at some distances from a point, for a general."""
    for far in (s.front * 4 // 5, int(s.span[L]) // 2):
        for k in range(RING_PLACES):
            angle = k * (TURN // RING_PLACES)
            n = add_new(out, n, PUT, 0, x + turned_x(far, 0, angle), y + turned_y(far, 0, angle), 0)
    return n

"""What can be done now: all discrete actions, and the lattice of places, before `check` looks at them."""

from escaramuza.games.field.rules.lattice import place_action
from escaramuza.games.forglory import kinds, state, tables
from escaramuza.games.forglory.measure import is_enemy, nearest_enemy, surely_beyond
from escaramuza.games.forglory.rules import charge, lattice
from escaramuza.games.forglory.rules.charging import waits_for_extra
from escaramuza.games.forglory.rules.deploying import facing_of, left_to_place
from escaramuza.games.forglory.rules.driving import waits_for_push
from escaramuza.games.forglory.rules.joining import may_be_ordered
from escaramuza.games.forglory.rules.pushing import as_near, rival
from escaramuza.games.forglory.rules.rounds import FIRST_DEPLOY, REINFORCE
from escaramuza.games.forglory.rules.shooting import SPOTS, spot_x, spot_y
from escaramuza.games.forglory.rules.stack import a_why
from escaramuza.games.forglory.state import REACT as REACTING
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
    if phase == state.ORDERS:
        n = add(out, n, kinds.END)
        for unit in range(s.asked * tables.UNITS // 2, (s.asked + 1) * tables.UNITS // 2):
            if may_be_ordered(s, unit, a_why()):
                n = add(out, n, kinds.USE, unit)
        return n
    if phase == state.ORDER:
        n = add(out, n, kinds.HOLD)
        n = retreats(s, int(top(s).unit), out, n)
        n = add(out, n, kinds.REGROUP)
        n = shots(s, int(top(s).unit), out, n)
        n = charges(s, int(top(s).unit), kinds.CHARGE, False, out, n)
        return lattice.move_places(s, out, n)
    if phase == state.WAY:
        n = add(out, n, kinds.HOLD)
        return lattice.move_places(s, out, n)
    if phase == state.AFTER_MOVE:
        n = add(out, n, kinds.HOLD)
        return shots(s, int(top(s).unit), out, n)
    if phase == REACTING:
        n = add(out, n, kinds.DECLINE)
        for unit in range(s.asked * tables.UNITS // 2, (s.asked + 1) * tables.UNITS // 2):
            if s.units[unit].state == state.ON_TABLE and not s.units[unit].reacted:
                n = add(out, n, kinds.REACT, unit)
        return n
    if phase == state.REACTION:
        return reaction(s, out, n)
    return rarer(s, out, n)


@rule
def retreats(s, unit, out, n):
    """A retreat, or one from each of the enemies that are equally near."""
    enemy = nearest_enemy(s, unit)
    if enemy < 0 or rival(s, unit, enemy) < 0:
        return add(out, n, kinds.RETREAT)
    for body in range(tables.BODIES):
        if as_near(s, unit, enemy, body):
            n = add(out, n, kinds.RETREAT, 0, 0, body + 1)
    return n


@rule
def reaction(s, out, n):
    """What a reactor may do about its trigger."""
    f = top(s)
    n = add(out, n, kinds.HOLD)
    n = retreats(s, int(f.unit), out, n)
    n = add(out, n, kinds.REGROUP)
    n = add(out, n, kinds.SHOOT, 0, int(f.target))
    for aim in range(len(charge.AIMS)):
        n = aimed(s, kinds.CHARGE, int(f.unit), int(f.target), aim, 0, out, n)
    return n


@rule
def aimed(s, kind, unit, target, aim, who, out, n):
    """A charge with one of the usual aims."""
    place_action(out[n], kind, who, charge.aim_x(s, unit, target, aim), charge.aim_y(s, unit, target, aim), 0)
    out[n].target = target
    return n + 1


@rule
def shots(s, unit, out, n):
    """A shot at each enemy in range."""
    if tables.RANGE[s.units[unit].category] < 0:
        return n
    for body in range(tables.BODIES):
        if is_enemy(s, body, s.units[unit].side) and charge.in_range(s, unit, body):
            n = add(out, n, kinds.SHOOT, 0, body)
    return n


@rule
def charges(s, unit, kind, extra, out, n):
    """A charge at each enemy in reach, with the usual aims."""
    reach = charge.charge_reach(s, unit, extra)
    for body in range(tables.BODIES):
        if not is_enemy(s, body, s.units[unit].side) or surely_beyond(s, unit, body, reach):
            continue
        for aim in range(len(charge.AIMS)):
            n = aimed(s, kind, unit, body, aim, unit if kind == kinds.JOIN else 0, out, n)
    return n


@rule
def rarer(s, out, n):
    """The phases that come up seldom."""
    phase = s.phase
    if phase == state.JOINING:
        n = add(out, n, kinds.FIGHT)
        for unit in range(s.asked * tables.UNITS // 2, (s.asked + 1) * tables.UNITS // 2):
            if may_be_ordered(s, unit, a_why()):
                n = charges(s, unit, kinds.JOIN, False, out, n)
        return n
    if phase == state.EXTRAS:
        for unit in range(s.asked * tables.UNITS // 2, (s.asked + 1) * tables.UNITS // 2):
            if waits_for_extra(s, unit):
                n = add(out, n, kinds.USE, unit)
        return n
    if phase == state.PUSHES:
        for unit in range(s.asked * tables.UNITS // 2, (s.asked + 1) * tables.UNITS // 2):
            if waits_for_push(s, unit):
                n = add(out, n, kinds.USE, unit)
        return n
    if phase == state.EXTRA:
        n = add(out, n, kinds.STAY)
        n = charges(s, int(top(s).unit), kinds.CHARGE, True, out, n)
        return lattice.move_places(s, out, n)
    if phase in (state.OFFICER_RIDE, state.STAFF_RIDE):
        n = add(out, n, kinds.STAY)
        return lattice.ride_places(s, int(top(s).unit), out, n)
    if phase == state.FOLLOWING:
        n = add(out, n, kinds.STAY)
        return add(out, n, kinds.ADVANCE)
    if phase == state.MARKING:
        return marker_places(s, out, n)
    if phase == state.RELOCATING:
        return new_places(s, int(top(s).unit), out, n)
    return setting(s, out, n)


@rule
def setting(s, out, n):
    """The phases of set-up."""
    phase = s.phase
    if phase == state.MUSTER:
        return add(out, n, kinds.ROLL)
    if phase == state.DISTRIBUTE:
        n = add(out, n, kinds.READY)
        for unit in range(s.asked * tables.UNITS // 2, (s.asked + 1) * tables.UNITS // 2):
            if s.units[unit].state == state.ABSENT:
                continue
            for own in range(tables.MOST_DIVISIONS):
                division = s.asked * tables.MOST_DIVISIONS + own
                if s.officers[division].state != state.ABSENT and s.units[unit].division != division:
                    n = add(out, n, kinds.ASSIGN, unit, 0, division)
            for other in range(unit + 1, (s.asked + 1) * tables.UNITS // 2):
                if s.units[other].state != state.ABSENT and s.units[other].division != s.units[unit].division:
                    n = add(out, n, kinds.SWAP, unit, other)
        return n
    if phase == state.PICKING:
        by_division = s.step == FIRST_DEPLOY or s.step == REINFORCE
        for k in range(tables.DIVISIONS if by_division else s.n_groups):
            n = add(out, n, kinds.PICK, 0, 0, k)
        return n
    if phase in (state.DEPLOY, state.STAFF_PLACE):
        return deploy_places(s, out, n)
    return n


@rule
def deploy_places(s, out, n):
    """A net for an officer, rings around it for its next unit."""
    f = top(s)
    officer = int(f.unit)
    o = s.officers[officer]
    if f.unit >= tables.STAFF:
        for division in range(tables.DIVISIONS):
            d = s.officers[division]
            if d.state == state.ON_TABLE and d.side == o.side:
                n = around(s, tables.UNITS + officer, d.x, d.y, int(s.span[tables.XL]), 0, out, n)
        return n
    if o.state != state.ON_TABLE:
        west, north, east, south = 0, 0, int(s.width), int(s.height)
        if o.edge == tables.NONE and o.zone[2] > 0:
            west, north, east, south = int(o.zone[0]), int(o.zone[1]), int(o.zone[2]), int(o.zone[3])
        for row in range(ROWS):
            y = north + (2 * row + 1) * (south - north) // (2 * ROWS)
            for column in range(COLUMNS):
                x = west + (2 * column + 1) * (east - west) // (2 * COLUMNS)
                n = lattice.add_new(out, n, kinds.PLACE, tables.UNITS + officer, x, y, 0)
        return n
    unit = left_to_place(s, officer)
    return around(s, unit, o.x, o.y, int(s.span[tables.L]), facing_of(int(o.side)), out, n) if unit >= 0 else n


@rule
def around(s, body, x, y, reach, facing, out, n):
    """Places on rings around a point."""
    for ring in range(1, RINGS + 1):
        for k in range(RING_PLACES):
            angle = k * (TURN // RING_PLACES)
            far = ring * reach // RINGS
            n = lattice.add_new(
                out, n, kinds.PLACE, body, x + turned_x(far, 0, angle), y + turned_y(far, 0, angle), facing
            )
    return n


@rule
def marker_places(s, out, n):
    """Rings around a target."""
    f = top(s)
    for ring in (0, 1, 2):
        far = ring * (int(s.span[tables.XS]) + s.deep // 2) // 2
        for k in range(SPOTS if ring > 0 else 1):
            n = lattice.add_new(out, n, kinds.MARKER, 0, spot_x(s, f, k, far), spot_y(s, f, k, far), 0)
    return n


@rule
def new_places(s, officer, out, n):
    """Around the units of a fallen general, and around where it fell."""
    o = s.officers[officer]
    n = rings(s, o.x, o.y, out, n)
    for k in range(tables.UNITS):
        u = s.units[k]
        if u.state == state.ON_TABLE and u.division == officer:
            n = rings(s, u.x, u.y, out, n)
    return n


@rule
def rings(s, x, y, out, n):
    """Places at some distances from a point, for a general."""
    for far in (s.front * 4 // 5, int(s.span[tables.L]) // 2):
        for k in range(RING_PLACES):
            angle = k * (TURN // RING_PLACES)
            n = lattice.add_new(out, n, kinds.PUT, 0, x + turned_x(far, 0, angle), y + turned_y(far, 0, angle), 0)
    return n

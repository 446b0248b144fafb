"""Room in a deployment zone: whether the units still in hand find a place beside those that stand (C-R31).

Each way to look for places finds just one fewer once a unit stands on one of them. So a side that has room for all its
units keeps it as long as it uses places that were found.
"""

from escaramuza.games.cafe import tables
from escaramuza.games.cafe.kinds import PLACE
from escaramuza.games.cafe.rules import lattice, shelves
from escaramuza.games.cafe.state import IN_HAND, MOST_CORNERS, ON_TABLE, SOLID
from escaramuza.games.field.rules.lattice import place_action
from escaramuza.kernel.jit import rule

# A base, however it is turned, touches at most four places of the lattice.
BLOCKED_BY_ONE = 4


@rule
def end_of(s, side):
    """The end of the table where a side deploys: 0 left, 1 right."""
    return 0 if s.left == side else 1


@rule
def count_of(s, side, state):
    """How many units of a side are in a state."""
    count = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[i].state == state:
            count += 1
    return count


@rule
def take_up(u):
    """A unit in hand has no base on the table."""
    u.x = 0
    u.y = 0
    u.facing = 0
    for corner in range(4):
        u.corners[corner, 0] = 0
        u.corners[corner, 1] = 0


@rule
def has_room(s, side):
    """Whether all units that a side has in hand find room in its zone."""
    wanted = count_of(s, side, IN_HAND)
    if wanted == 0 or s.lattice[end_of(s, side)] - BLOCKED_BY_ONE * count_of(s, side, ON_TABLE) >= wanted:
        return True
    # One of them is laid wherever there may be room, and taken up again.
    unit = side * tables.MOST_UNITS
    while s.units[unit].state != IN_HAND:
        unit += 1
    enough = (
        on_lattice(s, unit, side, wanted) >= wanted
        or in_berths(s, unit, side) >= wanted
        or on_best_shelves(s, unit, side, wanted) >= wanted
    )
    take_up(s.units[unit])
    return enough


@rule
def on_lattice(s, unit, side, enough):
    """How many places of the lattice are free, or enough."""
    count = 0
    for column in range(lattice.lattice_columns(s)):
        for row in range(lattice.lattice_rows(s)):
            if count < enough and shelves.is_free(
                s, unit, lattice.lattice_x(s, side, column), lattice.lattice_y(row), 0
            ):
                count += 1
    return count


@rule
def in_berths(s, unit, side):
    """How many places of the zone's tightest packing are free."""
    end = end_of(s, side)
    count = 0
    for k in range(s.n_berths[end]):
        if shelves.is_free(s, unit, s.berths[end, k, 0], s.berths[end, k, 1], s.berths[end, k, 2]):
            count += 1
    return count


@rule
def on_best_shelves(s, unit, side, enough):
    """How many bases have room on the shelves that hold most, or enough."""
    plan = best_plan(s, unit, side, enough)
    return 0 if plan == tables.NONE else count_on_plan(s, unit, side, plan, enough)


@rule
def best_plan(s, unit, side, enough):
    """The plan of shelves that holds most units, or the first that holds enough; NONE where nobody has room."""
    best, most = tables.NONE, 0
    for plan in range(4 * anchors(s)):
        count = count_on_plan(s, unit, side, plan, enough)
        if count > most:
            best, most = plan, count
        if most >= enough:
            break
    return best


@rule
def count_on_plan(s, unit, side, plan, enough):
    """How many bases have room on the shelves of a plan, or enough."""
    axis, facing, anchor = axis_of(plan), facing_of(plan), anchor_of(s, side, plan)
    if not shelves.in_reach(s, side, 1 - axis, facing, anchor):
        return 0
    return shelves.count_on_shelves(s, unit, side, axis, facing, anchor, enough)


@rule
def anchors(s):
    """How many points shelves may begin at: both ends of the zone, each corner of a piece, each of a unit."""
    return 2 + MOST_CORNERS * s.n_pieces + 4 * tables.MOST_UNITS


@rule
def axis_of(plan):
    """A plan of shelves says along which axis bases follow each other …"""
    return shelves.Y if plan % 4 < 2 else shelves.X


@rule
def facing_of(plan):
    """… how they lie …"""
    return shelves.STRAIGHT if plan % 2 == 0 else shelves.QUARTER


@rule
def anchor_of(s, side, plan):
    """… and where, across them, a shelf begins: NONE where nothing stands."""
    across, facing, number = 1 - axis_of(plan), facing_of(plan), plan // 4
    if number == 0:
        return shelves.lowest(s, side, across, facing) - shelves.half(across, facing)
    if number == 1:
        return shelves.highest(s, side, across, facing) + shelves.half(across, facing)
    number -= 2
    if number < MOST_CORNERS * s.n_pieces:
        p = s.pieces[number // MOST_CORNERS]
        corner = number % MOST_CORNERS
        return int(p.corners[corner, across]) if p.roles & SOLID and corner < p.n else tables.NONE
    number -= MOST_CORNERS * s.n_pieces
    u = s.units[side * tables.MOST_UNITS + number // 4]
    return int(u.corners[number % 4, across]) if u.state == ON_TABLE else tables.NONE


@rule
def tight_places(s, out, n):
    """Where the lattice is too coarse: the free places of the zone's tightest packing, and those on the shelves that
    hold most now."""
    unit, side = lattice.next_in_hand(s), int(s.side)
    if unit == tables.NONE:
        return n
    n = berth_places(s, side, unit, out, n)
    n = shelf_places(s, side, unit, count_of(s, side, IN_HAND), out, n)
    take_up(s.units[unit])
    return n


@rule
def berth_places(s, side, unit, out, n):
    """The free places of a zone's tightest packing."""
    end = end_of(s, side)
    for k in range(s.n_berths[end]):
        x, y, facing = s.berths[end, k, 0], s.berths[end, k, 1], s.berths[end, k, 2]
        if shelves.is_free(s, unit, x, y, facing):
            place_action(out[n], PLACE, unit, x, y, facing)
            n += 1
    return n


@rule
def shelf_places(s, side, unit, enough, out, n):
    """All places on the shelves that hold most, or enough."""
    plan = best_plan(s, unit, side, enough)
    if plan == tables.NONE:
        return n
    axis, facing = axis_of(plan), facing_of(plan)
    middle = shelves.first_shelf(s, side, axis, facing, anchor_of(s, side, plan))
    while middle <= shelves.highest(s, side, 1 - axis, facing):
        at = shelves.next_on_shelf(s, unit, side, axis, facing, middle, shelves.lowest(s, side, axis, facing))
        while at != tables.NONE:
            place_action(
                out[n], PLACE, unit, at if axis == shelves.X else middle, middle if axis == shelves.X else at, facing
            )
            n += 1
            at = shelves.next_on_shelf(s, unit, side, axis, facing, middle, at + 2 * shelves.half(axis, facing))
        middle += 2 * shelves.half(1 - axis, facing)
    return n

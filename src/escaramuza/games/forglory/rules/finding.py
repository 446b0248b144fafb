"""Whether there is any place at all: a region is halved again and again, and what is hopeless is left out (G-R64).

A part of the region is hopeless if something forbids all of it: lengths change by no more than a place moves, so that a
look at its middle tells. What is left in the end is a single place, and the rules themselves judge that.
"""

import numpy as np

from escaramuza.games.forglory import tables
from escaramuza.games.forglory.measure import outer
from escaramuza.games.forglory.rules.deploying import check_officer_spot, check_unit_spot
from escaramuza.games.forglory.rules.hopeless import no_marker_there, no_officer_there, no_put_there, no_unit_there
from escaramuza.games.forglory.rules.officers import check_put
from escaramuza.games.forglory.rules.shooting import check_marker
from escaramuza.kernel.buffers import OK, clear
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN
from escaramuza.kernel.scratch import scratch
from escaramuza.kernel.stack import top

NOWHERE = -1
# What is to be put down: a deployed officer or staff, a fallen general's successor, an artillery marker, a unit.
AN_OFFICER, A_SUCCESSOR, A_MARKER, A_UNIT = range(4)
# A place as one number.
WIDE = 1 << 20
# The region is searched with parts of this size at least, ever smaller: where there is room it is soon found.
SIZES = (256, 32, 4, 1)
# So many places are judged at most in each search; one that needs more gives up. A successor's is judged slowly.
MOST_LOOKS, FEWER_LOOKS = 20000, 2000
# Half a turn: a base looks the same from behind.
HALF_TURN = TURN // 2
cell_room = scratch(128, 4)


@rule
def found_x(place):
    """Where a found place is, from west to east."""
    return int(place % WIDE)


@rule
def found_y(place):
    """The same from north to south."""
    return int(place // WIDE % WIDE)


@rule
def found_facing(place):
    """The facing of a found place."""
    return int(place // WIDE // WIDE)


@rule
def find(s, what, body, facing, why):
    """A place where something fits, or NOWHERE; a unit faces as it is told to if it can."""
    for least in SIZES:
        found = search(s, what, body, facing, least, why)
        if found != NOWHERE:
            clear(why)
            return found
    clear(why)
    return np.int64(NOWHERE)


@rule
def search(s, what, body, facing, least, why):
    """The same with parts no smaller than a size."""
    cells = cell_room()
    low_x, low_y, size = region(s, what, body)
    write_part(cells, 0, low_x, low_y, size, 0, HALF_TURN if what == A_UNIT else 1)
    count, looks = 1, FEWER_LOOKS if what == A_SUCCESSOR else MOST_LOOKS
    while count > 0 and looks > 0:
        count -= 1
        x, y, wide = cells[count, 0], cells[count, 1], cells[count, 2]
        start, turns = cells[count, 3] // WIDE, cells[count, 3] % WIDE
        middle_x, middle_y, angle = x + wide // 2, y + wide // 2, (facing + start + turns // 2) % TURN
        slack = wide * 3 // 4 if wide > 1 else 0
        twist = np.int64(outer(s)) * turns * 2 // 1000 + 1 if turns > 1 else 0
        if hopeless(s, what, body, middle_x, middle_y, angle, slack, twist):
            continue
        looks -= 1
        if fits(s, what, body, middle_x, middle_y, angle, why):
            return (faced(angle, facing) * WIDE + middle_y) * WIDE + middle_x
        if turns > 1 and (twist > slack or wide <= least):
            if twist > least:
                half = turns // 2
                write_part(cells, count, x, y, wide, start, half)
                write_part(cells, count + 1, x, y, wide, start + half, turns - half)
                count += 2
        elif wide > least:
            half = wide // 2
            for part in range(4):
                write_part(cells, count + part, x + part % 2 * half, y + part // 2 * half, half, start, turns)
            count += 4
    return np.int64(NOWHERE)


@rule
def faced(angle, facing):
    """Of the two facings of the same base the one nearer to a wish."""
    off = (angle - facing) % TURN
    return angle % TURN if min(off, TURN - off) <= TURN // 4 else (angle + HALF_TURN) % TURN


@rule
def write_part(cells, k, x, y, wide, start, turns):
    """A square of places and some turns from one on."""
    cells[k, 0] = x
    cells[k, 1] = y
    cells[k, 2] = wide
    cells[k, 3] = start * WIDE + turns


@rule
def region(s, what, body):
    """The square in which a place is looked for: its corner and its size, a power of two."""
    least = max(int(s.width), int(s.height)) + 1
    x, y = 0, 0
    if what == A_UNIT:
        o = s.officers[s.units[body].division]
        reach = int(s.span[tables.L]) + int(s.radius) + int(outer(s))
        x, y, least = o.x - reach, o.y - reach, 2 * reach + 1
    elif what == A_MARKER:
        reach = int(s.span[tables.XS]) + int(outer(s))
        x, y, least = top(s).stood_x - reach, top(s).stood_y - reach, 2 * reach + 1
    size = 1
    while size < least:
        size *= 2
    return x, y, size


@rule
def hopeless(s, what, body, x, y, angle, slack, twist):
    """Whether nothing within a slack of a place, and of a twist, can be right."""
    if what == A_UNIT:
        return no_unit_there(s, body, x, y, angle, slack, slack + twist)
    if what == A_MARKER:
        return no_marker_there(s, x, y, slack)
    if what == A_SUCCESSOR:
        return no_put_there(s, body - tables.UNITS, x, y, slack)
    return no_officer_there(s, body - tables.UNITS, x, y, slack)


@rule
def fits(s, what, body, x, y, angle, why):
    """Whether the rules accept a place."""
    if what == A_UNIT:
        return check_unit_spot(s, body, x, y, angle, why) == OK
    if what == A_MARKER:
        return check_marker(s, x, y, why) == OK
    if what == A_SUCCESSOR:
        return check_put(s, body - tables.UNITS, x, y, why) == OK
    return check_officer_spot(s, body - tables.UNITS, x, y, why) == OK

"""Set-up: the die for sides and the deployment (C-S1 … C-S5, C-R14)."""

from escaramuza.games.cafe import measure, tables
from escaramuza.games.cafe.codes import Did, Why
from escaramuza.games.cafe.kinds import SWAP
from escaramuza.games.cafe.rules.deck import deal
from escaramuza.games.cafe.rules.room import count_of, has_room, take_up
from escaramuza.games.cafe.rules.rounds import apply_initiative, start_round
from escaramuza.games.cafe.rules.sharing import begin_sharing
from escaramuza.games.cafe.rules.units import army
from escaramuza.games.cafe.state import ABSENT, IN_HAND, INITIATIVE, ON_TABLE, RUNNING, SIDES
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.dice import throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN


@rule
def apply_roll(s, log):
    """One die each for the choice of sides, again if equal (C-S2); later the initiative."""
    if s.phase == INITIATIVE:
        apply_initiative(s, log)
        return
    while True:
        s.faces[0, 0] = throw(s.dice)
        s.faces[1, 0] = throw(s.dice)
        emit(log, Did.DIE_OFF_THROWN, s.faces[0, 0], s.faces[1, 0])
        if s.faces[0, 0] != s.faces[1, 0]:
            break
    s.side = tables.BLUE if s.faces[0, 0] > s.faces[1, 0] else tables.RED
    s.phase = SIDES
    s.asked = s.side
    emit(log, Did.CHOOSES_SIDES, s.side)


@rule
def apply_sides(s, a, log):
    """The winner keeps the sides of the table or swaps them."""
    if a.kind == SWAP:
        s.left = 1 - s.left
    emit(log, Did.SIDES_SWAPPED if a.kind == SWAP else Did.SIDES_KEPT, s.side)
    begin_sharing(s, log)


@rule
def check_place(s, a, why):
    """Whether a unit may be deployed at a place; with face-down units it may also be put elsewhere again (C-E9)."""
    if a.unit < 0 or a.unit >= tables.UNITS or s.units[a.unit].state == ABSENT:
        return because(
            why,
            Why.NO_SUCH_UNIT,
            a.unit % tables.MOST_UNITS + 1,
            army(s, tables.RED if a.unit >= tables.MOST_UNITS else tables.BLUE),
        )
    u = s.units[a.unit]
    if u.seat != s.asked:
        return because(why, Why.NOT_YOUR_UNIT, a.unit)
    if not s.face_down and u.state != IN_HAND:
        return because(why, Why.ALREADY_PLACED, a.unit)
    if a.x < 0 or a.y < 0 or a.x > s.width or a.y > s.height:
        return because(why, Why.OFF_TABLE, a.x, a.y)
    if a.facing < 0 or a.facing >= TURN:
        return because(why, Why.BAD_FACING)
    if not measure.in_zone_at(s, a.x, s.side):
        return because(why, Why.OUTSIDE_ZONE, a.x, a.y)
    return check_room(s, a, why)


@rule
def check_room(s, a, why):
    """3 cm from the edges, on no other base and no solid terrain, with room left for the side's other units (C-R31).
    The unit is put there for the look only."""
    u = s.units[a.unit]
    x, y, facing, state = int(u.x), int(u.y), int(u.facing), int(u.state)
    measure.put(s, a.unit, a.x, a.y, a.facing)
    u.state = ON_TABLE
    inside = True
    for corner in range(4):
        cx, cy = u.corners[corner, 0], u.corners[corner, 1]
        if cx < tables.EDGE or cy < tables.EDGE or cx > s.width - tables.EDGE or cy > s.height - tables.EDGE:
            inside = False
    other = measure.blocker(s, a.unit, u.corners, 0, 0, measure.EVERYTHING)
    piece = measure.wall(s, u.corners, 0, 0)
    leaves_room = not inside or other >= 0 or piece >= 0 or has_room(s, int(s.side))
    measure.put(s, a.unit, x, y, facing)
    u.state = state
    if state == IN_HAND:
        take_up(u)
    if not inside:
        return because(why, Why.NEAR_EDGE, a.x, a.y, tables.EDGE)
    if other >= 0:
        return because(why, Why.UNIT_IN_THE_WAY, other)
    if piece >= 0:
        return because(why, Why.SOLID_IN_THE_WAY, piece)
    if not leaves_room:
        return because(why, Why.LEAVES_NO_ROOM, a.unit, count_of(s, int(s.side), IN_HAND) - (state == IN_HAND))
    return OK


@rule
def apply_place(s, a, log):
    """Put a unit down; open units are placed one at a time in turn (C-E9)."""
    s.units[a.unit].state = ON_TABLE
    measure.put(s, a.unit, a.x, a.y, a.facing)
    emit(log, Did.UNIT_PLACED, s.side, a.unit, a.x, a.y)
    if not s.face_down:
        next_to_deploy(s, log)


@rule
def in_hand(s, seat):
    """How many units a seat has still to place."""
    count = 0
    for i in range(tables.UNITS):
        if s.units[i].seat == seat and s.units[i].state == IN_HAND:
            count += 1
    return count


@rule
def next_to_deploy(s, log):
    """The next seat in turn that has units in hand; when there is none the first round begins."""
    seats = 2 * int(s.players)
    for step in range(1, seats + 1):
        seat = (int(s.asked) + step) % seats
        if in_hand(s, seat) > 0:
            s.asked = seat
            s.side = seat % 2
            return
    begin(s, log)


@rule
def check_ready(s, why):
    """Whether the deciding seat has placed all its units; open ones are placed in turn, and nobody says so (C-E9)."""
    if not s.face_down:
        return because(why, Why.NOT_NOW, s.phase)
    left = in_hand(s, s.asked)
    if left > 0:
        owned = 0
        for i in range(tables.UNITS):
            if s.units[i].state != ABSENT and s.units[i].seat == s.asked:
                owned += 1
        return because(why, Why.NOT_ALL_PLACED, owned - left, owned)
    return OK


@rule
def apply_ready(s, log):
    """This seat has deployed; the next one, or the first round."""
    emit(log, Did.DEPLOYED, s.asked)
    s.ready[s.asked] = 1
    for seat in range(2 * int(s.players)):
        if not s.ready[seat]:
            s.asked = seat
            s.side = seat % 2
            return
    begin(s, log)


@rule
def begin(s, log):
    """Deal the cards; the first round waits for its initiative (C-S5)."""
    s.side = tables.BLUE
    deal(s, log)
    s.phase = RUNNING
    start_round(s)

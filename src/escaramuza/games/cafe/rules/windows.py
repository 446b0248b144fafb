"""Windows: moments at which players are asked about their cards, the active one first (C-R17)."""

from escaramuza.games.cafe.codes import WINDOW_CLOSED
from escaramuza.games.cafe.kinds import RUN, WALK
from escaramuza.games.cafe.measure import in_close_reach
from escaramuza.games.cafe.rules.asking import wants
from escaramuza.games.cafe.rules.stack import A_WINDOW, AFTER_MOVE, AN_ACTIVATION, DAMAGE, pop
from escaramuza.games.cafe.state import ON_TABLE, WINDOW
from escaramuza.games.cafe.tables import (
    CAMOUFLAGE,
    CHEETAH,
    FALSE_ORDERS,
    FIRST_AID,
    HEALTH,
    KNIFE,
    MOST_UNITS,
    UNITS,
)  # fmt: skip
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import find, push, top


@rule
def open_window(s, seat, unit, moment):
    """Ask every seat in turn order, beginning with the active one."""
    if not s.with_cards:
        return
    f = push(s, A_WINDOW)
    f.seat = seat
    f.unit = unit
    f.mode = moment


@rule
def run_window(s):
    """The next seat that is asked, or the window closes."""
    f = top(s)
    seats = 2 * int(s.players)
    while f.turn < seats:
        seat = (int(f.seat) + int(f.turn)) % seats
        if wants(s, seat, useful(s, f, seat)):
            s.phase = WINDOW
            s.asked = seat
            return
        f.turn += 1
    pop(s)


@rule
def useful(s, f, seat):
    """Whether a seat could play a card in this window."""
    if s.hand_size[seat] == 0:
        return False
    if s.held[seat, KNIFE] > 0 and has_neighbour(s, seat):
        return True
    mine = seat == f.seat
    if f.mode != AFTER_MOVE:
        return mine and s.held[seat, FIRST_AID] > 0 and has_hurt(s, seat % 2)
    if s.units[f.unit].state != ON_TABLE:
        return False
    mode = s.frames[find(s, AN_ACTIVATION)].mode
    moved = mode in (WALK, RUN)
    if mine:
        hides = s.held[seat, CAMOUFLAGE] > 0 and not s.units[f.unit].camouflaged
        return hides or (moved and s.held[seat, CHEETAH] > 0)
    return moved and seat % 2 != f.seat % 2 and s.held[seat, FALSE_ORDERS] > 0


@rule
def has_neighbour(s, seat):
    """Whether a unit of a seat has an enemy in close combat distance."""
    side = seat % 2
    other = (1 - side) * MOST_UNITS
    for i in range(side * MOST_UNITS, (side + 1) * MOST_UNITS):
        if s.units[i].state != ON_TABLE or s.units[i].seat != seat:
            continue
        for j in range(other, other + MOST_UNITS):
            if s.units[j].state == ON_TABLE and in_close_reach(s, i, j):
                return True
    return False


@rule
def has_hurt(s, side):
    """Whether a unit of a side is below its printed health."""
    for i in range(UNITS):
        u = s.units[i]
        if u.side == side and u.state == ON_TABLE and u.health < HEALTH[u.type]:
            return True
    return False


@rule
def apply_no(s, log):
    """Play nothing now."""
    f = top(s)
    emit(log, WINDOW_CLOSED, s.asked)
    if f.code == DAMAGE:
        f.stage = 2
    else:
        f.turn += 1

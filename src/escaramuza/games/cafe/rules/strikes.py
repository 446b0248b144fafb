"""The start of a round: what waited strikes, in the order that each unit's player chooses (C-R16, C-R30)."""

from escaramuza.games.cafe import state, tables
from escaramuza.games.cafe.codes import Did, Why
from escaramuza.games.cafe.rules import waiting
from escaramuza.games.cafe.rules.damage import hurt
from escaramuza.games.cafe.rules.stack import STRIKES
from escaramuza.games.cafe.rules.units import check_own
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import pop, push, top


@rule
def begin_strikes(s):
    """All that waits now is due; what is held back from here on waits for the round after."""
    for i in range(tables.UNITS):
        s.units[i].due = s.units[i].poison + s.units[i].delayed
    push(s, STRIKES)


@rule
def run_strikes(s, log):
    """Seat by seat: the next strike on one of its units; where the order matters its player chooses."""
    f = top(s)
    seats = 2 * int(s.players)
    while f.seat < seats:
        unit = first_due(s, f.seat)
        if unit < 0:
            f.seat += 1
            continue
        if order_matters(s, f.seat):
            s.phase = state.ORDER
            s.asked = f.seat
            return
        point = s.units[unit].waiting[0]
        strike(s, unit, waiting.cause(point), waiting.counts_close(point), log)
        return
    pop(s)


@rule
def first_due(s, seat):
    """The first unit of a seat with a point due, or -1."""
    side = seat % 2
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.seat == seat and u.state == state.ON_TABLE and u.due > 0:
            return i
    return -1


@rule
def order_matters(s, seat):
    """Whether strikes that differ are due on a seat's units and one of these may fall by them."""
    side = seat % 2
    first = -1
    differ = False
    falls = False
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.seat != seat or u.state != state.ON_TABLE:
            continue
        if u.due >= u.health:
            falls = True
        for k in range(u.due):
            name = i * 1000 + u.waiting[k] // 2
            if first < 0:
                first = name
            elif name != first:
                differ = True
    return differ and falls


@rule
def check_strike(s, a, why):
    """Whether a strike by one unit, in one way, is due on a unit of the deciding seat's."""
    code = check_own(s, a.unit, s.asked, why)
    if code != OK:
        return code
    u = s.units[a.unit]
    if a.target >= tables.NONE and 0 <= a.choice <= 1 and (a.target != tables.NONE or a.choice == 0):
        for k in range(u.due):
            if waiting.alike(u.waiting[k], a.target, a.choice):
                return OK
    return because(why, Why.NOTHING_WAITS, a.unit)


@rule
def apply_strike(s, a, log):
    """The chosen strike comes next."""
    strike(s, int(a.unit), int(a.target), int(a.choice), log)


@rule
def strike(s, unit, by, close, log):
    """All points on a unit that one enemy caused in one way, for its credit."""
    points = waiting.take_due(s.units[unit], by, close)
    emit(log, Did.STRIKES_NOW, unit, points)
    hurt(s, unit, points, by, close)

"""Teams: a side's players choose its units in turn, or deal them (C-R15, C-R31)."""

from escaramuza.games.cafe import state, tables
from escaramuza.games.cafe.codes import Did, Why
from escaramuza.games.cafe.rules.units import army
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule


@rule
def begin_sharing(s, log):
    """With several players a side its units are nobody's until they are shared out; else the deployment comes."""
    if s.players > 1:
        for i in range(tables.UNITS):
            s.units[i].seat = tables.NONE
    ask_next(s, 0, log)


@rule
def ask_next(s, first, log):
    """The next seat in turn whose side has units to share out; where all that are left are alike they are dealt."""
    seats = 2 * int(s.players)
    for step in range(seats):
        seat = (first + step) % seats
        if s.players > 1 and open_units(s, seat % 2) > 0:
            if all_alike(s, seat % 2):
                deal_out(s, seat, log)
                continue
            s.phase = state.SHARE
            s.asked = seat
            s.side = seat % 2
            return
    s.phase = state.DEPLOY
    s.side = tables.BLUE
    s.asked = 0


@rule
def open_units(s, side):
    """How many units of a side are nobody's yet."""
    count = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[i].state != state.ABSENT and s.units[i].seat == tables.NONE:
            count += 1
    return count


@rule
def all_alike(s, side):
    """Whether the units of a side that are nobody's yet are of one kind."""
    kind = tables.NONE
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state == state.ABSENT or u.seat != tables.NONE:
            continue
        if kind != tables.NONE and u.type != kind:
            return False
        kind = int(u.type)
    return True


@rule
def check_take(s, a, why):
    """Whether the deciding seat may take a unit: its side's, and nobody's yet."""
    if a.unit < 0 or a.unit >= tables.UNITS or s.units[a.unit].state == state.ABSENT:
        return because(
            why,
            Why.NO_SUCH_UNIT,
            a.unit % tables.MOST_UNITS + 1,
            army(s, tables.RED if a.unit >= tables.MOST_UNITS else tables.BLUE),
        )
    u = s.units[a.unit]
    if u.side != s.asked % 2:
        return because(why, Why.NOT_YOUR_SIDE, a.unit)
    if u.seat != tables.NONE:
        return because(why, Why.TAKEN_ALREADY, a.unit, u.seat)
    return OK


@rule
def apply_take(s, a, log):
    """The unit is this player's; the next player's turn."""
    seat = int(s.asked)
    s.units[a.unit].seat = seat
    emit(log, Did.UNIT_TAKEN, a.unit, seat)
    ask_next(s, seat + 1, log)


@rule
def apply_deal(s, log):
    """The rest of the side's units are dealt out, beginning with this player."""
    seat = int(s.asked)
    deal_out(s, seat, log)
    ask_next(s, seat + 1, log)


@rule
def deal_out(s, first, log):
    """Give a side's open units to its players in turn, in the order of the army."""
    side = first % 2
    player = first // 2
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state != state.ABSENT and u.seat == tables.NONE:
            u.seat = side + 2 * player
            player = (player + 1) % int(s.players)
    emit(log, Did.DEALT_OUT, side)

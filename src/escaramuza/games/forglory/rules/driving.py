"""The pushes of a melee: the defenders' before the chargers', each side's in its owner's order (G-R46, G-R65)."""

from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.codes import Why
from escaramuza.games.forglory.measure import try_unit
from escaramuza.games.forglory.rules.melee import FOUGHT, TO_PUSH, reward
from escaramuza.games.forglory.rules.pushing import DRIVEN, push_unit, slide
from escaramuza.games.forglory.rules.stack import O_FIGHT, ask
from escaramuza.kernel.buffers import OK, because
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import turned_x, turned_y
from escaramuza.kernel.scratch import scratch

# Up to so many units all orders are tried; the owner of more is asked at once.
MOST_TRIED = 5
waiting_room = scratch(MOST_TRIED)
home_room = scratch(MOST_TRIED, 2)
end_room = scratch(tables.UNITS, 2)


@rule
def waits_for_push(s, unit):
    """Whether a unit is still to be pushed out of the melee at hand."""
    return s.units[unit].melee >= TO_PUSH and s.units[unit].state == state.ON_TABLE


@rule
def check_push(s, unit, why):
    """Which of several units is pushed first."""
    if unit < 0 or unit >= tables.UNITS or s.units[unit].side != s.asked or not waits_for_push(s, unit):
        return because(why, Why.NOT_PUSHED, unit)
    return OK


@rule
def drive(s, unit, log):
    """Push a unit out of the melee at hand."""
    u = s.units[unit]
    angle = int(u.melee) - TO_PUSH
    u.melee = FOUGHT
    push_unit(s, unit, angle, log)


@rule
def drive_back(s, f, log):
    """Push all that have to give way, asking their owner where the order matters; then the winners are rewarded."""
    for turn in range(2):
        side = 1 - f.side if turn == 0 else int(f.side)
        if order_matters(s, side):
            ask(s, state.PUSHES, side)
            return
        for unit in range(side * tables.UNITS // 2, (side + 1) * tables.UNITS // 2):
            if waits_for_push(s, unit):
                drive(s, unit, log)
    reward(s, log)
    f.stage = O_FIGHT


@rule
def order_matters(s, side):
    """Whether two orders of a side's pushes would leave its units in different places."""
    waiting = waiting_room()
    n = 0
    for unit in range(side * tables.UNITS // 2, (side + 1) * tables.UNITS // 2):
        if waits_for_push(s, unit):
            if n == MOST_TRIED:
                return True
            waiting[n] = unit
            n += 1
    if n < 2:
        return False
    homes, ends = home_room(), end_room()
    for i in range(n):
        homes[i, 0], homes[i, 1] = s.units[waiting[i]].x, s.units[waiting[i]].y
    differs = False
    first = True
    while not differs:
        differs = try_order(s, waiting, n, ends, first)
        first = False
        go_home(s, side, homes)
        if not next_order(waiting, n):
            break
    return differs


@rule
def try_order(s, waiting, n, ends, first):
    """Push the waiting units in an order, to see where they end: noted for the first order; whether another one
    differs from it."""
    differs = False
    for i in range(n):
        unit = int(waiting[i])
        u = s.units[unit]
        angle = int(u.melee) - TO_PUSH
        far = slide(s, unit, angle, s.span[tables.XS], DRIVEN, 0)
        try_unit(s, unit, u.x + turned_x(far, 0, angle), u.y + turned_y(far, 0, angle), u.facing)
        if first:
            ends[unit, 0], ends[unit, 1] = u.x, u.y
        elif ends[unit, 0] != u.x or ends[unit, 1] != u.y:
            differs = True
    return differs


@rule
def go_home(s, side, homes):
    """Put the waiting units back, by number."""
    i = 0
    for unit in range(side * tables.UNITS // 2, (side + 1) * tables.UNITS // 2):
        if waits_for_push(s, unit):
            try_unit(s, unit, homes[i, 0], homes[i, 1], s.units[unit].facing)
            i += 1


@rule
def next_order(waiting, n):
    """Make the next greater permutation of the waiting units; whether there is one."""
    i = n - 2
    while i >= 0 and waiting[i] > waiting[i + 1]:
        i -= 1
    if i < 0:
        return False
    k = n - 1
    while waiting[k] < waiting[i]:
        k -= 1
    waiting[i], waiting[k] = waiting[k], waiting[i]
    low, high = i + 1, n - 1
    while low < high:
        waiting[low], waiting[high] = waiting[high], waiting[low]
        low += 1
        high -= 1
    return True

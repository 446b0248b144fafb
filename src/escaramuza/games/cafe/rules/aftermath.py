"""After an attack, support or false orders: a moment for knives, then what follows (C-C5, C-R8, C-R28)."""

from escaramuza.games.cafe.codes import Did
from escaramuza.games.cafe.rules import stack
from escaramuza.games.cafe.rules.activation import decides_next
from escaramuza.games.cafe.rules.windows import ask_after_false_orders, open_window
from escaramuza.games.cafe.state import ON_TABLE
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import find, pop, push, top


@rule
def run_aftermath(s):
    """The attack is resolved: a moment for knives, and what follows it."""
    g = top(s)
    if g.stage != stack.RESOLVED:
        end_attack(s, g)
        return
    g.stage = stack.TO_ADVANCE
    f = s.frames[find(s, stack.AN_ACTIVATION)]
    open_window(s, int(g.unit), stack.WHEN_RESOLVED, not has_won(s, g) and decides_next(s, f))


@rule
def has_won(s, g):
    """Whether the attacker has destroyed its target in close combat and stands."""
    killed = g.close and not g.target_taken and s.units[g.target].state != ON_TABLE
    return killed and s.units[g.unit].state == ON_TABLE


@rule
def end_attack(s, g):
    """The attack is over; after a kill in close combat the winner may advance (C-C5)."""
    unit, target, won = int(g.unit), int(g.target), has_won(s, g)
    pop(s)
    if not won:
        return
    f = push(s, stack.AN_ADVANCE)
    f.unit = unit
    f.seat = s.units[unit].seat
    f.x = s.units[target].x
    f.y = s.units[target].y


@rule
def end_way(s, unit, purpose, log):
    """The last leg of a way is made: support has come, or false orders are carried out."""
    f = s.frames[find(s, stack.AN_ACTIVATION)]
    if purpose == stack.TO_SUPPORT:
        finish_support(s, f, unit, log)
        open_window(s, unit, stack.WHEN_SUPPORTED, decides_next(s, f))
    elif purpose == stack.BY_FALSE_ORDERS:
        ask_after_false_orders(s, unit, decides_next(s, f))


@rule
def finish_support(s, f, unit, log):
    """Support has come: the advance is cancelled, and the supporter is not fought in this activation (C-E3)."""
    emit(log, Did.SUPPORTED, unit, top(s).unit)
    pop(s)
    f.fought |= 1 << unit

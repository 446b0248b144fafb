"""After an attack: a moment for knives, then perhaps an advance (C-C5, C-R28)."""

from escaramuza.games.cafe.rules import stack
from escaramuza.games.cafe.rules.activation import decides_next
from escaramuza.games.cafe.rules.windows import open_window
from escaramuza.games.cafe.state import ON_TABLE
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
    open_window(s, int(f.seat), int(g.unit), stack.WHEN_RESOLVED, not has_won(s, g) and decides_next(s, f))


@rule
def has_won(s, g):
    """Whether the attacker has destroyed its target in close combat and stands."""
    killed = g.close and not g.x and s.units[g.target].state != ON_TABLE
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

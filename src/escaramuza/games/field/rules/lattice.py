"""Lists of places: what agents and keyboards choose from."""

from escaramuza.kernel.jit import rule


@rule
def place_action(a, kind, unit, x, y, facing):
    """Fill an action with a place."""
    a.kind = kind
    a.unit = unit
    a.target = 0
    a.at = 0
    a.to = 0
    a.x = x
    a.y = y
    a.facing = facing
    a.choice = 0
    a.amount = 0


@rule
def add_new(out, n, kind, unit, x, y, facing):
    """Add a place unless the list has it."""
    for i in range(n):
        if out[i].x == x and out[i].y == y and out[i].facing == facing and out[i].kind == kind and out[i].unit == unit:
            return n
    place_action(out[n], kind, unit, x, y, facing)
    return n + 1

"""Who is asked about a card: always, only when one would change something now, or never (C-R17, C-E11)."""

from escaramuza.games.cafe import state, tables
from escaramuza.games.cafe.rules.units import has_fresh
from escaramuza.kernel.jit import rule


@rule
def wants(s, seat, useful, ever):
    """Whether a seat is asked, given that a card of its hand would change something now or not; `never` holds for its
    own turn too. Ever is false where everybody can see that no card could be played: then nobody is asked."""
    if s.hand_size[seat] == 0 or s.asking[seat] == state.ASK_NEVER:
        return False
    return useful or (ever and s.asking[seat] == state.ASK_ALWAYS)


@rule
def wants_tourniquet(s, f):
    """Whether the owner of a hurt unit is asked: not where the unit falls even with all that can be held back."""
    u = s.units[f.unit]
    left = f.points - f.held_back
    if left <= 0:
        return False
    held = s.held[u.seat, tables.TOURNIQUET]
    saves = u.health + min(left, held) > 0
    ever = u.health + min(left, tables.COPIES[tables.TOURNIQUET]) > 0
    return wants(s, u.seat, held > 0 and saves, ever)


@rule
def may_hold_back(s, seat):
    """How many points a seat's tourniquets may hold back: of those in its hand, or that could be in it where it is
    always asked, since no question tells anything of its hand then."""
    if s.asking[seat] == state.ASK_ALWAYS:
        return min(s.hand_size[seat], tables.COPIES[tables.TOURNIQUET])
    return s.held[seat, tables.TOURNIQUET]


@rule
def may_be_attacked(s, side):
    """Whether anybody could still attack a side's units in this round: an enemy who has a turn left, or cards for those
    of others. If nobody can, hiding changes nothing."""
    for seat in range(1 - side, 2 * s.players, 2):
        if s.hand_size[seat] > 0 or (s.points[1 - side] > 0 and not s.passed[seat] and has_fresh(s, seat)):
            return True
    return False

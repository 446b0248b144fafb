"""Who is asked about a card: always, only when one can be played, or never in the others' turns (C-R17)."""

from escaramuza.games.cafe import state
from escaramuza.games.cafe.rules.stack import turn_seat
from escaramuza.games.cafe.tables import TOURNIQUET
from escaramuza.kernel.jit import rule


@rule
def wants(s, seat, useful, ever):
    """Whether a seat is asked, given that it could play a card now or not; `never` is for the others' turns. Ever is
    false where everybody can see that no card could be played: then nobody is asked."""
    if s.hand_size[seat] == 0:
        return False
    if s.asking[seat] == state.ASK_NEVER:
        return useful and seat == turn_seat(s)
    return useful or (ever and s.asking[seat] == state.ASK_ALWAYS)


@rule
def wants_tourniquet(s, seat):
    """Whether the owner of a hurt unit is asked."""
    return wants(s, seat, s.held[seat, TOURNIQUET] > 0, True)

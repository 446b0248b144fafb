"""Windows: moments at which players are asked about their cards, the active one first (C-R17)."""

from escaramuza.games.cafe import kinds, state, tables
from escaramuza.games.cafe.codes import Did, Why
from escaramuza.games.cafe.measure import close_enemy
from escaramuza.games.cafe.rules import stack
from escaramuza.games.cafe.rules.asking import may_be_attacked, wants
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import find, pop, push, top


@rule
def open_window(s, unit, moment, decides):
    """Ask every seat in turn order, beginning with the active one; whether that one decides next is known."""
    if not s.with_cards:
        return
    seat = stack.turn_seat(s)
    f = push(s, stack.A_WINDOW)
    f.seat = seat
    f.unit = unit
    f.moment = moment
    f.decides_next = 1 if decides else 0
    f.seats = 2 * s.players
    f.spared = seat if moment in (stack.WHEN_USED, stack.WHEN_SETTING_OUT, stack.WHEN_DECLARED) else tables.NONE


@rule
def ask_before_way(s, way):
    """A way begins that a card or support has opened: others may have a knife before it. Who has just played the card
    could have used one instead; who sends support could not."""
    if not s.with_cards:
        return
    unit, leader = int(way.unit), int(way.seat) if way.purpose != stack.TO_SUPPORT else tables.NONE
    open_window(s, unit, stack.WHEN_SETTING_OUT, False)
    top(s).spared = leader


@rule
def ask_after_false_orders(s, unit, decides):
    """False orders are carried out: those who were asked before them have another moment for a knife; the others are
    asked anyway."""
    asked = int(top(s).asked)
    open_window(s, unit, stack.WHEN_LED, decides)
    top(s).seats = asked


@rule
def run_window(s, log):
    """The next seat that is asked, or the window closes."""
    f = top(s)
    seats = 2 * int(s.players)
    while f.asked < f.seats:
        seat = (int(f.seat) + int(f.asked)) % seats
        if owes_first_aid(s, f, seat) or wants(s, seat, useful(s, f, seat), could_matter(s, f, seat)):
            announce(s, f, log)
            s.phase = state.WINDOW
            s.asked = seat
            return
        f.asked += 1
    close_window(s, f)


@rule
def announce(s, f, log):
    """Before the first question: which leg or attack is declared and still to come."""
    if f.told:
        return
    f.told = 1
    below = s.frames[s.depth - 2]
    if f.moment == stack.WHEN_DECLARED:
        emit(log, Did.DECLARES, below.unit, below.target, below.close)
    elif f.moment == stack.WHEN_SETTING_OUT and below.code == stack.AN_ACTIVATION:
        emit(log, Did.SETS_OUT, below.unit, 1 if below.mode == kinds.RUN else 0, below.x, below.y)


@rule
def close_window(s, f):
    """Note who had a moment for a knife: what follows at once is no other moment (C-R28)."""
    ends = f.moment in (stack.AFTER_MOVE, stack.WHEN_RESOLVED, stack.WHEN_SUPPORTED)
    quiet = ends and f.card_played == 0 and knife_moment(s, f, int(f.seat))
    pop(s)
    act = s.frames[find(s, stack.AN_ACTIVATION)]
    act.knives_had = stack.EVERYBODY if quiet else stack.NOBODY_YET


@rule
def useful(s, f, seat):
    """Whether a seat could play a card in this window that would change something and that it could not as well play in
    the decision beside it."""
    if s.hand_size[seat] == 0:
        return False
    if s.held[seat, tables.KNIFE] > 0 and knife_moment(s, f, seat) and has_victim(s, seat):
        return True
    mine = seat == f.seat
    if f.moment == stack.AT_END:
        return mine and may_give_first_aid(s, seat)
    if f.moment != stack.AFTER_MOVE or s.units[f.unit].state != state.ON_TABLE:
        return False
    act = s.frames[find(s, stack.AN_ACTIVATION)]
    if mine:
        if act.has_moved and s.held[seat, tables.CHEETAH] > 0:
            return True
        hides = s.held[seat, tables.CAMOUFLAGE] > 0 and not s.units[f.unit].camouflaged
        return hides and may_be_attacked(s, seat % 2)
    return act.mode in (kinds.WALK, kinds.RUN) and seat % 2 != f.seat % 2 and s.held[seat, tables.FALSE_ORDERS] > 0


@rule
def could_matter(s, f, seat):
    """Whether a seat that is asked always is asked here: at moments for a knife alone, if it has somebody for it."""
    if f.moment == stack.AFTER_MOVE or f.moment == stack.AT_END:
        return True
    return knife_moment(s, f, seat) and has_victim(s, seat)


@rule
def knife_moment(s, f, seat):
    """Whether this is a moment of its own for a seat's knife (C-R28). Right beside a decision of its own nobody is
    asked once more, unless others may act before it; who holds has no move that ends; two moments with nothing between
    them are one."""
    act = s.frames[find(s, stack.AN_ACTIVATION)]
    mine = seat == f.seat
    if seat == f.spared:
        return False
    if mine and f.decides_next and not others_may_act(s, f, act):
        return False
    if f.moment == stack.AFTER_MOVE:
        return act.mode != kinds.HOLD
    if f.moment == stack.AT_END:
        return act.knives_had == stack.NOBODY_YET or (act.knives_had == stack.ITS_PLAYER and not mine)
    return True


@rule
def others_may_act(s, f, act):
    """Whether somebody who holds cards might play one between this moment and the active player's decision after it:
    a knife or, after a move, false orders. Which cards they are is nobody's business."""
    for seat in range(2 * s.players):
        if seat == f.seat or s.hand_size[seat] == 0:
            continue
        ordered = f.moment == stack.WHEN_LED or (f.moment == stack.AFTER_MOVE and act.mode in (kinds.WALK, kinds.RUN))
        if ordered and seat % 2 != f.seat % 2:
            return True
        if has_victim(s, seat):
            return True
    return False


@rule
def has_victim(s, seat):
    """Whether a unit of a seat could use a knife on an enemy in close combat distance (C-E8, C-R29)."""
    side = seat % 2
    other = (1 - side) * tables.MOST_UNITS
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state != state.ON_TABLE or u.seat != seat or u.harmless:
            continue
        for j in range(other, other + tables.MOST_UNITS):
            if close_enemy(s, i, j):
                return True
    return False


@rule
def may_give_first_aid(s, seat):
    """Whether a seat holds first aid and a unit of its side needs it."""
    return s.held[seat, tables.FIRST_AID] > 0 and has_hurt(s, seat % 2)


@rule
def owes_first_aid(s, f, seat):
    """Whether the activation was to be just a card, and that is the first aid still to come."""
    if f.moment != stack.AT_END or seat != f.seat or s.frames[find(s, stack.AN_ACTIVATION)].mode != kinds.CARD_ONLY:
        return False
    return s.frames[find(s, stack.A_TURN)].cards_played == 0 and may_give_first_aid(s, seat)


@rule
def has_hurt(s, side):
    """Whether a unit of a side is below its printed health."""
    for i in range(tables.UNITS):
        u = s.units[i]
        if u.side == side and u.state == state.ON_TABLE and u.health < tables.HEALTH[u.type]:
            return True
    return False


@rule
def check_no(s, why):
    """Whether one may play nothing: not if the activation was to be just the first aid still to come (C-R27)."""
    if s.phase == state.TOURNIQUET_ASKS:
        return OK
    return because(why, Why.NO_CARD_PLAYED) if owes_first_aid(s, top(s), s.asked) else OK


@rule
def apply_no(s, log):
    """Play nothing now."""
    f = top(s)
    emit(log, Did.WINDOW_CLOSED, s.asked)
    if f.code == stack.DAMAGE:
        f.stage = 2
    else:
        f.asked += 1

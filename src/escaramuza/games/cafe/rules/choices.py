"""What can be done now: all discrete actions, and the lattice of places, before `check` looks at them."""

from escaramuza.games.cafe import kinds, state, tables
from escaramuza.games.cafe.measure import OUTER, engaged
from escaramuza.games.cafe.rules import lattice
from escaramuza.games.cafe.rules.cards import is_moment, shift
from escaramuza.games.cafe.rules.setting import in_hand
from escaramuza.games.cafe.rules.waiting import cause, counts_close
from escaramuza.games.cafe.state import EVADE as EVADING
from escaramuza.games.field.rules.lattice import place_action
from escaramuza.kernel.buffers import set_action
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import turned_x, turned_y
from escaramuza.kernel.stack import top

GLANCE = tables.CLOSE + 2 * OUTER


@rule
def add(out, n, kind, unit=0, target=0, choice=0):
    """Add an action without a place."""
    set_action(out[n], kind, unit, target, 0, 0, choice)
    return n + 1


@rule
def candidates(s, out):
    """Write what may be legal now into out; the number is returned."""
    n = 0
    phase = s.phase
    if phase == state.MOVE:
        n = add(out, n, kinds.HOLD)
        n = add(out, n, kinds.CARD_ONLY)
        n = lattice.move_places(s, out, n)
        return cards(s, out, n)
    if phase == state.TURN:
        return turns(s, out, n)
    if phase == state.ATTACK:
        return attacks(s, out, n)
    if phase in (state.WINDOW, state.TOURNIQUET_ASKS):
        n = add(out, n, kinds.NO)
        return cards(s, out, n)
    if phase == EVADING:
        n = add(out, n, kinds.EVADE)
        return add(out, n, kinds.STAND)
    if phase == state.WAY:
        n = lattice.way_places(s, out, n)
        return add(out, n, kinds.GIVE_UP)
    if phase in (state.DIE_OFF, state.INITIATIVE):
        return add(out, n, kinds.ROLL)
    return rarer(s, out, n)


@rule
def rarer(s, out, n):
    """The phases that come up seldom."""
    if s.phase == state.SIDES:
        n = add(out, n, kinds.KEEP)
        return add(out, n, kinds.SWAP)
    if s.phase == state.DEPLOY:
        if in_hand(s, s.asked) == 0:
            return add(out, n, kinds.READY)
        return lattice.deploy_places(s, out, n)
    if s.phase == state.ASSIGN:
        for choice in range(top(s).amount + 1):
            n = add(out, n, kinds.CANCEL, 0, 0, choice)
        return n
    if s.phase == state.ADVANCE:
        n = add(out, n, kinds.ADVANCE_ON)
        return add(out, n, kinds.STAY)
    if s.phase == state.SUPPORT:
        n = add(out, n, kinds.NO_SUPPORT)
        return own_units(s, kinds.SUPPORT_WITH, out, n)
    if s.phase == state.TRAP:
        return own_units(s, kinds.TRAP_ON, out, n)
    if s.phase == state.ORDER:
        return strikes(s, out, n)
    if s.phase == state.SHARE:
        n = add(out, n, kinds.DEAL)
        for i in range(tables.UNITS):
            if s.units[i].side == s.side and s.units[i].seat == tables.NONE:
                n = add(out, n, kinds.TAKE, i)
    return n


@rule
def strikes(s, out, n):
    """One action for each strike that is due on the deciding seat's units."""
    side = s.asked % 2
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state != state.ON_TABLE or u.seat != s.asked:
            continue
        for k in range(u.due):
            point = u.waiting[k]
            new = True
            for other in range(k):
                if u.waiting[other] // 2 == point // 2:
                    new = False
            if new:
                n = add(out, n, kinds.STRIKE, i, cause(point), counts_close(point))
    return n


@rule
def own_units(s, kind, out, n):
    """One action for each unit of the deciding seat that stands."""
    side = s.asked % 2
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[i].state == state.ON_TABLE and s.units[i].seat == s.asked:
            n = add(out, n, kind, i)
    return n


@rule
def turns(s, out, n):
    """Use a unit, pass, or play a card first."""
    side = s.asked % 2
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state == state.ON_TABLE and u.seat == s.asked and not u.acted:
            n = add(out, n, kinds.USE, i)
    n = add(out, n, kinds.PASS)
    return cards(s, out, n)


@rule
def attacks(s, out, n):
    """Shots, fights, healing, cards, or nothing."""
    side = s.asked % 2
    n = add(out, n, kinds.END)
    for j in range(tables.UNITS):
        if s.units[j].state != state.ON_TABLE:
            continue
        if s.units[j].side == side:
            n = add(out, n, kinds.HEAL, 0, j)
        else:
            n = add(out, n, kinds.SHOOT, 0, j)
            n = add(out, n, kinds.FIGHT, 0, j)
    return cards(s, out, n)


@rule
def cards(s, out, n):
    """The cards of the deciding seat whose moment this is, with all they can be aimed at."""
    seat = int(s.asked)
    if s.hand_size[seat] == 0:
        return n
    for card in range(tables.KINDS_OF_CARD):
        if s.held[seat, card] == 0 or not is_moment(s, card):
            continue
        if card in (tables.KNIFE, tables.DIVINE_WIND):
            n = pairs(s, card, out, n)
        elif card in (tables.INSTINCT, tables.FIRST_AID, tables.TACTICAL):
            n = singles(s, card, out, n)
        elif card == tables.SPY:
            for other in range(2 * s.players):
                n = add(out, n, kinds.CARD, 0, other, card)
        else:
            n = add(out, n, kinds.CARD, 0, 0, card)
    return n


@rule
def pairs(s, card, out, n):
    """A card that one unit uses on an enemy."""
    side = s.asked % 2
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[i].state != state.ON_TABLE or s.units[i].seat != s.asked:
            continue
        for j in range((1 - side) * tables.MOST_UNITS, (2 - side) * tables.MOST_UNITS):
            if s.units[j].state == state.ON_TABLE and near(s.units[i], s.units[j]):
                n = add(out, n, kinds.CARD, i, j, card)
    return n


@rule
def near(u, t):
    """Whether two units may be in close combat distance, at a glance."""
    return abs(u.x - t.x) <= GLANCE and abs(u.y - t.y) <= GLANCE


@rule
def singles(s, card, out, n):
    """A card for one unit of the own side."""
    side = s.asked % 2
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state != state.ON_TABLE or (card != tables.FIRST_AID and u.seat != s.asked):
            continue
        if card != tables.TACTICAL:
            n = add(out, n, kinds.CARD, i, 0, card)
            continue
        if engaged(s, i):
            continue
        for sign in (1, -1):
            far = sign * shift(s, i, sign)
            if far == 0:
                continue
            place_action(
                out[n], kinds.CARD, i, u.x + turned_x(far, 0, u.facing), u.y + turned_y(far, 0, u.facing), u.facing
            )
            out[n].choice = card
            n += 1
    return n

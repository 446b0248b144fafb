"""What a seat may see of a position, and a guess at the rest for search."""

from escaramuza.games.cafe import state, tables
from escaramuza.games.cafe.measure import put, wall
from escaramuza.games.cafe.rules.deck import in_deck
from escaramuza.games.cafe.rules.lattice import lattice_columns, lattice_x, lattice_y
from escaramuza.games.cafe.rules.room import end_of, take_up
from escaramuza.games.cafe.rules.units import army
from escaramuza.kernel.dice import below, reseed
from escaramuza.kernel.jit import rule


@rule
def veiled(s):
    """Whether the other side's deployment is not to be seen at all (C-E9)."""
    return s.phase == state.DEPLOY and s.face_down == 1


@rule
def face_down_now(s):
    """Whether the units lie there face down, waiting for the first round (C-S4)."""
    return s.phase == state.INITIATIVE and s.round_number == 1 and s.face_down == 1


@rule
def observe(s, seat, out):
    """Write what a seat sees into out, a copy of s: no dice to come, no hands but its own, no enemy that is unseen or
    face down."""
    reseed(out.dice, 0)
    hide_hands(out, seat)
    hide_wishes(out, seat)
    side = seat % 2 if seat >= 0 else tables.NONE
    for other in range(2):
        if other == side:
            continue
        if veiled(s):
            hide(out, other)
        elif face_down_now(s):
            turn_down(out, other)


@rule
def hide_wishes(s, seat):
    """How others want to be asked about their cards is nobody's business."""
    for other in range(tables.SEATS):
        if other != seat:
            s.asking[other] = state.ASK_USEFUL


@rule
def hide_hands(s, seat):
    """Other hands are their size and what was shown; all other cards might be anywhere."""
    if not s.with_cards:
        return
    for card in range(tables.KINDS_OF_CARD):
        left = tables.COPIES[card]
        for other in range(tables.SEATS):
            if other != seat:
                s.held[other, card] = s.known[other, card]
            left -= s.held[other, card]
        s.deck[card] = left


@rule
def hide(s, side):
    """Take a side's units off the visible table; how many are down is not told either."""
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state != state.ABSENT:
            u.state = state.HIDDEN
            take_up(u)


@rule
def turn_down(s, side):
    """Backs only: sorted by place, so that a unit's number tells nothing."""
    first = side * tables.MOST_UNITS
    last = first
    while last < first + tables.MOST_UNITS and s.units[last].state != state.ABSENT:
        last += 1
    for i in range(first, last):
        best = i
        for j in range(i + 1, last):
            a, b = s.units[j], s.units[best]
            if a.x < b.x or (a.x == b.x and a.y < b.y):
                best = j
        a, b = s.units[i], s.units[best]
        x, y, facing = int(a.x), int(a.y), int(a.facing)
        put(s, i, b.x, b.y, b.facing)
        put(s, best, x, y, facing)
        blank(s.units[i])


@rule
def blank(u):
    """A unit that nobody knows."""
    u.type = state.UNKNOWN
    u.seat = tables.NONE
    u.health = 0


@rule
def determinize(s, seat, seed):
    """Re-draw what a seat cannot know: dice, other hands, an unseen deployment."""
    reseed(s.dice, seed)
    hide_wishes(s, seat)
    redeal(s, seat, seed)
    if veiled(s):
        redeploy(s, 1 - seat % 2, seed)
    elif face_down_now(s):
        guess_types(s)


@rule
def guess_types(s):
    """Give backs the army's types in order: nothing is decided while units lie face down."""
    for side in range(2):
        number = 0
        for kind in range(tables.KINDS_OF_UNIT):
            for _ in range(s.army[side, kind]):
                u = s.units[side * tables.MOST_UNITS + number]
                if u.type == state.UNKNOWN:
                    u.type = kind
                    u.seat = side + 2 * (number % int(s.players))
                    u.health = tables.HEALTH[kind]
                number += 1


@rule
def redeal(s, seat, seed):
    """Deal the other hands again out of all cards that the seat does not see; a trap is never held."""
    if not s.with_cards:
        return
    hide_hands(s, seat)
    n = 0
    for other in range(2 * s.players):
        if other == seat:
            continue
        held = 0
        for card in range(tables.KINDS_OF_CARD):
            held += s.held[other, card]
        while held < s.hand_size[other]:
            lot = below(seed, n, in_deck(s) - s.deck[tables.TRAP_CARD])
            n += 1
            for card in range(tables.KINDS_OF_CARD):
                if card == tables.TRAP_CARD:
                    continue
                lot -= s.deck[card]
                if lot < 0:
                    s.deck[card] -= 1
                    s.held[other, card] += 1
                    break
            held += 1


@rule
def redeploy(s, side, seed):
    """Nothing in play rests on where an unseen unit stands until the first round: the units go back into the hand, or,
    where a seat is done, mirror its enemy's side of the table in ranks."""
    n = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state == state.ABSENT:
            continue
        if not s.ready[max(u.seat, 0)]:
            u.state = state.IN_HAND
            take_up(u)
            continue
        u.state = state.ON_TABLE
        n = put_in_ranks(s, side, i, n)


@rule
def put_in_ranks(s, side, unit, n):
    """The next place from number n on: of the lattice, or of a tight packing where it has too few; the number after it
    is returned."""
    end = end_of(s, side)
    if s.lattice[end] < army(s, side):
        put(s, unit, s.berths[end, n, 0], s.berths[end, n, 1], s.berths[end, n, 2])
        return n + 1
    columns = lattice_columns(s)
    while True:
        put(s, unit, lattice_x(s, side, n % columns), lattice_y(n // columns), 0)
        n += 1
        if wall(s, s.units[unit].corners, 0, 0) < 0:
            return n

"""The deck: an unordered stock, since used cards are shuffled back at once (C-K1, C-R17)."""

from escaramuza.games.cafe import tables
from escaramuza.games.cafe.codes import Did
from escaramuza.games.cafe.rules.stack import A_TRAP, A_TURN
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.dice import pick
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import find, push


@rule
def fill(s):
    """The whole deck, nothing in anybody's hand."""
    for card in range(tables.KINDS_OF_CARD):
        s.deck[card] = tables.COPIES[card]


@rule
def in_deck(s):
    """How many cards are left to draw."""
    count = 0
    for card in range(tables.KINDS_OF_CARD):
        count += s.deck[card]
    return count


@rule
def take(s):
    """Take a card from the deck at random."""
    lot = pick(s.dice, in_deck(s))
    for card in range(tables.KINDS_OF_CARD):
        lot -= s.deck[card]
        if lot < 0:
            s.deck[card] -= 1
            return card
    return tables.NONE


@rule
def into_hand(s, seat, card):
    """Give a card to a seat."""
    s.held[seat, card] += 1
    s.hand_size[seat] += 1


@rule
def deal(s, log):
    """Four cards for each player, or as many as there are for all (C-R31); a trap in the opening hand is put back and
    another card drawn (C-F2)."""
    if not s.with_cards:
        return
    hand = min(tables.HAND, (in_deck(s) - s.deck[tables.TRAP_CARD]) // (2 * int(s.players)))
    for seat in range(2 * s.players):
        while s.hand_size[seat] < hand:
            card = take(s)
            if card == tables.TRAP_CARD:
                s.deck[card] += 1
                emit(log, Did.TRAP_PUT_BACK, seat)
            else:
                into_hand(s, seat, card)
        emit(log, Did.CARDS_DEALT, seat, s.hand_size[seat])


@rule
def draw(s, seat, log):
    """A card for a promotion; a trap goes off at once (C-R12, C-F2)."""
    if not s.with_cards:
        return
    if in_deck(s) == 0:
        emit(log, Did.DECK_EMPTY, seat)
        return
    card = take(s)
    if card == tables.TRAP_CARD:
        s.deck[card] += 1
        emit(log, Did.TRAP_DRAWN, seat)
        f = push(s, A_TRAP)
        f.seat = seat
        return
    into_hand(s, seat, card)
    emit(log, Did.CARD_DRAWN, seat, s.hand_size[seat])
    emit(log, Did.CARD_NAMED, seat, card)


@rule
def spend(s, seat, card, unit, target, log):
    """Play a card: it goes back into the deck. One that was shown is the first to go."""
    s.held[seat, card] -= 1
    s.hand_size[seat] -= 1
    if s.known[seat, card] > 0:
        s.known[seat, card] -= 1
    s.deck[card] += 1
    k = find(s, A_TURN)
    if k >= 0 and s.frames[k].seat == seat:
        s.frames[k].cards_played += 1
    emit(log, Did.CARD_PLAYED_BY, seat, card, unit, target)

"""A game for tests: one to three players a side draw cards in turn, and the side with the higher sum wins. It has what
the first games have not: seats by option, hands, events for one seat, actions of two words."""

import hashlib
import random
import sys
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from escaramuza.games import registry
from escaramuza.games.basics import Clause, GameOptions, NotationError, Place, Words
from escaramuza.games.codes import Codes
from escaramuza.games.game import Game
from escaramuza.kernel.buffers import ACTION, OK, OVER, because, emit, one, record, write_outcome
from escaramuza.kernel.dice import DICE, below, reseed, set_key
from escaramuza.kernel.jit import rule
from escaramuza.kernel.scratch import scratch

SIDES = ("blue", "red")
SEATS = ("blue", "red", "blue-2", "red-2", "blue-3", "red-3")
CARDS, FACES, HAND, ROUNDS = 24, 6, 4, 2
DRAW, STAY = 1, 2
STATE = record(
    [
        ("dice", DICE),
        ("players", "i4"),
        ("turn", "i4"),
        ("top", "i4"),
        ("spare", "i4"),
        ("deck", "i4", (CARDS,)),
        ("count", "i4", (6,)),
        ("hands", "i4", (6, HAND)),
    ]
)


faces_left = scratch(FACES)


class Why(Codes):
    TOO_LATE = "X-1"
    BAD_NUMBER = "X-1", "amount:number"


class Did(Codes):
    TAKEN = "X-1", "seat:seat count:number"
    DRAWN = "X-1", "seat:seat card:number"
    STAYED = "X-1", "seat:seat"


class ToyOptions(GameOptions):
    """How many play on each side."""

    players: Literal[1, 2, 3] = 1


@rule
def over(s):
    return s.turn >= 2 * s.players * ROUNDS


@rule
def actor(s):
    return OVER if over(s) else s.turn % (2 * s.players)


@rule
def side_of(s, seat):
    return seat % 2


@rule
def check(s, a, why):
    if over(s):
        return because(why, Why.TOO_LATE)
    if a.kind == DRAW and not 1 <= a.amount <= 2:
        return because(why, Why.BAD_NUMBER, a.amount)
    return OK


@rule
def legal_actions(s, out):
    if over(s):
        return 0
    for i in range(3):
        out[i].kind = DRAW if i < 2 else STAY
        out[i].amount = i + 1 if i < 2 else 0
    return 3


@rule
def apply(s, a, log):
    seat = actor(s)
    if a.kind == STAY:
        emit(log, Did.STAYED, seat)
    else:
        emit(log, Did.TAKEN, seat, a.amount)
        for _ in range(a.amount):
            card = s.deck[s.top]
            s.deck[s.top] = 0
            s.top += 1
            s.hands[seat, s.count[seat]] = card
            s.count[seat] += 1
            emit(log, Did.DRAWN, seat, card)
    s.turn += 1


@rule
def lead(s):
    """How far the first side is ahead."""
    total = 0
    for seat in range(6):
        for i in range(HAND):
            total += s.hands[seat, i] if seat % 2 == 0 else -s.hands[seat, i]
    return total


@rule
def outcome(s, results):
    ahead = lead(s)
    write_outcome(-1 if ahead == 0 else 0 if ahead > 0 else 1, results)


@rule
def value(s, side):
    ahead = 10 * lead(s)
    return ahead if side == 0 else -ahead


@rule
def observe(s, seat, out):
    reseed(out.dice, 0)
    if over(s):
        return
    for i in range(CARDS):
        out.deck[i] = 0
    for other in range(6):
        for i in range(HAND):
            if other != seat:
                out.hands[other, i] = 0


@rule
def determinize(s, seat, seed):
    """Deal again all cards but those in the seat's own hand."""
    reseed(s.dice, seed)
    left = faces_left()
    left[:] = CARDS // FACES
    for i in range(s.count[seat]):
        left[s.hands[seat, i] - 1] -= 1
    for other in range(6):
        for i in range(s.count[other]):
            if other != seat:
                s.hands[other, i] = deal(left, seed, other * HAND + i)
    for i in range(s.top, CARDS):
        s.deck[i] = deal(left, seed, 100 + i)


@rule
def deal(left, seed, n):
    lot = below(seed, n, left.sum())
    for face in range(FACES):
        lot -= left[face]
        if lot < 0:
            left[face] -= 1
            return face + 1
    return 0


def new(s: Any, options: ToyOptions, seed: int) -> None:
    set_key(s.dice, seed)
    s.players = options.players
    deck = [i % FACES + 1 for i in range(CARDS)]
    random.Random(seed).shuffle(deck)
    s.deck[:] = deck


def parse_action(s: Any, text: str) -> Any:
    a = one(ACTION)
    word, _, amount = text.partition(" ")
    if word == "draw" and amount.isdigit():
        a.kind, a.amount = DRAW, int(amount)
    elif text == "stay":
        a.kind = STAY
    else:
        raise NotationError("NO_ACTION", text=text)
    return a


def format_action(s: Any, a: Any) -> str:
    return "stay" if a.kind == STAY else f"draw {a.amount}"


def parse_position(s: Any, text: str) -> None:
    raise NotationError("NO_POSITION", text=text)


def format_position(s: Any) -> str:
    return f"{s.players} {s.turn} " + "/".join("".join(map(str, hand)) for hand in s.hands.tolist())


def view(s: Any, options: ToyOptions) -> dict[str, Any]:
    hands = {}
    for number, seat in enumerate(SEATS[: 2 * options.players]):
        count = int(s.count[number])
        cards = [int(card) for card in s.hands[number, :count] if card]
        hands[seat] = {"count": count, "cards": cards, "own": len(cards) == count}
    return {"phase": "turn", "secret": False, "hands": hands}


def describe(s: Any, actions: Any) -> list[dict[str, Any]]:
    """The cards that a seat knows go along, so that a test sees which position it was given."""
    known = int(np.count_nonzero(s.hands)) + int(np.count_nonzero(s.deck))
    return [
        {"action": format_action(s, a), "kind": "draw" if a.kind == DRAW else "stay", "known": known} for a in actions
    ]


def look(s: Any, unit: int, place: Place | None = None) -> dict[str, Any]:
    return {"unit": unit, "place": place}


TEXTS = {
    "terms": {seat: seat.capitalize() for seat in SEATS} | {"section:All": "All"},
    "options": {"players": "players on each side"},
    "clauses": {"X-1": "Draw."},
    "actions": {"draw": "draw 1"},
    "reasons": {"TOO_LATE": "It is over.", "BAD_NUMBER": "Not {amount} cards."},
    "events": {"TAKEN": "{seat} takes {count}.", "DRAWN": "{seat} draws a {card}.", "STAYED": "{seat} stays."},
    "notation": {"NO_ACTION": "No action: {text}", "NO_POSITION": "No position: {text}"},
}


class Toy(Game):
    """What is compiled for the game is kept under its id: a changed source must not meet what an older one left."""

    id = f"toy{hashlib.sha256(Path(__file__).read_bytes()).hexdigest()[:12]}"
    name = "Toy"
    seats, sides = SEATS, SIDES
    state, max_actions = STATE, 3
    modules = (sys.modules[__name__],)
    options = ToyOptions
    reasons, events = Why, Did
    headlines, final_events = frozenset({"TAKEN", "DRAWN"}), frozenset({"TAKEN"})
    clauses = (Clause("X-1", "All", "toy"),)
    new, view, describe, look = staticmethod(new), staticmethod(view), staticmethod(describe), staticmethod(look)
    parse_action, format_action = staticmethod(parse_action), staticmethod(format_action)
    parse_position, format_position = staticmethod(parse_position), staticmethod(format_position)
    seats_of = staticmethod(lambda options: SEATS[: 2 * options.players])
    private = staticmethod(lambda code, numbers: numbers["seat"] if code == "DRAWN" else None)
    opener = staticmethod(lambda s: 0)

    def words(self, lang: str) -> Words:
        """The texts need no files."""
        return TEXTS


GAME = Toy()


def add_toy(monkeypatch: pytest.MonkeyPatch) -> str:
    """Put the game beside the others for the time of a test; its id."""
    known = registry.get
    monkeypatch.setattr(registry, "get", lambda game_id: GAME if game_id == GAME.id else known(game_id))
    games = (*registry.ready(), GAME)
    monkeypatch.setattr(registry, "ready", lambda: games)
    return GAME.id

"""The rules of Duel: what is allowed is in `check`, each guard with its clause; what happens is in `apply`."""

from escaramuza.games.codes import Codes, Kinds
from escaramuza.kernel.buffers import OK, OVER, because, emit, record, set_action
from escaramuza.kernel.dice import DICE, throw
from escaramuza.kernel.jit import rule

SIZE, SQUARES, UNITS, TURNS = 5, 25, 6, 60
FINISHED, NOBODY, NOWHERE, NEEDED, RIPOSTE = 1, -1, -1, 4, 1
UNIT = record([("side", "i4"), ("at", "i4")])
NUMBERS = ("phase", "side", "winner", "turns", "turn_limit", "faces")
STATE = record([("dice", DICE), *((name, "i4") for name in NUMBERS), ("units", UNIT, (UNITS,))])


class Do(Kinds):
    STEP = "{at}-{to}"
    STRIKE = "{at}x{to}"


class Why(Codes):
    GAME_OVER = "D-5"
    OFF_BOARD = "D-1", "square:square"
    NO_PIECE = "D-2", "square:square"
    NOT_YOUR_PIECE = "D-2", "square:square"
    TOO_FAR = "D-2", "at:square to:square"
    BACKWARDS = "D-2", "at:square to:square"
    SQUARE_TAKEN = "D-3", "square:square"
    OWN_PIECE = "D-4", "square:square"


class Did(Codes):
    STEPPED = "D-3", "side:side at:square to:square"
    THROWN = "D-4", "face:die friends:count total:count"
    STRUCK = "D-4", "side:side at:square to:square"
    PARRIED = "D-4", "side:side at:square to:square"
    RIPOSTE = "D-4", "side:side at:square to:square"
    WON = "D-5", "side:side"
    DRAWN = "D-6", "turns:count"


@rule
def actor(s):
    return OVER if s.phase == FINISHED else s.side


@rule
def fencer_on(s, square):
    for i in range(UNITS):
        if s.units[i].at == square:
            return i
    return NOBODY


@rule
def near(a, b):
    return max(abs(a % SIZE - b % SIZE), abs(a // SIZE - b // SIZE)) == 1


@rule
def check(s, a, why):
    if s.phase == FINISHED:
        return because(why, Why.GAME_OVER)
    for square in (a.at, a.to):
        if not 0 <= square < SQUARES:
            return because(why, Why.OFF_BOARD, square)
    own, other = fencer_on(s, a.at), fencer_on(s, a.to)
    if own == NOBODY:
        return because(why, Why.NO_PIECE, a.at)
    if s.units[own].side != s.side:
        return because(why, Why.NOT_YOUR_PIECE, a.at)
    if not near(a.at, a.to):
        return because(why, Why.TOO_FAR, a.at, a.to)
    if (a.to // SIZE - a.at // SIZE) == (-1 if s.side == 0 else 1):
        return because(why, Why.BACKWARDS, a.at, a.to)
    if a.kind == Do.STEP:
        return OK if other == NOBODY else because(why, Why.SQUARE_TAKEN, a.to)
    if other == NOBODY:
        return because(why, Why.NO_PIECE, a.to)
    return OK if s.units[other].side != s.side else because(why, Why.OWN_PIECE, a.to)


@rule
def legal_actions(s, out):
    n = 0
    for i in range(UNITS):
        for to in range(SQUARES):
            for kind in (Do.STEP, Do.STRIKE):
                set_action(out[n], kind, 0, 0, s.units[i].at, to, 0)
                n += check(s, out[n], None) == OK
    return n


@rule
def apply(s, a, log):
    mover = fencer_on(s, a.at)
    if a.kind == Do.STRIKE:
        strike(s, a, mover, fencer_on(s, a.to), log)
    else:
        s.units[mover].at = a.to
        emit(log, Did.STEPPED, s.side, a.at, a.to)
    end_turn(s, log)


@rule
def strike(s, a, mover, target, log):
    friends = 0
    for i, u in enumerate(s.units):
        friends += i != mover and u.side == s.side and u.at != NOWHERE and near(u.at, a.to)
    s.faces = throw(s.dice)
    emit(log, Did.THROWN, s.faces, friends, s.faces + friends)
    if s.faces == RIPOSTE:
        s.units[mover].at = NOWHERE
        emit(log, Did.RIPOSTE, s.side, a.at, a.to)
    elif s.faces + friends >= NEEDED:
        s.units[target].at = NOWHERE
        s.units[mover].at = a.to
        emit(log, Did.STRUCK, s.side, a.at, a.to)
    else:
        emit(log, Did.PARRIED, s.side, a.at, a.to)


@rule
def end_turn(s, log):
    s.turns += 1
    s.side = 1 - s.side
    own, others, crossed = 0, 0, 0
    for u in s.units:
        own += u.at != NOWHERE and u.side == s.side
        others += u.at != NOWHERE and u.side != s.side
        crossed += u.side == s.side and u.at // SIZE == (SIZE - 1 if s.side == 0 else 0)
    if own == 0 or others == 0 or crossed:
        s.phase, s.winner = FINISHED, s.side if own else 1 - s.side
        emit(log, Did.WON, s.winner)
    elif s.turns >= s.turn_limit:
        s.phase = FINISHED
        emit(log, Did.DRAWN, s.turns)

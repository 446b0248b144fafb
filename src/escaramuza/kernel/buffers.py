"""Records that every game shares: the action, the reason for a refusal, the events of a step."""

from operator import itemgetter
from typing import Any

import numpy as np

from escaramuza.kernel.jit import rule

OK = 0
OVER = -1
# What a list of actions is asked for instead of the number of a single one.
ALL, NONE = -1, -2
MAX_EVENTS = 512
NUMBERS = 7


def record(fields: list[Any]) -> np.dtype[Any]:
    """An aligned record type whose fields read as attributes, compiled and not.

    Padding is refused: its bytes are nobody's, and a position's hash covers every byte.
    """
    dtype = np.dtype(fields, align=True)
    if dtype.itemsize != np.dtype(fields, align=False).itemsize:
        raise ValueError(f"record with padding: {fields}")
    # NumPy's own record looks every attribute up in Python; properties over its items are eight times as fast.
    own = type("Record", (np.void,), {"__slots__": (), **{name: _field(name) for name in dtype.names or ()}})
    return np.dtype((own, dtype))


def _field(name: str) -> property:
    def write(self: Any, value: Any) -> None:
        self[name] = value

    return property(itemgetter(name), write)


ACTION = record(
    [(name, "i4") for name in ("kind", "unit", "target", "at", "to", "x", "y", "facing", "choice", "amount")]
)
EVENT = record([("code", "i4"), ("numbers", "i4", (NUMBERS,))])
WHY = record([("code", "i4"), ("numbers", "i4", (NUMBERS,))])
LOG = record([("n", "i4"), ("lost", "i4"), ("events", EVENT, (MAX_EVENTS,))])


def one(dtype: np.dtype[Any]) -> Any:
    """A single zeroed record."""
    return np.zeros(1, dtype)[0]


def copy(source: Any) -> Any:
    """An independent copy of a record."""
    target = np.zeros(1, source.dtype)
    target[0] = source
    return target[0]


def silent_log() -> Any:
    """A log that takes nothing: the same rules at full speed."""
    log = one(LOG)
    log.n = -1
    return log


@rule
def because(why, code, a=0, b=0, c=0, d=0):
    """Note the code of a refusal with its numbers, and return the code; `why` is None where nobody asks for them."""
    if why is None:
        return code
    why.code = code
    why.numbers[0] = a
    why.numbers[1] = b
    why.numbers[2] = c
    why.numbers[3] = d
    return code


@rule
def clear(why):
    """No refusal: forget the one that a trial noted."""
    because(why, OK)


@rule
def emit(log, code, a=0, b=0, c=0, d=0, e=0, f=0):
    """Note an event, unless the log is silent."""
    if log.n < 0:
        return
    if log.n >= MAX_EVENTS:
        log.lost += 1
        return
    event = log.events[log.n]
    event.code = code
    event.numbers[0] = a
    event.numbers[1] = b
    event.numbers[2] = c
    event.numbers[3] = d
    event.numbers[4] = e
    event.numbers[5] = f
    log.n += 1


@rule
def set_action(a, kind, unit, target, at, to, choice):
    """Fill an action of a board game; the fields of the table stay zero."""
    a.kind = kind
    a.unit = unit
    a.target = target
    a.at = at
    a.to = to
    a.x = 0
    a.y = 0
    a.facing = 0
    a.choice = choice
    a.amount = 0


@rule
def put(out, n, only, kind, unit, target, at, to, choice):
    """Action number n of a list: written to its place if ALL are wanted, to the first place if it is the `only` one,
    and nowhere if they are just counted; the number of the next one."""
    if only == ALL:
        set_action(out[n], kind, unit, target, at, to, choice)
    elif only == n:
        set_action(out[0], kind, unit, target, at, to, choice)
    return n + 1


@rule
def write_outcome(winner, results):
    """1 for the winning side, -1 for every other; all 0 where nobody won (a negative number)."""
    for side in range(len(results)):
        results[side] = 0 if winner < 0 else 1 if side == winner else -1


@rule
def same_action(a, b):
    """Whether two actions are one and the same."""
    return (
        a.kind == b.kind
        and a.unit == b.unit
        and a.target == b.target
        and a.at == b.at
        and a.to == b.to
        and a.x == b.x
        and a.y == b.y
        and a.facing == b.facing
        and a.choice == b.choice
        and a.amount == b.amount
    )

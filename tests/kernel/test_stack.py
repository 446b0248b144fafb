"""The stack of open procedures, lists of places, the table of phases, records for one call."""

import numpy as np
import pytest

from escaramuza.games.field.rules import lattice, phases
from escaramuza.kernel import stack
from escaramuza.kernel.buffers import ACTION, OK, WHY, because, clear, one, record
from escaramuza.kernel.jit import rule
from escaramuza.kernel.scratch import scratch_record

NONE = -1
FRAME = record([("code", "i4"), ("unit", "i4")])
STATE = record([("frames", FRAME, (4,)), ("depth", "i4"), ("spare", "i4")])
a_why = scratch_record(WHY)


def position():
    s = one(STATE)
    for f in s.frames:
        f.unit = NONE
    return s


def test_what_is_closed_is_blank_again_and_what_was_below_is_on_top():
    s = position()
    fresh = s.tobytes()
    for code, unit in ((1, 5), (2, 6), (3, 7)):
        stack.push(s, code)
        s.frames[s.depth - 1].unit = unit
    assert (stack.top(s).code, stack.find(s, 1), stack.find(s, 4)) == (3, 0, -1)
    stack.pop(s)
    assert (stack.top(s).code, stack.top(s).unit, s.depth) == (2, 6, 2)
    assert (s.frames[2].code, s.frames[2].unit) == (0, NONE)
    stack.close_all(s)
    assert s.tobytes() == fresh


def test_a_place_is_listed_once():
    out = np.zeros(4, ACTION)
    n = lattice.add_new(out, 0, 1, 2, 30, 40, 900)
    assert lattice.add_new(out, n, 1, 2, 30, 40, 900) == 1
    for other in ((2, 2, 30, 40, 900), (1, 3, 30, 40, 900), (1, 2, 30, 40, 0)):
        n = lattice.add_new(out, n, *other)
    assert n == 4 and (out[0].x, out[0].y, out[0].facing) == (30, 40, 900)


def test_each_kind_belongs_to_its_phases_and_one_without_any_is_a_mistake():
    masks = phases.table(3, {0: (0,), 5: (0, 1)}, always=(2,))
    assert [[phase for phase in range(8) if phases.fits(masks, kind, phase)] for kind in range(3)] == [
        [0, 5],
        [5],
        list(range(8)),
    ]
    assert [phases.is_kind(masks, kind) for kind in (-1, 0, 2, 3)] == [False, True, True, False]
    with pytest.raises(ValueError, match=r"\[1\]"):
        phases.table(2, {0: (0,)})


@rule
def tried(code):
    why = a_why()
    because(why, code, 7, 8, 9, 10)
    if code == OK:
        clear(why)
    return int(why.code), int(why.numbers[0]), int(why.numbers[3])


def test_a_rule_may_have_a_refusal_of_its_own_to_write_on():
    assert tried(12) == (12, 7, 10)
    assert tried(OK) == (OK, 0, 0)

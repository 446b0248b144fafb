"""Whatever legal actions are taken, the table stays in order."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shapely import Point, Polygon

from escaramuza.games.forglory import GAME
from escaramuza.games.forglory.rules.stack import A_LEG
from escaramuza.games.forglory.state import ABSENT, DEEPEST, IN_HAND, MOST_MARKERS, ON_TABLE, OUT, REMOVED
from escaramuza.games.forglory.tables import DIVISIONS, MOST_HITS, OFFICERS, STAFF, UNITS
from escaramuza.kernel.buffers import ACTION, copy, silent_log
from escaramuza.kernel.jit import CHECKED, COMPILED, MODE
from tests.conformance.setups import start_of
from tests.effort import tries

# Plain games have the same positions: test_modes compares them.
pytestmark = pytest.mark.rules(COMPILED, CHECKED)
GAMES = tries(15, 150) if MODE == COMPILED else 3
MOST_STEPS = 400
# Corners are whole tenths of a millimetre: bases that touch may share a sliver along an edge.
SLIVER = 60.0


def outlines(s: Any) -> dict[int, Any]:
    """Every body on the table with its outline, officers as circles."""
    found: dict[int, Any] = {
        i: Polygon(s.units[i].corners.tolist()) for i in range(UNITS) if s.units[i].state == ON_TABLE
    }
    for i in range(OFFICERS):
        o = s.officers[i]
        if o.state == ON_TABLE:
            found[UNITS + i] = Point(int(o.x), int(o.y)).buffer(int(s.radius) - 1)
    return found


def check_places(s: Any) -> None:
    """Nobody hangs over the edge, and bases do not overlap but where a unit passes friends on its way."""
    standing = outlines(s)
    on_their_way = {int(f.unit) for f in s.frames[: s.depth] if f.code == A_LEG}
    for body, shape in standing.items():
        low_x, low_y, high_x, high_y = shape.bounds
        assert low_x >= -1 and low_y >= -1 and high_x <= s.width + 1 and high_y <= s.height + 1, (
            f"{body} is off the table"
        )
    bodies = sorted(standing)
    for place, body in enumerate(bodies):
        for other in bodies[place + 1 :]:
            if body in on_their_way or other in on_their_way:
                continue
            shared = standing[body].intersection(standing[other]).area
            assert shared <= SLIVER * s.scale / 100, f"{body} and {other} share {shared:.0f}"


def check_counters(s: Any) -> None:
    """Hits, lost brigades, markers and open procedures stay within their limits."""
    for u in s.units:
        assert 0 <= u.hits <= (MOST_HITS if u.state in (OUT, REMOVED) else MOST_HITS - 1)
    assert 0 <= s.n_markers <= MOST_MARKERS
    assert 0 <= s.depth < DEEPEST
    assert all(0 <= o.experience <= 6 for o in s.officers)


def check_divisions(s: Any) -> None:
    """Each unit belongs to a division of its side; counters tell the destroyed ones; a removed division is gone."""
    removed = 0
    for division in range(DIVISIONS):
        o = s.officers[division]
        own = [u for u in s.units if u.state != ABSENT and u.division == division]
        if o.state == ABSENT:
            assert not own
            continue
        assert all(u.side == o.side for u in own)
        assert o.lost == sum(1 for u in own if u.state == OUT)
        left = sum(1 for u in own if u.state in (IN_HAND, ON_TABLE))
        if o.state == REMOVED:
            removed += 1
            assert left == 0
        else:
            assert left > o.lost or s.round_number == 0
    assert removed == s.removed
    assert bool(s.staff_lost) == any(s.officers[STAFF + side].state == OUT for side in range(2))


@pytest.mark.clause("G-R9", "G-R17", "G-R47", "G-H3", "G-H4", "G-R11", "G-R60")
@settings(max_examples=GAMES, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**40))
def test_any_sequence_of_legal_actions_keeps_the_table_in_order(seed: int) -> None:
    s = start_of(GAME, seed)
    lots, buffer, log = random.Random(seed), np.zeros(GAME.max_actions, ACTION), silent_log()
    for _ in range(MOST_STEPS):
        if GAME.rules["actor"](s) < 0:
            break
        count = int(GAME.rules["propose"](s, buffer))
        GAME.rules["apply"](s, copy(buffer[lots.randrange(count)]), log)
        check_places(s)
        check_counters(s)
        check_divisions(s)

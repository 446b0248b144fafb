"""An estimate takes no sides: with the colours of everything exchanged it says the same of the other one."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escaramuza.games import registry
from escaramuza.games.forglory import tables as glory
from escaramuza.kernel import buffers
from escaramuza.kernel.jit import CHECKED, COMPILED
from tests.effort import tries

MOST = 400


def other_half(numbers: Any, half: int) -> Any:
    """Numbers of units or divisions as they are when those of both sides are exchanged; negative ones are none."""
    return np.where(numbers >= 0, (numbers + half) % (2 * half), numbers)


def other_side(sides: Any) -> Any:
    """Sides or seats exchanged."""
    return np.where(sides >= 0, sides ^ 1, sides)


def exchanged(s: Any, *per_side: str, sides: tuple[str, ...] = ("side", "winner")) -> Any:
    """A copy with the units of both sides exchanged, and what is there for each side or names one."""
    out = np.array([s])[0:1]
    t, half = out[0], len(s["units"]) // 2
    t["units"] = np.concatenate([s["units"][half:], s["units"][:half]])
    t["units"]["side"] = other_side(t["units"]["side"])
    for name in per_side:
        t[name] = s[name][::-1]
    for name in sides:
        t[name] = other_side(s[name])
    return t


def tactics(s: Any) -> Any:
    t = exchanged(s, "ready", "had_turn", "faces", sides=("side", "winner", "attacker"))
    t["board"] = other_half(s["board"], len(s["units"]) // 2)
    return t


def escarmouche(s: Any) -> Any:
    half = len(s["units"]) // 2
    t = exchanged(s, "ready", "markers", "faces", sides=("side", "winner", "opener"))
    t["board"] = other_half(s["board"], half)
    t["units"]["ward"] = other_half(t["units"]["ward"], half)
    for name in ("unit", "target"):
        t["frame"][name] = other_half(s["frame"][name], half)
    return t


def cafe(s: Any) -> Any:
    half = len(s["units"]) // 2
    each = ("points", "rotor", "army", "faces", "kills", "round_kills")
    t = exchanged(s, *each, sides=("side", "winner", "left", "asked", "starter", "first_starter"))
    t["sheet"] = s["sheet"][:, ::-1]
    t["units"]["seat"] = other_side(t["units"]["seat"])
    for name in ("owner", "first"):
        t["objectives"][name] = other_side(s["objectives"][name])
    for name in ("unit", "target"):
        t["frames"][name] = other_half(s["frames"][name], half)
    t["frames"]["seat"] = other_side(s["frames"]["seat"])
    return t


def forglory(s: Any) -> Any:
    divisions = glory.MOST_DIVISIONS
    t = exchanged(s, "sheet", sides=("winner", "asked", "turn", "starter"))
    places = [*other_half(np.arange(glory.DIVISIONS), divisions).tolist(), glory.STAFF + 1, glory.STAFF]
    t["officers"] = s["officers"][places]
    t["units"]["division"] = other_half(t["units"]["division"], divisions)
    t["groups"]["division"] = other_half(s["groups"]["division"], divisions)
    for name in ("officers", "groups", "markers"):
        t[name]["side"] = other_side(t[name]["side"])
    t["objectives"]["owner"] = other_side(s["objectives"]["owner"])
    # Of what is open only the group that acts is asked for, and groups keep their numbers.
    return t


EXCHANGES: dict[str, Callable[[Any], Any]] = {f.__name__: f for f in (tactics, escarmouche, cafe, forglory)}


def reached(game_id: str, seed: int, most: int) -> Any:
    """A position that chance leads to."""
    game = registry.get(game_id)
    s, states, log = buffers.one(game.state), np.zeros(1, game.state), buffers.silent_log()
    game.new(s, game.mixed(seed) if game.mixed else game.options(), seed)
    actions, deciders = np.zeros(game.max_actions, buffers.ACTION), np.zeros(8, np.int64)
    bulk = game.compiled("escaramuza.engine.bulk")
    bulk.advance(s, deciders, states, actions, game.weights.array, seed, log, most)
    return s


@pytest.mark.rules(COMPILED, CHECKED)
@pytest.mark.parametrize("game_id", EXCHANGES)
@settings(max_examples=tries(60, 2000), deadline=None)
@given(seed=st.integers(0, 1 << 30), most=st.integers(0, MOST))
def test_with_the_colours_exchanged_the_estimate_is_the_same(game_id: str, seed: int, most: int) -> None:
    game = registry.get(game_id)
    s = reached(game_id, seed, most)
    t = EXCHANGES[game_id](s)
    for side in range(2):
        assert game.rules["value"](s, side) == game.rules["value"](t, 1 - side)
        assert game.rules["value"](s, side) == -game.rules["value"](s, 1 - side)

"""Chances of an attack against counting every throw of every die."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escaramuza.games.cafe.chances import Chances, Outcome, chances
from escaramuza.kernel.jit import CHECKED, COMPILED

pytestmark = pytest.mark.rules(COMPILED, CHECKED)

DIE = range(1, 7)


@cache
def throws(dice: int) -> list[tuple[tuple[int, ...], Fraction]]:
    """Every throw in order of its faces, with its chance."""
    counted = Counter(tuple(sorted(throw)) for throw in product(DIE, repeat=dice))
    return [(throw, Fraction(count, 6**dice)) for throw, count in counted.items()]


@cache
def most_cancelled(hits: tuple[int, ...], defence: tuple[int, ...]) -> int:
    """By trying every order of the dice against the hits; a hit that no die is set against is left."""
    open_hits = [hit for hit in hits if hit != 6]
    spare = (0,) * len(open_hits)
    orders = set(permutations((*defence, *spare), len(open_hits)))
    return max(sum(die >= hit for die, hit in zip(order, open_hits, strict=True)) for order in orders)


@cache
def defences(hits: tuple[int, ...], resistance: int, each: bool) -> list[tuple[int, int, Fraction]]:
    """Ones thrown, hits left, chance."""
    found: Counter[tuple[int, int]] = Counter()
    if not each:
        for throw, chance in throws(resistance):
            found[throw.count(1), len(hits) - most_cancelled(hits, throw)] += chance  # type: ignore[assignment]
        return [(*key, Fraction(chance)) for key, chance in found.items()]
    open_hits = [hit for hit in hits if hit != 6]
    for run in product(throws(resistance), repeat=len(open_hits)):
        ones, left, chance = 0, len(hits) - len(open_hits), Fraction(1)
        for hit, (throw, share) in zip(open_hits, run, strict=True):
            ones += throw.count(1)
            left += not any(die >= hit for die in throw)
            chance *= share
        found[ones, left] += chance  # type: ignore[assignment]
    return [(*key, Fraction(chance)) for key, chance in found.items()]


@cache
def after_wounds(wounds: int, ones: int) -> list[tuple[int, Fraction]]:
    """Wound points after ones, by every throw of the wound dice; what comes after the third point is not thrown."""
    found: Counter[int] = Counter()
    for throw in product(DIE, repeat=ones):
        points = wounds
        for die in throw:
            if points < 3:
                points = min(3, points + (1 if die <= 4 else 2))
        found[points] += 1
    return [(points, Fraction(count, 6**ones)) for points, count in found.items()]


class Tally:
    """Sums up what each possible course brings."""

    def __init__(self) -> None:
        self.lists: dict[str, Counter[int]] = {
            name: Counter() for name in ("hits", "damage", "target_wounds", "attacker_wounds")
        }
        self.target_destroyed = self.attacker_panics = self.attacker_destroyed = Fraction(0)

    def add(self, chance: Fraction, **numbers: int) -> None:
        for name, number in numbers.items():
            self.lists[name][number] += chance  # type: ignore[assignment]


# In the deck: each holds back a point.
TOURNIQUETS = 2


def brute(evades: bool, **case: Any) -> Tally:
    tally = Tally()
    needs = 5 if case["cover"] and not case["close"] else 4
    for throw, chance in throws(case["dice"]):
        hits = tuple(face for face in throw if face >= needs or face == 6)
        panics = throw.count(1) >= (3 if case["close"] else 2)
        ones = 0 if panics or case["only_defenders_wounded"] else throw.count(1)
        tally.add(chance, hits=len(hits))
        tally.attacker_panics += chance * panics
        for points, share in after_wounds(case["attacker_wounds"], ones):
            tally.add(chance * share, attacker_wounds=points - case["attacker_wounds"])
            tally.attacker_destroyed += chance * share * (panics or points == 3)
        # C-E11: sixes alone cannot be evaded, nor what finishes the unit by them whatever its cards hold back.
        asked = evades and any(face != 6 for face in hits) and hits.count(6) < case["health"] + TOURNIQUETS
        answers = defences(hits, case["resistance"], case["each_defence"]) if asked else [(0, len(hits), 1)]
        for own, left, part in answers:
            tally.add(chance * part, damage=left)
            falls = left >= case["health"]
            for points, share in after_wounds(case["wounds"], 0 if falls else own):
                tally.add(chance * part * share, target_wounds=points - case["wounds"])
                tally.target_destroyed += chance * part * share * (falls or points == 3)
    return tally


def compare(found: Outcome, expected: Tally) -> None:
    for name, counted in expected.lists.items():
        assert dict(enumerate(getattr(found, name))) == {n: counted[n] for n in range(len(getattr(found, name)))}
        assert sum(getattr(found, name)) == 1
    assert found.target_destroyed == expected.target_destroyed
    assert found.attacker_panics == expected.attacker_panics
    assert found.attacker_destroyed == expected.attacker_destroyed


def case(**changes: Any) -> dict[str, Any]:
    usual = {"dice": 2, "close": False, "cover": False, "resistance": 2, "health": 2, "wounds": 0}
    attacker = {"attacker_wounds": 0}
    return {**usual, **attacker, "each_defence": False, "only_defenders_wounded": False, **changes}


@pytest.mark.clause("C-R4", "C-R5")
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"cover": True},
        {"close": True, "dice": 3},
        {"close": True, "dice": 3, "cover": True, "health": 1, "resistance": 1},
        {"dice": 3, "health": 5, "resistance": 4},
        {"dice": 4, "close": True, "health": 4, "resistance": 3, "wounds": 2, "attacker_wounds": 2},
        {"dice": 1, "resistance": 3, "wounds": 1},
        {"each_defence": True, "dice": 3, "close": True, "resistance": 1},
        {"each_defence": True, "resistance": 2, "wounds": 2},
        {"only_defenders_wounded": True, "dice": 3, "attacker_wounds": 2},
    ],
)
def test_every_throw_counted(changes: dict[str, Any]) -> None:
    numbers = case(**changes)
    found = chances(**numbers)
    compare(found.evade, brute(True, **numbers))
    compare(found.stand, brute(False, **numbers))


cases = st.fixed_dictionaries(
    {
        "dice": st.integers(1, 4),
        "close": st.booleans(),
        "cover": st.booleans(),
        "resistance": st.integers(1, 4),
        "health": st.integers(1, 5),
        "wounds": st.integers(0, 2),
        "attacker_wounds": st.integers(0, 2),
        "each_defence": st.booleans(),
        "only_defenders_wounded": st.booleans(),
    }
)


@given(cases)
@settings(deadline=None, max_examples=150)
def test_any_attack_counted(numbers: dict[str, Any]) -> None:
    # Thrown again for each hit the throws are too many to count one by one beyond that.
    if numbers["each_defence"]:
        numbers = {**numbers, "dice": min(numbers["dice"], 3), "resistance": min(numbers["resistance"], 2)}
    found = chances(**numbers)
    compare(found.evade, brute(True, **numbers))
    compare(found.stand, brute(False, **numbers))


def test_by_hand() -> None:
    """A Domucor shoots at another in the open."""
    found = chances(2, False, False, 1, 1, 0, 0)
    assert found.stand.target_destroyed == Fraction(3, 4)
    assert found.stand.attacker_panics == found.stand.attacker_destroyed == Fraction(1, 36)
    # One hit: it is a four, a five or a six alike, cancelled by three, two and no faces of six; two are not cancelled.
    one, two = Fraction(1, 2), Fraction(1, 4)
    assert found.evade.target_destroyed == two + one * (1 - Fraction(5, 18))
    assert found.evade.target_wounds[1:] == (0, 0, 0), "a 1 cancels nothing, and the fallen take no wounds"


def test_terms_and_form() -> None:
    found = chances(3, True, True, 2, 2, 1, 0)
    assert isinstance(found, Chances)
    assert (found.needs, found.cover) == (4, False), "no cover in close combat"
    assert chances(2, False, True, 2, 2, 1, 0).needs == 5
    form = found.as_json()
    assert list(form) == ["close", "cover", "dice", "needs", "evade", "stand"]
    assert sum(form["evade"]["hits"]) == pytest.approx(1)
    assert len(form["evade"]["hits"]) == len(form["stand"]["damage"]) == 4
    assert len(form["evade"]["target_wounds"]) == 3, "one point already: the third is the last"
    assert all(isinstance(form["stand"][name], float) for name in ("target_destroyed", "attacker_destroyed"))


def test_many_dice_do_not_take_long() -> None:
    for resistance in range(1, 5):
        assert sum(chances(7, True, False, resistance, 5, 0, 0, each_defence=True).evade.damage) == 1

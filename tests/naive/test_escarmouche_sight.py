"""Line of sight against a slow reckoning in exact fractions that shares no code with it."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escaramuza.games.escarmouche import sight
from tests.effort import tries
from tests.naive import escarmouche_oracle as oracle

PART = [8 * rank + file for rank in range(5) for file in range(5)]
squares = st.integers(0, 63)


def bit(square: int) -> int:
    """One square of a bitboard; the last one is the sign of a signed number."""
    return 1 << square if square < 63 else -(1 << 63)


def board(blockers: Iterable[int]) -> int:
    """A bitboard out of square numbers."""
    found = 0
    for square in blockers:
        found |= bit(square)
    return found


@cache
def lines(attacker: int, target: int) -> tuple[int, ...]:
    """For each corner of the attacker's square, the squares that the oracle's segment goes through."""
    crossed = oracle.crossed(oracle.BOARD[attacker], oracle.BOARD[target])
    return tuple(board(oracle.BOARD.index(square) for square in line) for line in crossed)


def agrees(attacker: int, target: int, blocked: int) -> bool:
    """Whether both halves of the project's sight say what the oracle says."""
    expected = any(not line & blocked for line in lines(attacker, target))
    found = int(sight.blockers(attacker, target, blocked))
    ends = bit(attacker) | bit(target)
    return (
        bool(sight.visible(attacker, target, blocked)) == expected
        and (found == 0) == expected
        and not found & ~blocked
        and not found & ends
    )


def pairs() -> Iterator[tuple[int, int]]:
    """Every attacker and target within the small part of the board."""
    return ((attacker, target) for attacker in PART for target in PART if attacker != target)


@pytest.mark.clause("E-R3", "E-L1", "E-L2")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_every_place_of_a_few_blockers(count: int) -> None:
    for attacker, target in pairs():
        free = [square for square in PART if square not in (attacker, target)]
        wrong = [
            tuple(oracle.name(oracle.BOARD[square]) for square in (attacker, target, *blockers))
            for blockers in combinations(free, count)
            if not agrees(attacker, target, board(blockers))
        ]
        assert wrong == []


@pytest.mark.clause("E-R3", "E-L1", "E-L2")
@settings(max_examples=tries(500, 5000), deadline=None)
@given(attacker=squares, target=squares, blockers=st.sets(squares, max_size=24))
def test_many_blockers_on_the_whole_board(attacker: int, target: int, blockers: set[int]) -> None:
    if attacker == target:
        return
    assert agrees(attacker, target, board(blockers - {attacker, target}))
    assert agrees(attacker, target, board(blockers | {attacker, target}))


@pytest.mark.clause("E-R3", "E-L1")
def test_neighbours_always_see_each_other() -> None:
    full = board(range(64))
    for attacker in range(64):
        for target in range(64):
            if oracle.distance(oracle.BOARD[attacker], oracle.BOARD[target]) == 1:
                assert sight.visible(attacker, target, full)
                assert oracle.sees(oracle.BOARD[attacker], oracle.BOARD[target], set(oracle.BOARD))


@pytest.mark.clause("E-R3", "E-L1", "E-L2")
@pytest.mark.parametrize(
    ("attacker", "target", "blockers", "expected"),
    [
        ("a1", "h1", "", True),
        # Straight ahead and on the diagonal the square between is in the way of every corner.
        ("a1", "c1", "b1", False),
        ("a1", "a3", "a2", False),
        ("a1", "c3", "b2", False),
        ("a1", "h8", "e5", False),
        # Only corners are touched.
        ("a1", "c3", "a2,b1,b3,c2", True),
        # From a knight's leap away one of two squares is not enough.
        ("b1", "c3", "b2", True),
        ("b1", "c3", "c2", True),
        ("b1", "c3", "b2,c2", False),
        # Not always the same both ways.
        ("a1", "d2", "b2", True),
        ("a1", "d2", "c2", False),
        ("d2", "a1", "c2", True),
        ("d2", "a1", "b1", False),
    ],
)
def test_the_oracle_by_hand(attacker: str, target: str, blockers: str, expected: bool) -> None:
    here, there = oracle.square_of(attacker), oracle.square_of(target)
    between = {oracle.square_of(part) for part in blockers.split(",") if part}
    assert oracle.sees(here, there, between) == expected
    numbers = [oracle.BOARD.index(square) for square in between]
    assert bool(sight.visible(oracle.BOARD.index(here), oracle.BOARD.index(there), board(numbers))) == expected

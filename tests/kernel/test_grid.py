"""Squares against a plain reckoning."""

import pytest

from escaramuza.kernel import grid


@pytest.mark.parametrize("name", ["a1", "h1", "a8", "h8", "e2", "d7"])
def test_names_go_both_ways(name: str) -> None:
    number = grid.square_number(name)
    assert number is not None
    assert grid.on_board(number)
    assert grid.square_name(number) == name


def test_squares_beyond_the_ranks_keep_their_names() -> None:
    for name in ("e9", "a0", "h9"):
        number = grid.square_number(name)
        assert number is not None
        assert not grid.on_board(number)
        assert grid.square_name(number) == name


@pytest.mark.parametrize("name", ["", "e", "i1", "e22", "ee", "11", "é1"])
def test_what_is_no_square(name: str) -> None:
    assert grid.square_number(name) is None


def test_neighbours_distances_and_lines() -> None:
    for a in range(64):
        around = {n for n in grid.NEIGHBOUR[a].tolist() if n >= 0}
        assert around == {b for b in range(64) if grid.distance(a, b) == 1}
        for b in range(64):
            dx, dy = abs(a % 8 - b % 8), abs(a // 8 - b // 8)
            assert grid.distance(a, b) == max(dx, dy)
            assert bool(grid.straight(a, b)) == (0 in (dx, dy) or dx == dy)

"""Squares as bits, against lists of squares."""

import random

import numpy as np
import pytest

from escaramuza.kernel import bits, buffers, grid

lots = random.Random(5)
BOARDS = [
    [],
    [0],
    [63],
    [0, 63],
    list(range(64)),
    *(sorted(lots.sample(range(64), lots.randint(1, 63))) for _ in range(200)),
]


@pytest.mark.parametrize("squares", BOARDS, ids=lambda squares: str(len(squares)))
def test_marked_squares_are_counted_and_found_by_number(squares: list[int]) -> None:
    board = np.int64(bits.board_of(squares))
    assert bits.count_bits(board) == len(squares)
    assert bits.first_bit(board) == (squares[0] if squares else -1)
    assert [bits.nth_bit(board, n) for n in range(len(squares))] == squares
    if squares:
        assert bits.without_first(board) == bits.board_of(squares[1:])


def test_squares_beside_one_are_found_as_far_again() -> None:
    twice = bits.neighbours(tuple((2 * dx, 2 * dy) for dx, dy in grid.STEPS))
    for chosen in (0b11111111, 0b00001111, 0b11110000, 0b10100101, 0b01000010):
        steps = tuple(step for n, step in enumerate(grid.STEPS) if chosen & 1 << n)
        near = bits.neighbours(steps)
        wanted = bits.neighbours(tuple((2 * dx, 2 * dy) for dx, dy in steps))
        for at in range(grid.SQUARES):
            assert bits.doubled(np.int64(at), near[at]) & twice[at] == wanted[at]


@pytest.mark.parametrize("squares", BOARDS[:20], ids=lambda squares: str(len(squares)))
def test_actions_for_squares_are_all_or_one_or_none(squares: list[int]) -> None:
    board, before = np.int64(bits.board_of(squares)), 3
    listed, single = np.zeros(80, buffers.ACTION), np.zeros(1, buffers.ACTION)
    count = bits.put_squares(listed, before, buffers.ALL, 1, 2, 3, board, 4)
    assert count == before + len(squares)
    assert listed[before:count]["to"].tolist() == squares
    assert bits.put_squares(single, before, buffers.NONE, 1, 2, 3, board, 4) == count
    assert single[0].tobytes() == bytes(buffers.ACTION.itemsize)
    for number in range(before, count):
        assert bits.put_squares(single, before, number, 1, 2, 3, board, 4) == count
        assert single[0].tobytes() == listed[number].tobytes()

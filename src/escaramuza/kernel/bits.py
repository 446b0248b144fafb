"""Sets of squares of an 8 × 8 board as bits of one number: bit n stands for square n."""

import numpy as np

from escaramuza.kernel import buffers
from escaramuza.kernel.grid import SIZE, SQUARES
from escaramuza.kernel.jit import rule, wrapping

BIT = np.array([1 << n if n < SQUARES - 1 else -(1 << n) for n in range(SQUARES)], np.int64)
PAIRS, FOURS, BYTES = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
OF_TWO, OF_FOUR = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0000FFFF0000FFFF)
SUM = np.uint64(0x0101010101010101)
ONE, TWO, FOUR, TOP = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)
EIGHT, SIXTEEN, HALF = np.uint64(8), np.uint64(16), np.uint64(32)
LAST, ALL_BITS = np.uint64(SQUARES - 1), np.uint64(SQUARES)
# From a square to the one diagonally above it.
BESIDE = SIZE + 1


@wrapping
def count_bits(bits):
    """How many squares are marked."""
    x = np.uint64(bits)
    x = x - ((x >> ONE) & PAIRS)
    x = (x & FOURS) + ((x >> TWO) & FOURS)
    x = (x + (x >> FOUR)) & BYTES
    return np.int64((x * SUM) >> TOP)


@rule
def first_bit(bits):
    """The lowest marked square, or -1."""
    return nth_bit(bits, 0) if bits else np.int64(-1)


@wrapping
def nth_bit(bits, n):
    """The marked square above n others; there must be more than n."""
    for _ in range(n):
        bits = without_first(bits)
    x = np.uint64(bits)
    return count_bits(np.int64(~x & (x - ONE)))


@wrapping
def without_first(bits):
    """All but the lowest marked square."""
    x = np.uint64(bits)
    return np.int64(x & (x - ONE))


@rule
def put_squares(out, n, only, kind, unit, target, squares, choice):
    """An action for each marked square, the lowest first; see `buffers.put`."""
    count = count_bits(squares)
    if only == buffers.ALL:
        for i in range(n, n + count):
            buffers.set_action(out[i], kind, unit, target, 0, first_bit(squares), choice)
            squares = without_first(squares)
    elif n <= only < n + count:
        buffers.set_action(out[0], kind, unit, target, 0, nth_bit(squares, only - n), choice)
    return n + count


@wrapping
def doubled(at, near):
    """Of squares beside a square, those as far again in the same direction: from n squares away to 2n. Those beyond an
    edge are elsewhere on the board, and no others are there: the caller knows which there can be.

    Counted from the square nine below, a neighbour's bit is (9 + n); counted from eighteen below, twice that.
    """
    x = turned(np.uint64(near), BESIDE - at)
    x = (x | (x << SIXTEEN)) & OF_FOUR
    x = (x | (x << EIGHT)) & OF_TWO
    # A row has three of them, at most two steps from their place.
    x = (x | (x << TWO)) & FOURS
    x = (x | (x << ONE)) & PAIRS
    return np.int64(turned(x, at - 2 * BESIDE))


@wrapping
def turned(x, by):
    """Bits moved up, or down by a negative number; those that leave come in again at the other end."""
    up = np.uint64(np.int64(by)) & LAST
    return (x << up) | (x >> ((ALL_BITS - up) & LAST))


@wrapping
def flip_files(bits):
    """The squares mirrored left to right."""
    x = np.uint64(bits)
    x = ((x >> ONE) & PAIRS) | ((x & PAIRS) << ONE)
    x = ((x >> TWO) & FOURS) | ((x & FOURS) << TWO)
    x = ((x >> FOUR) & BYTES) | ((x & BYTES) << FOUR)
    return np.int64(x)


@wrapping
def flip_ranks(bits):
    """The squares mirrored top to bottom."""
    x = np.uint64(bits)
    x = ((x >> EIGHT) & OF_TWO) | ((x & OF_TWO) << EIGHT)
    x = ((x >> SIXTEEN) & OF_FOUR) | ((x & OF_FOUR) << SIXTEEN)
    x = (x >> HALF) | (x << HALF)
    return np.int64(x)


def board_of(squares: list[int]) -> int:
    """The number that marks these squares."""
    return int(sum(int(BIT[square]) for square in squares))


def neighbours(steps: tuple[tuple[int, int], ...]) -> np.ndarray:
    """For each square, the squares one of these steps away."""
    found = np.zeros(SQUARES, np.int64)
    for square in range(SQUARES):
        x, y = square % SIZE, square // SIZE
        near = [(x + dx, y + dy) for dx, dy in steps]
        found[square] = board_of([b * SIZE + a for a, b in near if 0 <= a < SIZE and 0 <= b < SIZE])
    return found

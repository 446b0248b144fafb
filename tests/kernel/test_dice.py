"""Dice: the published function, fair faces, loaded dice first."""

from collections import Counter

import numpy as np
import pytest

from escaramuza.kernel import dice
from escaramuza.kernel.buffers import one
from escaramuza.kernel.jit import MODE, PLAIN


def fresh(seed: int) -> np.record:
    d = one(dice.DICE)
    dice.set_key(d, seed)
    return d


@pytest.mark.parametrize(
    ("k0", "k1", "counter", "word"),
    [
        # The published test vector for Threefry-2x64 with 20 rounds.
        (0, 0, 0, 0xC2B6E3A8C2C69865),
    ],
)
def test_threefry_gives_the_published_words(k0: int, k1: int, counter: int, word: int) -> None:
    assert int(dice.threefry(np.uint64(k0), np.uint64(k1), counter)) == word


def slow_threefry(k0: int, k1: int, counter: int) -> int:
    """Threefry-2x64-20 in Python's own whole numbers, from the paper."""
    mask = 2**64 - 1
    keys = [k0, k1, 0x1BD11BDAA9FC1A22 ^ k0 ^ k1]
    x = [(counter + k0) & mask, k1]
    for number in range(20):
        bits = (16, 42, 12, 31, 16, 32, 24, 21)[number % 8]
        x[0] = (x[0] + x[1]) & mask
        x[1] = (((x[1] << bits) | (x[1] >> (64 - bits))) & mask) ^ x[0]
        if number % 4 == 3:
            turn = number // 4 + 1
            x[0] = (x[0] + keys[turn % 3]) & mask
            x[1] = (x[1] + keys[(turn + 1) % 3] + turn) & mask
    return x[0]


@pytest.mark.parametrize("seed", range(20))
def test_threefry_is_the_paper_s_function(seed: int) -> None:
    lots = np.random.default_rng(seed)
    k0, k1 = (int(n) for n in lots.integers(0, 2**64, 2, dtype=np.uint64))
    for counter in range(50):
        assert int(dice.threefry(np.uint64(k0), np.uint64(k1), counter)) == slow_threefry(k0, k1, counter)


def test_faces_are_fair() -> None:
    throws = 3_000 if MODE == PLAIN else 60_000
    d = fresh(7)
    counts = Counter(int(dice.throw(d)) for _ in range(throws))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    expected = throws / 6
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < 20.5  # five degrees of freedom, one in a thousand


def test_the_same_seed_throws_the_same_dice() -> None:
    first, second, other = fresh(5), fresh(5), fresh(5 + (1 << 64))
    rows = [[int(dice.throw(d)) for _ in range(40)] for d in (first, second, other)]
    assert rows[0] == rows[1]
    assert rows[0] != rows[2]


def test_loaded_dice_come_first_and_leave_the_later_ones_alone() -> None:
    plain, loaded = fresh(9), fresh(9)
    thrown = [int(dice.throw(plain)) for _ in range(6)]
    dice.load(loaded, [6, 6])
    assert [int(dice.throw(loaded)) for _ in range(6)] == [6, 6, *thrown[2:]]
    assert loaded.tobytes() == plain.tobytes(), "a used queue leaves no trace"


def test_lots_are_not_loaded() -> None:
    d = fresh(9)
    dice.load(d, [6])
    assert 0 <= int(dice.pick(d, 10)) < 10
    assert int(dice.throw(d)) == 6


@pytest.mark.parametrize("faces", [[0], [7], [-1], [1] * (dice.QUEUE + 1)])
def test_impossible_dice_are_refused(faces: list[int]) -> None:
    with pytest.raises(ValueError, match=r"die|dice"):
        dice.load(fresh(1), faces)


def test_reseeding_changes_the_future_not_the_count() -> None:
    d = fresh(3)
    dice.throw(d)
    dice.load(d, [1, 2])
    dice.reseed(d, 99)
    assert d.draws == 1
    assert d.queued == 0
    assert d.queue.sum() == 0
    assert (int(d.key[0]), int(d.key[1])) != (3, 0)

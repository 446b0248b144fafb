"""Counter-based dice: the n-th die of a key is a fixed function of both, so a position carries its whole future.

The function is Threefry-2x64 with 20 rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011):
128 bits of key, additions, rotations and exclusive-ors only, the same on every machine.
"""

from typing import Any

import numpy as np

from escaramuza.kernel.buffers import record
from escaramuza.kernel.jit import rule, wrapping

FACES = 6
QUEUE = 29
DICE = record([("key", "u8", (2,)), ("draws", "i4"), ("next", "i4"), ("queued", "i4"), ("queue", "i4", (QUEUE,))])

ROTATIONS = np.array([16, 42, 12, 31, 16, 32, 24, 21], np.uint64)
PARITY = np.uint64(0x1BD11BDAA9FC1A22)
WORD = np.uint64(64)
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)


@wrapping
def threefry(k0, k1, counter):
    """The first word of Threefry-2x64-20 for the key (k0, k1) and the counter (counter, 0)."""
    k2 = PARITY ^ k0 ^ k1
    x0 = np.uint64(counter) + k0
    x1 = k1 + np.uint64(0)
    for turn in range(5):
        for step in range(4):
            bits = ROTATIONS[(turn % 2) * 4 + step]
            x0 = x0 + x1
            x1 = (x1 << bits) | (x1 >> (WORD - bits))
            x1 = x1 ^ x0
        if turn % 3 == 0:
            x0 = x0 + k1
            x1 = x1 + k2
        elif turn % 3 == 1:
            x0 = x0 + k2
            x1 = x1 + k0
        else:
            x0 = x0 + k0
            x1 = x1 + k1
        x1 = x1 + np.uint64(turn + 1)
    return x0


@wrapping
def mix(seed, n):
    """A quick 64-bit hash of two numbers (SplitMix64's finish), for everything that is not a committed die."""
    z = np.uint64(seed) + (np.uint64(n) + np.uint64(1)) * GOLDEN
    z = (z ^ (z >> np.uint64(30))) * MIX_A
    z = (z ^ (z >> np.uint64(27))) * MIX_B
    return z ^ (z >> np.uint64(31))


@rule
def below(seed, n, limit):
    """A number from 0 to limit - 1 out of a seed and a counter."""
    return np.int64((mix(seed, n) >> np.uint64(33)) % np.uint64(limit))


@rule
def pick(d, limit):
    """The next draw as a number from 0 to limit - 1; loaded dice are left alone (cards, drawn lots)."""
    word = threefry(d.key[0], d.key[1], d.draws)
    d.draws += 1
    return np.int64(word % np.uint64(limit))


@rule
def throw(d):
    """The next die, 1 to 6: loaded ones first, then the key's. The modulo's bias is below 2 to the power of -61."""
    if d.next < d.queued:
        face = d.queue[d.next]
        d.queue[d.next] = 0
        d.next += 1
        d.draws += 1
        if d.next == d.queued:
            d.next = 0
            d.queued = 0
        return np.int64(face)
    return 1 + pick(d, FACES)


@rule
def reseed(d, seed):
    """Give the dice another future: a new key, nothing loaded."""
    d.key[0] = mix(seed, 1)
    d.key[1] = mix(seed, 2)
    d.next = 0
    d.queued = 0
    for i in range(QUEUE):
        d.queue[i] = 0


def set_key(d: Any, seed: int) -> None:
    """Start the dice from a 128-bit seed."""
    d.key[0] = seed & 0xFFFFFFFFFFFFFFFF
    d.key[1] = seed >> 64
    d.draws = 0


def load(d: Any, faces: list[int]) -> None:
    """Put thrown dice into the queue, in order."""
    if len(faces) > QUEUE - d.queued:
        raise ValueError(f"at most {QUEUE} dice can wait")
    for face in faces:
        if not 1 <= face <= FACES:
            raise ValueError(f"{face} is not a face of a die: 1 to {FACES}")
        d.queue[d.queued] = face
        d.queued += 1

"""Counts of the tree against a slow oracle that shares no code with the rules."""

import pytest
from tests.naive import tactics_oracle as oracle

from escaramuza import Match
from escaramuza.engine import perft

# (position, depth) that the oracle counts in a moment.
POSITIONS = [
    ("1mghbap1/sapkmhsg/1b6/8/8/6B1/GSHMKPAS/1PABHGM1 w 14 c -", 1),
    ("1mghbap1/sapkmhsg/1b6/8/8/6B1/GSHMKPAS/1PABHGM1 b 6 c -", 2),
    ("8/8/2a1p3/8/2S1B3/8/8/K6k w 12 c -", 2),
    ("8/8/8/3a4/3S4/3B4/3P4/K6k w 8 c -", 2),
    ("7k/8/8/8/2p1b1m1/8/A1S1G3/K7 w 10 c -", 2),
    ("7k/8/5a2/8/3H1h2/8/8/K7 w 10 c -", 5),
    ("8/8/8/2g1h3/3P4/2a1m3/8/K6k w 6 c -", 3),
    ("3k4/2p2a2/1h1m4/3SB1g1/2sP1M2/4G3/2A2b2/3K4 w 5 - -", 3),
    ("3k4/2p2a2/1h1m4/3SB1g1/2sP1M2/4G3/2A2b2/3K4 b 8 c -", 1),
    ("8/8/2A1S3/3k4/2P1H3/8/8/K7 w 9 - -", 2),
    ("8/8/8/3kK3/8/8/8/8 w 4 - -", 2),
    ("k1A5/8/K7/8/8/8/8/8 w 4 c -", 2),
    ("h6h/8/8/8/8/8/8/K5kM b 24 c -", 2),
    ("4k3/8/8/3ab3/3SP3/8/8/4K3 w 5 - -", 3),
    ("4k3/8/8/8/8/8/8/4K3 b 1 c -", 3),
    ("4k3/8/2h5/3gm3/3AHB2/8/8/4K3 w 9 c d4,f4", 3),
]
# Counted once by the oracle, which takes too long for every run.
COUNTED = [
    ("1mghbap1/sapkmhsg/1b6/8/8/6B1/GSHMKPAS/1PABHGM1 w 14 c -", 2, 2430),
    ("1mghbap1/sapkmhsg/1b6/8/8/6B1/GSHMKPAS/1PABHGM1 b 6 c -", 3, 3712),
    ("8/8/2a1p3/8/2S1B3/8/8/K6k w 12 c -", 3, 6339),
    ("3k4/2p2a2/1h1m4/3SB1g1/2sP1M2/4G3/2A2b2/3K4 w 7 - -", 3, 20222),
    ("8/8/2A1S3/3k4/2P1H3/8/8/K7 w 9 - -", 3, 15228),
]


@pytest.mark.parametrize(("position", "depth"), POSITIONS)
def test_counts_agree_with_the_oracle(position: str, depth: int) -> None:
    match = Match("tactics", position=position)
    assert perft.count(match.game, match.state, depth) == oracle.perft(oracle.parse(position), depth)


@pytest.mark.parametrize(("position", "depth", "count"), COUNTED)
def test_deeper_counts(position: str, depth: int, count: int) -> None:
    match = Match("tactics", position=position)
    assert perft.count(match.game, match.state, depth) == count


@pytest.mark.parametrize(("position", "depth"), POSITIONS)
def test_legal_lists_agree_with_the_oracle(position: str, depth: int) -> None:
    assert sorted(Match("tactics", position=position).legal()) == sorted(oracle.legal(oracle.parse(position)))


def test_divide_adds_up() -> None:
    match = Match("tactics", position=POSITIONS[2][0])
    parts = dict(perft.divide(match.game, match.state, 3))
    assert sum(parts.values()) == 6339
    assert parts["end"] == 1
    assert perft.count(match.game, match.state, 0) == 1


def test_a_finished_game_has_nothing_below() -> None:
    match = Match("tactics", position="6Sk/8/8/8/8/8/8/K7 w 11 - -")
    match.act("g8xh8")
    assert perft.count(match.game, match.state, 3) == 0

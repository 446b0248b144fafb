"""Threats against all throws and all sequences of two moves, played out by the rules themselves."""

import random

import pytest

from escaramuza import Match


def test_threats_are_those_of_every_possible_next_turn() -> None:
    lots = random.Random(2)
    for _ in range(2):
        squares = lots.sample([f"{x}{y}" for x in "cdef" for y in "34567"], 8)
        letters = ["K", "k", *lots.sample("ASPHBGM", 3), *lots.sample("asphbgm", 3)]
        pieces = dict(zip(squares, letters, strict=True))
        rows = ["".join(pieces.get(f"{x}{y}", "1") for x in "abcdefgh") for y in range(8, 0, -1)]
        match = Match("tactics", position="/".join(rows) + " w 0 - -")
        expected = {square: good / 36 for square, good in _taken(match).items()}
        found = {threat["square"]: threat["probability"] for threat in match.spec.threats(match.state)}
        assert found == pytest.approx(expected)


def _taken(match: Match) -> dict[str, int]:
    """In how many of the 36 throws the other side can take each square."""
    counts: dict[str, int] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            charge = first == second
            points = (first + second) * (2 if charge else 1)
            start = f"{match.position.split()[0]} b {points} {'c' if charge else '-'} -"
            taken = set()
            for action in Match("tactics", position=start).legal():
                taken |= {action[3:]} if action[2:3] == "x" else set()
                after = Match("tactics", position=start)
                after.act(action)
                if after.actor == "black" and not after.steps[-1].threw:
                    taken |= {other[3:] for other in after.legal() if other[2:3] == "x"}
            for square in taken:
                counts[square] = counts.get(square, 0) + 1
    return counts

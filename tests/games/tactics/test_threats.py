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
        found = {threat["square"]: threat["probability"] for threat in match.game.threats(match.state)}
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


def test_each_taker_has_its_own_chance_and_all_of_them_reach() -> None:
    # The axe beside the bow needs 2 points; the sword two squares from the axe needs doubles.
    match = Match("tactics", position="k7/8/8/2s5/3a4/2AB4/8/K7 w 0 - -")
    found = {threat["square"]: threat["chances"] for threat in match.game.threats(match.state)}
    assert found == {"c3": {"c5": pytest.approx(6 / 36)}, "d3": {"d4": pytest.approx(1)}}
    reach = {one["square"]: one["chances"] for one in match.game.reach(match.state)}
    assert reach["c4"] == {"c5": pytest.approx(1), "d4": pytest.approx(1)}
    assert "d2" not in reach, "a piece of one's own is in the way of the charge"
    assert "c5" not in reach and "h1" not in reach

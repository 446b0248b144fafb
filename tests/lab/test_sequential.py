"""The sequential test and the ladder's scale, against figures worked out by hand."""

import math

import pytest

from escaramuza.lab.arena import Score
from escaramuza.lab.ladder import Meeting, rated
from escaramuza.lab.sequential import SequentialTest, share


def score(wins: int, draws: int, losses: int) -> Score:
    return Score(wins, draws, losses)


def test_the_test_decides_when_it_is_clear_and_not_before() -> None:
    test = SequentialTest(same=0, better=25, errors=0.05)
    assert test.verdict(score(0, 0, 0)) is None
    assert test.verdict(score(12, 0, 8)) is None
    assert test.verdict(score(260, 0, 140)) is True
    assert test.verdict(score(180, 0, 220)) is False


def test_the_ratio_is_that_of_a_normal_score() -> None:
    test, low, high = SequentialTest(same=0, better=50), 0.5, share(50)
    games, mean = 100, 0.6
    wanted = games * (high - low) * (2 * mean - low - high) / (2 * mean * (1 - mean))
    assert test.ratio(score(60, 0, 40)) == pytest.approx(wanted)


def test_elo_of_three_players_in_a_row() -> None:
    met = [Meeting(1, 0, score(7500, 0, 2500)), Meeting(2, 1, score(5000, 0, 5000))]
    elo, error = rated(3, met)
    assert elo[1] - elo[0] == pytest.approx(400 * math.log10(3), abs=0.5)
    assert elo[2] - elo[1] == pytest.approx(0, abs=0.5)
    assert error(2, 0) > error(1, 0) > 0, "two steps are less certain than one"


def test_a_clean_sweep_has_a_finite_figure() -> None:
    elo, _ = rated(2, [Meeting(1, 0, score(20, 0, 0))])
    assert 300 < elo[1] - elo[0] < 1500

"""Intervals cover the truth as often as they say, where the truth is known."""

import numpy as np
import pytest
from scipy.stats import binom

from escaramuza.lab import statistics
from escaramuza.lab.statistics import ALPHA, ConfidenceSequence

TRIALS = 400
# More misses than this happen once in a thousand suites to an interval that misses exactly alpha of the time.
MOST_MISSES = int(binom.ppf(0.999, TRIALS, ALPHA))


def games(lots: np.random.Generator, count: int, win: float, draw: float) -> np.ndarray:
    return lots.choice([1.0, 0.5, 0.0], count, p=[win, draw, 1 - win - draw])


@pytest.mark.parametrize("precision", [None, 0.03])
@pytest.mark.parametrize(("win", "draw"), [(0.5, 0.0), (0.4, 0.3), (0.95, 0.02), (0.0, 0.01)])
def test_the_truth_is_never_left_over_a_whole_run(win: float, draw: float, precision: float | None) -> None:
    """The interval is looked at a hundred times; one look that misses the truth counts as a miss."""
    truth, misses = win + draw / 2, 0
    for trial in range(TRIALS):
        values = games(np.random.default_rng((7, trial)), 4000, win, draw)
        sequence = ConfidenceSequence(ALPHA, precision)
        for begin in range(0, 4000, 40):
            sequence.add(values[begin : begin + 40])
            if not sequence.low <= truth <= sequence.high:
                misses += 1
                break
    assert misses <= MOST_MISSES


def test_stopping_when_it_looks_good_is_honest_here_and_is_not_with_wilson() -> None:
    """The trap itself: stop as soon as 50% is outside of the interval."""
    from escaramuza.lab.arena import wilson

    ours = naive = 0
    for trial in range(TRIALS):
        values = games(np.random.default_rng((8, trial)), 4000, 0.5, 0.0)
        sequence, sums = ConfidenceSequence(), np.cumsum(values)
        looks = range(40, 4001, 40)
        for end in looks:
            sequence.add(values[end - 40 : end])
        ours += not sequence.low <= 0.5 <= sequence.high
        naive += any(not low <= 0.5 <= high for low, high in (wilson(sums[end - 1] / end, end) for end in looks))
    assert ours <= MOST_MISSES < naive


def test_taking_values_in_one_by_one_or_at_once_is_the_same() -> None:
    values = games(np.random.default_rng(1), 500, 0.4, 0.2)
    at_once, one_by_one = ConfidenceSequence(precision=0.05), ConfidenceSequence(precision=0.05)
    at_once.add(values)
    for value in values:
        one_by_one.add([value])
    assert one_by_one.weighted == pytest.approx(at_once.weighted)
    assert one_by_one.penalty == pytest.approx(at_once.penalty)
    assert at_once.low <= one_by_one.estimate.value <= at_once.high


def test_a_wanted_precision_is_reached_about_when_the_formula_says() -> None:
    """2 log(2 / alpha) variance / precision² values, and a few more to learn the variance."""
    values = games(np.random.default_rng(3), 40_000, 0.5, 0.0)
    sequence, used = ConfidenceSequence(precision=0.02), 0
    while sequence.high - sequence.low > 0.04:
        sequence.add(values[used : used + 100])
        used += 100
    expected = 2 * np.log(2 / ALPHA) * 0.25 / 0.02**2
    # Excluding what an earlier look excluded makes it a little sooner.
    assert expected * 0.7 <= used <= expected * 1.15


def test_pairing_pays_where_the_same_dice_favour_the_same_side() -> None:
    lots = np.random.default_rng(4)
    luck = lots.random(20_000)
    opposed = np.stack([luck < 0.5, luck >= 0.5], axis=1)
    unrelated = lots.random((20_000, 2)) < 0.5
    # A fifth of the results turned at random leaves a correlation of -0.36.
    noisy = opposed ^ (lots.random((20_000, 2)) < 0.2)
    assert statistics.pairing_gain(noisy) == pytest.approx(1 / 0.64, abs=0.06)
    assert statistics.pairing_gain(unrelated) == pytest.approx(1.0, abs=0.05)


def test_ratings_cover_the_truth() -> None:
    names, elo = ["a", "b", "c", "d"], np.array([60.0, 20.0, -10.0, -70.0])
    misses, trials = 0, 100
    for trial in range(trials):
        lots = np.random.default_rng((5, trial))
        points = {}
        for i in range(4):
            for j in range(i + 1, 4):
                won = float(lots.binomial(400, 1 / (1 + 10 ** ((elo[j] - elo[i]) / 400))))
                points[names[i], names[j]], points[names[j], names[i]] = won, 400 - won
        rated = statistics.bradley_terry(names, points)
        misses += sum(not rated[n].low <= e <= rated[n].high for n, e in zip(names, elo, strict=True))
    # Four ratings of a trial lean on each other: as if there were as many as trials.
    assert misses / 4 <= binom.ppf(0.999, trials, ALPHA)


def test_holm_by_known_figures() -> None:
    assert statistics.holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert statistics.holm([0.9, 0.8]) == [1.0, 1.0]


def test_effects_of_two_factors_and_of_both_together() -> None:
    misses, trials = 0, 150
    for trial in range(trials):
        lots = np.random.default_rng((6, trial))
        one, other = lots.integers(0, 2, 2000), lots.integers(0, 2, 2000)
        scores = (lots.random(2000) < 0.4 + 0.1 * one + 0.2 * one * other).astype(float)
        levels = {"x": [str(n) for n in one], "y": [str(n) for n in other]}
        # The first level that is met is the base: make it 0.
        order = np.argsort(one + other, kind="stable")
        levels = {name: [values[k] for k in order] for name, values in levels.items()}
        found = {e.name: e for e in statistics.effects(scores[order], levels, np.arange(2000))}
        assert set(found) == {"x=1", "y=1", "x=1 × y=1"}
        misses += not found["x=1 × y=1"].estimate.low <= 0.2 <= found["x=1 × y=1"].estimate.high
        misses += not found["y=1"].estimate.low <= 0.0 <= found["y=1"].estimate.high
    assert misses / 2 <= binom.ppf(0.999, trials, ALPHA)

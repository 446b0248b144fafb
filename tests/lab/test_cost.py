"""Costs: intervals cover what things are worth although squads play many times and are better than their parts."""

from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from escaramuza.lab import cost
from escaramuza.lab.statistics import ALPHA, Z95

TRIALS = 200
MOST_MISSES = int(binom.ppf(0.999, TRIALS, ALPHA))
# What two things add to the chances of a squad, and how far squads are better or worse than that says.
WORTH, SPREAD = np.array([0.5, 0.2]), 0.6


def games(lots: np.random.Generator, squads: int, pairs: int) -> tuple[Any, Any, Any]:
    """Pairs of games between squads at random: what the first has more of, its shares, which squads they were."""
    parts = lots.normal(size=(squads, 2))
    strength = parts @ WORTH + SPREAD * lots.normal(size=squads)
    first = lots.integers(0, squads, pairs)
    second = (first + lots.integers(1, squads, pairs)) % squads
    return _played(lots, parts, strength, np.stack([first, second], axis=1))


def _played(lots: np.random.Generator, parts: Any, strength: Any, both: Any) -> tuple[Any, Any, Any]:
    chance = 1 / (1 + np.exp(strength[both[:, 1]] - strength[both[:, 0]]))
    return parts[both[:, 0]] - parts[both[:, 1]], lots.binomial(2, chance) / 2, both


@pytest.fixture(scope="module")
def truth() -> Any:
    """What the fit finds among squads without end, each of which plays once."""
    lots = np.random.default_rng(1)
    parts = lots.normal(size=(600_000, 2))
    strength = parts @ WORTH + SPREAD * lots.normal(size=len(parts))
    differences, shares, both = _played(lots, parts, strength, np.arange(len(parts)).reshape(-1, 2))
    return cost.fit(differences, shares, both)[0]


@pytest.mark.parametrize(("squads", "pairs"), [(60, 2000), (1500, 500)], ids=["often", "seldom"])
def test_worths_are_covered_however_often_a_squad_plays(squads: int, pairs: int, truth: Any) -> None:
    misses, widths, found = np.zeros(2), [], []
    for trial in range(TRIALS):
        beta, covariance = cost.fit(*games(np.random.default_rng((2, trial)), squads, pairs))
        spread = np.sqrt(np.diag(covariance))
        misses += np.abs(beta - truth) > Z95 * spread
        widths.append(spread)
        found.append(beta)
    assert misses.max() <= MOST_MISSES
    # Nor are they much wider than they have to be.
    assert np.allclose(np.mean(widths, axis=0), np.std(found, axis=0), rtol=0.2)


def test_pairs_that_play_again_are_no_further_squads() -> None:
    """Every pair played twice, with the same result, tells as much as once."""
    differences, shares, both = games(np.random.default_rng(3), 40, 300)
    _, once = cost.fit(differences, shares, both)
    again = np.concatenate([both, both[:, ::-1]])
    _, twice = cost.fit(np.concatenate([differences, -differences]), np.concatenate([shares, 1 - shares]), again)
    assert np.allclose(once, twice)

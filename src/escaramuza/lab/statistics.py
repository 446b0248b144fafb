"""Statistics that hold although one looks at the figures while games are played.

An interval that is right for a number of games fixed beforehand is wrong for somebody who stops when it looks good. A
confidence sequence is right at all times at once: the chance that the truth is ever outside is at most alpha. This one
is the empirical Bernstein sequence with predictable weights (Waudby-Smith and Ramdas, "Estimating means of bounded
random variables by betting", 2024, theorem 2): it asks nothing but that values lie between 0 and 1 and that the mean
given the past stays the same.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

ALPHA = 0.05
# Weights stay below this, so that a single surprise cannot ruin a sequence.
BOLDEST = 0.5
PRIOR_VARIANCE = 0.25
DRAWN = 0.5
Z95 = 1.959963984540054


@dataclass(frozen=True)
class Estimate:
    """A figure with its interval, and from how many observations."""

    value: float
    low: float
    high: float
    count: int

    @property
    def half(self) -> float:
        """Half of the interval's width."""
        return (self.high - self.low) / 2

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"value": self.value, "interval": [self.low, self.high], "observations": self.count}


class ConfidenceSequence:
    """The mean of values between 0 and 1, with an interval that is valid whenever one looks."""

    def __init__(self, alpha: float = ALPHA, precision: float | None = None) -> None:
        """`precision` is the half width that is wanted: weights are chosen to get there soonest."""
        self.alpha = alpha
        self.precision = precision
        self.count = 0
        self.total = 0.0
        self.squares = 0.0
        self.weights = 0.0
        self.weighted = 0.0
        self.penalty = 0.0
        self.low, self.high = 0.0, 1.0

    def add(self, values: Any) -> None:
        """Take in values, in order. Weights depend on earlier values only: that is what makes it valid."""
        x = np.asarray(values, np.float64)
        if not len(x):
            return
        number = self.count + np.arange(1, len(x) + 1)
        sums = self.total + np.concatenate([[0.0], np.cumsum(x)])
        means = (0.5 + sums) / (1 + self.count + np.arange(len(x) + 1))
        before = means[:-1]
        squares = self.squares + np.cumsum((x - means[1:]) ** 2)
        spread = (PRIOR_VARIANCE + np.concatenate([[self.squares], squares[:-1]])) / number
        weight = np.minimum(self._weights(spread, number), BOLDEST)
        self.weights += float(weight.sum())
        self.weighted += float((weight * x).sum())
        self.penalty += float(((x - before) ** 2 * (-np.log1p(-weight) - weight)).sum())
        self.count += len(x)
        self.total = float(sums[-1])
        self.squares = float(squares[-1])
        middle = self.weighted / self.weights
        half = (math.log(2 / self.alpha) + self.penalty) / self.weights
        # What an earlier look has excluded stays excluded.
        self.low, self.high = max(self.low, middle - half), min(self.high, middle + half)

    def _weights(self, spread: Any, number: Any) -> Any:
        if self.precision is not None:
            return self.precision / spread
        return np.sqrt(2 * math.log(2 / self.alpha) / (spread * number * np.log1p(number)))

    @property
    def estimate(self) -> Estimate:
        """The plain mean, with the interval."""
        mean = self.total / self.count if self.count else 0.5
        return Estimate(min(max(mean, self.low), self.high), self.low, self.high, self.count)


def sequence_of(values: Any, alpha: float = ALPHA, precision: float | None = None) -> Estimate:
    """The estimate after all these values."""
    sequence = ConfidenceSequence(alpha, precision)
    sequence.add(values)
    return sequence.estimate


def reach(count: int, alpha: float = ALPHA) -> float:
    """About the half width that so many means of two games allow, if their results are as mixed as can be."""
    return math.sqrt(2 * math.log(2 / alpha) * PRIOR_VARIANCE / 2 / count)


def pairing_gain(pairs: Any) -> float:
    """How many times fewer games pairing needs: the variance of the mean of two unrelated games over that of the mean
    of a pair; above 1 it pays. `pairs` has a row for each pair."""
    both = np.asarray(pairs, np.float64)
    if len(both) < 2:
        return 1.0
    apart = both.ravel().var(ddof=1) / 2
    together = both.mean(axis=1).var(ddof=1)
    return float(apart / together) if together > 0 else 1.0


def holm(chances: Sequence[float]) -> list[float]:
    """p-values corrected for their number (Holm 1979): what is below 0.05 afterwards is so for all of them together."""
    order = np.argsort(chances)
    corrected = np.zeros(len(chances))
    largest = 0.0
    for place, index in enumerate(order):
        largest = max(largest, min(1.0, (len(chances) - place) * chances[index]))
        corrected[index] = largest
    return [float(chance) for chance in corrected]


def bradley_terry(names: Sequence[str], points: Mapping[tuple[str, str], float]) -> dict[str, Estimate]:
    """Elo ratings around 0 of contestants from the points (a draw half each) that each got against each other, with
    95% intervals from the observed information; draws make these a little too wide, never too narrow.

    Whoever won every game would be rated infinitely: one drawn game more between any two that have met keeps ratings
    finite and, among hundreds of games, changes nothing that could be seen (Haldane and Anscombe's correction)."""
    import choix

    size = len(names)
    won = np.zeros((size, size))
    for (one, other), got in points.items():
        won[names.index(one), names.index(other)] += got
    met = won + won.T > 0
    played = (won + won.T).sum(axis=1)
    won += DRAWN * met
    strengths = choix.ilsr_pairwise_dense(won, alpha=1e-6)
    games = won + won.T
    chance = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    information = -games * chance * (1 - chance)
    np.fill_diagonal(information, 0.0)
    np.fill_diagonal(information, -information.sum(axis=1))
    spread = np.sqrt(np.maximum(np.diag(np.linalg.pinv(information)), 0.0))
    scale = 400 / math.log(10)
    rated = (strengths - strengths.mean()) * scale
    half = Z95 * spread * scale
    return {
        name: Estimate(float(rated[i]), float(rated[i] - half[i]), float(rated[i] + half[i]), int(played[i]))
        for i, name in enumerate(names)
    }


@dataclass(frozen=True)
class Effect:
    """What a factor, or two together, change about a share; p corrected for the number of effects."""

    name: str
    estimate: Estimate
    chance: float


def effects(scores: Any, factors: Mapping[str, Sequence[str]], groups: Any, interactions: bool = True) -> list[Effect]:
    """Main effects and interactions on a score between 0 and 1: least squares over the levels of each factor, with
    intervals that allow for games of the same pair being alike (cluster-robust), Holm-corrected."""
    columns: dict[str, Any] = {}
    levels = {name: list(dict.fromkeys(values)) for name, values in factors.items()}
    for name, values in factors.items():
        for level in levels[name][1:]:
            columns[f"{name}={level}"] = (np.asarray(values) == level).astype(np.float64)
    single = list(columns)
    if interactions:
        for i, one in enumerate(single):
            for other in single[i + 1 :]:
                if one.partition("=")[0] != other.partition("=")[0]:
                    columns[f"{one} × {other}"] = columns[one] * columns[other]
    if not columns:
        return []
    design = np.stack([np.ones(len(scores)), *columns.values()], axis=1)
    found, covariance = _least_squares(np.asarray(scores, np.float64), design, groups)
    spread = np.sqrt(np.diag(covariance))
    # Without any spread nothing is uncertain.
    far = np.abs(np.divide(found, spread, out=np.full(len(found), np.inf), where=spread > 0))
    corrected = holm([math.erfc(one / math.sqrt(2)) for one in far[1:]])
    low, high = found - Z95 * spread, found + Z95 * spread
    return [
        Effect(name, Estimate(float(found[k]), float(low[k]), float(high[k]), len(scores)), corrected[k - 1])
        for k, name in enumerate(columns, start=1)
    ]


def _least_squares(scores: Any, design: Any, groups: Any) -> tuple[Any, Any]:
    """Coefficients and their covariance, which allows for anything within a group (Liang and Zeger), with the usual
    correction for few groups."""
    inverse = np.linalg.pinv(design)
    found = inverse @ scores
    each, group = np.unique(groups, return_inverse=True)
    parts = np.zeros((len(each), design.shape[1]))
    np.add.at(parts, group, inverse.T * (scores - design @ found)[:, None])
    few = len(each) / max(len(each) - 1, 1) * (len(scores) - 1) / max(len(scores) - design.shape[1], 1)
    return found, few * parts.T @ parts

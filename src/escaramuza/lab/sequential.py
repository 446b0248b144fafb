"""A sequential test: games are played until it is clear whether one agent is better than another, and no longer."""

import math
from dataclasses import dataclass

from escaramuza.lab.arena import Score


@dataclass(frozen=True)
class SequentialTest:
    """Is the first agent better by `better` Elo, or by no more than `same`? Each wrong answer as often as `errors`.

    The likelihood ratio is that of a normal score with the variance seen so far (generalised SPRT); before both results
    were seen, the variance of the most even games stands in for it."""

    same: float = 0.0
    better: float = 25.0
    errors: float = 0.05

    @property
    def bound(self) -> float:
        """What the likelihood ratio has to pass."""
        return math.log((1 - self.errors) / self.errors)

    def ratio(self, score: Score) -> float:
        """The logarithm of the likelihood ratio so far."""
        games = score.games
        if not games:
            return 0.0
        mean = score.score
        variance = (score.wins + score.draws / 4) / games - mean * mean
        if variance < 1e-3:
            variance = 0.25
        low, high = share(self.same), share(self.better)
        return games * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, score: Score) -> bool | None:
        """Whether the first is better; None while that is open."""
        ratio = self.ratio(score)
        return True if ratio >= self.bound else False if ratio <= -self.bound else None


def share(elo: float) -> float:
    """The share of the points that an Elo difference stands for."""
    return 1 / (1 + 10 ** (-elo / 400))

"""Set-ups against each other: every one against every other, the same agent for both, seats and first side swapped."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from escaramuza.agents.names import AgentName
from escaramuza.games.basics import GameOptions
from escaramuza.games.game import Game
from escaramuza.lab.arena import Arena, Score, wilson


@dataclass(frozen=True)
class Standing:
    """What one set-up has got against all the others."""

    name: str
    games: int
    score: float
    draws: int

    @property
    def interval(self) -> tuple[float, float]:
        """95%, by Wilson."""
        return wilson(self.score, self.games)

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        low, high = self.interval
        return {
            "name": self.name,
            "games": self.games,
            "score": self.score,
            "interval": [low, high],
            "draws": self.draws,
        }


@dataclass(frozen=True)
class Contest:
    """A round robin: who plays, how a pair is set up, and how many games each pair plays."""

    game: Game
    names: list[str]
    pairing: Callable[[str, str], GameOptions]
    agent: AgentName
    games: int
    seed: int = 0

    def run(self, progress: Callable[[int, int], None] | None = None) -> list[Standing]:
        """The standings, best first."""
        points, draws = dict.fromkeys(self.names, 0.0), dict.fromkeys(self.names, 0)
        pairs = list(combinations(self.names, 2))
        for number, (first, second) in enumerate(pairs):
            for holder, other in ((first, second), (second, first)):
                score = self._play(holder, other, self.seed + number)
                points[holder] += first_side(score)
                points[other] += score.games - first_side(score)
                draws[holder] += score.draws
                draws[other] += score.draws
            if progress is not None:
                progress(number + 1, len(pairs))
        played = 2 * (self.games // 2) * (len(self.names) - 1)
        standings = [Standing(name, played, points[name] / played, draws[name]) for name in self.names]
        return sorted(standings, key=lambda standing: -standing.score)

    def _play(self, first: str, second: str, seed: int) -> Score:
        agents = (self.agent, self.agent)
        return Arena(self.game, agents, self.games // 2, seed, self.pairing(first, second)).run().score


def first_side(score: Score) -> float:
    """Points of the first side, whichever of the two agents held it."""
    first, second = score.by_side.values()
    return first * ((score.games + 1) // 2) + (1 - second) * (score.games // 2)

"""How strong the levels of a game are: each plays its neighbours, the lowest a script that only does the obvious; one
Elo scale is fitted to all results."""

import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from escaramuza.agents import levels, names
from escaramuza.games.game import Game
from escaramuza.lab.arena import Z95, Arena, Score

NAIVE = "naive"
# So many games at a time; both sides, and as many as make a start worth it.
PART, MOST_PARTS = 4, 1_000_000
# Elo of one natural unit of strength.
UNIT = 400 / math.log(10)
ROUNDS = 50
# What every pair is thought to have played besides: half a draw keeps a clean sweep from being endless.
PRIOR = 0.5


@dataclass(frozen=True)
class Meeting:
    """Two players of the ladder, by their places in it, and what came of their games."""

    first: int
    second: int
    score: Score


class Ladder:
    """The levels of a game and the script, weakest first as far as that is known."""

    def __init__(
        self, game: Game, games: int, seed: int = 0, seconds: float = math.inf, highest: str = levels.STRONGEST
    ) -> None:
        self.game, self.games, self.seed, self.seconds = game, games, seed, seconds
        playing = levels.IDS[: levels.IDS.index(highest) + 1]
        self.players = {NAIVE: NAIVE, **{id: levels.agents(game.id)[id] for id in playing}}

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Who meets whom: neighbours, and the script also the second level and the fourth."""
        last = len(self.players) - 1
        yield from ((upper, upper - 1) for upper in range(1, last + 1))
        yield from ((upper, 0) for upper in (2, 4) if upper <= last)

    def run(self, progress: Callable[[str], None] | None = None, workers: int | None = None) -> dict[str, Any]:
        """Play, and say what was found. Seconds are those of the processor, so a busy machine does not matter."""
        met = []
        ids = list(self.players)
        for number, (first, second) in enumerate(self.pairs()):
            agents = names.parse(self.players[ids[first]]), names.parse(self.players[ids[second]])
            score = self._meet(agents, self.seed + number, workers)
            met.append(Meeting(first, second, score))
            if progress is not None:
                progress(
                    f"{ids[first]} – {ids[second]}: {score.score:.1%} ({score.wins}, {score.draws}, {score.losses})"
                )
        return self.figures(met)

    def _meet(self, agents: tuple[names.AgentName, names.AgentName], seed: int, workers: int | None) -> Score:
        """The games of a pair, or as many as the processor's time for a pair allows."""
        began, total = time.process_time(), Score()
        for batch in range(0, self.games, PART):
            games = min(PART, self.games - batch)
            arena = Arena(self.game, agents, games, seed * MOST_PARTS + batch, clock=time.thread_time)
            found = arena.run(workers=workers).score
            total = Score(total.wins + found.wins, total.draws + found.draws, total.losses + found.losses)
            if time.process_time() - began > self.seconds:
                break
        return total

    def figures(self, met: list[Meeting]) -> dict[str, Any]:
        """What is written down."""
        ids = list(self.players)
        elo, error = rated(len(ids), met)
        lowest = ids.index(levels.IDS[0])
        told = {
            id: {
                "elo": round(elo[i] - elo[lowest]),
                "low": round(elo[i] - elo[lowest] - Z95 * error(i, lowest)),
                "high": round(elo[i] - elo[lowest] + Z95 * error(i, lowest)),
            }
            for i, id in enumerate(ids)
        }
        naive = told.pop(NAIVE)
        meetings = [
            {
                "first": ids[m.first],
                "second": ids[m.second],
                "wins": m.score.wins,
                "draws": m.score.draws,
                "losses": m.score.losses,
            }
            for m in met
        ]
        return {"seed": self.seed, "games": self.games, "levels": told, "naive": naive, "meetings": meetings}


def rated(players: int, met: list[Meeting]) -> tuple[NDArray[np.float64], Callable[[int, int], float]]:
    """The Elo of each by maximum likelihood (Bradley and Terry), and the error of a difference."""
    strength = np.zeros(players)
    bend = np.zeros((players, players))
    for _ in range(ROUNDS):
        slope, bend = np.zeros(players), np.zeros((players, players))
        for m in met:
            games = m.score.games + PRIOR
            share = (m.score.wins + m.score.draws / 2 + PRIOR / 2) / games
            expected = 1 / (1 + math.exp(strength[m.second] - strength[m.first]))
            pull, weight = games * (share - expected), games * expected * (1 - expected)
            for one, other in ((m.first, m.second), (m.second, m.first)):
                slope[one] += pull if one == m.first else -pull
                bend[one, one] += weight
                bend[one, other] -= weight
        # Only differences are known: the sum is held at 0.
        strength += np.clip(np.linalg.solve(bend + 1 / players, slope), -1, 1)
    spread = np.linalg.inv(bend + 1 / players)

    def error(one: int, other: int) -> float:
        return UNIT * math.sqrt(max(spread[one, one] + spread[other, other] - 2 * spread[one, other], 0.0))

    return UNIT * strength, error


def keep(game_id: str, told: dict[str, Any]) -> None:
    """Write the figures of a game beside those of the others."""
    known = levels.figures() | {game_id: told}
    text = json.dumps(dict(sorted(known.items())), indent=2, ensure_ascii=False)
    levels.FIGURES.write_text(text + "\n", encoding="utf-8")
    levels.figures.cache_clear()

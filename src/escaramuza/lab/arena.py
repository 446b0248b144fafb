"""Two agents play many games with the seats swapped; the score with its interval."""

import math
import os
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from itertools import islice
from threading import Event
from typing import Any, NamedTuple

import numpy as np

from escaramuza.agents.names import AgentName
from escaramuza.agents.players import Agents, fresh
from escaramuza.agents.search import Budget, Clock, SearchAgent
from escaramuza.engine.errors import Refused
from escaramuza.engine.prepare import prepare
from escaramuza.games.basics import GameOptions
from escaramuza.games.game import Game
from escaramuza.kernel.dice import mix

Z95 = 1.959963984540054
MOST_GAMES = 10_000_000
# A worker takes this many games at once, so that quick games are not all bookkeeping.
BATCH = 50
QUEUED = 4


@dataclass
class First:
    """What the side that began has got, whichever agent played it."""

    games: int = 0
    points: float = 0.0

    @property
    def score(self) -> float:
        """Wins and half the draws, as a share of the games in which it is known who began."""
        return self.points / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """95%, by Wilson."""
        return wilson(self.score, self.games)

    def as_json(self) -> dict[str, Any] | None:
        """For programs; None where it is never known."""
        return {"games": self.games, "score": self.score, "interval": list(self.interval)} if self.games else None


@dataclass
class Score:
    """What the first agent has got against the second."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    actions: int = 0
    by_side: dict[str, float] = field(default_factory=dict)
    first: First = field(default_factory=First)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """Wins and half the draws, as a share of the games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """95%, by Wilson; a little wide where there are draws."""
        return wilson(self.score, self.games)

    @property
    def elo(self) -> tuple[float | None, float | None, float | None]:
        """Elo difference with the ends of its interval; None where a share of 0 or 1 has none."""
        low, high = self.interval
        return elo(self.score), elo(low), elo(high)


@dataclass(frozen=True)
class Report:
    """An arena's result."""

    game_id: str
    agents: tuple[str, str]
    seed: int
    planned: int
    score: Score
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        low, high = self.score.interval
        rating, rating_low, rating_high = self.score.elo
        return {
            "game": self.game_id,
            "agents": list(self.agents),
            "seed": self.seed,
            "games_planned": self.planned,
            "games": self.score.games,
            **{key: value for key, value in asdict(self.score).items() if key not in ("actions", "first")},
            "first": self.score.first.as_json(),
            "score": self.score.score,
            "interval": [low, high],
            "elo": rating,
            "elo_interval": [rating_low, rating_high],
            "seconds": self.seconds,
            "games_per_second": self.score.games / self.seconds if self.seconds else 0.0,
            "actions": self.score.actions,
        }


class Played(NamedTuple):
    """A finished game: its number, the first agent's result, the actions, and the result of the side that began."""

    number: int
    result: int
    actions: int
    first: int | None


def wilson(share: float, games: int) -> tuple[float, float]:
    """The 95% interval of a share by Wilson's formula."""
    if games == 0:
        return 0.0, 1.0
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 / (1 + z2 / games) * math.sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    # At the ends the formula gives exactly 0 or 1, but for the last bits.
    return (0.0 if share <= 0 else middle - half), (1.0 if share >= 1 else middle + half)


def elo(share: float) -> float | None:
    """The Elo difference that a share of the points stands for."""
    return None if share <= 0 or share >= 1 else -400 * math.log10(1 / share - 1)


class Arena:
    """Games between two agents. Games 2n and 2n + 1 have the same dice and set-up, the seats swapped; without given
    options the set-up is mixed from pair to pair where the game knows how (other squads, say)."""

    def __init__(
        self,
        game: Game,
        agents: tuple[AgentName, AgentName],
        games: int,
        seed: int = 0,
        options: GameOptions | None = None,
        clock: Clock = time.perf_counter,
    ) -> None:
        if not 1 <= games <= MOST_GAMES:
            raise Refused("BAD_GAMES", games=games, most=MOST_GAMES)
        self.game = game
        self.agents = agents
        self.games = games
        self.seed = seed
        self.options = options
        self.clock = clock
        self.score = Score(by_side=dict.fromkeys(game.sides, 0.0))
        self.counts = dict.fromkeys(game.sides, 0)
        self.sums = dict.fromkeys(game.sides, 0.0)
        self.cancel = Event()
        self.began = time.perf_counter()

    def run(self, progress: Callable[[Score], None] | None = None, workers: int | None = None) -> Report:
        """Play all games on all cores; an interruption keeps what was finished (see `report`)."""
        prepare(self.game)
        self._warm_up()
        self.began = time.perf_counter()
        size = 1 if any(agent.kind == "search" for agent in self.agents) else BATCH
        batches = (range(i, min(i + size, self.games)) for i in range(0, self.games, size))
        threads = workers or os.cpu_count() or 1
        with ThreadPoolExecutor(threads) as pool:
            waiting = {pool.submit(self._play, batch) for batch in islice(batches, QUEUED * threads)}
            try:
                while waiting:
                    if self.cancel.is_set():
                        raise KeyboardInterrupt
                    done, waiting = wait(waiting, timeout=0.2, return_when=FIRST_COMPLETED)
                    for future in done:
                        for played in future.result():
                            self._count(played)
                    waiting |= {pool.submit(self._play, batch) for batch in islice(batches, len(done))}
                    if progress is not None:
                        progress(self.score)
            except BaseException:
                self.cancel.set()
                pool.shutdown(cancel_futures=True)
                raise
        return self.report()

    def report(self) -> Report:
        """What has been finished so far."""
        names = (self.agents[0].text, self.agents[1].text)
        seconds = time.perf_counter() - self.began
        return Report(self.game.id, names, self.seed, self.games, self.score, seconds)

    def _warm_up(self) -> None:
        """Compile or load everything before the clock runs and before threads ask for it at once."""
        state = fresh(self.game, self._options(0), 0)
        table = Agents(self.game, dict(enumerate(self.agents)), 0)
        if table.searchers:
            SearchAgent(Budget(sims=2)).think(self.game, state)
        table.bulk.advance(state, table.deciders, table.states, table.actions, table.weights, 0, table.log, 1)

    def _play(self, batch: range) -> list[Played]:
        return [self._play_one(number) for number in batch if not self.cancel.is_set()]

    def _play_one(self, number: int) -> Played:
        """One game; an agent plays all seats of its side."""
        pair, swapped = number // 2, number % 2
        lot = int(mix(self.seed, pair))
        options = self._options(lot)
        state = fresh(self.game, options, lot)
        seats = range(len(self.game.seats_for(options)))
        holders = {seat: self.agents[(self._side(state, seat) + swapped) % 2] for seat in seats}
        agents = Agents(self.game, holders, int(mix(self.seed, number) >> np.uint64(20)), clock=self.clock)
        actions = agents.play(state, self.cancel)
        results = np.zeros(len(self.game.sides), np.int64)
        self.game.rules["outcome"](state, results)
        opener = self.game.opener(state)
        return Played(number, int(results[swapped]), actions, None if opener < 0 else int(results[opener]))

    def _options(self, lot: int) -> GameOptions:
        if self.options is not None:
            return self.options
        chosen: GameOptions = self.game.options() if self.game.mixed is None else self.game.mixed(lot)
        return chosen

    def _side(self, state: Any, seat: int) -> int:
        return int(self.game.rules["side_of"](state, seat))

    def _count(self, played: Played) -> None:
        result = played.result
        self.score.actions += played.actions
        self.score.wins += result > 0
        self.score.draws += result == 0
        self.score.losses += result < 0
        side = self.game.sides[played.number % 2]
        self.counts[side] += 1
        self.sums[side] += (result + 1) / 2
        self.score.by_side[side] = self.sums[side] / self.counts[side]
        if played.first is not None:
            self.score.first.games += 1
            self.score.first.points += (played.first + 1) / 2

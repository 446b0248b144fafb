"""Fitting the weights of a game's estimate to games of the search itself, and trying the result in matches.

Three steps, each of which can be interrupted and taken up again in the folder it works in: games are played and their
positions kept, with what the search expected in each and how the game ended; the weights are moved, one at a time and
by smaller and smaller steps, as long as the estimates come nearer to that (a logistic loss, on games that were not
fitted to as well); then new weights meet the old ones until a sequential test decides.
"""

import hashlib
import json
import os
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from escaramuza.agents import names
from escaramuza.agents.players import fresh
from escaramuza.agents.search import Budget, SearchAgent
from escaramuza.engine.prepare import prepare
from escaramuza.games.estimate import Weights
from escaramuza.games.game import Game
from escaramuza.kernel import buffers
from escaramuza.kernel.dice import mix
from escaramuza.lab.arena import Arena, Score
from escaramuza.lab.sequential import SequentialTest

Numbers = NDArray[np.float64]
Tell = Callable[[str, int, int], None]
# Every so manyth decision goes another way, so that games differ; such a position tells nothing about the search.
ASTRAY = 12
# How much the end of a game counts beside what the search expected.
OUTCOME = 0.5
CERTAIN = 1000
# A share of each weight, tried up and down.
STEPS = (0.4, 0.2, 0.1, 0.05)
# One of so many games is kept aside, to see whether a step helps there too.
ASIDE = 5
BATCH = 20


@dataclass(frozen=True)
class Plan:
    """What is to be done: for whom, with how many games and simulations, where."""

    game: Game
    folder: Path
    games: int
    sims: int
    seed: int = 0

    @property
    def played_by(self) -> str:
        """Tells games apart that other rules or an agent with other weights would play."""
        said = json.dumps([self.game.version, dict(self.game.weights), asdict(self.game.search)])
        return hashlib.sha256(said.encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Sample:
    """Positions, what they are to be estimated at for the first side (0 to 1), and from which game each is."""

    states: Any
    wanted: Numbers
    games: NDArray[np.int64]


def play(plan: Plan, tell: Tell | None = None, workers: int | None = None) -> Sample:
    """The positions of all games; those that were played before are taken from the folder."""
    prepare(plan.game)
    SearchAgent(Budget(sims=2)).think(plan.game, fresh(plan.game, _options(plan, 0), 0))
    plan.folder.mkdir(parents=True, exist_ok=True)
    done = 0
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        parts = []
        for part in pool.map(lambda number: _played(plan, number), range(plan.games)):
            parts.append(part)
            done += 1
            if tell is not None:
                tell("games", done, plan.games)
    kept = [part for part in parts if len(part[1])]
    states = np.concatenate([states for states, _ in kept])
    wanted = np.concatenate([wanted for _, wanted in kept])
    games = np.repeat(np.arange(len(kept)), [len(wanted) for _, wanted in kept])
    return Sample(states, wanted, games)


def _options(plan: Plan, lot: int) -> Any:
    return plan.game.options() if plan.game.mixed is None else plan.game.mixed(lot)


def _played(plan: Plan, number: int) -> tuple[Any, Numbers]:
    """One game: its positions and what they were worth. A file that was cut off is played again."""
    path = plan.folder / f"{plan.game.id}-{plan.played_by}-{plan.seed}-{plan.sims}-{number}.npz"
    try:
        with path.open("rb") as file, np.load(file) as kept:
            return kept["states"].view(plan.game.state), kept["wanted"]
    except (OSError, ValueError, KeyError, BadZipFile):
        states, wanted = _play_one(plan, number)
    aside = path.with_suffix(".part")
    with aside.open("wb") as new:
        np.savez_compressed(new, states=states.view(np.uint8), wanted=wanted)
    aside.replace(path)
    return states, wanted


def _play_one(plan: Plan, number: int) -> tuple[Any, Numbers]:
    game, lot = plan.game, int(mix(plan.seed, number))
    state, lots = fresh(game, _options(plan, lot), lot), np.random.default_rng((plan.seed, number))
    agent = SearchAgent(Budget(sims=plan.sims), lot % (1 << 40))
    actions = np.zeros(game.max_actions, buffers.ACTION)
    states, expected = [], []
    options = _options(plan, lot)
    while (seat := int(game.rules["actor"](state))) != buffers.OVER:
        count = int(game.rules["propose"](state, actions))
        if count == 1 or lots.integers(ASTRAY) == 0:
            action = buffers.copy(actions[int(lots.integers(count))])
        else:
            action, share = agent.judge(game, state)
            if game.view(state, options)["phase"] not in game.setup_phases:
                states.append(state.tobytes())
                expected.append(share if int(game.rules["side_of"](state, seat)) == 0 else 1 - share)
        game.rules["apply"](state, action, buffers.silent_log())
    results = np.zeros(len(game.sides), np.int64)
    game.rules["outcome"](state, results)
    ended = (1 + int(results[0])) / 2
    wanted = OUTCOME * ended + (1 - OUTCOME) * np.array(expected, np.float64)
    return np.frombuffer(b"".join(states), game.state).copy(), wanted


class Fit:
    """Weights on their way to a lower loss."""

    def __init__(self, game: Game, sample: Sample) -> None:
        self.game = game
        self.judge_all = game.compiled("escaramuza.engine.bulk").judge_all
        aside = sample.games % ASIDE == 0
        self.parts = [(sample.states[~aside], sample.wanted[~aside]), (sample.states[aside], sample.wanted[aside])]

    def losses(self, weights: Weights) -> tuple[float, float]:
        """The loss on the games that are fitted to, and on those kept aside."""
        fitted, aside = (self._loss(weights, *part) for part in self.parts)
        return fitted, aside

    def _loss(self, weights: Weights, states: Any, wanted: Numbers) -> float:
        judged = np.zeros(len(states), np.int64)
        self.judge_all(states, weights.array, judged)
        share = np.clip(0.5 + 0.5 * judged / CERTAIN, 0.002, 0.998)
        return float(-np.mean(wanted * np.log(share) + (1 - wanted) * np.log(1 - share)))

    def run(self, tell: Tell | None = None) -> Weights:
        """The best weights found; a change must help on both parts."""
        best = self.game.weights
        loss, aside = self.losses(best)
        for number, step in enumerate(STEPS):
            for place, name in enumerate(best):
                for sign in (1, -1):
                    tried = best.changed(**{name: _moved(best[name], sign * step)})
                    lower, lower_aside = self.losses(tried)
                    if lower < loss - 1e-6 and lower_aside <= aside:
                        best, loss, aside = tried, lower, lower_aside
                        break
                if tell is not None:
                    tell("weights", number * len(best) + place + 1, len(STEPS) * len(best))
        return best


def _moved(weight: int, step: float) -> int:
    """A weight and a step of some of it, at least 1; what counts for something never comes to count against it."""
    change = max(round(abs(weight) * abs(step)), 1)
    return max(weight + (change if step > 0 else -change), 0)


@dataclass(frozen=True)
class Verdict:
    """New weights against old ones: kept or not, or open after all games."""

    better: bool | None
    score: Score


def try_out(plan: Plan, weights: Weights, most: int, test: SequentialTest, tell: Tell | None = None) -> Verdict:
    """Play new weights against the game's own until the test decides."""
    agent = names.parse(f"search:sims={plan.sims}")
    agents = replace(agent, weights=weights), replace(agent, weights=plan.game.weights)
    total = Score(by_side={})
    for begun in range(0, most, BATCH):
        # Other dice than those that were fitted to.
        score = Arena(plan.game, agents, BATCH, plan.seed + 1_000_003 + begun).run().score
        total.wins, total.draws, total.losses = (
            total.wins + score.wins,
            total.draws + score.draws,
            total.losses + score.losses,
        )
        if tell is not None:
            tell("match", total.games, most)
        if (verdict := test.verdict(total)) is not None:
            return Verdict(verdict, total)
    return Verdict(None, total)


def keep(game: Game, weights: Weights) -> Path:
    """Write the numbers into the game's table."""
    path = game.folder / "weights.py"
    text = path.read_text(encoding="utf-8")
    for name, number in weights.items():
        text, found = re.subn(rf"(?m)^(    {name}=)-?\d+,$", rf"\g<1>{number},", text)
        if found != 1:
            raise ValueError(f"{path} has no line for {name}")
    path.write_text(text, encoding="utf-8")
    return path


def report(plan: Plan, fitted: Weights, losses: tuple[float, float], verdict: Verdict) -> dict[str, Any]:
    """What was found, for programs and for the folder."""
    changed = {name: [plan.game.weights[name], number] for name, number in fitted.items()}
    score = verdict.score
    found = {
        "game": plan.game.id,
        "seed": plan.seed,
        "games": plan.games,
        "sims": plan.sims,
        "weights": {name: pair for name, pair in changed.items() if pair[0] != pair[1]},
        "loss": list(losses),
        "match": {"wins": score.wins, "draws": score.draws, "losses": score.losses, "interval": list(score.interval)},
        "better": verdict.better,
    }
    (plan.folder / f"{plan.game.id}-report.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return found

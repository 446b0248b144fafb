"""What a point of health, range, movement and power and each ability is worth in Escarmouche.

Random squads of about the same published cost play each other, each pair with the same dice from both seats. How likely
the one is to win is fitted as a logistic function of what it has more of than the other; what a thing adds to that,
divided by what a point of health adds, is its worth in points of health, which the published formula prices at 1 each.
"""

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from escaramuza.games.escarmouche import ranks, tables
from escaramuza.games.game import Game
from escaramuza.lab import pool
from escaramuza.lab.errors import LabError
from escaramuza.lab.statistics import Z95

MOST = 100_000
GREEDY = "greedy"
SQUADS = 20_000
SEED = 20_261_118
PAIRS_AT_ONCE = 50_000
SECONDS_UNWRITTEN = 30
ABOUT, RESULTS = "about.json", "results.npz"
Series = Callable[..., tuple[Any, Any, Any]]


@dataclass(frozen=True)
class Worth:
    """What one thing is worth in points of health, with its interval, and what it costs by the published formula."""

    name: str
    worth: float
    low: float
    high: float
    published: float


def pairings(pairs: int, seed: int) -> tuple[Any, Any]:
    """Which squads play each other; the same for the same seed, and more pairs begin with the same ones."""
    lots = np.random.default_rng(seed + 1)
    both = lots.integers(0, SQUADS, (pairs, 2))
    both[:, 1] = np.where(both[:, 0] == both[:, 1], (both[:, 1] + 1) % SQUADS, both[:, 1])
    return both[:, 0], both[:, 1]


def play(
    games: int,
    folder: Path,
    series: Series,
    game: Game,
    seed: int = SEED,
    go_on: Callable[[int], bool] | None = None,
    at_once: int = PAIRS_AT_ONCE,
    agent: str = GREEDY,
) -> int:
    """Play on from what is in the folder until there are so many games of an agent, or until told to stop, and write
    the results, one byte a game: from the one seat and from the other. The number of games that are there."""
    folder.mkdir(parents=True, exist_ok=True)
    results = kept(folder, game, seed, agent)
    begun, written, pairs = len(results), time.monotonic(), games // 2
    squads, first, second = pool.draw(SQUADS, seed), *pairings(pairs, seed)
    try:
        while len(results) < pairs and (go_on is None or go_on(2 * len(results))):
            where = _next(len(results), pairs, at_once)
            lots = _lots(where, seed)
            one, other = first[where], second[where]
            starts = np.concatenate([squads.starts(game, one, other), squads.starts(game, other, one)])
            each = np.arange(2 * len(lots), dtype=np.int64), np.ones((2 * len(lots), 2), np.int64)
            outcomes, _, _ = series(starts, *each, np.concatenate([lots, lots]), MOST)
            both = np.stack([outcomes[: len(lots), 0], outcomes[len(lots) :, 1]], axis=1).astype(np.int8)
            results = np.concatenate([results, both])
            if time.monotonic() > written + SECONDS_UNWRITTEN:
                _write(folder, results, _about(game, seed, agent))
                written = time.monotonic()
    finally:
        if len(results) > begun:
            _write(folder, results, _about(game, seed, agent))
    return 2 * len(results)


def _next(begin: int, pairs: int, at_once: int) -> slice:
    """The next pairs to play; never across the bound of a block, since each has lots of its own."""
    block_ends = (begin // PAIRS_AT_ONCE + 1) * PAIRS_AT_ONCE
    return slice(begin, min(begin + at_once, block_ends, pairs))


def _lots(where: slice, seed: int) -> Any:
    """The dice of pairs: the same however many are played at once."""
    block = where.start // PAIRS_AT_ONCE * PAIRS_AT_ONCE
    return np.random.default_rng((seed, block)).integers(0, 1 << 62, where.stop - block)[where.start - block :]


def _about(game: Game, seed: int, agent: str) -> dict[str, Any]:
    about = {"seed": seed, "squads": SQUADS, "drawn": pool.DRAWN, "agent": agent}
    about |= {"rules": game.version, "weights": dict(game.weights)}
    return about if agent == GREEDY else {**about, "search": asdict(game.search)}


def kept(folder: Path, game: Game, seed: int = SEED, agent: str = GREEDY) -> Any:
    """The results that are in a folder; not of games that other rules or another agent played."""
    if not (folder / ABOUT).exists():
        return np.zeros((0, 2), np.int8)
    about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    wanted = json.loads(json.dumps(_about(game, seed, agent)))
    if {name: about.get(name) for name in wanted} != wanted:
        raise LabError("OTHER_EXPERIMENT", folder=str(folder))
    return np.load(folder / RESULTS)["results"]


def _write(folder: Path, results: Any, about: dict[str, Any]) -> None:
    """Beside, and renamed: it is there whole or as it was before."""
    try:
        with (folder / f"{RESULTS}.part").open("wb") as file:
            np.savez_compressed(file, results=results)
        os.replace(folder / f"{RESULTS}.part", folder / RESULTS)
        said = json.dumps({"games": 2 * len(results), **about})
        (folder / f"{ABOUT}.part").write_text(said, encoding="utf-8")
        os.replace(folder / f"{ABOUT}.part", folder / ABOUT)
    except OSError as error:
        raise LabError("DISK", folder=str(folder), why=error.strerror or str(error), games=0) from error


@dataclass(frozen=True)
class Played:
    """What the first squad of each pair has more of, its share of the two games, the numbers of both, and how they
    were played."""

    differences: Any
    shares: Any
    squads: Any
    about: dict[str, Any]


def load(folder: Path, games: int | None = None) -> Played:
    """The first so many games of a folder, or all."""
    about = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    if about.get("drawn") != pool.DRAWN:
        # Who played whom cannot be told any more.
        raise LabError("OTHER_EXPERIMENT", folder=str(folder))
    results = np.load(folder / RESULTS)["results"]
    results = results if games is None else results[: games // 2]
    about["games"] = 2 * len(results)
    first, second = pairings(len(results), about["seed"])
    features = pool.draw(about["squads"], about["seed"]).features()
    shares = (results.astype(np.float64).mean(axis=1) + 1) / 2
    return Played(features[first] - features[second], shares, np.stack([first, second], axis=1), about)


def chunks(count: int, size: int = 500_000) -> Iterator[slice]:
    """Parts of so many rows."""
    for begin in range(0, count, size):
        yield slice(begin, min(begin + size, count))


def fit(differences: Any, shares: Any, squads: Any, rounds: int = 12) -> tuple[Any, Any]:
    """Coefficients and their covariance: a logistic regression of shares, with a covariance that asks nothing of how
    the shares are spread, and knows that a squad that is better than its parts is so in all of its games (Aronow, Samii
    and Assenova, "Cluster-robust variance estimation for dyadic data", 2015). `squads` are the two of each pair."""
    width = differences.shape[1]
    beta = np.zeros(width)
    for _ in range(rounds):
        bread, score = np.zeros((width, width)), np.zeros(width)
        for part in chunks(len(shares)):
            x = differences[part]
            p = 1 / (1 + np.exp(-x @ beta))
            bread += (x * (p * (1 - p))[:, None]).T @ x
            score += x.T @ (shares[part] - p)
        step = np.linalg.solve(bread, score)
        beta = beta + step
        if np.abs(step).max() < 1e-10:
            break
    inverse = np.linalg.inv(bread)
    return beta, inverse @ _meat(differences, shares, squads, beta) @ inverse


def _meat(differences: Any, shares: Any, squads: Any, beta: Any) -> Any:
    """The spread of the scores. Whatever two pairs with a squad in common may share counts: the sums over each squad's
    pairs, without what is in them twice, since a pair is in the sums of both its squads."""
    count, width = int(squads.max()) + 1, len(beta)
    contests = np.sort(squads, axis=1) @ np.array([count, 1])
    _, contest, times = np.unique(contests, return_inverse=True, return_counts=True)
    sums, twice = np.zeros((count, width)), np.zeros((width, width))
    again: list[Any] = []
    for part in chunks(len(shares)):
        x, both = differences[part], squads[part]
        scores = x * (shares[part] - 1 / (1 + np.exp(-x @ beta)))[:, None]
        for k in range(width):
            sums[:, k] += np.bincount(both.ravel(), np.repeat(scores[:, k], 2), count)
        more = times[contest[part]] > 1
        twice += scores[~more].T @ scores[~more]
        again.append((contest[part][more], scores[more]))
    # Two squads may meet more than once.
    _, met = np.unique(np.concatenate([numbers for numbers, _ in again]), return_inverse=True)
    totals = np.zeros((len(met), width))
    np.add.at(totals, met, np.concatenate([scores for _, scores in again]))
    meat = sums.T @ sums - twice - totals.T @ totals
    # Of few pairs the difference may be negative in some direction, which no spread is.
    values, vectors = np.linalg.eigh(meat)
    meat = (vectors * np.maximum(values, 0)) @ vectors.T
    played = len(np.unique(squads))
    return meat * played / max(played - width, 1)


def worths(beta: Any, covariance: Any, level: float = Z95) -> list[Worth]:
    """Each thing in points of health, its interval by the delta method."""
    health = beta[0]
    found = []
    for k, name in enumerate(pool.TARGETS):
        ratio = beta[k] / health
        gradient = np.zeros(len(beta))
        gradient[k] += 1 / health
        gradient[0] -= beta[k] / health**2
        half = level * float(np.sqrt(gradient @ covariance @ gradient))
        found.append(Worth(name, float(ratio), float(ratio - half), float(ratio + half), published(name)))
    return found


def published(name: str) -> float:
    """What one more costs by the published formula (E-F1): for a characteristic on average over the pool's units."""
    if name in tables.ABILITY_COST:
        return float(tables.ABILITY_COST[name])
    place = tables.CHARACTERISTICS.index(name)
    figures = pool.draw(2000, SEED).figures.reshape(-1, len(tables.CHARACTERISTICS))
    steps = []
    for unit in figures:
        more = unit.copy()
        more[place] += 1
        one, two = (ranks.characteristics_cost(*(int(n) for n in u)) for u in (unit, more))
        steps.append(float(two - one))
    return float(np.mean(steps))

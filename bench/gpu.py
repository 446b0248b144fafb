"""Games on a graphics card: figures, and whether they are bit for bit those of the processor.

    python -m bench.gpu [--check GAMES] [--cost GAMES] [--out FOLDER] [--only GAME] [--turn FILE]

`--check` games of each kind are played on both and their last positions compared byte by byte. With `--cost` so many
greedy games of Escarmouche between random squads are played for `escaramuza lab cost --rows FOLDER`. Two runs, one for
each game, may compile at the same time: with the same `--turn` file only one of them measures.
"""

import argparse
import contextlib
import fcntl
import json
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from escaramuza.engine import card as cards
from escaramuza.games import registry
from escaramuza.games.escarmouche.options import EscarmoucheOptions
from escaramuza.games.escarmouche.squads import ready_squads
from escaramuza.games.game import Game
from escaramuza.kernel import buffers, device
from escaramuza.lab import cost

MOST = 100_000
KINDS = {"random": 0, "greedy": 1}
# A random turn is so many times as quick: as many more fit into the same time.
TIMES = {"random": 10, "greedy": 1}
FIGURES = {"random": 1 << 20, "greedy": 1 << 17}


def starts_of(game: Game, turns: int | None = None) -> Any:
    """Positions to begin from: every pair of ready squads, or the one that there is."""
    limit = {} if turns is None else {"turn_limit": turns}
    options = [game.options(**limit)]
    if game.id == "escarmouche":
        squads = list(ready_squads().values())
        options = [EscarmoucheOptions(white_squad=a, black_squad=b, **limit) for a in squads for b in squads]
    starts = np.zeros(len(options), game.state)
    for place, chosen in zip(starts, options, strict=True):
        game.new(place, chosen, 1)
    return starts


def on_processor(game: Game, starts: Any, cells: Any, deciders: Any, lots: Any) -> tuple[Any, Any, Any]:
    """The same games by `bulk.series`, on all cores."""
    bulk = game.compiled("escaramuza.engine.bulk")
    finals, outcomes = np.zeros(len(lots), game.state), np.zeros((len(lots), 2), np.int64)
    made, none = np.zeros(len(lots), np.int64), np.zeros((0, 2), np.int64)

    def part(where: slice) -> None:
        trial, actions = np.zeros(1, game.state), np.zeros(game.max_actions, buffers.ACTION)
        weights = game.weights.array
        given = starts, cells[where], deciders[where], lots[where], weights, finals[where], trial, actions
        bulk.series(*given, buffers.silent_log(), MOST, outcomes[where], made[where], none)

    part(slice(0, 1))
    cores, size = os.cpu_count() or 1, 250
    with ThreadPoolExecutor(cores) as crew:
        list(crew.map(part, [slice(i, min(i + size, len(lots))) for i in range(0, len(lots), size)]))
    return outcomes, made, finals


def check(game: Game, kind: str, games: int, card: cards.Card, turns: int | None = None) -> dict[str, Any]:
    """Games of one kind on both: how many are the same, bit for bit."""
    starts = starts_of(game, turns)
    lots = np.arange(1, games + 1, dtype=np.int64) * 7919
    cells = np.arange(games, dtype=np.int64) % len(starts)
    deciders = np.full((games, 2), KINDS[kind], np.int64)
    began = time.perf_counter()
    outcomes, made, finals = card.series(starts, cells, deciders, lots, MOST, keep=games)
    first = time.perf_counter() - began
    began = time.perf_counter()
    expected, actions, positions = on_processor(game, starts, cells, deciders, lots)
    took = time.perf_counter() - began
    same = (outcomes == expected).all(axis=1) & (made[:, 0] == actions)
    same &= np.array([a.tobytes() == b.tobytes() for a, b in zip(finals, positions, strict=True)])
    return {"games": games, "same": int(same.sum()), "first_launch_s": first, "cpu_games_per_s": games / took}


def measure(game: Game, kind: str, games: int, card: cards.Card) -> dict[str, Any]:
    """Games and actions a second, transfers included; the best of three."""
    starts = starts_of(game)
    cells = np.arange(games, dtype=np.int64) % len(starts)
    deciders = np.full((games, 2), KINDS[kind], np.int64)
    best, actions = 1e9, 0
    for turn in range(3):
        lots = np.arange(games, dtype=np.int64) + turn * games
        began = time.perf_counter()
        _, made, _ = card.series(starts, cells, deciders, lots, MOST)
        took = time.perf_counter() - began
        if took < best:
            best, actions = took, int(made[:, 0].sum())
    return {"games": games, "games_per_s": games / best, "actions_per_s": actions / best}


@contextlib.contextmanager
def turn(file: Path | None) -> Iterator[None]:
    """Nobody else who waits for the same file measures meanwhile."""
    if file is None:
        yield
        return
    with file.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def in_turns(card: cards.Card, file: Path | None) -> cost.Series:
    """Games on a card, a lot at a time."""

    def series(*given: Any) -> tuple[Any, Any, Any]:
        with turn(file):
            return card.series(*given)

    return series


def before(limit: float) -> Callable[[int], bool]:
    """Whether there is time left."""
    return lambda _done: time.perf_counter() < limit


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", type=int, default=10_000)
    parser.add_argument("--cost", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("."))
    parser.add_argument("--seconds", type=float, default=400.0, help="--cost ends so long after the start")
    parser.add_argument("--turn", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--small", action="store_true", help="nothing is measured, for the simulator")
    parser.add_argument(
        "--turns", type=int, help="greedy games that are compared end after so many turns, random ones later"
    )
    given = parser.parse_args()
    began = time.perf_counter()
    report: dict[str, Any] = {"simulated": device.SIMULATED}
    given.out.mkdir(parents=True, exist_ok=True)
    for game in registry.ready():
        game_id = game.id
        if given.only not in ("", game_id) or not cards.playable(game):
            continue
        card = cards.Card(game)
        for kind in KINDS if given.check else ():
            found = check(game, kind, given.check, card, given.turns and given.turns * TIMES[kind])
            if not given.small:
                with turn(given.turn):
                    found["figures"] = measure(game, kind, FIGURES[kind], card)
            report[f"{game_id} {kind}"] = found
            print(game_id, kind, json.dumps(found), flush=True)
            (given.out / "gpu.json").write_text(json.dumps(report, indent=2))
        if game_id == "escarmouche" and given.cost:
            first, go_on = time.perf_counter(), before(began + given.seconds)
            played = cost.play(given.cost, given.out / "cost", in_turns(card, given.turn), game, go_on=go_on)
            print("cost:", played, "games in", round(time.perf_counter() - first, 1), "s", flush=True)


if __name__ == "__main__":
    main()

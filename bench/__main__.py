"""`make bench`: each figure, the wanted one beside it, and OpenSpiel's loop measured in the same run."""

import os
import random
import time
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pyspiel

from escaramuza.games import registry
from escaramuza.lab.speed import playouts, simulations

SECONDS = float(os.environ.get("BENCH_SECONDS", "3"))
ROUNDS = 3


class Wanted(NamedTuple):
    """What a game should reach: actions of playouts and simulations of search a second, and with which options."""

    actions: int
    sims: int
    options: Mapping[str, Any] = {}


WANTED_RATIO = 3
# Games whose mean length stands for that of all, and rollouts between two looks at the clock.
SAMPLE, AT_ONCE = 500, 200
# Games until a score is known to ±0.5 points, at worst: an even game without draws, 95%; the lab's intervals, which
# hold at every look, take 1.9 times as many as one for a single look.
HALF_A_POINT = round(1.9 * 0.25 * (1.96 / 0.005) ** 2)
NOTHING = Wanted(0, 0)


def wanted_of(game_id: str) -> Wanted:
    """What wanted.toml asks of a game; nothing where it does not name it."""
    figures = tomllib.loads((Path(__file__).parent / "wanted.toml").read_text(encoding="utf-8"))
    return Wanted(**figures[game_id]) if game_id in figures else NOTHING


def breakthrough(seconds: float) -> float:
    """Steps a second of random games of breakthrough, driven the usual way: a Python loop over OpenSpiel's states."""
    game = pyspiel.load_game("breakthrough")
    lots = random.Random(1)
    steps = 0
    began = time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(lots.choice(state.legal_actions()))
            steps += 1
    return steps / took


def rollouts(seconds: float) -> float:
    """Steps a second of the same games in OpenSpiel's own C++: the rollouts of a search of one node."""
    game = pyspiel.load_game("breakthrough")
    lots, steps = random.Random(1), 0
    for _ in range(SAMPLE):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(lots.choice(state.legal_actions()))
            steps += 1
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(AT_ONCE, 1), 1.0, 1, 1, False, 1, False)
    games = 0
    began = time.perf_counter()
    while (took := time.perf_counter() - began) < seconds:
        bot.step(game.new_initial_state())
        games += AT_ONCE
    return games * steps / SAMPLE / took


def line(what: str, figure: str, wanted: str, reached: bool) -> str:
    return f"{what:<68} {figure:>16}   wanted {wanted:<14} {'reached' if reached else 'MISSED'}"


def rules(game_id: str, wanted: Wanted) -> tuple[float, list[str]]:
    """The best of some rounds: actions a second, and the lines of the report."""
    game = registry.get(game_id)
    options = game.options.model_validate(wanted.options)
    playouts(game, 0.1, options)
    simulations(game, 0.1, options)
    actions = games = sims = 0.0
    for _ in range(ROUNDS):
        actions, games = max((actions, games), playouts(game, SECONDS, options))
        sims = max(sims, simulations(game, SECONDS, options))
    return actions, [
        line(
            f"{game.name}, random playouts with full legality, one core",
            f"{actions:,.0f}/s",
            f"{wanted.actions:,}",
            actions >= wanted.actions,
        ),
        line(
            f"{game.name}, search simulations from the opening, one core",
            f"{sims:,.0f}/s",
            f"{wanted.sims:,}",
            sims >= wanted.sims,
        ),
        f"{f'{game.name}, random games':<68} {games:>14,.0f}/s   ±0.5 points in {HALF_A_POINT / games:,.1f} s",
    ]


def main() -> None:
    loop, native = breakthrough(SECONDS), rollouts(SECONDS)
    lightest, *_ = registry.ids()
    for game_id in registry.ids():
        actions, lines = rules(game_id, wanted_of(game_id))
        # Measured before and after, so that a slow moment of the machine does not fall on one side of the ratio only.
        loop, native = max(loop, breakthrough(SECONDS)), max(native, rollouts(SECONDS))
        print("\n".join(lines), flush=True)
        if game_id == lightest:
            for what, steps in (("loop in Python", loop), ("rollouts in C++", native)):
                print(
                    line(
                        f"{registry.get(game_id).name}: playouts against OpenSpiel's {what}",
                        f"{actions / steps:.1f} ×",
                        f"{WANTED_RATIO} ×",
                        actions / steps >= WANTED_RATIO,
                    )
                )
    print(f"{'OpenSpiel breakthrough, random playouts, Python loop':<68} {loop:>14,.0f}/s")
    print(f"{'OpenSpiel breakthrough, random playouts, C++':<68} {native:>14,.0f}/s")


if __name__ == "__main__":
    main()

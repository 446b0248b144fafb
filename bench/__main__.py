"""`make bench`: each figure, the wanted one beside it, and OpenSpiel's loop measured in the same run."""

import os
import random
import time
from collections.abc import Mapping
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


# On a free table every place is measured.
WANTED = {
    "tactics": Wanted(1_500_000, 5_000),
    "escarmouche": Wanted(1_000_000, 5_000),
    "cafe": Wanted(100_000, 500),
    "forglory": Wanted(20_000, 100, {"battle": "corvaldes"}),
}
WANTED_RATIO = 3


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


def line(what: str, figure: str, wanted: str, reached: bool) -> str:
    return f"{what:<68} {figure:>16}   wanted {wanted:<14} {'reached' if reached else 'MISSED'}"


def rules(game: str, wanted: Wanted) -> tuple[float, list[str]]:
    """The best of some rounds: actions a second, and the lines of the report."""
    spec = registry.get(game)
    options = spec.options.model_validate(wanted.options)
    playouts(spec, 0.1, options)
    simulations(spec, 0.1, options)
    actions = sims = 0.0
    for _ in range(ROUNDS):
        actions = max(actions, playouts(spec, SECONDS, options)[0])
        sims = max(sims, simulations(spec, SECONDS, options))
    return actions, [
        line(
            f"{spec.name}, random playouts with full legality, one core",
            f"{actions:,.0f}/s",
            f"{wanted.actions:,}",
            actions >= wanted.actions,
        ),
        line(
            f"{spec.name}, search simulations from the opening, one core",
            f"{sims:,.0f}/s",
            f"{wanted.sims:,}",
            sims >= wanted.sims,
        ),
    ]


def main() -> None:
    steps = breakthrough(SECONDS)
    for game, wanted in WANTED.items():
        actions, lines = rules(game, wanted)
        # Measured before and after, so that a slow moment of the machine does not fall on one side of the ratio only.
        steps = max(steps, breakthrough(SECONDS))
        print("\n".join(lines))
        if game == "tactics":
            print(
                line(
                    "Tactics' playouts against OpenSpiel's loop",
                    f"{actions / steps:.1f} ×",
                    f"{WANTED_RATIO} ×",
                    actions / steps >= WANTED_RATIO,
                )
            )
    print(f"{'OpenSpiel breakthrough, random playouts, Python loop':<68} {steps:>14,.0f}/s")


if __name__ == "__main__":
    main()

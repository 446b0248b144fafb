"""`make bench`: each figure, the wanted one beside it, and OpenSpiel's loop measured in the same run."""

import os
import random
import time

import pyspiel

from escaramuza.games import registry
from escaramuza.lab.speed import playouts, simulations

SECONDS = float(os.environ.get("BENCH_SECONDS", "3"))
ROUNDS = 3
WANTED_ACTIONS = 1_500_000
WANTED_SIMS = 5_000
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
    return f"{what:<58} {figure:>16}   wanted {wanted:<14} {'reached' if reached else 'MISSED'}"


def main() -> None:
    spec = registry.get("tactics")
    playouts(spec, 0.1)
    simulations(spec, 0.1)
    best_actions = best_steps = best_sims = 0.0
    # Taken in turns, so that a slow moment of the machine falls on both sides of the ratio; the best of each counts.
    for _ in range(ROUNDS):
        best_actions = max(best_actions, playouts(spec, SECONDS)[0])
        best_steps = max(best_steps, breakthrough(SECONDS))
        best_sims = max(best_sims, simulations(spec, SECONDS))
    ratio = best_actions / best_steps
    what = "Tactics, random playouts with full legality, one core"
    print(line(what, f"{best_actions:,.0f}/s", f"{WANTED_ACTIONS:,}", best_actions >= WANTED_ACTIONS))
    print(f"{'OpenSpiel breakthrough, random playouts, Python loop':<58} {best_steps:>14,.0f}/s")
    print(line("ratio of the two", f"{ratio:.1f} ×", f"{WANTED_RATIO} ×", ratio >= WANTED_RATIO))
    what = "Tactics, search simulations from the opening, one core"
    print(line(what, f"{best_sims:,.0f}/s", f"{WANTED_SIMS:,}", best_sims >= WANTED_SIMS))


if __name__ == "__main__":
    main()

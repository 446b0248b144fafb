"""How long the lab needs for an answer: games a second and the time to ±0.5 points, beside OpenSpiel's rollouts
measured in the same run; how it goes with more cores; what Ray costs where it is installed.

    python -m bench.lab [--precision POINTS] [--only GAME]
"""

import argparse
import os
import random
import time
from importlib.util import find_spec

import numpy as np
import pyspiel

from escaramuza.games import registry
from escaramuza.games.boards import Grid
from escaramuza.lab import questions
from escaramuza.lab.running import Run, Work
from escaramuza.lab.statistics import ConfidenceSequence
from escaramuza.preparation import loading
from escaramuza.preparation.jobs import LAB

# Games played before the clock runs, and most for an answer.
WARM, MOST = 40, 1_000_000
LOOK = 200


def openspiel(precision: float) -> tuple[int, float]:
    """Random games of breakthrough, driven the usual way, until the first player's score is as precise as wanted, by
    the same confidence sequence: games and seconds."""
    game, lots = pyspiel.load_game("breakthrough"), random.Random(1)
    sequence, games = ConfidenceSequence(precision=precision / 100), 0
    began = time.perf_counter()
    while sequence.high - sequence.low > 2 * precision / 100 and games < MOST:
        scores = np.zeros(LOOK)
        for place in range(LOOK):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(lots.choice(state.legal_actions()))
            scores[place] = (1 + state.returns()[0]) / 2
        sequence.add(scores)
        games += LOOK
    return games, time.perf_counter() - began


def answer(game_id: str, agent: str, precision: float, work: Work) -> tuple[int, float]:
    """`lab fair` in this process: games and seconds; what has to be loaded is loaded before."""
    Run(questions.fair(game_id, agent, precision=None, budget=WARM), work).go()
    run = Run(questions.fair(game_id, agent, precision=precision, budget=MOST), work).go()
    return len(run.rows), run.seconds


def line(what: str, games: int, seconds: float, precision: float) -> str:
    """A line of the report."""
    return f"{what:<52} {games:>9,} games {games / seconds:>10,.0f}/s   ±{precision:g} points in {seconds:>7.1f} s"


def report(precision: float, games: tuple[str, ...], agents: tuple[str, ...]) -> None:
    """Everything, one line each."""
    print(line("OpenSpiel breakthrough, random, Python loop, 1 core", *openspiel(precision), precision), flush=True)
    cores = os.cpu_count() or 1
    for game in games:
        loading.load(registry.get(game), (LAB,))
        for agent in agents:
            for workers in dict.fromkeys((1, cores)):
                what = f"lab fair {game}, {agent}, {workers} core{'s' if workers > 1 else ''}"
                print(line(what, *answer(game, agent, precision, Work(workers)), precision), flush=True)
        if find_spec("ray") is not None:
            what = f"lab fair {game}, {agents[0]}, Ray on {cores} cores"
            found = answer(game, agents[0], precision, Work(cores, cluster="local"))
            print(line(what, *found, precision), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--precision", type=float, default=0.5)
    parser.add_argument("--only", default="")
    parser.add_argument("--agent", action="append")
    given = parser.parse_args()
    games = (given.only,) if given.only else tuple(game.id for game in registry.ready() if isinstance(game.board, Grid))
    report(given.precision, games, tuple(given.agent or ("random", "greedy")))


if __name__ == "__main__":
    main()

"""Today's agents against those of an earlier commit, under the rules of now, until it is clear who is better.

    python -m bench.before COMMIT GAME [--pairs NUMBER] [--turn SECONDS | --sims NUMBER] [--seed NUMBER] [--elo NUMBER]

Estimate, proposals and search of that commit are taken out of git into a package of their own and compiled against the
rules of now, so that both play the same game. A pair of games has the same dice and set-up, the sides changed. Seconds
are those of the processor, for a whole turn, and spread over it in the same way for both.
"""

import argparse
import importlib
import inspect
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from escaramuza.agents import search as now_search
from escaramuza.agents.players import fresh
from escaramuza.games import registry
from escaramuza.games.game import Game
from escaramuza.kernel import buffers, jit
from escaramuza.kernel.dice import mix
from escaramuza.lab.arena import Score
from escaramuza.lab.sequential import SequentialTest

ROOT = Path(__file__).parents[1]
THEN = "of_then"
SEARCH = ("search", "tree")
# What an estimate and the proposals of a game are made of, as far as it has them.
ESTIMATE = ("value", "weights", "missions", "peril", "proposing")


def taken_out(commit: str, game_id: str, folder: Path) -> set[str]:
    """Write the modules of a commit into a package; those that it had."""
    package = folder / THEN
    package.mkdir()
    (package / "__init__.py").touch()
    places = {name: f"src/escaramuza/agents/{name}.py" for name in SEARCH}
    places |= {name: f"src/escaramuza/games/{game_id}/{name}.py" for name in ESTIMATE}
    texts = {name: _text(commit, place) for name, place in places.items()}
    found = {name for name, text in texts.items() if text}
    for name in found:
        (package / f"{name}.py").write_text(_moved(texts[name], game_id, found), encoding="utf-8")
    return found


def _text(commit: str, place: str) -> str:
    shown = subprocess.run(["git", "show", f"{commit}:{place}"], cwd=ROOT, capture_output=True, text=True)
    return shown.stdout if shown.returncode == 0 else ""


def _moved(text: str, game_id: str, names: set[str]) -> str:
    """A module that asks the package of then for its neighbours, and the game of now for everything else."""
    home = f"escaramuza.games.{game_id}"

    def split(line: re.Match[str]) -> str:
        asked = [name.strip() for name in line[1].split(",")]
        then, now = [name for name in asked if name in names], [name for name in asked if name not in names]
        lines = [f"from {THEN} import {', '.join(then)}"] if then else []
        return "\n".join([*lines, f"from {home} import {', '.join(now)}"] if now else lines)

    text = re.sub(rf"^from {re.escape(home)} import ([\w, ]+)$", split, text, flags=re.MULTILINE)
    text = re.sub(rf"\b{re.escape(home)}\.({'|'.join(sorted(names))})\b", rf"{THEN}.\1", text)
    return text.replace('"escaramuza.agents.tree"', f'"{THEN}.tree"')


class Then:
    """A game with the rules of now, the estimate and the proposals of then."""

    def __init__(self, game: Game, names: set[str]) -> None:
        modules = {name: importlib.import_module(f"{THEN}.{name}") for name in names}
        self.game, self.search_of_then = game, modules["search"]
        self.rules = dict(game.rules)
        for module in modules.values():
            for rule in ("value", "judge", "propose"):
                if hasattr(module, rule):
                    self.rules[rule] = jit.foundation(getattr(module, rule))
        self.weights = modules["weights"].WEIGHTS if "weights" in modules else game.weights

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def compiled(self, template: str) -> ModuleType:
        """A template over these rules."""
        return jit.for_game(template, f"{self.game.id}_then", self.rules)


def played(game: Game, then: Then, lot: int, swapped: int, limits: dict[str, Any]) -> tuple[int, list[float]]:
    """One game: the result of the agent of now, and the processor's seconds of both."""
    state = fresh(game, game.options() if game.mixed is None else game.mixed(lot), lot)
    log, spent, agents = buffers.silent_log(), [0.0, 0.0], {}
    while (seat := int(game.rules["actor"](state))) != buffers.OVER:
        of_then = int(game.rules["side_of"](state, seat)) != swapped
        played_as, code = (then, then.search_of_then) if of_then else (game, now_search)
        if seat not in agents:
            agents[seat] = _agent(code, limits, lot % (1 << 40) + seat)
        if "turn" in limits and not _knows_turns(code):
            agents[seat].budget = code.Budget(limits["sims"], limits["turn"] * game.share_of_turn(state))
        began = time.process_time()
        action = agents[seat].choose(played_as, state)
        spent[of_then] += time.process_time() - began
        game.rules["apply"](state, action, log)
    results = np.zeros(len(game.sides), np.int64)
    game.rules["outcome"](state, results)
    return int(results[swapped]), spent


def _agent(code: Any, limits: dict[str, Any], seed: int) -> Any:
    """An agent whose clock is that of the processor, also where agents had no clock of their own yet."""
    budget = code.Budget(**limits) if _knows_turns(code) else code.Budget(limits.get("sims"), limits.get("turn"))
    if "clock" in inspect.signature(code.SearchAgent).parameters:
        return code.SearchAgent(budget, seed, clock=time.process_time)
    code.time = SimpleNamespace(perf_counter=time.process_time)
    return code.SearchAgent(budget, seed)


def _knows_turns(code: Any) -> bool:
    """Whether budgets were already those of whole turns; before that, each decision is told its share."""
    return "turn" in inspect.signature(code.Budget).parameters


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("commit")
    parser.add_argument("game", choices=registry.ids())
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--turn", type=float)
    parser.add_argument("--sims", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--elo", type=float, default=25.0)
    given = parser.parse_args()
    limits = {"sims": given.sims} if given.turn is None else {"sims": given.sims, "turn": given.turn}
    if given.turn is None and given.sims is None:
        limits = {"turn": 0.1}
    game, test, score, spent = registry.get(given.game), SequentialTest(better=given.elo), Score(), [0.0, 0.0]
    with tempfile.TemporaryDirectory() as folder:
        names = taken_out(given.commit, given.game, Path(folder))
        if not {"search", "tree", "value"} <= names:
            parser.error(f"{given.commit} has no agents of {given.game}")
        sys.path.insert(0, folder)
        then = Then(game, names)
        for pair in range(given.pairs):
            for swapped in (0, 1):
                result, took = played(game, then, int(mix(given.seed, pair)), swapped, limits)
                score.wins, score.draws = score.wins + (result > 0), score.draws + (result == 0)
                score.losses += result < 0
                spent = [one + more for one, more in zip(spent, took, strict=True)]
            low, high = score.interval
            print(
                f"{score.games:>5} games: {score.wins} won, {score.draws} drawn, {score.losses} lost, "
                f"{score.score:.1%} ({low:.1%} to {high:.1%}); processor {spent[0]:.0f} s now, {spent[1]:.0f} s then",
                flush=True,
            )
            verdict = test.verdict(score)
            if verdict is not None:
                print("better" if verdict else f"not better by {given.elo:g} Elo")
                return


if __name__ == "__main__":
    main()

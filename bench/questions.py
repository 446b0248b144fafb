"""How often players are asked, by kind of question and round, and how often there is only one answer, and which: games
between two agents that search.

    python -m bench.questions [--games N] [--agent NAME] [--seed S] [--only GAME]
"""

import argparse
import re
from collections import Counter
from typing import Any

import numpy as np

from escaramuza.agents.names import AgentName, parse
from escaramuza.agents.players import Agents
from escaramuza.engine.prepare import prepare
from escaramuza.games import registry
from escaramuza.games.game import Game
from escaramuza.kernel import buffers


class Count:
    """What was asked over some games: times by phase, times with one answer only by phase and answer, rounds."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.asked: Counter[str] = Counter()
        self.forced: Counter[str] = Counter()
        self.games = self.rounds = 0
        self._actions = np.zeros(game.max_actions, buffers.ACTION)

    def watch(self, state: Any, _seat: int) -> None:
        """Count a decision, those before the first round left out."""
        if state.round_number == 0 or self.game.phases[state.phase] in self.game.setup_phases:
            return
        phase = self.game.phases[state.phase]
        self.asked[phase] += 1
        if int(self.game.rules["legal_actions"](state, self._actions)) == 1:
            answer = re.split("[ @>:]", self.game.format_action(state, self._actions[0]))[0]
            self.forced[f"{phase}, only {answer}"] += 1

    def play(self, agent: AgentName, seed: int) -> None:
        """One game, to its end."""
        options = self.game.options()
        state = buffers.one(self.game.state)
        self.game.new(state, options, seed)
        seats = range(len(self.game.seats_for(options)))
        Agents(self.game, dict.fromkeys(seats, agent), seed).play(state, watch=self.watch)
        self.games += 1
        self.rounds += int(state.round_number)

    def report(self) -> str:
        """A line for each kind of question, then for each that had one answer only, the most frequent first."""
        head = f"{self.game.name}: {self.games} games, {self.rounds} rounds; times a round"
        rows = [*self.asked.most_common(), ("all", self.asked.total()), *self.forced.most_common()]
        return "\n".join([head, *(f"  {what:<32} {n / self.rounds:9.3f}" for what, n in rows)])


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--agent", type=parse, default="search:sims=16")
    parser.add_argument("--seed", type=int, default=1)
    # Games in rounds: there players are asked in each other's turns.
    found = {game.id: game for game in registry.ready() if "round_number" in (game.state.names or ())}
    parser.add_argument("--only", choices=found)
    given = parser.parse_args()
    for game in found.values() if given.only is None else (found[given.only],):
        count = Count(game)
        prepare(game)
        for number in range(given.games):
            count.play(given.agent, given.seed + number)
        print(count.report(), flush=True)


if __name__ == "__main__":
    main()

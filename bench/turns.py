"""How long each level thinks: the median and the longest turn, and a whole deployment, in every game and in the largest
battle of For Glory.

    python -m bench.turns [--turns NUMBER] [--only GAME] [--level LEVEL] [--busy]

What is measured is what somebody waits for: all that a side decides before the other decides something, or before
another unit or group is used. Between two turns that are measured, both sides play some at once. On a machine that does
other things beside it, `--busy` counts the time of the processor, for the agents as for the figures.
"""

import argparse
import statistics
import time
from collections.abc import Iterator
from typing import Any

from escaramuza.agents import levels, names
from escaramuza.agents.players import Agents, fresh
from escaramuza.agents.search import Clock, SearchAgent
from escaramuza.games import registry
from escaramuza.games.cafe import state as cafe_state
from escaramuza.games.cafe.rules import stack as cafe
from escaramuza.games.forglory import state as glory_state
from escaramuza.games.forglory.battles import ready_battles
from escaramuza.games.forglory.rules.stack import active_group
from escaramuza.games.game import Game
from escaramuza.kernel import buffers
from escaramuza.preparation import loading
from escaramuza.preparation.jobs import SEARCH

# What was promised, in seconds; a deployment has twice as much.
WANTED = {"easy": 1, "normal": 3, "hard": 8}
# Actions between two turns that are measured: about a round, where that is known.
APART = 12
ROUNDS = {"escarmouche": 5, "cafe": 60, "forglory": 120}
SEED = 5
# The phase in which a unit or a group is about to be used; on boards every turn begins where the last one ended.
BEGINS = {"cafe": cafe_state.TURN, "forglory": glory_state.ORDERS}


class Table:
    """A game on which one side is measured and the other answers at once."""

    def __init__(self, game: Game, options: Any, agent: str, clock: Clock) -> None:
        self.game, self.options, self.clock, self.log = game, options, clock, buffers.silent_log()
        self.state = fresh(game, options, SEED)
        self.seats = range(len(game.seats_for(options)))
        self.quick = Agents(game, {seat: names.parse("greedy") for seat in self.seats}, SEED)
        self.agents: dict[int, SearchAgent] = {
            seat: names.parse(agent).search(seat, clock=clock) for seat in self.seats
        }

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.game.rules["actor"](self.state))

    @property
    def over(self) -> bool:
        """Whether the game is."""
        return self.seat == buffers.OVER

    @property
    def setting_up(self) -> bool:
        """Whether it has not begun yet: in games of rounds the first is still to come."""
        if self.over or "round_number" in self.state.dtype.names:
            return not self.over and int(self.state.round_number) == 0
        return self.game.view(self.state, self.options)["phase"] in self.game.setup_phases

    def side(self) -> int:
        """The side that decides."""
        return int(self.game.rules["side_of"](self.state, self.seat))

    def whose(self) -> tuple[int, int]:
        """What makes decisions parts of one turn: the side, and the unit or group that is used."""
        used = -1
        if self.game.id == "forglory":
            used = int(active_group(self.state))
        elif self.game.id == "cafe":
            used = int(cafe.turn_seat(self.state))
        return self.side(), used

    def decide(self) -> float:
        """One decision of the agent; the seconds it took."""
        began = self.clock()
        action = self.agents[self.seat].choose(self.game, self.state)
        took = self.clock() - began
        self.game.rules["apply"](self.state, action, self.log)
        return took

    def hasten(self, actions: int) -> None:
        """Some actions at once."""
        for _ in range(actions):
            if self.over:
                return
            action = self.game.parse_action(self.state, self.quick.choose(self.state))
            self.game.rules["apply"](self.state, action, self.log)

    def deploy(self) -> float:
        """A whole deployment of the first side, the other's at once; its seconds."""
        took = 0.0
        while self.setting_up:
            if self.side() == 0:
                took += self.decide()
            else:
                self.hasten(1)
        return took

    def turn(self) -> float:
        """The next turn that begins, whoever's it is; its seconds."""
        before = self.whose()
        begins = BEGINS.get(self.game.id)
        while not self.over and (self.whose() == before or begins not in (None, int(self.state.phase))):
            self.hasten(1)
        if self.over:
            return 0.0
        whose, took = self.whose(), 0.0
        while not self.over and self.whose() == whose:
            took += self.decide()
        return took


def set_ups(only: str) -> Iterator[tuple[str, Game, Any]]:
    """What is measured: a name, the game, its options."""
    for game_id in registry.ids():
        game = registry.get(game_id)
        if only not in ("", game_id):
            continue
        yield game_id, game, game.options()
        if game_id == "forglory":
            largest = list(ready_battles())[-1]
            yield f"{game_id} {largest}", game, game.options.model_validate({"battle": largest})


def measured(game: Game, options: Any, agent: str, turns: int, clock: Clock) -> tuple[float, list[float]]:
    """The seconds of a deployment, and of some turns."""
    table = Table(game, options, agent, clock)
    deployment, took = table.deploy(), []
    while len(took) < turns:
        if table.over:
            table = Table(game, options, agent, clock)
            table.hasten(1)
            while table.setting_up:
                table.hasten(1)
        turn = table.turn()
        if not table.over:
            took.append(turn)
        table.hasten(ROUNDS.get(game.id, APART))
    return deployment, took


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--only", default="")
    parser.add_argument("--level", action="append", choices=levels.IDS)
    parser.add_argument("--busy", action="store_true")
    given = parser.parse_args()
    clock = time.process_time if given.busy else time.perf_counter
    print(f"{'game':<22}{'level':<9}{'median':>8}{'longest':>9}{'deployment':>12}   wanted")
    for name, game, options in set_ups(given.only):
        loading.load(game, (SEARCH,))
        measured(game, options, "search:sims=2,turn=9", 1, clock)
        for level in given.level or levels.IDS:
            deployment, took = measured(game, options, levels.agents(game.id)[level], given.turns, clock)
            most = WANTED.get(level, levels.SECONDS[level])
            kept = max(took) <= most and deployment <= 2 * most
            print(
                f"{name:<22}{level:<9}{statistics.median(took):>7.2f}s{max(took):>8.2f}s{deployment:>11.2f}s"
                f"   {most} s, {2 * most} s {'kept' if kept else 'MISSED'}",
                flush=True,
            )


if __name__ == "__main__":
    main()

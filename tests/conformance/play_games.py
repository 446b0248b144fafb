"""Random games and a hash of all that the rules answer in them, as JSON: run under another mode to compare."""

import hashlib
import json
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from escaramuza.games import registry
from escaramuza.games.game import Game
from escaramuza.kernel.buffers import ACTION, LOG, OK, OVER, WHY, copy, one
from escaramuza.kernel.dice import below
from tests.conformance.setups import options_of, start_of

# Plain Python is slow: some answers are asked for at each so many positions, and once a game of each so many actions.
EACH = 8
ONCE = 40
SAMPLE = 29


def answers(game: Game, state: Any, seats: int, lot: int) -> Iterator[bytes]:
    """What is proposed, what each seat sees, and what may lie behind that."""
    actions, out = np.zeros(game.max_actions, ACTION), copy(state)
    yield actions[: game.rules["propose"](state, actions)].tobytes()
    for seat in range(-1, seats):
        game.rules["observe"](state, seat, out)
        yield out.tobytes()
    acting = game.rules["actor"](state)
    other = copy(state)
    game.rules["determinize"](other, acting, lot)
    yield bytes([int(game.rules["side_of"](state, acting))]) + other.tobytes()


def refusals(game: Game, state: Any, lot: int) -> Iterator[bytes]:
    """Whether actions of all kinds are allowed, and why not."""
    for action in islice(game.every_action(state), lot % SAMPLE, None, SAMPLE):
        why = one(WHY)
        yield bytes([int(game.rules["check"](state, action, why)) != OK]) + why.tobytes()


def play(game: Game, seed: int, longest: int = 100_000) -> tuple[int, int, str]:
    """(actions, result for the first side, a hash over all positions, events and answers) of one random game."""
    rules = game.rules
    state = start_of(game, seed, small=True)
    seats = len(game.seats_for(options_of(game, seed, small=True)))
    actions, log, why = np.zeros(game.max_actions, ACTION), one(LOG), one(WHY)
    digest = hashlib.blake2b(digest_size=16)
    n = 0
    while rules["actor"](state) != OVER and n < longest:
        count = rules["legal_actions"](state, actions)
        digest.update(actions[:count].tobytes())
        if n % EACH == seed % EACH:
            for answer in answers(game, state, seats, seed + n):
                digest.update(answer)
        if n == seed % ONCE:
            for answer in refusals(game, state, seed):
                digest.update(answer)
        action = actions[int(below(seed, n, count))]
        assert rules["check"](state, action, why) == 0
        log.n = 0
        rules["apply"](state, action, log)
        digest.update(state.tobytes())
        digest.update(log.events[: log.n].tobytes())
        digest.update(str([int(rules["value"](state, side)) for side in range(len(game.sides))]).encode())
        n += 1
    results = np.zeros(len(game.sides), np.int64)
    rules["outcome"](state, results)
    return n, int(results[0]), digest.hexdigest()


def main(game_id: str, first: str, games: str) -> Any:
    game = registry.get(game_id)
    return [play(game, seed) for seed in range(int(first), int(first) + int(games))]


if __name__ == "__main__":
    json.dump(main(*sys.argv[1:]), sys.stdout)

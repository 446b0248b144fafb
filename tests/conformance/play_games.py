"""Random games and the hash of every position in them, as JSON: run under another mode of the rules to compare."""

import json
import sys
from typing import Any

import numpy as np

from escaramuza.games import registry
from escaramuza.games.spec import GameSpec
from escaramuza.kernel.buffers import ACTION, LOG, OVER, WHY, one
from escaramuza.kernel.dice import below
from tests.conformance.setups import start_of


def play(spec: GameSpec, seed: int, longest: int = 100_000) -> tuple[int, int, str]:
    """(actions, result for the first side, a hash over all positions and events) of one random game."""
    import hashlib

    rules = spec.rules
    state = start_of(spec, seed, small=True)
    actions, log, why = np.zeros(spec.max_actions, ACTION), one(LOG), one(WHY)
    digest = hashlib.blake2b(digest_size=16)
    n = 0
    while rules["actor"](state) != OVER and n < longest:
        count = rules["legal_actions"](state, actions)
        action = actions[int(below(seed, n, count))]
        assert rules["check"](state, action, why) == 0
        log.n = 0
        rules["apply"](state, action, log)
        digest.update(state.tobytes())
        digest.update(log.events[: log.n].tobytes())
        digest.update(str([int(rules["value"](state, side)) for side in range(len(spec.sides))]).encode())
        n += 1
    results = np.zeros(len(spec.sides), np.int64)
    rules["outcome"](state, results)
    return n, int(results[0]), digest.hexdigest()


def main(game: str, first: str, games: str) -> Any:
    spec = registry.get(game)
    return [play(spec, seed) for seed in range(int(first), int(first) + int(games))]


if __name__ == "__main__":
    json.dump(main(*sys.argv[1:]), sys.stdout)

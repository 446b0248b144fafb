"""Compiles a game's rules anew and names those that allocate memory or hold the GIL, as JSON.

What is compiled goes into the cache, with the templates over the rules as tests and players use them.
"""

import json
import sys
from typing import Any

import numpy as np
from numba.core.caching import FunctionCache

from escaramuza.engine import prepare
from escaramuza.games import registry
from escaramuza.kernel.buffers import ACTION, WHY, copy, one, silent_log
from escaramuza.kernel.jit import COMPILED, MODE
from escaramuza.server.hub import warm_up
from tests.conformance.setups import start_of


def allocates(function: Any) -> bool:
    for text in function.inspect_llvm().values():
        for part in text.split("define "):
            wrapper = "cpython" in part.split("(")[0] or "@cfunc" in part.split("(")[0]
            if not wrapper and ("NRT_Allocate" in part or "NRT_MemInfo_alloc" in part):
                return True
    return False


def main(game: str) -> list[str]:
    spec = registry.get(game)
    # Intermediate code cannot be read from the cache: nothing is loaded from it, only stored.
    load, FunctionCache.load_overload = FunctionCache.load_overload, lambda *_: None
    prepare.prepare(spec)
    FunctionCache.load_overload = load
    rules = [function for function, _ in spec.tasks()]
    if MODE == COMPILED:
        warm_up(spec)
    bulk, state, why = spec.compiled("escaramuza.engine.bulk"), start_of(spec, 0), one(WHY)
    kept, start = np.zeros(5000, ACTION), copy(state)
    count = bulk.random_game(state, 0, np.zeros(spec.max_actions, ACTION), silent_log(), kept)
    bulk.replay(start, kept, count, silent_log(), why)
    return [rule.__name__ for rule in rules if allocates(rule) or not rule.targetoptions["nogil"]]


if __name__ == "__main__":
    json.dump(main(sys.argv[1]), sys.stdout)

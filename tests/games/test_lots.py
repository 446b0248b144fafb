"""Actions drawn at random without a list: in every position of whole games the one that the list has at that place."""

import numpy as np
import pytest

from escaramuza.agents.players import fresh
from escaramuza.games import registry
from escaramuza.kernel.buffers import ACTION, NONE, OVER, silent_log
from escaramuza.kernel.dice import below
from escaramuza.kernel.jit import CHECKED, COMPILED

GAMES = 15
# Of the lots of one position: as many games pass through a position in a series.
LOTS = 3


@pytest.mark.rules(COMPILED, CHECKED)
@pytest.mark.parametrize("game_id", ["tactics", "escarmouche"])
def test_lots_fall_on_the_list_in_every_position(game_id: str) -> None:
    game = registry.get(game_id)
    rules, log = game.rules, silent_log()
    # A game may draw from its list, so `sample` has room for all of it.
    listed, drawn, single = np.zeros(game.max_actions, ACTION), np.zeros(game.max_actions, ACTION), np.zeros(1, ACTION)
    positions = 0
    for seed in range(GAMES):
        options = game.options() if game.mixed is None else game.mixed(seed)
        state = fresh(game, options, seed)
        n = 0
        while rules["actor"](state) != OVER:
            before = state.tobytes()
            count = rules["legal_actions"](state, listed)
            for lot in range(LOTS):
                rules["sample"](state, seed + lot, n, drawn)
                assert drawn[0].tobytes() == listed[below(seed + lot, n, count)].tobytes()
            assert rules["each_action"](state, single, NONE) == count
            rules["each_action"](state, single, count - 1)
            assert single[0].tobytes() == listed[count - 1].tobytes()
            assert state.tobytes() == before
            rules["apply"](state, listed[below(seed, n, count)], log)
            n += 1
        positions += n
    assert positions > 2000

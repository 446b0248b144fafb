"""The ladder: every game has the same levels, each a budget that can be read; the lowest errs, the highest does not."""

import random

import numpy as np
import pytest

from escaramuza.agents import levels, names
from escaramuza.agents.players import fresh
from escaramuza.games import registry
from escaramuza.kernel.buffers import ACTION, silent_log


@pytest.mark.parametrize("game_id", registry.ids())
def test_every_game_has_a_ladder(game_id: str) -> None:
    ladder = [names.parse(agent) for agent in levels.agents(game_id).values()]
    assert tuple(levels.agents(game_id)) == levels.IDS
    assert len(ladder) >= 5
    assert ladder[0].wobble > 0 == ladder[-1].wobble
    sure = [
        agent.budget.sims for agent in ladder if agent.budget is not None and agent.budget.sims and not agent.wobble
    ]
    assert sure == sorted(sure) and len(set(sure)) == len(sure) >= 3, "who does not err is as strong as it thinks"


@pytest.mark.parametrize(("level", "seconds"), [("easy", 1), ("normal", 3), ("hard", 8)])
def test_the_old_levels_hold_their_time_for_a_whole_turn(level: str, seconds: int) -> None:
    for game_id in registry.ids():
        budget = names.parse(levels.agent_of(game_id, level)).budget
        assert budget is not None and budget.turn == seconds


def test_what_is_no_level_stands_for_itself() -> None:
    assert levels.agent_of("tactics", "search:sims=5") == "search:sims=5"


def test_figures_are_of_known_levels_with_their_intervals() -> None:
    for game_id in levels.figures():
        told = levels.strengths(game_id)
        assert set(told) <= set(levels.IDS)
        assert told[levels.IDS[0]].elo == 0
        assert all(strength.low <= strength.elo <= strength.high for strength in told.values())


@pytest.mark.parametrize("game_id", registry.ids())
def test_a_deployment_has_twice_the_time_of_a_turn_at_most(game_id: str) -> None:
    game = registry.get(game_id)
    actions, log = np.zeros(game.max_actions, ACTION), silent_log()
    for seed in range(3):
        options = game.options()
        state, lots, shares = fresh(game, options, seed), random.Random(seed), [0.0] * len(game.sides)
        while game.view(state, options)["phase"] in {*game.setup_phases, "picking"}:
            count = game.rules["propose"](state, actions)
            if count > 1:
                shares[game.rules["side_of"](state, game.rules["actor"](state))] += game.share_of_turn(state)
            game.rules["apply"](state, actions[lots.randrange(count)], log)
        assert 0 < max(shares) <= 2

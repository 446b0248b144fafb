"""What search keeps of its trees between decisions."""

from threading import Event

import pytest

from escaramuza.agents.players import fresh
from escaramuza.agents.search import Budget, SearchAgent
from escaramuza.games import registry
from escaramuza.kernel.buffers import OK, OVER, WHY, one, silent_log


@pytest.mark.parametrize("wobble", [0, 25])
@pytest.mark.parametrize("in_a_hurry", [True, False])
def test_the_fewest_simulations_still_decide(wobble: float, in_a_hurry: bool) -> None:
    """What is kept of a tree may be a leaf in which no action was looked at."""
    hurry = Event()
    if in_a_hurry:
        hurry.set()
    game = registry.get("tactics")
    agent = SearchAgent(Budget(sims=2), seed=1, wobble=wobble)
    state = fresh(game, game.options(), 1)
    for _ in range(120):
        if game.rules["actor"](state) == OVER:
            break
        game.rules["apply"](state, agent.choose(game, state, hurry=hurry), silent_log())


@pytest.mark.parametrize("game_id", registry.ids())
def test_whatever_is_chosen_is_allowed(game_id: str) -> None:
    """What is kept of a tree was grown over guesses: a card that was drawn in one of them, or a question that somebody
    else would have been asked. Who errs takes such an action sooner or later."""
    game, why = registry.get(game_id), one(WHY)
    for seed in range(3):
        agent = SearchAgent(Budget(sims=20), seed, wobble=25)
        state = fresh(game, game.options(), seed)
        for _ in range(150):
            if game.rules["actor"](state) == OVER:
                break
            action = agent.choose(game, state)
            assert game.rules["check"](state, action, why) == OK, game.format_action(state, action)
            game.rules["apply"](state, action, silent_log())

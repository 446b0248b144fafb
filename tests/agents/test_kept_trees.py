"""What search keeps of its trees between decisions."""

from threading import Event

import pytest

from escaramuza.agents.players import fresh
from escaramuza.agents.search import Budget, SearchAgent
from escaramuza.games import registry
from escaramuza.kernel.buffers import OVER, silent_log


@pytest.mark.parametrize("wobble", [0, 25])
@pytest.mark.parametrize("in_a_hurry", [True, False])
def test_the_fewest_simulations_still_decide(wobble: float, in_a_hurry: bool) -> None:
    """What is kept of a tree may be a leaf in which no action was looked at."""
    hurry = Event()
    if in_a_hurry:
        hurry.set()
    spec = registry.get("tactics")
    agent = SearchAgent(Budget(sims=2), seed=1, wobble=wobble)
    state = fresh(spec, spec.options(), 1)
    for _ in range(120):
        if spec.rules["actor"](state) == OVER:
            break
        spec.rules["apply"](state, agent.choose(spec, state, hurry=hurry), silent_log())

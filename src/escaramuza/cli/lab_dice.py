"""`escaramuza lab dice GAME`."""

from typing import Any

from escaramuza.cli import lab_running, shared
from escaramuza.cli.lab_running import Where
from escaramuza.cli.shared import GameArgument

LADDER = ("random", "greedy")


@lab_running.asks
def lab_dice(
    where: Where,
    game_id: GameArgument,
    agent: lab_running.AgentsOption = None,
    precision: lab_running.PrecisionOption = 1.0,
    budget: lab_running.BudgetOption = 200_000,
    seed: shared.RunSeedOption = 0,
) -> None:
    """How much is luck: each agent against the next weaker one, from the weakest on."""
    from escaramuza.lab import questions
    from escaramuza.lab.errors import LabError

    how: dict[str, Any] = {"precision": precision, "budget": budget, "seed": seed}
    agents = agent or list(LADDER)
    if len(agents) < 2:
        raise LabError("FEW_AGENTS")
    lab_running.ready(game_id, where.lang, agents)
    pairs = zip(agents[1:], agents, strict=False)
    experiments = [questions.dice(game_id, strong, weak, **how) for strong, weak in pairs]
    runs = lab_running.run(experiments, where)
    answer = questions.dice_answer(runs, where.lang, lab_running.repeat())
    lab_running.show(answer, where, runs[-1].interrupted)

"""`escaramuza lab fair GAME`."""

from typing import Any

from escaramuza.cli import lab_running, shared
from escaramuza.cli.lab_running import Where
from escaramuza.cli.shared import GameArgument, OptionOption


@lab_running.asks
def lab_fair(
    where: Where,
    game_id: GameArgument,
    agent: lab_running.AgentsOption = None,
    by_strength: lab_running.ByStrengthOption = False,
    option: OptionOption = None,
    precision: lab_running.PrecisionOption = 0.5,
    budget: lab_running.BudgetOption = 1_000_000,
    search_budget: lab_running.SearchBudgetOption = None,
    seed: shared.RunSeedOption = 0,
) -> None:
    """Who begins, and which side: by strength of play."""
    from escaramuza.lab import questions

    how: dict[str, Any] = {"precision": precision, "budget": budget, "seed": seed}
    agents = lab_running.strengths(agent, by_strength)
    game = lab_running.ready(game_id, where.lang, agents)
    options = shared.option_pairs(game, option or [], where.lang)
    experiments = questions.by_strength(game_id, agents, options=options, **how)
    runs = lab_running.run(lab_running.budgets(experiments, search_budget, by_strength), where)
    answer = questions.fair_answer(runs, where.lang, lab_running.repeat())
    lab_running.show(answer, where, runs[-1].interrupted)

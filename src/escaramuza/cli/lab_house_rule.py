"""`escaramuza lab house-rule GAME OPTION=VALUE,VALUE`."""

from typing import Annotated, Any

import typer

from escaramuza.cli import lab_running, shared
from escaramuza.cli.lab_running import Where
from escaramuza.cli.shared import GameArgument, OptionOption


@lab_running.asks
def lab_house_rule(
    where: Where,
    game_id: GameArgument,
    rule: Annotated[str, typer.Argument(metavar="OPTION[=VALUE,VALUE]", help=shared.help_of("LAB_RULE"))],
    agent: lab_running.AgentsOption = None,
    by_strength: lab_running.ByStrengthOption = False,
    option: OptionOption = None,
    precision: lab_running.PrecisionOption = 1.0,
    budget: lab_running.BudgetOption = 200_000,
    search_budget: lab_running.SearchBudgetOption = None,
    seed: shared.RunSeedOption = 0,
) -> None:
    """An option one way and another: fairness, draws, comebacks, length."""
    from escaramuza.engine.errors import find_game
    from escaramuza.lab import questions
    from escaramuza.lab.errors import LabError
    from escaramuza.lab.running import CPU

    how: dict[str, Any] = {"precision": precision, "budget": budget, "seed": seed}
    game = find_game(game_id)
    name, _, listed = rule.partition("=")
    field = game.option_fields.get(name)
    if field is None:
        raise LabError("NO_OPTION", game=game.name, option=name, known=", ".join(game.option_fields))
    usual = field.get("enum", ["true", "false"] if field.get("type") == "boolean" else [])
    values = [value.strip() for value in listed.split(",") if value.strip()] or [str(value) for value in usual]
    if len(values) < 2:
        raise LabError("NO_VALUES", option=name)
    agents = lab_running.strengths(agent, by_strength)
    lab_running.ready(game_id, where.lang, agents)
    # A graphics card cannot tell comebacks.
    how["swings"] = where.device == CPU
    options = shared.option_pairs(game, option or [], where.lang)
    experiments = [questions.house_rule(game_id, name, values, agent, options=options, **how) for agent in agents]
    runs = lab_running.run(lab_running.budgets(experiments, search_budget, by_strength), where)
    answer = questions.house_rule_answer(runs, name, where.lang, lab_running.repeat())
    lab_running.show(answer, where, runs[-1].interrupted)

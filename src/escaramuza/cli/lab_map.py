"""`escaramuza lab map FILE`."""

from typing import Annotated, Any

import typer

from escaramuza.cli import lab_running, shared
from escaramuza.cli.shared import JsonOption, LangOption, OptionOption


def lab_map(
    source: Annotated[str, typer.Argument(metavar="FILE|CODE|ID", help=shared.help_of("MAPS_SOURCE"))],
    game_id: Annotated[str | None, typer.Option("--game", metavar="GAME", help=shared.help_of("MAPS_GAME"))] = None,
    agent: lab_running.AgentsOption = None,
    by_strength: lab_running.ByStrengthOption = False,
    option: OptionOption = None,
    precision: lab_running.PrecisionOption = 2.0,
    budget: lab_running.BudgetOption = 20_000,
    search_budget: lab_running.SearchBudgetOption = None,
    seed: shared.RunSeedOption = 0,
    rows: lab_running.RowsOption = None,
    workers: shared.WorkersOption = None,
    cluster: lab_running.ClusterOption = None,
    html: lab_running.PageOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Whether a battlefield favours a side or whoever begins, both with the same army."""
    from escaramuza.lab import questions
    from escaramuza.lab.answers import say
    from escaramuza.maps import library

    words = shared.language(lang)
    where = lab_running.Where(workers, rows, cluster, html=html, json=json)
    how: dict[str, Any] = {"precision": precision, "budget": budget, "seed": seed}
    where.check(**how)
    field = library.find(source, game_id)
    agents = lab_running.strengths(agent, by_strength)
    game = lab_running.ready(library.book_of(field).game_id, words, agents)
    options = shared.option_pairs(game, option or [], words)
    experiments = questions.on_map(field, agents, options=options, **how)
    runs = lab_running.run(lab_running.budgets(experiments, search_budget, by_strength), where)
    asked = say("MAP_QUESTION", words, game=game.name, map=field.name or source)
    answer = questions.fair_answer(runs, words, lab_running.repeat(), asked)
    lab_running.show(answer, where, runs[-1].interrupted)

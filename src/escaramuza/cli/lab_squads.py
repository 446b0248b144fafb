"""`escaramuza lab squads`."""

from typing import Annotated, Any

import typer

from escaramuza.cli import lab_running, shared
from escaramuza.cli.lab_running import Where
from escaramuza.squads import GAME


@lab_running.asks
def lab_squads(
    where: Where,
    sources: Annotated[
        list[str] | None, typer.Argument(metavar="FILE|CODE|ID", help=shared.help_of("BARRACKS_SQUADS"))
    ] = None,
    agent: Annotated[str, typer.Option("--agent", help=shared.help_of("AGENT"))] = "greedy",
    field: Annotated[bool, typer.Option("--field", help=shared.help_of("LAB_FIELD"))] = False,
    precision: lab_running.PrecisionOption = 0.5,
    budget: lab_running.BudgetOption = 1_000_000,
    seed: shared.RunSeedOption = 0,
) -> None:
    """Squads against each other: the ready ones, or those given, or one of your own against the ready ones."""
    from escaramuza.games.escarmouche.squads import ready_squads
    from escaramuza.lab import questions
    from escaramuza.squads import library

    how: dict[str, Any] = {"precision": precision, "budget": budget, "seed": seed}
    given = list(sources or [])
    ids = [*given, *ready_squads()] if field or not given else given
    names = {source: library.squad_of(library.find(source)).name for source in ids}
    experiment = questions.squads(list(dict.fromkeys(ids)), agent, **how)
    lab_running.ready(GAME, where.lang, [agent])
    [run] = lab_running.run([experiment], where)
    mine = names[given[0]] if field and given else None
    answer = questions.squads_answer(run, names, where.lang, lab_running.repeat(), mine)
    lab_running.show(answer, where, run.interrupted)

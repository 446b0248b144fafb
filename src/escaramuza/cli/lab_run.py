"""`escaramuza lab run experiment.toml`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from escaramuza.cli import lab_running, shared
from escaramuza.cli.lab_running import Where


@lab_running.asks
def lab_run(
    where: Where,
    file: Annotated[Path, typer.Argument(metavar="FILE", help=shared.help_of("LAB_FILE"))],
) -> None:
    """Run an experiment that is written in a file; its rows are kept beside it, and it goes on where it stopped."""
    from escaramuza.lab import experiment, questions

    wanted = experiment.read(file)
    plan = experiment.Plan(wanted)
    where = replace(where, rows=where.rows or file.with_suffix(".rows"))
    where.check()
    lab_running.ready(wanted.game, where.lang, list(plan.agents))
    runs = lab_running.run([wanted], where)
    answer = questions.run_answer(runs[0], where.lang, lab_running.repeat())
    lab_running.show(answer, where, runs[0].interrupted)

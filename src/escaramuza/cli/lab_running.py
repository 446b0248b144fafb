"""What the lab's commands share: options, running with a bar, and showing an answer."""

import inspect
import shlex
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid
from rich.text import Text

from escaramuza.cli import shared
from escaramuza.cli.shared import JsonOption, LangOption
from escaramuza.words import FALLBACK

if TYPE_CHECKING:
    from escaramuza.lab.answers import Answer
    from escaramuza.lab.experiment import Experiment
    from escaramuza.lab.running import Run

PrecisionOption = Annotated[float, typer.Option("--precision", metavar="POINTS", help=shared.help_of("LAB_PRECISION"))]
BudgetOption = Annotated[int, typer.Option("--budget", metavar="GAMES", help=shared.help_of("LAB_BUDGET"))]
AgentsOption = Annotated[list[str] | None, typer.Option("--agent", metavar="AGENT", help=shared.help_of("LAB_AGENT"))]
RowsOption = Annotated[Path | None, typer.Option("--rows", metavar="FOLDER", help=shared.help_of("LAB_ROWS"))]
PageOption = Annotated[Path | None, typer.Option("--html", metavar="FILE", help=shared.help_of("LAB_HTML"))]
ClusterOption = Annotated[str | None, typer.Option("--cluster", metavar="ADDRESS", help=shared.help_of("LAB_CLUSTER"))]
DeviceOption = Annotated[str, typer.Option("--device", metavar="cpu|cuda", help=shared.help_of("LAB_DEVICE"))]
ByStrengthOption = Annotated[bool, typer.Option("--by-strength", help=shared.help_of("LAB_BY_STRENGTH"))]
SearchBudgetOption = Annotated[
    int | None, typer.Option("--search-budget", metavar="GAMES", help=shared.help_of("LAB_SEARCH_BUDGET"))
]
# Games of each agent that searches where nobody says how many: figures to ±10 points or better.
SEARCH_GAMES = 400


@dataclass(frozen=True)
class Where:
    """Who plays, where rows are kept, and where the answer goes."""

    workers: int | None = None
    rows: Path | None = None
    cluster: str | None = None
    device: str = "cpu"
    html: Path | None = None
    json: bool = False
    lang: str = FALLBACK

    def check(self, **how: Any) -> None:
        """Notice what cannot be written, no place to play at, and numbers of an experiment that cannot be, before
        anything is compiled or played."""
        from escaramuza.lab.experiment import check_numbers, checked
        from escaramuza.lab.running import Work

        check_numbers(checked({"game": "", **how}))
        Work(cluster=self.cluster, device=self.device).check_place()
        shared.must_be_within("--workers", 1 if self.workers is None else self.workers, 1, 256)
        if self.html is not None:
            _can_be_written(self.html)
        if self.rows is not None:
            self.rows.mkdir(parents=True, exist_ok=True)
            _can_be_written(self.rows / "writing.part")


def asks(question: Callable[..., None]) -> Callable[..., None]:
    """A command with the options that all questions have; it gets them as `where`, checked."""

    def command(**given: Any) -> None:
        common = {name: given.pop(name) for name in COMMON}
        where = Where(**{**common, "lang": shared.language(common["lang"])})
        where.check(**{name: given[name] for name in NUMBERS if name in given})
        question(where=where, **given)

    own = [each for each in inspect.signature(question).parameters.values() if each.name != "where"]
    both = [*own, *inspect.signature(_common).parameters.values()]
    command.__doc__, command.__name__ = question.__doc__, question.__name__
    command.__signature__ = inspect.Signature(both)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in both}
    return command


def _common(
    rows: RowsOption = None,
    workers: shared.WorkersOption = None,
    cluster: ClusterOption = None,
    device: DeviceOption = "cpu",
    html: PageOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """What `asks` adds to a command."""


COMMON = tuple(inspect.signature(_common).parameters)
# Of an experiment; a command has some of them.
NUMBERS = ("precision", "budget", "seed")


def _can_be_written(file: Path) -> None:
    """Raise what would be raised later; whatever is in the file stays."""
    new = not file.exists()
    with file.open("ab"):
        pass
    if new:
        file.unlink()


def strengths(agents: list[str] | None, wanted: bool) -> list[str]:
    """The agents to ask: those given, the ladder from greedy to search, or greedy alone."""
    from escaramuza.lab.questions import STRENGTHS

    return list(dict.fromkeys([*(agents or ([] if wanted else ["greedy"])), *(STRENGTHS if wanted else ())]))


def budgets(experiments: "Sequence[Experiment]", searching: int | None, ladder: bool) -> "list[Experiment]":
    """Experiments with agents that search have a budget of their own."""
    from escaramuza.agents import names

    most = searching if searching is not None else SEARCH_GAMES if ladder else None
    if most is None:
        return list(experiments)
    shared.must_be_within("--search-budget", most, 2, 1_000_000_000)

    def searches(experiment: "Experiment") -> bool:
        return any(names.parse(str(agent)).kind == "search" for agent in experiment.factors.get("agent", []))

    return [
        experiment.model_copy(update={"budget": min(most, experiment.budget)}) if searches(experiment) else experiment
        for experiment in experiments
    ]


def ready(game_id: str, lang: str, agents: Sequence[str]) -> Any:
    """A game with all compiled that an experiment needs."""
    from escaramuza.agents import names
    from escaramuza.preparation.jobs import ARENA, LAB, SEARCH

    kinds = {names.parse(agent).kind for agent in agents}
    needs = [need for need, kind in ((ARENA, {"naive", "search"}), (SEARCH, {"search"})) if kinds & kind]
    return shared.get_ready(game_id, lang, LAB, *needs)


def repeat() -> str:
    """The command line that was given."""
    return shlex.join(["escaramuza", *sys.argv[1:]])


def run(experiments: "Sequence[Experiment]", where: Where) -> "list[Run]":
    """Run one after the other; Ctrl-C ends the one that runs, keeps what is finished, and leaves out the others. What
    one of them cannot do is said before the first game of any."""
    from escaramuza.lab.running import Run, Work

    progress = bar(where.json)
    runs = []
    for number, experiment in enumerate(experiments):
        task = progress.add_task(", ".join(map(str, experiment.factors.get("agent", []))), total=experiment.budget)
        folder = where.rows if where.rows is None or len(experiments) == 1 else where.rows / str(number + 1)
        tell = partial(_tell, progress, task)
        runs.append(Run(experiment, Work(where.workers, folder, tell, where.cluster, where.device)))
    with progress:
        for current in runs:
            before = signal.signal(signal.SIGINT, _stop(current))
            try:
                current.go()
            finally:
                signal.signal(signal.SIGINT, before)
            if current.interrupted:
                break
    done = [run for run in runs if len(run.rows)]
    if not done:
        raise typer.Exit(shared.INTERRUPTED)
    return done


def is_card(device: str) -> bool:
    """Whether a graphics card is to play; refuses what is not a device, and a card that is not there."""
    from escaramuza.lab import running
    from escaramuza.lab.errors import LabError

    if device not in running.DEVICES:
        raise LabError("BAD_DEVICE", device=device[:40], known=", ".join(running.DEVICES))
    if device == running.CUDA:
        from escaramuza.lab import on_card

        on_card.require()
    return device == running.CUDA


def bar(quiet: bool) -> Progress:
    """How far it is, for people at a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=shared.err, transient=True, disable=quiet or not shared.err.is_terminal)


def _tell(progress: Progress, task: Any, run: "Run") -> None:
    progress.update(task, completed=run.games)


def _stop(current: "Run") -> Callable[..., None]:
    def stop(*_: object) -> None:
        # The compiler can swallow the exception; the flag stays.
        current.cancel.set()
        raise KeyboardInterrupt

    return stop


def show(answer: "Answer", where: Where, interrupted: bool = False) -> None:
    """An answer as JSON or in the terminal, and as a page if one is wanted; the page last, so that a disk that is full
    by now takes nothing from whoever reads the rest."""
    if where.json:
        shared.print_json(answer.as_json())
    else:
        _print(answer)
    if where.html is not None:
        from escaramuza.lab.page import html

        where.html.write_text(html(answer), encoding="utf-8")
        if not where.json:
            shared.out.print(shared.say("LAB_PAGE", answer.lang, file=str(where.html)), markup=False)
    if interrupted:
        raise typer.Exit(shared.INTERRUPTED)


def _print(answer: "Answer") -> None:
    from escaramuza.lab.answers import say

    lang = answer.lang
    shared.out.print(Text(answer.question, style="bold"))
    shared.out.print(Text(answer.sentence))
    for warning in answer.warnings:
        shared.err.print(Text(warning, style="yellow"))
    for section in answer.sections:
        shared.out.print()
        grid = Grid(title=section.title, title_justify="left", box=None, pad_edge=False)
        beside = any(figure.beside is not None for figure in section.figures)
        heads = ["COLUMN_WHAT", "COLUMN_VALUE", "COLUMN_INTERVAL", *(["COLUMN_PUBLISHED"] if beside else [])]
        for head in heads:
            grid.add_column(say(head, lang), justify="left" if head == "COLUMN_WHAT" else "right")
        for figure in section.figures:
            found = figure.estimate
            cells: list[Text | str] = [Text(figure.label), figure.text(found.value, lang), figure.interval(lang)]
            if beside:
                cells.append("" if figure.beside is None else figure.text(figure.beside, lang))
            grid.add_row(*cells)
        shared.out.print(grid)
        if section.note:
            shared.out.print(Text(section.note, style="dim"))
    shared.out.print()
    for line in answer.design:
        shared.out.print(Text(line, style="dim"))
    if answer.repeat:
        shared.out.print(Text(f"{say('REPEAT', lang)} {answer.repeat}", style="dim"), soft_wrap=True)

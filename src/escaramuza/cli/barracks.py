"""`escaramuza barracks`: rate units, check and draw squads, share and print them."""

import contextlib
import os
import secrets
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from rich.table import Table as Grid
from rich.text import Text

from escaramuza.cli import shared
from escaramuza.cli.balance import balance
from escaramuza.cli.shared import JsonOption, LangOption, OutOption, SeedOption
from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import sharing, squads, tables
from escaramuza.games.escarmouche.squads import Squad, Unit, checked
from escaramuza.squads import address as addresses
from escaramuza.squads import generate, library, rating, table
from escaramuza.squads.words import SquadError, Unfit, sentence, text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
squad_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
unit_app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
squad_app.command("balance", help=shared.help_of("BARRACKS_BALANCE"))(balance)
app.add_typer(squad_app, name="squad", help=shared.help_of("BARRACKS_SQUAD"))
app.add_typer(unit_app, name="unit", help=shared.help_of("BARRACKS_UNIT"))

SourceArgument = Annotated[str, typer.Argument(metavar="FILE|CODE|ID", help=shared.help_of("BARRACKS_SOURCE"))]
Figure = Annotated[int | None, typer.Option(help=shared.help_of("BARRACKS_FIGURE"))]


@app.command("rank", help=shared.help_of("BARRACKS_RANK"))
def rank(
    health: Figure = None,
    range: Figure = None,
    move: Figure = None,
    power: Figure = None,
    abilities: Annotated[str, typer.Option("--abilities", help=shared.help_of("BARRACKS_ABILITIES"))] = "",
    csv: Annotated[str | None, typer.Option("--csv", metavar="FILE", help=shared.help_of("BARRACKS_CSV"))] = None,
    output: OutOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Rate one unit, or a table of them."""
    words = shared.language(lang)
    figures = dict(zip(tables.CHARACTERISTICS, (health, range, move, power), strict=True))
    if csv is not None:
        if abilities or json or any(figure is not None for figure in figures.values()):
            shared.fail(shared.say("RANK_CSV_ALONE", words))
        raise typer.Exit(_price(csv, output, words))
    missing = [f"--{name}" for name, figure in figures.items() if figure is None]
    if missing:
        shared.fail(shared.say("RANK_NEEDS", words, missing=", ".join(missing)))
    chosen = [part.strip() for part in abilities.split(",") if part.strip()]
    try:
        unit = checked(Unit, {"name": "unit", **figures, "abilities": chosen})
    except NotationError as error:
        raise Unfit(error) from error
    _show_rating(rating.rate(unit), words, json)


def _show_rating(rated: rating.Rating, lang: str, json: bool) -> None:
    worth = rated.worth
    over_budget = (
        shared.say("RANK_DEAR", lang, cost=worth.cost, most=tables.MOST_COST) if worth.cost > tables.MOST_COST else ""
    )
    if json:
        shared.print_json({**rated.as_json(), "problems": [over_budget] if over_budget else []})
    else:
        shared.out.print(
            shared.say("RANK_RESULT", lang, cost=worth.cost, rank=text(f"rank:{worth.rank}", lang), points=worth.points)
        )
        grid = Grid(box=None, pad_edge=False)
        for column in ("RANK_PART", "RANK_ADDS", "RANK_NEXT"):
            grid.add_column(shared.say(column, lang))
        for name, part in rated.parts.items():
            grid.add_row(text(name, lang).lower(), f"{part:.2f}", _next_step(rated.steps.get(name), lang))
        shared.out.print(grid)
    if over_budget:
        shared.err.print(over_budget, style="yellow")


def _next_step(worth: rating.Worth | None, lang: str) -> str:
    return "" if worth is None else f"{worth.cost}, {text(f'rank:{worth.rank}', lang)}"


def _price(source: str, target: str | None, lang: str) -> int:
    """Rows out as they come in; a bad one is told and left out."""
    import csv

    bad = 0
    with _lines(source) as lines:
        priced = table.Table(lines, source)
        with _written(target) as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(priced.header)
            for row in priced.rows():
                if row.problem is None:
                    writer.writerow(row.cells)
                if row.problem is not None or row.over_budget:
                    bad += row.problem is not None
                    _tell(row, lang)
    if bad:
        shared.err.print(shared.say("CSV_BAD", lang, bad=bad), style="red")
    return shared.BAD_INPUT if bad else 0


def _tell(row: table.Row, lang: str) -> None:
    problem = row.problem
    if problem is None:
        said = shared.say("RANK_DEAR", lang, cost=row.cost, most=tables.MOST_COST)
    else:
        said = problem.sentence(lang) if isinstance(problem, SquadError) else sentence(problem, lang)
    # Plain, since there can be as many notes as rows.
    sys.stderr.write(shared.say("CSV_ROW", lang, row=row.number, line=row.line, reason=said) + "\n")


@contextlib.contextmanager
def _lines(source: str) -> Iterator[TextIO]:
    """The lines of a table; bytes that are not UTF-8 go through as they are."""
    if source == library.STDIN:
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="surrogateescape", newline="")  # type: ignore[union-attr]
        yield sys.stdin
        return
    with open(source, encoding="utf-8-sig", errors="surrogateescape", newline="") as file:
        yield file


@contextlib.contextmanager
def _written(target: str | None) -> Iterator[TextIO]:
    """Standard output, or a file that appears when it is complete: it may be the one that is read."""
    if target is None:
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape", newline="")  # type: ignore[union-attr]
        yield sys.stdout
        return
    growing = Path(f"{target}.{os.getpid()}.part")
    try:
        with contextlib.ExitStack() as opened:
            with _blaming(target):
                file = opened.enter_context(open(growing, "w", encoding="utf-8", errors="surrogateescape", newline=""))
            yield file
        with _blaming(target):
            growing.replace(target)
    finally:
        with contextlib.suppress(OSError):
            growing.unlink()


@contextlib.contextmanager
def _blaming(target: str) -> Iterator[None]:
    """What goes wrong with a file on its way is told of the file that was asked for."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, target) from error


@squad_app.command("check", help=shared.help_of("BARRACKS_CHECK"))
def check(source: SourceArgument, json: JsonOption = False, lang: LangOption = None) -> None:
    """What a squad is worth and whether it may play."""
    words = shared.language(lang)
    squad = library.squad_of(library.find(source))
    found = squads.problems(squad)
    if json:
        shared.print_json(_report(squad, words))
    else:
        _show(squad, words)
        for number, problem in found:
            place = "" if number is None else shared.say("UNIT_NUMBER", words, number=number + 1) + " "
            shared.err.print(f"{place}{sentence(problem, words)}", style="red", markup=False, soft_wrap=True)
        if not found:
            shared.out.print(shared.say("SQUAD_LEGAL", words), style="green")
    raise typer.Exit(shared.BAD_INPUT if found else 0)


def _report(squad: Squad, lang: str) -> dict[str, Any]:
    found = squads.problems(squad)
    return {
        "name": squad.name,
        "points": squad.points,
        "legal": not found,
        "units": [{"name": unit.name, **asdict(rating.worth(unit))} for unit in squad.units],
        "problems": [
            {"unit": number, "code": problem.code, "sentence": sentence(problem, lang)} for number, problem in found
        ],
        "code": sharing.encode(squad, lang),
    }


def _show(what: Unit | Squad, lang: str) -> None:
    """The units line by line; a squad also says what it is worth as a whole."""
    if isinstance(what, Squad):
        shared.out.print(
            shared.say("SQUAD_HEAD", lang, name=what.name, points=what.points, most=tables.MOST_POINTS), markup=False
        )
    grid = Grid(box=None, pad_edge=False)
    for column in ("COLUMN_UNIT", "COLUMN_FIGURES", "COLUMN_COST", "COLUMN_RANK", "COLUMN_POINTS"):
        grid.add_column(shared.say(column, lang))
    for unit in what.units if isinstance(what, Squad) else (what,):
        names = [text(f"ability:{ability}", lang) for ability in unit.abilities]
        figures = " + ".join([f"{unit.health}/{unit.range}/{unit.move}/{unit.power}", *names])
        grid.add_row(Text(unit.name), figures, str(unit.cost), text(f"rank:{unit.rank}", lang), str(unit.points))
    shared.out.print(grid)


@squad_app.command("random", help=shared.help_of("BARRACKS_RANDOM_SQUAD"))
def random_squad(
    style: Annotated[str, typer.Option("--style", help=shared.help_of("BARRACKS_STYLE"))] = "balanced",
    points: Annotated[int, typer.Option("--points", help=shared.help_of("BARRACKS_POINTS"))] = tables.MOST_POINTS,
    seed: SeedOption = None,
    output: OutOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """A random squad, shown or written to a file."""
    words = shared.language(lang)
    drawn = _seed(seed)
    _give(generate.random_squad(style, points, words, drawn), drawn, output, json, words)


@unit_app.command("random", help=shared.help_of("BARRACKS_RANDOM_UNIT"))
def random_unit(
    rank: Annotated[str, typer.Option("--rank", help=shared.help_of("BARRACKS_WANTED_RANK"))] = "elite",
    archetype: Annotated[str, typer.Option("--archetype", help=shared.help_of("BARRACKS_ARCHETYPE"))] = "brawler",
    seed: SeedOption = None,
    output: OutOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """A random unit, shown or written to a file."""
    words = shared.language(lang)
    drawn = _seed(seed)
    _give(generate.random_unit(rank, archetype, words, drawn), drawn, output, json, words)


def _seed(given: int | None) -> int:
    if given is None:
        return secrets.randbits(32)
    shared.must_be_within("--seed", given, 0, shared.MOST_SEED)
    return given


def _give(what: Unit | Squad, seed: int, output: str | None, json: bool, lang: str) -> None:
    if output is not None:
        library.write(output, what)
    if json:
        sys.stdout.write(library.dumps(what))
        return
    _show(what, lang)
    shared.out.print(shared.say("SEED_USED", lang, seed=seed))
    if output is not None:
        shared.out.print(shared.say("SAVED", lang, file=output), markup=False)


@squad_app.command("list", help=shared.help_of("BARRACKS_LIST"))
def list_ready(json: JsonOption = False, lang: LangOption = None) -> None:
    """The ready squads and their worlds."""
    words = shared.language(lang)
    ready = squads.ready_squads()
    if json:
        shared.print_json([{**entry, "points": ready[entry["id"]].points} for entry in squads.ready_list()])
        return
    grid = Grid(box=None, pad_edge=False)
    for column in ("COLUMN_ID", "COLUMN_WORLD", "COLUMN_UNITS", "COLUMN_POINTS", "COLUMN_ABOUT"):
        grid.add_column(shared.say(column, words))
    for entry in squads.ready_list():
        squad = ready[entry["id"]]
        world, about = text(f"world:{entry['world']}", words), text(f"squad:{entry['id']}", words)
        grid.add_row(entry["id"], world, str(len(squad.units)), str(squad.points), about)
    shared.out.print(grid)


@app.command("code", help=shared.help_of("BARRACKS_CODE"))
def code(source: SourceArgument, lang: LangOption = None) -> None:
    """The share code of a squad or a unit."""
    sys.stdout.write(sharing.encode(library.find(source), shared.language(lang)) + "\n")


@app.command("print", help=shared.help_of("BARRACKS_PRINT"))
def print_cards(
    source: SourceArgument,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help=shared.help_of("BARRACKS_PDF"))
    ] = "cards.pdf",
    paper: Annotated[str, typer.Option("--paper", help=shared.help_of("BARRACKS_PAPER"))] = "a4",
    parts: Annotated[str, typer.Option("--parts", help=shared.help_of("BARRACKS_PARTS"))] = "cards",
    address: Annotated[str, typer.Option("--address", help=shared.help_of("BARRACKS_ADDRESS"))] = addresses.LOCAL,
    lang: LangOption = None,
) -> None:
    """Cards, tokens, markers and board as a PDF."""
    from escaramuza import press

    words = shared.language(lang)
    wanted = [part.strip() for part in parts.split(",") if part.strip()]
    found, pictures = library.find_pictured(source)
    order = press.order(library.squad_of(found), paper, wanted, words, address, pictures)
    Path(output).write_bytes(press.print_squad(order))
    shared.out.print(shared.say("SAVED", words, file=output), markup=False)

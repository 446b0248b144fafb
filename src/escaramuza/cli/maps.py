"""`escaramuza maps`: the ready maps of Escaramuzas de Café, and checking, drawing by lot and sharing others."""

import secrets
import sys
from typing import Annotated

import typer
from rich.table import Table as Grid

from escaramuza.barracks import maps as library
from escaramuza.cli.shared import (
    BAD_INPUT,
    JsonOption,
    LangOption,
    SeedOption,
    err,
    help_of,
    language,
    must_be_within,
    out,
    print_json,
    say,
)  # fmt: skip
from escaramuza.games.cafe import map_codes, maps
from escaramuza.games.cafe.maps import MOST_NUMBER, Map, centimetres
from escaramuza.games.cafe.random_maps import random_map

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

SourceArgument = Annotated[str, typer.Argument(metavar="FILE|CODE|ID", help=help_of("MAPS_SOURCE"))]
OutOption = Annotated[str | None, typer.Option("-o", "--output", metavar="FILE", help=help_of("BARRACKS_OUT"))]


@app.command("list", help=help_of("MAPS_LIST"))
def list_ready(json: JsonOption = False, lang: LangOption = None) -> None:
    """The ready maps."""
    words = language(lang)
    ready = maps.ready_maps()
    if json:
        entries = maps.ready_list()
        print_json([{**entry, "map": ready[entry["id"]].model_dump(mode="json")} for entry in entries])
        return
    grid = Grid(box=None, pad_edge=False)
    for column in ("COLUMN_ID", "COLUMN_NAME", "COLUMN_TERRAIN"):
        grid.add_column(say(column, words))
    for id, field in ready.items():
        grid.add_row(id, maps.names_of(field)[words], _terrain(field, words))
    out.print(grid)


def _terrain(field: Map, lang: str) -> str:
    """How many pieces of each kind."""
    kinds = [piece.kind for piece in field.terrain]
    counted = [f"{library.term(f'terrain:{kind}')[lang]} {kinds.count(kind)}" for kind in dict.fromkeys(kinds)]
    return ", ".join(counted)


@app.command("check", help=help_of("MAPS_CHECK"))
def check(source: SourceArgument, json: JsonOption = False, lang: LangOption = None) -> None:
    """Everything that is wrong with a map; exit code 0 if it can be played on."""
    words = language(lang)
    field = library.find(source)
    found = maps.problems(field)
    told = [library.sentence(problem, words) for problem in found]
    if json:
        listed = [
            {"code": problem.code, "words": problem.words, "sentence": said}
            for problem, said in zip(found, told, strict=True)
        ]
        print_json({"name": field.name, "legal": not found, "problems": listed, "code": map_codes.encode(field)})
    else:
        _show(field, words)
        for said in told:
            err.print(said, style="red", markup=False, soft_wrap=True)
        if not found:
            out.print(say("MAP_LEGAL", words), style="green")
    raise typer.Exit(BAD_INPUT if found else 0)


def _show(field: Map, lang: str) -> None:
    sizes = {name: centimetres(getattr(field, name)) for name in ("width", "height", "gap")}
    name = maps.names_of(field)[lang]
    out.print(say("MAP_HEAD", lang, name=name, objectives=len(field.objectives), **sizes), markup=False)
    if field.terrain:
        out.print(_terrain(field, lang), markup=False)


@app.command("random", help=help_of("MAPS_RANDOM"))
def by_lot(
    symmetric: Annotated[bool, typer.Option("--symmetric", help=help_of("MAPS_SYMMETRIC"))] = False,
    seed: SeedOption = None,
    output: OutOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """A map by lot, shown or written to a file."""
    words = language(lang)
    if seed is not None:
        must_be_within("--seed", seed, 0, MOST_NUMBER)
    field = random_map(secrets.randbits(32) if seed is None else seed, symmetric)
    if output is not None:
        library.write(output, field)
    if json:
        sys.stdout.write(library.dumps(field))
        return
    _show(field, words)
    if output is not None:
        out.print(say("SAVED", words, file=output), markup=False)


@app.command("code", help=help_of("MAPS_CODE"))
def code(source: SourceArgument, lang: LangOption = None) -> None:
    """The share code of a map."""
    language(lang)
    sys.stdout.write(map_codes.encode(library.find(source)) + "\n")

"""`escaramuza maps`: the ready-made maps of a game, and checking, drawing at random and sharing others."""

import secrets
import sys
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from escaramuza.cli import shared
from escaramuza.cli.shared import JsonOption, LangOption, OutOption, SeedOption
from escaramuza.games.field.book import MOST_NUMBER
from escaramuza.games.field.notation import spoken
from escaramuza.maps import library

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

SourceArgument = Annotated[str, typer.Argument(metavar="FILE|CODE|ID", help=shared.help_of("MAPS_SOURCE"))]
GameOption = Annotated[str | None, typer.Option("--game", metavar="GAME", help=shared.help_of("MAPS_GAME"))]


def _known(game_id: str | None, lang: str) -> str | None:
    """A game that is played on maps."""
    if game_id is not None and game_id not in library.mapped():
        shared.fail(shared.say("MAPS_NO_GAME", lang, text=game_id[:40], known=", ".join(library.mapped())))
    return game_id


@app.command("list", help=shared.help_of("MAPS_LIST"))
def list_ready(game_id: GameOption = None, json: JsonOption = False, lang: LangOption = None) -> None:
    """The ready maps."""
    words = shared.language(lang)
    book = library.book(_known(game_id, words) or library.first())
    if json:
        shared.print_json(
            [{**entry, "map": book.ready[entry["id"]].model_dump(mode="json")} for entry in book.ready_list]
        )
        return
    grid = Grid(box=None, pad_edge=False)
    for column in ("COLUMN_ID", "COLUMN_NAME", "COLUMN_TERRAIN"):
        grid.add_column(shared.say(column, words))
    for id, field in book.ready.items():
        grid.add_row(id, book.names_of(field)[words], _terrain(field, words))
    shared.out.print(grid)


def _terrain(field: Any, lang: str) -> str:
    """How many pieces of each kind."""
    book = library.book_of(field)
    kinds = [piece.kind for piece in field.terrain]
    counted = [f"{book.term(f'terrain:{kind}')[lang]} {kinds.count(kind)}" for kind in dict.fromkeys(kinds)]
    return ", ".join(counted)


@app.command("check", help=shared.help_of("MAPS_CHECK"))
def check(
    source: SourceArgument, game_id: GameOption = None, json: JsonOption = False, lang: LangOption = None
) -> None:
    """Everything that is wrong with a map; exit code 0 if it can be played on."""
    words = shared.language(lang)
    field = library.find(source, _known(game_id, words))
    book = library.book_of(field)
    found = book.problems(field)
    told = [book.sentence(problem, words) for problem in found]
    if json:
        listed = [
            {"code": problem.code, "words": problem.words, "sentence": said}
            for problem, said in zip(found, told, strict=True)
        ]
        shared.print_json({"name": field.name, "legal": not found, "problems": listed, "code": book.encode(field)})
    else:
        _show(field, words)
        for said in told:
            shared.err.print(said, style="red", markup=False, soft_wrap=True)
        if not found:
            shared.out.print(shared.say("MAP_LEGAL", words), style="green")
    raise typer.Exit(shared.BAD_INPUT if found else 0)


def _show(field: Any, lang: str) -> None:
    book = library.book_of(field)
    figures = {"decimal": book.term("decimal")[lang]}
    lengths = {name: spoken(getattr(field, name), 2, figures) for name in book.code.sizes}
    roads = {"roads": len(field.roads)} if book.code.roads else {}
    head = "MAP_HEAD_ROADS" if book.code.roads else "MAP_HEAD"
    name, objectives = book.names_of(field)[lang], len(field.objectives)
    shared.out.print(shared.say(head, lang, name=name, objectives=objectives, **lengths, **roads), markup=False)
    if field.terrain:
        shared.out.print(_terrain(field, lang), markup=False)


@app.command("random", help=shared.help_of("MAPS_RANDOM"))
def at_random(
    game_id: GameOption = None,
    symmetric: Annotated[bool, typer.Option("--symmetric", help=shared.help_of("MAPS_SYMMETRIC"))] = False,
    seed: SeedOption = None,
    output: OutOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """A random map, shown or written to a file."""
    words = shared.language(lang)
    if seed is not None:
        shared.must_be_within("--seed", seed, 0, MOST_NUMBER)
    book = library.book(_known(game_id, words) or library.first())
    field = book.random_map(secrets.randbits(32) if seed is None else seed, symmetric)
    if output is not None:
        library.write(output, field)
    if json:
        sys.stdout.write(library.dumps(field))
        return
    _show(field, words)
    if output is not None:
        shared.out.print(shared.say("SAVED", words, file=output), markup=False)


@app.command("code", help=shared.help_of("MAPS_CODE"))
def code(source: SourceArgument, game_id: GameOption = None, lang: LangOption = None) -> None:
    """The share code of a map."""
    field = library.find(source, _known(game_id, shared.language(lang)))
    sys.stdout.write(library.book_of(field).encode(field) + "\n")

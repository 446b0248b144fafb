"""`escaramuza print`: a game to cut out and play."""

import importlib
import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from escaramuza.cli import shared
from escaramuza.cli.shared import GameArgument, LangOption


def print_game(
    game: GameArgument,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help=shared.help_of("BARRACKS_PDF"))
    ] = None,
    map: Annotated[
        str | None, typer.Option("--map", metavar="NAME|FILE|CODE", help=shared.help_of("PRINT_MAP"))
    ] = None,
    blue: Annotated[str | None, typer.Option("--blue", metavar="ARMY", help=shared.help_of("PRINT_BLUE"))] = None,
    red: Annotated[str | None, typer.Option("--red", metavar="ARMY", help=shared.help_of("PRINT_RED"))] = None,
    battle: Annotated[str | None, typer.Option("--battle", metavar="ID", help=shared.help_of("PRINT_BATTLE"))] = None,
    south: Annotated[str | None, typer.Option("--south", metavar="ARMY", help=shared.help_of("PRINT_SOUTH"))] = None,
    north: Annotated[str | None, typer.Option("--north", metavar="ARMY", help=shared.help_of("PRINT_NORTH"))] = None,
    scale: Annotated[str | None, typer.Option("--scale", metavar="SCALE", help=shared.help_of("PRINT_SCALE"))] = None,
    parts: Annotated[str | None, typer.Option("--parts", help=shared.help_of("PRINT_PARTS"))] = None,
    paper: Annotated[str, typer.Option("--paper", help=shared.help_of("BARRACKS_PAPER"))] = "a4",
    full_size_map: Annotated[bool, typer.Option("--full-size-map", help=shared.help_of("PRINT_FULL_SIZE"))] = False,
    lang: LangOption = None,
) -> None:
    """Units, markers, ruler, map, rules and sheets of a game as a PDF."""
    from escaramuza.games import registry
    from escaramuza.maps import library as maps

    words = shared.language(lang)
    printers = _printers()
    if game not in printers:
        known = ", ".join(f"{id} ({registry.get(id).name})" for id in printers)
        shared.fail(shared.say("PRINT_GAME", words, text=game[:40], known=known))
    printer = importlib.import_module(printers[game])
    given = {"blue": blue, "red": red, "battle": battle, "south": south, "north": north, "scale": scale}
    own = {name: value for name, value in given.items() if value is not None}
    strange = next((name for name in own if name not in printer.OPTIONS), None)
    if strange is not None:
        shared.fail(shared.say("PRINT_OPTION", words, option=f"--{strange}", name=registry.get(game).name))
    if map is not None:
        own["map"] = maps.find(map, game)
    names = list(printer.PARTS) if parts is None else [part.strip() for part in parts.split(",") if part.strip()]
    file = output or f"{game}.pdf"
    pdf = printer.pdf(parts=names, paper=paper, lang=words, full_size_map=full_size_map, **own)
    Path(file).write_bytes(pdf)
    shared.out.print(shared.say("SAVED", words, file=file), markup=False)


def _printers() -> dict[str, str]:
    """Game → the module of the press that has its name: its PARTS, the OPTIONS that are its own, and its `pdf`."""
    from escaramuza.games import registry

    modules = {game: f"escaramuza.press.{game}" for game in registry.ids()}
    return {game: module for game, module in modules.items() if importlib.util.find_spec(module)}

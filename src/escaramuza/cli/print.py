"""`escaramuza print`: a game to cut out and play."""

from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer

from escaramuza.cli import shared
from escaramuza.cli.shared import GameArgument, LangOption


def print_game(
    game_id: GameArgument,
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
    printer = _printer(game_id) if game_id in registry.ids() else None
    if printer is None:
        known = ", ".join(f"{known.id} ({known.name})" for known in registry.ready() if _printer(known.id))
        shared.fail(shared.say("PRINT_GAME", words, text=game_id[:40], known=known))
    armies = {"blue": blue, "red": red, "battle": battle, "south": south, "north": north}
    given = {**armies, "scale": scale, "map": map, "full_size_map": full_size_map or None}
    own: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    strange = next((name for name in own if name not in printer.OPTIONS), None)
    if strange is not None:
        option = f"--{strange.replace('_', '-')}"
        shared.fail(shared.say("PRINT_OPTION", words, option=option, name=registry.get(game_id).name))
    if map is not None:
        own["map"] = maps.find(map, game_id)
    names = list(printer.PARTS) if parts is None else [part.strip() for part in parts.split(",") if part.strip()]
    file = output or f"{game_id}.pdf"
    pdf = printer.pdf(parts=names, paper=paper, lang=words, **own)
    Path(file).write_bytes(pdf)
    shared.out.print(shared.say("SAVED", words, file=file), markup=False)


def _printer(game_id: str) -> ModuleType | None:
    """The module that prints a game: its PARTS, the OPTIONS that are its own, and its `pdf`."""
    from escaramuza.games import registry

    return registry.own_module(game_id, f"escaramuza.press.{game_id}", "press")

"""`escaramuza print`: a game to cut out and play."""

from pathlib import Path
from typing import Annotated

import typer

from escaramuza.cli.shared import GameArgument, LangOption, fail, help_of, language, out, say
from escaramuza.games.cafe.armies import PUBLISHED

PRINTED = "cafe"
EVERYTHING = "units,tokens,cards,markers,ruler,map,summary,score"


def print_game(
    game: GameArgument,
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help=help_of("BARRACKS_PDF"))] = "cafe.pdf",
    map: Annotated[str | None, typer.Option("--map", metavar="NAME|FILE|CODE", help=help_of("PRINT_MAP"))] = None,
    blue: Annotated[str, typer.Option("--blue", metavar="ARMY", help=help_of("PRINT_BLUE"))] = PUBLISHED,
    red: Annotated[str, typer.Option("--red", metavar="ARMY", help=help_of("PRINT_RED"))] = PUBLISHED,
    parts: Annotated[str, typer.Option("--parts", help=help_of("PRINT_PARTS"))] = EVERYTHING,
    paper: Annotated[str, typer.Option("--paper", help=help_of("BARRACKS_PAPER"))] = "a4",
    full_size_map: Annotated[bool, typer.Option("--full-size-map", help=help_of("PRINT_FULL_SIZE"))] = False,
    lang: LangOption = None,
) -> None:
    """Units, tokens, cards, markers, ruler, map, rules and score sheet as a PDF."""
    from escaramuza.barracks import maps
    from escaramuza.barracks.press import cafe
    from escaramuza.games.registry import GAMES

    words = language(lang)
    if game != PRINTED:
        fail(say("PRINT_GAME", words, text=game[:40], known=PRINTED, name=GAMES[PRINTED]))
    wanted = [part.strip() for part in parts.split(",") if part.strip()]
    field = None if map is None else maps.find(map)
    order = cafe.order(wanted, paper, words, field, blue, red, full_size_map)
    Path(output).write_bytes(cafe.print_cafe(order))
    out.print(say("SAVED", words, file=output), markup=False)

"""`escaramuza lab ladder GAME`: how strong the levels of a game are, by a tournament that can be repeated."""

import math
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from escaramuza.cli import shared
from escaramuza.cli.shared import GameArgument, JsonOption, LangOption


def lab_ladder(
    game_id: GameArgument,
    games: Annotated[int, typer.Option("--games", help=shared.help_of("LADDER_GAMES"))] = 100,
    seed: shared.RunSeedOption = 0,
    seconds: Annotated[float | None, typer.Option("--seconds", help=shared.help_of("LADDER_SECONDS"))] = None,
    highest: Annotated[str, typer.Option("--highest", help=shared.help_of("LADDER_HIGHEST"))] = "hard",
    keep: Annotated[bool, typer.Option("--keep", help=shared.help_of("LADDER_KEEP"))] = False,
    workers: shared.WorkersOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Let the levels of a game play their neighbours and rate them on one scale."""
    from escaramuza.agents import levels
    from escaramuza.lab import ladder
    from escaramuza.preparation.jobs import ARENA, SEARCH

    words = shared.language(lang)
    shared.must_be_within("--seed", seed, 0, shared.MOST_SEED)
    shared.must_be_within("--games", games, 2, 100_000)
    shared.must_be_within("--workers", workers or 1, 1, 256)
    if highest not in levels.IDS:
        shared.fail(shared.say("LADDER_NO_LEVEL", words, text=highest[:40], known=", ".join(levels.IDS)))
    game = shared.get_ready(game_id, words, ARENA, SEARCH)
    found = ladder.Ladder(game, games, seed, seconds or math.inf, highest).run(
        None if json else shared.err.print, workers
    )
    if keep:
        ladder.keep(game.id, found)
    if json:
        shared.print_json(found)
    else:
        _show(found, words)


def _show(found: dict[str, Any], lang: str) -> None:
    grid = Grid(box=None, pad_edge=False)
    for column in ("LADDER_LEVEL", "LADDER_ELO", "LADDER_INTERVAL"):
        grid.add_column(shared.say(column, lang))
    for name, told in {"naive": found["naive"], **found["levels"]}.items():
        grid.add_row(name, f"{told['elo']:+d}", f"{told['low']:+d} … {told['high']:+d}")
    shared.out.print(grid)

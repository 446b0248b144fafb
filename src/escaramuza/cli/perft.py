"""`escaramuza perft GAME`: exact counts of the tree of actions."""

import time
from typing import Annotated

import typer

from escaramuza.cli import shared
from escaramuza.cli.shared import GameArgument, JsonOption, LangOption

DEEPEST = 30


def perft(
    game_id: GameArgument,
    position: Annotated[str | None, typer.Option("--position", help=shared.help_of("POSITION"))] = None,
    depth: Annotated[int, typer.Option("--depth", help=shared.help_of("DEPTH"))] = 3,
    divide: Annotated[bool, typer.Option("--divide", help=shared.help_of("DIVIDE"))] = False,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Count, first action by first action; an interruption reports what was counted."""
    from escaramuza.engine import perft as counting
    from escaramuza.engine.match import Match
    from escaramuza.preparation.jobs import PERFT

    words = shared.language(lang)
    shared.must_be_within("--depth", depth, 0, DEEPEST)
    game = shared.get_ready(game_id, words, PERFT)
    match = Match(game_id, seed=0, position=position, lang=words)
    began = time.perf_counter()
    parts: dict[str, int] = {}
    interrupted = False
    try:
        for action, number in counting.divide(game, match.state, depth) if depth else ():
            parts[action] = number
            if divide and not json:
                shared.out.print(f"{action:>8}  {number:,}")
    except KeyboardInterrupt:
        interrupted = True
    total = sum(parts.values()) if depth else 1
    if json:
        result = {"game": game_id, "position": match.position, "depth": depth, "count": total}
        result |= {"seconds": time.perf_counter() - began, "complete": not interrupted}
        shared.print_json({**result, "divide": parts} if divide else result)
    elif interrupted:
        shared.err.print(shared.say("PERFT_INTERRUPTED", words, count=total, done=len(parts)), style="yellow")
    else:
        shared.out.print(shared.say("PERFT", words, depth=depth, count=total))
    if interrupted:
        raise typer.Exit(shared.INTERRUPTED)

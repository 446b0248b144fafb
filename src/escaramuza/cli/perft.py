"""`escaramuza perft GAME`: exact counts of the tree of actions."""

import time
from typing import Annotated

import typer

from escaramuza.cli.shared import GameArgument, JsonOption, LangOption, get_ready, language, out, print_json, say

DEEPEST = 30


def perft(
    game: GameArgument,
    position: Annotated[str | None, typer.Option("--position", help="A position as text; else the start.")] = None,
    depth: Annotated[int, typer.Option("--depth", min=0, max=DEEPEST, help="Actions at most.")] = 3,
    divide: Annotated[bool, typer.Option("--divide", help="Also the count below each first action.")] = False,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Count the sequences of at most DEPTH actions of the player to move, no dice thrown."""
    from escaramuza.engine import perft as counting
    from escaramuza.engine.match import Match

    words = language(lang)
    spec = get_ready(game, words)
    match = Match(game, seed=0, position=position, lang=words)
    began = time.perf_counter()
    parts = dict(counting.divide(spec, match.state, depth)) if depth else {}
    total = sum(parts.values()) if depth else 1
    seconds = time.perf_counter() - began
    if json:
        result = {"game": game, "position": match.position, "depth": depth, "count": total, "seconds": seconds}
        print_json({**result, "divide": parts} if divide else result)
        return
    if divide:
        for action, number in parts.items():
            out.print(f"{action:>8}  {number:,}")
    out.print(say("PERFT", words, depth=depth, count=total))

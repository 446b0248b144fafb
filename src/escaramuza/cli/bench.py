"""`escaramuza bench`: how fast a game is here."""

from typing import Annotated

import typer

from escaramuza.cli.shared import JsonOption, LangOption, get_ready, language, out, print_json, say


def bench(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game.")] = "tactics",
    seconds: Annotated[float, typer.Option("--seconds", min=0.1, max=600, help="Time for each figure.")] = 2.0,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Measure random playouts and search on one core."""
    from escaramuza.lab.speed import measure

    words = language(lang)
    speed = measure(get_ready(game, words), seconds)
    if json:
        print_json(speed.as_json())
        return
    out.print(say("BENCH_PLAYOUTS", words, actions=f"{speed.actions:,.0f}", games=f"{speed.games:,.0f}"))
    out.print(say("BENCH_SEARCH", words, sims=f"{speed.sims:,.0f}"))

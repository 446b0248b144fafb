"""`escaramuza bench`: how fast a game is here."""

from typing import Annotated

import typer

from escaramuza.cli.shared import (
    JsonOption,
    LangOption,
    OptionOption,
    get_ready,
    help_of,
    language,
    must_be_within,
    out,
    print_json,
    say,
    valid_options,
)


def bench(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help=help_of("GAME"))] = "",
    seconds: Annotated[float, typer.Option("--seconds", help=help_of("SECONDS"))] = 2.0,
    option: OptionOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """One figure after the other; what was measured before an interruption has been shown."""
    from escaramuza.games import registry
    from escaramuza.lab.speed import playouts, simulations
    from escaramuza.preparation.jobs import ARENA, PLAYOUTS, SEARCH

    words = language(lang)
    must_be_within("--seconds", seconds, 0.1, 600)
    spec = get_ready(game or registry.ids()[0], words, ARENA, PLAYOUTS, SEARCH)
    options = valid_options(spec, option, words)
    actions, games = playouts(spec, seconds, options)
    if not json:
        out.print(say("BENCH_PLAYOUTS", words, actions=f"{actions:,.0f}", games=f"{games:,.0f}"))
    sims = simulations(spec, seconds, options)
    if json:
        print_json({"game": spec.id, "actions": actions, "games": games, "sims": sims})
    else:
        out.print(say("BENCH_SEARCH", words, sims=f"{sims:,.0f}"))

"""`escaramuza bench`: how fast a game is here."""

from typing import Annotated

import typer

from escaramuza.cli import shared
from escaramuza.cli.shared import JsonOption, LangOption, OptionOption


def bench(
    game_id: Annotated[str, typer.Argument(metavar="[GAME]", help=shared.help_of("GAME"))] = "",
    seconds: Annotated[float, typer.Option("--seconds", help=shared.help_of("SECONDS"))] = 2.0,
    option: OptionOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """One figure after the other; what was measured before an interruption has been shown."""
    from escaramuza.games import registry
    from escaramuza.lab.speed import playouts, simulations
    from escaramuza.preparation.jobs import ARENA, PLAYOUTS, SEARCH

    words = shared.language(lang)
    shared.must_be_within("--seconds", seconds, 0.1, 600)
    game = shared.get_ready(game_id or registry.ids()[0], words, ARENA, PLAYOUTS, SEARCH)
    options = shared.valid_options(game, option, words)
    actions, games = playouts(game, seconds, options)
    if not json:
        shared.out.print(shared.say("BENCH_PLAYOUTS", words, actions=f"{actions:,.0f}", games=f"{games:,.0f}"))
    sims = simulations(game, seconds, options)
    if json:
        shared.print_json({"game": game.id, "actions": actions, "games": games, "sims": sims})
    else:
        shared.out.print(shared.say("BENCH_SEARCH", words, sims=f"{sims:,.0f}"))

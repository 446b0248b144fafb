"""`escaramuza lab length GAME`."""

from typing import Annotated

import typer

from escaramuza.cli import lab_running, shared
from escaramuza.cli.lab_running import Where
from escaramuza.cli.shared import GameArgument, OptionOption


@lab_running.asks
def lab_length(
    where: Where,
    game_id: GameArgument,
    agent: lab_running.AgentsOption = None,
    option: OptionOption = None,
    games: Annotated[int, typer.Option("--games", help=shared.help_of("GAMES"))] = 2000,
    seed: shared.RunSeedOption = 0,
) -> None:
    """How long games are, over a number of games that is fixed beforehand."""
    from escaramuza.lab import questions

    shared.must_be_within("--games", games, 2, 1_000_000_000)
    agents = agent or ["greedy"]
    game = lab_running.ready(game_id, where.lang, agents)
    options = shared.option_pairs(game, option or [], where.lang)
    how = {"precision": None, "budget": games, "seed": seed, "options": options}
    runs = lab_running.run(questions.by_strength(game_id, agents, **how), where)
    answer = questions.length_answer(runs, where.lang, lab_running.repeat())
    lab_running.show(answer, where, runs[-1].interrupted)

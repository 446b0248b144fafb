"""`escaramuza barracks squad balance`: which squad is stronger, with intervals."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as Grid
from rich.text import Text

from escaramuza.cli import shared
from escaramuza.cli.shared import JsonOption, LangOption
from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche.squads import Squad, legal_squad, ready_squads
from escaramuza.squads import GAME, library
from escaramuza.squads.words import Unfit

if TYPE_CHECKING:
    from escaramuza.lab.balance import Standing

Report = Callable[[int, int], None]

MOST_GAMES = 100_000


def balance(
    sources: Annotated[
        list[str] | None, typer.Argument(metavar="FILE|CODE|ID", help=shared.help_of("BARRACKS_SQUADS"))
    ] = None,
    agent: Annotated[str, typer.Option("--agent", help=shared.help_of("AGENT"))] = "greedy",
    games: Annotated[int, typer.Option("--games", help=shared.help_of("BARRACKS_GAMES"))] = 100,
    seed: shared.RunSeedOption = 0,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Let squads play each other: the ready ones, or those given."""
    from escaramuza.agents import names
    from escaramuza.games.escarmouche.options import EscarmoucheOptions
    from escaramuza.lab.balance import Contest
    from escaramuza.preparation.jobs import ARENA, SEARCH

    words = shared.language(lang)
    shared.must_be_within("--seed", seed, 0, shared.MOST_SEED)
    shared.must_be_within("--games", games, 2, MOST_GAMES)
    chosen = {source: _legal(source) for source in sources} if sources else ready_squads()
    if len(chosen) < 2:
        shared.fail(shared.say("BALANCE_NEEDS", words))
    player = names.parse(agent)
    game = shared.get_ready(GAME, words, ARENA, SEARCH)

    def pairing(white: str, black: str) -> EscarmoucheOptions:
        return EscarmoucheOptions(white_squad=chosen[white], black_squad=chosen[black])

    contest = Contest(game, list(chosen), pairing, player, games, seed)
    standings = _with_progress(contest.run, json)
    if json:
        shared.print_json([standing.as_json() for standing in standings])
        return
    grid = Grid(box=None, pad_edge=False)
    for column in ("BALANCE_SQUAD", "BALANCE_SCORE", "BALANCE_INTERVAL", "BALANCE_DRAWS", "BALANCE_GAMES"):
        grid.add_column(shared.say(column, words))
    for standing in standings:
        low, high = standing.interval
        name = Text(chosen[standing.name].name)
        grid.add_row(name, f"{standing.score:.1%}", f"{low:.1%} – {high:.1%}", str(standing.draws), str(standing.games))
    shared.out.print(grid)


def _legal(source: str) -> Squad:
    try:
        return legal_squad(library.squad_of(library.find(source)))
    except NotationError as error:
        raise Unfit(error, source) from error


def _with_progress(run: Callable[[Report], "list[Standing]"], quiet: bool) -> "list[Standing]":
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=shared.err, transient=True, disable=quiet or not shared.err.is_terminal) as bar:
        task = bar.add_task("", total=None)
        return run(lambda done, total: bar.update(task, completed=done, total=total))

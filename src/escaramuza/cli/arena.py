"""`escaramuza arena GAME AGENT AGENT`: many games, the score with its interval."""

import signal
from collections.abc import Mapping
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from escaramuza.cli import shared
from escaramuza.cli.shared import GameArgument, JsonOption, LangOption, OptionOption

AgentArgument = Annotated[str, typer.Argument(metavar="AGENT", help=shared.help_of("AGENT"))]


def arena(
    game_id: GameArgument,
    first: AgentArgument,
    second: AgentArgument,
    games: Annotated[int, typer.Option("--games", help=shared.help_of("GAMES"))] = 100,
    seed: shared.RunSeedOption = 0,
    option: OptionOption = None,
    workers: shared.WorkersOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Let two agents play, sides swapped game by game."""
    from escaramuza.agents import names
    from escaramuza.lab.arena import Arena, Score
    from escaramuza.preparation.jobs import ARENA, SEARCH

    words = shared.language(lang)
    shared.must_be_within("--seed", seed, 0, shared.MOST_SEED)
    shared.must_be_within("--workers", workers or 1, 1, 256)
    agents = (names.parse(first), names.parse(second))
    searching = [SEARCH] if any(agent.kind == "search" for agent in agents) else []
    game = shared.get_ready(game_id, words, ARENA, *searching)
    match = Arena(game, agents, games, seed, shared.valid_options(game, option, words))
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=shared.err,
        transient=True,
        disable=json or not shared.err.is_terminal,
    )
    with bar:
        task = bar.add_task(f"{first} – {second}", total=games)

        def progress(score: Score) -> None:
            share = f"{score.score:.1%}" if score.games else ""
            bar.update(task, completed=score.games, description=f"{first} – {second} {share}")

        def stop(*_: object) -> None:
            # The compiler can swallow the exception; the flag stays.
            match.cancel.set()
            raise KeyboardInterrupt

        signal.signal(signal.SIGINT, stop)
        try:
            report = match.run(progress, workers)
        except KeyboardInterrupt:
            report = match.report()
    interrupted = report.score.games < games
    if json:
        shared.print_json(report.as_json())
    else:
        _show(report, words, interrupted, game.locale[words]["terms"])
    if interrupted:
        raise typer.Exit(shared.INTERRUPTED)


def _show(report: Any, lang: str, interrupted: bool, terms: Mapping[str, str]) -> None:
    score = report.score
    if interrupted:
        shared.err.print(shared.say("INTERRUPTED", lang, games=score.games, planned=report.planned), style="yellow")
    if not score.games:
        return
    low, high = score.interval
    shared.out.print(
        shared.say("ARENA_AGENTS", lang, first=report.agents[0], second=report.agents[1], games=score.games)
    )
    shared.out.print(shared.say("ARENA_RESULT", lang, wins=score.wins, draws=score.draws, losses=score.losses))
    shared.out.print(shared.say("ARENA_SCORE", lang, score=f"{score.score:.1%}", low=f"{low:.1%}", high=f"{high:.1%}"))
    sides = ", ".join(f"{terms[side]} {share:.1%}" for side, share in score.by_side.items())
    shared.out.print(shared.say("ARENA_SIDES", lang, sides=sides))
    if score.first.games:
        low, high = score.first.interval
        shared.out.print(
            shared.say("ARENA_FIRST", lang, score=f"{score.first.score:.1%}", low=f"{low:.1%}", high=f"{high:.1%}")
        )
    rating, rating_low, rating_high = (_elo(number, score.score) for number in score.elo)
    shared.out.print(shared.say("ARENA_ELO", lang, elo=rating, low=rating_low, high=rating_high))
    speed = score.games / report.seconds if report.seconds else 0.0
    shared.out.print(shared.say("ARENA_SPEED", lang, speed=f"{speed:,.1f}", seconds=f"{report.seconds:.1f}"))


def _elo(number: float | None, score: float) -> str:
    """A share of all or nothing has no finite difference."""
    endless = "+∞" if score > 0.5 else "−∞"
    return endless if number is None else f"{number:+.0f}"

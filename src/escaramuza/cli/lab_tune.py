"""`escaramuza lab tune GAME`: fit the weights of a game's estimate, and try them in matches."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from escaramuza.cli import shared
from escaramuza.cli.shared import GameArgument, JsonOption, LangOption


def lab_tune(
    game_id: GameArgument,
    folder: Annotated[Path, typer.Option("--folder", help=shared.help_of("TUNE_FOLDER"))] = Path("tuning"),
    games: Annotated[int, typer.Option("--games", help=shared.help_of("TUNE_GAMES"))] = 200,
    sims: Annotated[int, typer.Option("--sims", help=shared.help_of("TUNE_SIMS"))] = 100,
    most: Annotated[int, typer.Option("--most", help=shared.help_of("TUNE_MOST"))] = 1000,
    seed: shared.RunSeedOption = 0,
    keep: Annotated[bool, typer.Option("--keep", help=shared.help_of("TUNE_KEEP"))] = False,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Play, fit, and let new weights meet the old ones until a sequential test decides."""
    from escaramuza.lab import tune
    from escaramuza.lab.sequential import SequentialTest
    from escaramuza.preparation.jobs import ARENA, SEARCH

    words = shared.language(lang)
    shared.must_be_within("--seed", seed, 0, shared.MOST_SEED)
    shared.must_be_within("--games", games, tune.ASIDE, 1_000_000)
    shared.must_be_within("--sims", sims, 2, 1_000_000)
    shared.must_be_within("--most", most, tune.BATCH, 1_000_000)
    game = shared.get_ready(game_id, words, ARENA, SEARCH)
    if not game.weights:
        shared.fail(shared.say("TUNE_NO_WEIGHTS", words, game=game.name))
    plan = tune.Plan(game, folder, games, sims, seed)
    with _bar(json) as bar:
        tasks: dict[str, Any] = {}

        def tell(what: str, done: int, of: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(shared.say(f"TUNE_{what.upper()}", words), total=of)
            bar.update(tasks[what], completed=done)

        sample = tune.play(plan, tell)
        fit = tune.Fit(game, sample)
        fitted = fit.run(tell)
        verdict = tune.try_out(plan, fitted, most, SequentialTest(), tell)
    found = tune.report(plan, fitted, (fit.losses(game.weights)[1], fit.losses(fitted)[1]), verdict)
    if keep and verdict.better:
        tune.keep(game, fitted)
    if json:
        shared.print_json(found)
    else:
        _show(found, words)


def _bar(quiet: bool) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=shared.err,
        disable=quiet or not shared.err.is_terminal,
    )


def _show(found: dict[str, Any], lang: str) -> None:
    for name, (old, new) in found["weights"].items():
        shared.out.print(f"{name}: {old} → {new}")
    before, after = found["loss"]
    shared.out.print(shared.say("TUNE_LOSS", lang, before=f"{before:.4f}", after=f"{after:.4f}"))
    match = found["match"]
    low, high = match["interval"]
    shared.out.print(shared.say("ARENA_RESULT", lang, **{key: match[key] for key in ("wins", "draws", "losses")}))
    games = match["wins"] + match["draws"] + match["losses"]
    score = (match["wins"] + match["draws"] / 2) / games
    shared.out.print(shared.say("ARENA_SCORE", lang, score=f"{score:.1%}", low=f"{low:.1%}", high=f"{high:.1%}"))
    verdict = {True: "TUNE_BETTER", False: "TUNE_NO_BETTER", None: "TUNE_OPEN"}[found["better"]]
    shared.out.print(shared.say(verdict, lang))

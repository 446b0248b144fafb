"""`escaramuza prepare`: compile games now, so that nobody waits for it later."""

from collections.abc import Sequence
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

from escaramuza.cli import shared
from escaramuza.cli.shared import LangOption
from escaramuza.engine.errors import find_game
from escaramuza.engine.prepare import MATCH
from escaramuza.games import registry
from escaramuza.preparation import crew, jobs


def prepare(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help=shared.help_of("PREPARE_GAMES"))
    ] = None,
    everything: Annotated[bool, typer.Option("--everything", help=shared.help_of("EVERYTHING"))] = False,
    workers: shared.WorkersOption = None,
    lang: LangOption = None,
) -> None:
    """Compile some games, or all of them, on all cores."""
    words = shared.language(lang)
    shared.must_be_within("--workers", 1 if workers is None else workers, 1, 256)
    chosen = [find_game(game_id).id for game_id in games or registry.ids()]
    needs = (MATCH, *jobs.TEMPLATES) if everything else jobs.PLAYED
    results = with_bars(list(dict.fromkeys(chosen)), needs, words, workers)
    for result in results:
        if result.state == "ready":
            shared.out.print(shared.say("GAME_PREPARED", words, game=registry.get(result.game_id).name))
    failed = [result for result in results if result.state != "ready"]
    if failed:
        shared.fail(shared.say("NOT_PREPARED", words, game=registry.get(failed[0].game_id).name, why=failed[0].why))


def with_bars(games: Sequence[str], needs: Sequence[str], lang: str, workers: int | None = None) -> list[crew.Progress]:
    """Prepare games, with a bar for each at a terminal."""
    titles = {game_id: shared.say("PREPARING", lang, game=registry.get(game_id).name) for game_id in games}
    if not shared.err.is_terminal:
        for title in titles.values():
            shared.err.print(title)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TextColumn("{task.fields[left]}"))
    with Progress(*columns, console=shared.err, transient=True, disable=not shared.err.is_terminal) as bars:
        tasks = {game_id: bars.add_task(title, total=1.0, left="") for game_id, title in titles.items()}

        def tell(now: list[crew.Progress]) -> None:
            for one in now:
                left = shared.say("SECONDS_LEFT", lang, seconds=max(1, round(one.seconds))) if one.seconds else ""
                bars.update(tasks[one.game_id], completed=one.share, left=left)

        results = crew.prepare(games, needs, tell, workers)
    shared.complain_of_cache(lang)
    return results

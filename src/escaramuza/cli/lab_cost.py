"""`escaramuza lab cost`."""

from pathlib import Path
from typing import Annotated

import typer

from escaramuza.cli import lab_running, shared
from escaramuza.cli.shared import JsonOption, LangOption
from escaramuza.squads import GAME

USUAL_GAMES = 200_000
FOLDER = Path("lab-cost")


def lab_cost(
    games: Annotated[int | None, typer.Option("--games", help=shared.help_of("LAB_COST_GAMES"))] = None,
    agent: Annotated[str, typer.Option("--agent", metavar="AGENT", help=shared.help_of("LAB_COST_AGENT"))] = "greedy",
    rows: lab_running.RowsOption = None,
    confirmed: Annotated[
        Path | None, typer.Option("--confirmed", metavar="FOLDER", help=shared.help_of("LAB_COST_CONFIRMED"))
    ] = None,
    workers: shared.WorkersOption = None,
    device: lab_running.DeviceOption = "cpu",
    html: lab_running.PageOption = None,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """What characteristics and abilities are worth in Escarmouche, beside the published formula."""
    from escaramuza.agents import names
    from escaramuza.lab import cost, cost_answer
    from escaramuza.lab.errors import LabError

    words = shared.language(lang)
    where = lab_running.Where(workers, rows or FOLDER, None, device, html, json)
    shared.must_be_within("--games", games or USUAL_GAMES, 1000, 1_000_000_000)
    where.check()
    names.parse(agent)
    on_card = lab_running.is_card(device)
    if on_card and agent != cost.GREEDY:
        raise LabError("CARD_AGENT", agent=agent, known=cost.GREEDY)
    if confirmed is not None and not (confirmed / cost.ABOUT).exists():
        raise LabError("NO_COST_ROWS", folder=str(confirmed))
    folder, interrupted = rows or FOLDER, False
    if games is not None or not (folder / cost.ABOUT).exists():
        interrupted = _play(games or USUAL_GAMES, folder, where, agent, words)
    answer = cost_answer.answer(folder, words, lab_running.repeat(), games, interrupted, confirmed)
    lab_running.show(answer, where, interrupted)


def _play(games: int, folder: Path, where: lab_running.Where, agent: str, lang: str) -> bool:
    """Play what is missing; whether it was interrupted."""
    from escaramuza.lab import cost_answer

    game = lab_running.ready(GAME, lang, [agent])
    with lab_running.bar(where.json) as bar:
        task = bar.add_task(shared.say("LAB_COST_PLAYS", lang, games=f"{games:,}"), total=games)
        try:
            on_card, tell = lab_running.is_card(where.device), lambda done: bar.update(task, completed=done)
            cost_answer.play(games, folder, game, where.workers, on_card, tell, agent)
        except KeyboardInterrupt:
            return True
    return False

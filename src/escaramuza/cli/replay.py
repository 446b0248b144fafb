"""`escaramuza replay FILE`: a match again, step by step, and whether its dice are honest."""

from pathlib import Path
from typing import Annotated, Any

import typer

from escaramuza.cli.boards import draw
from escaramuza.cli.shared import JsonOption, LangOption, fail, language, out, print_json, say, show_preparing


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A match file.")],
    verify: Annotated[bool, typer.Option("--verify", help="Check the dice against their commitment.")] = False,
    step: Annotated[int | None, typer.Option("--step", min=0, help="Show the position after this step.")] = None,
    boards: Annotated[bool, typer.Option("--boards", help="Draw the board after every turn.")] = False,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Replay a match file; every step is checked against its hash."""
    from escaramuza.engine import record
    from escaramuza.engine.match import Match
    from escaramuza.engine.prepare import prepare
    from escaramuza.games import registry

    words = language(lang)
    for game in registry.READY:
        if f"game {game}\n" in _start_of(file):
            prepare(registry.get(game), show_preparing, words)
    match = record.load(file, words)
    if step is not None and step > len(match.steps):
        fail(say("NO_SUCH_STEP", words, step=step, steps=len(match.steps)))
    thrown = int(match.state.dice.draws)
    by_hand = sum(len(one.dice) for one in match.steps)
    if json:
        print_json(_as_json(match, verify, thrown - by_hand, by_hand))
        return
    if verify:
        _show_verified(match, words, thrown - by_hand, by_hand)
        return
    if step is not None:
        shown = Match(
            match.game,
            seed=match.seed,
            options=match.options,
            seats=match.seats,
            position=match.started_from,
            lang=words,
        )
        for one in match.steps[:step]:
            shown.act(one.action, one.dice)
        draw(shown, None, words)
        out.print(shown.position, markup=False, soft_wrap=True)
        return
    _show_all(match, words, boards)


def _start_of(file: Path) -> str:
    with file.open(encoding="utf-8", errors="replace") as stream:
        return stream.read(200)


def _as_json(match: Any, verify: bool, by_seed: int, by_hand: int) -> dict[str, Any]:
    return {
        "game": match.game,
        "seats": match.seats,
        "options": match.options.model_dump(),
        "seed": f"{match.seed:032x}",
        "commitment": match.commitment,
        "verified": verify,
        "dice": {"by_seed": by_seed, "by_hand": by_hand},
        "steps": [
            {"seat": s.seat, "action": s.action, "hash": s.hash, "events": [e.as_json() for e in s.events]}
            for s in match.steps
        ],
        "position": match.position,
        "outcome": match.outcome,
    }


def _show_verified(match: Any, lang: str, by_seed: int, by_hand: int) -> None:
    out.print(say("VERIFIED", lang, steps=len(match.steps), dice=by_seed), style="green")
    if by_hand:
        out.print(say("VERIFIED_BY_HAND", lang, dice=by_hand), style="yellow")
    out.print(say("SEED", lang, seed=f"{match.seed:032x}"))
    out.print(say("COMMITMENT", lang, commitment=match.commitment), soft_wrap=True)


def _show_all(match: Any, lang: str, boards: bool) -> None:
    from escaramuza.engine.match import Match

    shown = Match(
        match.game, seed=match.seed, options=match.options, seats=match.seats, position=match.started_from, lang=lang
    )
    for number, one in enumerate(match.steps, start=1):
        shown.act(one.action, one.dice)
        out.print(f"[dim]{number:>4}[/dim] [bold]{one.action}[/bold]")
        for event in one.events:
            out.print(f"       {event}", markup=False, soft_wrap=True)
        if boards and one.threw:
            draw(shown, None, lang)
    draw(shown, None, lang)

"""`escaramuza replay FILE`: a match again, step by step, and whether its dice are honest."""

from pathlib import Path
from typing import Annotated, Any

import typer

from escaramuza.cli import shared
from escaramuza.cli.boards import draw
from escaramuza.cli.shared import JsonOption, LangOption


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=shared.help_of("FILE"))],
    verify: Annotated[bool, typer.Option("--verify", help=shared.help_of("VERIFY"))] = False,
    step: Annotated[int | None, typer.Option("--step", help=shared.help_of("STEP"))] = None,
    boards: Annotated[bool, typer.Option("--boards", help=shared.help_of("BOARDS"))] = False,
    json: JsonOption = False,
    lang: LangOption = None,
) -> None:
    """Show a match file, checked. While the match goes on, its seed and its secrets stay what they are."""
    from escaramuza.engine import record

    words = shared.language(lang)
    text = record.read(file)
    shared.get_ready(record.game_id_of(text), words)
    match = record.loads(text, words)
    if step is not None and not 0 <= step <= len(match.steps):
        shared.fail(shared.say("NO_SUCH_STEP", words, step=step, steps=len(match.steps)))
    if json:
        shared.print_json(_as_json(match, verify))
    elif verify:
        _show_verified(match, words)
    elif step is not None:
        shown = match.rewound(step)
        # A finished match has no secrets left, whatever was secret at that step.
        draw(shown, None, words, everything=match.actor is None)
        state = shown.state if match.actor is None else shown.seen_by(None)
        shared.out.print(match.game.format_position(state), markup=False, soft_wrap=True)
    else:
        _show_all(match, words, boards)


def _dice(match: Any) -> tuple[int, int]:
    """How many dice came from the seed, and how many were typed in."""
    by_hand = sum(len(step.dice) for step in match.steps)
    return int(match.state.dice.draws) - by_hand, by_hand


def _as_json(match: Any, verify: bool) -> dict[str, Any]:
    over = match.actor is None
    by_seed, by_hand = _dice(match)
    known = [step for step in match.history(None) if step is not None]
    return {
        "game": match.game.id,
        "seats": match.seats,
        "options": match.options.model_dump(),
        "seed": f"{match.seed:032x}" if over else None,
        "commitment": match.commitment,
        "verified": verify,
        "dice": {"by_seed": by_seed, "by_hand": by_hand},
        "steps": [
            {"seat": s.seat, "action": s.action, "hash": s.hash, "events": [e.as_json() for e in s.events]}
            for s in known
        ],
        "position": match.game.format_position(match.seen_by(None)),
        "outcome": match.outcome,
        "reason": match.reason,
    }


def _show_verified(match: Any, lang: str) -> None:
    by_seed, by_hand = _dice(match)
    over = match.actor is None
    key = "VERIFIED" if over else "VERIFIED_SO_FAR"
    shared.out.print(shared.say(key, lang, steps=len(match.steps), dice=by_seed), style="green", soft_wrap=True)
    if by_hand:
        shared.out.print(shared.say("VERIFIED_BY_HAND", lang, dice=by_hand), style="yellow")
    if over:
        _show_end(match, lang)
        shared.out.print(shared.say("SEED", lang, seed=f"{match.seed:032x}"))
    shared.out.print(shared.say("COMMITMENT", lang, commitment=match.commitment), soft_wrap=True)


def _show_all(match: Any, lang: str, boards: bool) -> None:
    for number, step in enumerate(match.history(None), start=1):
        if step is None:
            continue
        shared.out.print(f"[dim]{number:>4}[/dim] [bold]{step.action}[/bold]")
        for event in step.events:
            shared.out.print(f"       {event}", markup=False, soft_wrap=True)
        if boards and step.threw:
            draw(match.rewound(number), None, lang)
    draw(match, None, lang)
    if match.actor is not None:
        shared.out.print(shared.say("SECRETS_KEPT", lang), style="dim", soft_wrap=True)
    else:
        _show_end(match, lang)


def _show_end(match: Any, lang: str) -> None:
    """Result and reason."""
    if match.reason != "rules":
        shared.out.print(shared.say(f"ENDED_{match.reason}".upper(), lang), soft_wrap=True)
    if match.reason != "aborted":
        winner = next((side for side, result in match.outcome.items() if result > 0), None)
        side = "" if winner is None else match.game.locale[lang]["terms"][winner]
        shared.out.print(shared.say("DRAWN" if winner is None else "WON", lang, side=side), style="bold")

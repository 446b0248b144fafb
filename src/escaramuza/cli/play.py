"""`escaramuza play GAME`: a match in the terminal."""

import random
import secrets
from pathlib import Path
from typing import Annotated, Any

import typer
from platformdirs import user_data_path

from escaramuza.cli.shared import GameArgument, LangOption, SeedOption, fail, get_ready, language, say

PERSON = "person"


def autosave_path(game: str) -> Path:
    """Where a match in progress is kept."""
    return user_data_path("escaramuza", ensure_exists=True) / f"{game}.match"


def play(
    game: GameArgument,
    player: Annotated[str, typer.Option("--player", help="person, or an agent such as greedy.")] = PERSON,
    opponent: Annotated[
        str, typer.Option("--opponent", help="person (at this screen), or an agent such as search:sims=2000.")
    ] = "search:time=1",
    side: Annotated[str, typer.Option("--side", help="The player's side: white, black, … or draw for a lot.")] = "draw",
    option: Annotated[
        list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="A house rule; may be repeated.")
    ] = None,
    position: Annotated[str | None, typer.Option("--position", help="Start from a position.")] = None,
    dice: Annotated[str, typer.Option("--dice", help="seed, or ask: you throw real dice and type them.")] = "seed",
    resume: Annotated[Path | None, typer.Option("--resume", help="Go on with a match file.")] = None,
    go_on: Annotated[bool, typer.Option("--continue", help="Go on with the match you left.")] = False,
    seed: SeedOption = None,
    lang: LangOption = None,
) -> None:
    """Play in the terminal: against an agent, with a friend at this screen, or watch two agents."""
    from escaramuza.cli.session import Session
    from escaramuza.engine import record

    words = language(lang)
    if dice not in ("seed", "ask"):
        fail(say("BAD_DICE_MODE", words, dice=dice))
    spec = get_ready(game, words)
    if go_on and not autosave_path(game).exists():
        fail(say("NOTHING_TO_CONTINUE", words, game=game))
    file = autosave_path(game) if go_on else resume
    if file is not None:
        match = record.load(file, words)
        if match.game != game:
            fail(say("OTHER_GAME", words, file=file, game=match.game))
    else:
        match = _new_match(spec, (player, opponent), side, _options(spec, option or [], words), position, seed, words)
    Session(match, words, ask_dice=dice == "ask", autosave=autosave_path(game)).run()


def _new_match(
    spec: Any,
    players: tuple[str, str],
    side: str,
    options: dict[str, str],
    position: str | None,
    seed: int | None,
    lang: str,
) -> Any:
    from escaramuza.agents import names
    from escaramuza.engine.match import Match

    for name in players:
        if name != PERSON:
            names.parse(name)
    if side == "draw":
        side = random.Random(secrets.randbits(32) if seed is None else seed).choice(spec.sides)
    if side not in spec.sides:
        fail(say("BAD_SIDE", lang, side=side, sides=", ".join(spec.sides)))
    seats = {seat: players[0] if seat == side else players[1] for seat in spec.seats}
    return Match(spec.id, seed=seed, options=options, seats=seats, position=position, lang=lang)


def _options(spec: Any, pairs: list[str], lang: str) -> dict[str, str]:
    options = {}
    for pair in pairs:
        name, found, value = pair.partition("=")
        if not found:
            fail(say("BAD_OPTION_FORM", lang, text=pair, options=", ".join(spec.options.model_fields)))
        options[name] = value
    return options

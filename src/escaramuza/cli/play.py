"""`escaramuza play GAME`: a match in the terminal."""

import random
import secrets
from pathlib import Path
from typing import Annotated, Any

import typer

from escaramuza.cli import shared
from escaramuza.cli.shared import GameArgument, LangOption, OptionOption, SeedOption

PERSON = "person"
DRAWN = "draw"
DEFAULT_OPPONENT = "search:time=1"


def play(
    game_id: GameArgument,
    player: Annotated[str, typer.Option("--player", help=shared.help_of("PLAYER"))] = PERSON,
    opponent: Annotated[str, typer.Option("--opponent", help=shared.help_of("OPPONENT"))] = DEFAULT_OPPONENT,
    side: Annotated[str, typer.Option("--side", help=shared.help_of("SIDE"))] = DRAWN,
    option: OptionOption = None,
    position: Annotated[str | None, typer.Option("--position", help=shared.help_of("POSITION"))] = None,
    dice: Annotated[str, typer.Option("--dice", help=shared.help_of("DICE"))] = "seed",
    resume: Annotated[Path | None, typer.Option("--resume", help=shared.help_of("RESUME"))] = None,
    go_on: Annotated[bool, typer.Option("--continue", help=shared.help_of("CONTINUE"))] = False,
    save: Annotated[Path | None, typer.Option("--save", help=shared.help_of("SAVE"))] = None,
    seed: SeedOption = None,
    lang: LangOption = None,
) -> None:
    """Start a match, or go on with one, and hand it to a session at the terminal."""
    from escaramuza.cli.session import Session

    words = shared.language(lang)
    if dice not in ("seed", "ask"):
        shared.fail(shared.say("BAD_DICE_MODE", words, dice=dice))
    game = shared.get_ready(game_id, words, *_needs(player, opponent))
    if go_on or resume is not None:
        given = {
            "--player": player != PERSON,
            "--opponent": opponent != DEFAULT_OPPONENT,
            "--side": side != DRAWN,
            "--option": bool(option),
            "--position": position is not None,
            "--seed": seed is not None,
        }
        _must_stand_alone([name for name, is_given in given.items() if is_given], words)
        match = _take_up(game_id, resume, words)
    else:
        options = shared.option_pairs(game, option or [], words)
        match = _new_match(game, (player, opponent), side, options, position, seed, words)
    Session(match, words, ask_dice=dice == "ask", save_as=save).run()


def _needs(*players: str) -> list[str]:
    """What the agents among the players think with; a bad name is told of later."""
    from escaramuza.preparation.jobs import GREEDY, SEARCH

    kinds = {name.partition(":")[0] for name in players}
    return [need for need in (SEARCH, GREEDY) if need in kinds]


def _must_stand_alone(given: list[str], lang: str) -> None:
    if given:
        shared.fail(shared.say("RESUME_ALONE", lang, options=", ".join(given)))


def _take_up(game_id: str, file: Path | None, lang: str) -> Any:
    from escaramuza.cli import kept
    from escaramuza.engine import record

    path = file or kept.latest(game_id)
    if path is None:
        shared.fail(shared.say("NOTHING_TO_CONTINUE", lang, game=game_id))
    match = record.load(path, lang)
    if match.game.id != game_id:
        shared.fail(shared.say("OTHER_GAME", lang, file=path, game=match.game.id))
    return match


def _new_match(
    game: Any,
    players: tuple[str, str],
    side: str,
    options: dict[str, Any],
    position: str | None,
    seed: int | None,
    lang: str,
) -> Any:
    from escaramuza.agents import names
    from escaramuza.engine.match import Match
    from escaramuza.engine.setting_up import valid_options

    for name in players:
        if name != PERSON:
            names.parse(name)
    if side == DRAWN:
        # T-R7: colours are drawn at random unless agreed.
        side = random.Random(secrets.randbits(32) if seed is None else seed).choice(game.sides)
    if side not in game.sides:
        shared.fail(shared.say("BAD_SIDE", lang, side=side, sides=", ".join(game.sides)))
    chosen = valid_options(game, options)
    seats = {seat: players[0] if its == side else players[1] for seat, its in game.sides_for(chosen).items()}
    return Match(game.id, seed=seed, options=chosen, seats=seats, position=position, lang=lang)

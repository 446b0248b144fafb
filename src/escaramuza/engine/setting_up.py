"""What a match is set up with, checked: options, seed, seats and names."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from pydantic import ValidationError

from escaramuza.engine import explain
from escaramuza.engine.errors import BadOption, Refused
from escaramuza.games.basics import GameOptions, NotationError
from escaramuza.games.game import Game

SEED_BITS = 128
LONGEST_NAME = 80


def whole(number: Any) -> int:
    """A whole number and nothing that only looks like one."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer):
        raise ValueError(f"{number!r} is not a whole number")
    return int(number)


def valid_seed(seed: int | None) -> int:
    """The seed of a match; one that nobody knows where none is given."""
    if seed is None:
        return secrets.randbits(SEED_BITS)
    try:
        number = whole(seed)
    except ValueError as error:
        raise Refused("BAD_SEED", bits=SEED_BITS) from error
    if not 0 <= number < 1 << SEED_BITS:
        raise Refused("BAD_SEED", bits=SEED_BITS)
    return number


def valid_options(game: Game, options: Mapping[str, Any] | GameOptions | None) -> GameOptions:
    """The options of a match; a sentence for one that the game does not have or does not take."""
    if isinstance(options, game.options):
        return options
    given = dict(options or {})
    for name in given:
        if name not in game.options.model_fields:
            raise Refused("UNKNOWN_OPTION", option=name, options=", ".join(game.options.model_fields))
    try:
        return game.options.model_validate({name: _read(game, name, value) for name, value in given.items()})
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        cause = first.get("ctx", {}).get("error")
        if isinstance(cause, NotationError):
            raise BadOption(name, explain.misread(game, cause)) from error
        raise Refused(
            "BAD_OPTION", option=name, value=str(given[name])[:LONGEST_NAME], allowed=allowed_values(game, name)
        ) from error


def _read(game: Game, option: str, value: Any) -> Any:
    """A choice among numbers may come as text, as it is typed or written in an address."""
    if not isinstance(value, str):
        return value
    return next((choice for choice in game.option_fields[option].get("enum", ()) if str(choice) == value), value)


def allowed_values(game: Game, option: str) -> str:
    """What an option takes, without words: its choices, its range, or examples of the forms it has."""
    field = game.option_fields[option]
    if "enum" in field:
        return " | ".join(str(choice) for choice in field["enum"])
    if "minimum" in field:
        return f"{field['minimum']} … {field['maximum']}"
    if "examples" in field:
        return " | ".join(field["examples"])
    return "true | false" if field.get("type") == "boolean" else "{…}"


def must_be_a_name(name: Any) -> None:
    """Refuse what cannot be shown as a player's name."""
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise Refused("BAD_NAME", most=LONGEST_NAME)


def valid_seats(names: Sequence[str], seats: Mapping[str, str] | None) -> dict[str, str]:
    """Seat → who sits there, by the seat's own name where nobody says."""
    named = dict(seats or {})
    for seat, name in named.items():
        if seat not in names:
            raise Refused("NO_SUCH_SEAT", seat=seat, seats=", ".join(names))
        must_be_a_name(name)
    return {seat: named.get(seat, seat) for seat in names}

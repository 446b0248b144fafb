"""Set-ups for the suite: a game's options by lot, so that no option and no squad is left out."""

import random
from typing import Any

from escaramuza.agents.players import fresh
from escaramuza.games.spec import GameOptions, GameSpec


def options_of(spec: GameSpec, lot: int) -> GameOptions:
    """What the game mixes for a series, and every choice by lot."""
    lots = random.Random(lot)
    mixed: GameOptions = spec.options() if spec.mixed is None else spec.mixed(lot)
    fields = spec.options.model_json_schema()["properties"]
    chosen = {name: lots.choice(field["enum"]) for name, field in fields.items() if "enum" in field}
    return mixed.model_copy(update=chosen)


def start_of(spec: GameSpec, lot: int) -> Any:
    """A position before its first action."""
    return fresh(spec, options_of(spec, lot), lot)

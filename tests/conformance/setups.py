"""The games of the suite, and their set-ups: options at random, so that no option and no squad is left out."""

import random
from typing import Any

from escaramuza.agents.players import fresh
from escaramuza.games import registry
from escaramuza.games.basics import GameOptions
from escaramuza.games.forglory.armies import read_army
from escaramuza.games.forglory.battles import default_battle
from escaramuza.games.game import Game
from escaramuza.kernel.jit import MODE, PLAIN
from tests import example

# Whatever is registered, and games as others bring them.
GAMES = list(dict.fromkeys((*registry.ids(), *example.SOURCES)))


def many_games(game: Game) -> int:
    """So many random games at full speed: the larger its positions, the longer a game takes."""
    return min(100_000, 2_500_000_000_000 // game.state.itemsize**2)


def plain_games(game: Game) -> int:
    """So many in plain Python."""
    return min(200, int(34_000 / game.state.itemsize**0.75))


def options_of(game: Game, lot: int, small: bool = MODE == PLAIN) -> GameOptions:
    """What the game mixes for a series, and every choice at random; small ones without compilation."""
    lots = random.Random(lot)
    mixed: GameOptions = game.options() if game.mixed is None else game.mixed(lot)
    fields = game.option_fields
    chosen: dict[str, Any] = {name: lots.choice(field["enum"]) for name, field in fields.items() if "enum" in field}
    flags = [name for name, field in fields.items() if field.get("type") == "boolean"]
    # Mostly as it stands by default, so that every rule is met often.
    chosen |= {name: getattr(mixed, name) if lots.random() < 0.7 else lots.random() < 0.5 for name in flags}
    if "rounds" in fields:
        chosen["rounds"] = 1 if small else lots.choice((1, 1, 2, 2, 3, 6))
    armies = [name for name, field in fields.items() if "army" in field]
    draw = _divisions if "battle" in fields else _army
    chosen |= {name: draw(lots, 8 if small else 30) for name in armies if small or lots.random() < 0.7}
    if "battle" in fields:
        chosen |= _battle(lots, chosen, small)
    return mixed.model_copy(update=chosen)


def _battle(lots: random.Random, chosen: dict[str, Any], small: bool) -> dict[str, Any]:
    """The names of a battle are for its own armies, as is a historical deployment: that now and then."""
    if small or chosen["deployment"] == "free" or lots.random() < 0.7:
        return {"battle": "", "deployment": "free"}
    battle = default_battle()
    south, north = battle.texts
    return {"battle": battle.id, "map": battle.map, "south_army": south, "north_army": north, "objectives": 3}


def _army(lots: random.Random, most: int) -> str:
    """Armies of 5 units and more of the sorts A B E M T D, small ones more often."""
    letters = "ABEMTD"
    counts = dict.fromkeys(letters, 0)
    for _ in range(min(lots.randint(5, most) for _ in range(3))):
        counts[lots.choice(letters)] += 1
    return " ".join(f"{letter}{count}" for letter, count in counts.items() if count)


def _divisions(lots: random.Random, most: int) -> str:
    """Armies of two divisions and more, of two units and more each, of all categories and qualities."""
    units = max(4, min(lots.randint(4, most) for _ in range(3)))
    count = lots.randint(2, max(2, min(8, units // 2)))
    divisions: list[list[str]] = [[] for _ in range(count)]
    for number in range(units):
        unit = f"{lots.choice(('LnInf', 'LnInf', 'LI', 'HC', 'LC', 'FA', 'HA'))}:{lots.choice('MIRVE')}"
        divisions[number % count if number < 2 * count else lots.randrange(count)].append(unit)
    return read_army(" / ".join(" ".join(division) for division in divisions))


def start_of(game: Game, lot: int, small: bool = MODE == PLAIN) -> Any:
    """A position before its first action."""
    return fresh(game, options_of(game, lot, small), lot)

"""Escaramuzas de Café against a slow oracle that shares no code with the rules.

ESCARAMUZA_CAFE_GAMES sets how many games are compared (a few by default), ESCARAMUZA_CAFE_FROM the first one's number.
"""

import os
from random import Random
from typing import Any

import pytest

from escaramuza.games import registry
from tests.conformance.setups import options_of
from tests.naive.cafe import plane
from tests.naive.cafe.pair import Pair
from tests.naive.cafe.units import COPIES, centimetres

GAMES = int(os.environ.get("ESCARAMUZA_CAFE_GAMES", "5"))
FIRST = int(os.environ.get("ESCARAMUZA_CAFE_FROM", "0"))
LONGEST = 3000
# Actions that are judged in every position beside those that are listed; and of what share of all the oracle must
# have been sure, over some games: one alone may be over with the first knife.
JUDGED = 12
SURE = 0.8
TOGETHER = 5
ROLES = (["cover", "difficult"], ["difficult"], ["dangerous"], ["solid"], ["bridge"], ["cover"], ["solid", "cover"])


def army(random: Random) -> str:
    """Five to nine units."""
    letters = [random.choice("ABEMTDDTT") for _ in range(random.randint(5, 9))]
    return " ".join(f"{letter}{letters.count(letter)}" for letter in "ABEMTD" if letter in letters)


def narrow_map(random: Random) -> dict[str, Any]:
    """A small table with much terrain of all roles between the zones."""
    width, height, gap = 6000, 4400, 3000
    objectives = [[3000, 2200], [3000, 280], [3000, 4120]]
    terrain = []
    for _ in range(random.randint(4, 14)):
        roles = random.choice(ROLES)
        x, y = random.randint(1550, 4100), random.randint(50, 4000)
        if "solid" in roles and any(abs(x + 150 - ox) < 500 and abs(y + 150 - oy) < 500 for ox, oy in objectives):
            continue
        size = (50, 300) if "solid" in roles else (100, 700)
        right, bottom = min(x + random.randint(*size), width), min(y + random.randint(*size), height)
        corners = [[x, y], [right, y + random.randint(0, 40)], [right, bottom], [x, bottom]]
        corners = random.choice((corners, corners[:3], [*corners, [(x + right) // 2, (y + bottom) // 2]]))
        if "solid" in roles:
            corners = [[min(cx, 4450), cy] for cx, cy in corners]
        kind = random.choice(("wood", "stream", "marsh", "rock", "bridge"))
        terrain.append({"kind": kind, "roles": roles, "corners": corners})
    return {
        "name": "narrow",
        "width": width,
        "height": height,
        "gap": gap,
        "objectives": objectives,
        "terrain": terrain,
    }


def options_by_lot(lot: int) -> Any:
    """What the game mixes, most often with small armies on a narrow table, so that they meet."""
    random = Random(lot)
    game = registry.get("cafe")
    options = options_of(game, lot)
    if random.random() < 0.25:
        return options
    given = options.model_dump(mode="json") | {"blue_army": army(random), "red_army": army(random)}
    given["rounds"] = random.choice((2, 4, 6))
    given |= {name: random.randint(0, 9) for name in given if name.startswith("vp_") and random.random() < 0.2}
    for name in ("cards", "face_down", "runners_fight"):
        given[name] = random.random() < (0.9 if name == "cards" else 0.5)
    if random.random() < 0.8:
        given |= {"map": narrow_map(random), "objectives": 3}
    return game.options.model_validate(given)


def crowded(options: Any, random: Random) -> str:
    """A position in the middle of a game with both armies in one crowd, as a text."""
    pieces = [tuple(tuple(p) for p in piece.corners) for piece in options.map.terrain if "solid" in piece.roles]
    taken: list[plane.Corners] = []
    size = random.choice((500, 800, 1200))
    middle = options.map.width // 2, options.map.height // 2
    sides = [units_by_lot(letters(text), middle, size, pieces, taken, random) for text in armies(options)]
    deck = [card for card, copies in COPIES.items() if card != "trap" for _ in range(copies)]
    random.shuffle(deck)
    hands = []
    for _ in range(2 * options.players if options.cards else 1):
        number = random.randint(0, 5) if options.cards else 0
        hands.append(",".join(deck.pop() for _ in range(min(number, len(deck)))) or "-")
    owners = "".join(random.choice("br-") for _ in range(options.objectives))
    points = f"{random.randint(1, 9)}:{random.randint(1, 9)}"
    words = [*sides, random.randint(1, options.rounds), random.choice("br"), points, random.choice("br"), owners]
    return " ".join(map(str, [*words, f"{random.randint(0, 9)}:{random.randint(0, 9)}", "|".join(hands)]))


def armies(options: Any) -> tuple[str, str]:
    """Both armies as texts."""
    return str(options.blue_army), str(options.red_army)


def letters(text: str) -> str:
    """ABBD for A1 B2 D1."""
    return "".join(word[0] * int(word[1:]) for word in text.split())


def units_by_lot(
    types: str, middle: plane.Point, size: int, solid: list[Any], taken: list[plane.Corners], random: Random
) -> str:
    """The units of a side where there is room, most of them unhurt and on the table."""
    found, health = [], {"A": 5, "B": 4, "E": 3, "M": 2, "T": 2, "D": 1}
    for number, letter in enumerate(types):
        if number > 4 and random.random() < 0.2:
            found.append("-")
            continue
        while True:
            x, y = (m + random.randint(-size, size) for m in middle)
            facing = random.choice((0, 0, 900, random.randrange(3600)))
            base = plane.base(x, y, facing)
            if not any(plane.overlap(base, other) for other in [*taken, *solid]):
                break
        taken.append(base)
        size += 10
        hurt = f"{random.randint(1, health[letter])}:{random.choice((0, 0, 1, 2))}:"
        marks = "".join(mark for mark in ("a", random.choice("ch"), "p", "t") if random.random() < 0.15)
        marks += "k1" if letter != "D" and random.random() < 0.3 else ""
        found.append(f"{centimetres(x)},{centimetres(y)}/{facing / 10:g}:" + hurt + marks)
    return ";".join(part.rstrip(":") for part in found)


def compare_a_game(lot: int) -> Pair:
    """A game at random on both sides, up to its end."""
    options = options_by_lot(lot)
    random = Random(lot)
    pair = Pair(options, lot, crowded(options, random) if random.random() < 0.6 else None)
    while pair.match.actor is not None and len(pair.match.steps) < LONGEST:
        pair.step(JUDGED)
    pair.compare()
    return pair


@pytest.mark.parametrize("first", range(FIRST, FIRST + GAMES, TOGETHER))
def test_random_games_agree_with_the_oracle(first: int) -> None:
    sure = judged = 0
    for lot in range(first, min(first + TOGETHER, FIRST + GAMES)):
        pair = compare_a_game(lot)
        assert sum(pair.seen.values()) >= JUDGED * pair.decisions
        judged += sum(pair.seen.values())
        sure += sum(count for what, count in pair.seen.items() if not what.endswith("None"))
    assert sure >= SURE * judged

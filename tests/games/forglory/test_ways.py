"""Ways that a look proposes: around water and enemies, along roads that bend, no farther than a move goes; the rules
accept every leg."""

import random
from typing import Any

import pytest

from escaramuza import Match
from escaramuza.games.field.notation import place_text
from escaramuza.kernel.jit import CHECKED, COMPILED

pytestmark = pytest.mark.rules(COMPILED, CHECKED)

LAKE = {"kind": "lake", "corners": [[3800, 5200], [4200, 5200], [4200, 5500], [3800, 5500]]}
NOBODY = "0,0,0,0,0,0:0,0,0,0,0,0"


def battle(
    *, terrain: tuple[Any, ...] = (), roads: tuple[Any, ...] = (), south: str = "40,60/270", north: str = "26,6/90"
) -> Match:
    units = f"{south};46,80/270;94,80/270;100,80/270"
    enemies = f"{north};20,6/90;94,10/90;100,10/90"
    ground = {"name": "ways", "objectives": [], "terrain": list(terrain), "roads": list(roads)}
    options = {"map": ground, "objectives": 0, "south_army": "2LnInf / 2LnInf", "north_army": "2LnInf / 2LnInf"}
    position = f"{units} {enemies} 43,66:4;97,84:4;60,88:4 23,3:4;97,6:4;60,2:4 - . 1 {NOBODY} sg1:7*"
    return Match("forglory", seed=1, position=position, options=options)


def go(match: Match, judged: dict[str, Any]) -> tuple[int, int, int]:
    """Goes a proposed way leg by leg, as long as nobody is asked anything, and returns where it ended."""
    match.act("use s1")
    words = ("march>", "march@") if judged["kind"] == "march" else ("bend@", "move@")
    for k, (x, y, facing) in enumerate([*judged["bends"], judged["to"]]):
        match.act(words[k == len(judged["bends"])] + place_text(x, y, facing, -1))
        if match.actor != "south":
            return judged["to"]
    unit = match.view()["units"][0]
    return unit["x"], unit["y"], unit["facing"]


@pytest.mark.clause("G-R18", "G-R17")
def test_a_way_bends_around_a_lake() -> None:
    match = battle(terrain=(LAKE,))
    judged = match.look(0, place=(4000, 5100, 2700))["place"]
    assert (judged["legal"], judged["to"], judged["kind"]) == (True, (4000, 5100, 2700), "move")
    assert len(judged["bends"]) == 2, "past both corners of a shore"
    assert 900 < judged["cost"] <= judged["most"]
    assert go(match, judged) == (4000, 5100, 2700)


@pytest.mark.clause("G-R17", "G-M2")
def test_a_way_that_is_too_far_is_gone_as_far_as_the_move_goes() -> None:
    match = battle()
    judged = match.look(0, place=(4000, 1500, 2700))["place"]
    assert (judged["legal"], judged["why"]) == (False, "TOO_FAR")
    assert judged["to"][0] == 4000
    assert judged["most"] - 20 <= judged["cost"] <= judged["most"]
    assert go(match, judged) == judged["to"]


@pytest.mark.clause("G-R14", "G-E5")
def test_a_march_follows_the_bends_of_its_road() -> None:
    road = [[4000, 9000], [4000, 5500], [7000, 5500]]
    match = battle(roads=(road,), south="40,60/180")
    assert [(4000, 6000), (4000, 5500)] in [line[:2] for line in match.look(0)["road"]], "the whole reach by road"
    judged = match.look(0, place=(6200, 5500, 2700))["place"]
    assert (judged["legal"], judged["kind"]) == (True, "march")
    assert [spot[:2] for spot in judged["bends"]] == [(4000, 5500)]
    assert judged["cost"] == 500 + 2200
    assert go(match, judged) == (6200, 5500, 2700)


@pytest.mark.clause("G-M2", "G-R17", "G-R18")
def test_every_way_that_is_proposed_is_accepted() -> None:
    lots = random.Random(3)
    bent = 0
    for _ in range(12):
        x, y = lots.randrange(3400, 4300), lots.randrange(5000, 5500)
        water = {
            "kind": lots.choice(("lake", "mountain")),
            "corners": [[x, y], [x + 400, y], [x + 500, y + 250], [x, y + 250]],
        }
        match = battle(terrain=(water,), north=f"{lots.randrange(30, 50)},{lots.randrange(40, 48)}/90")
        for _ in range(4):
            place = (lots.randrange(2500, 5500), lots.randrange(3500, 6500), lots.choice((2700, 1800, 2250)))
            judged = match.look(0, place=place)["place"]
            if judged["to"] is None:
                continue
            bent += len(judged["bends"]) > 0
            assert go(match.copy(), judged) == judged["to"]
    assert bent > 3

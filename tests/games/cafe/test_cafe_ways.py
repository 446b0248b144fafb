"""Ways that a look proposes: around what is in the way, no farther than a move goes, and always such that the rules
accept every leg."""

import random
from typing import Any

import pytest

from escaramuza import Match
from escaramuza.games.field.notation import place_text
from escaramuza.kernel.jit import CHECKED, COMPILED

PLAIN = {"name": "plain", "objectives": [[4500, 1000], [4500, 3000], [4500, 5000]]}
RED = "36,50;85,45;85,48;85,51;85,54"
WALL = {"kind": "rock", "corners": [[2300, 4900], [2400, 4900], [2400, 5100], [2300, 5100]]}
pytestmark = pytest.mark.rules(COMPILED, CHECKED)


def game(terrain: list[dict[str, Any]], red: str = RED) -> Match:
    options = {"map": PLAIN | {"terrain": terrain}, "blue_army": "D5", "red_army": "D5"}
    return Match("cafe", seed=1, options=options, position=f"20,50;5,45;5,48;5,51;5,54 {red} 1 b 7:7 b --- 0:0 -|-")


def go(match: Match, mode: str, judged: dict[str, Any]) -> tuple[int, int]:
    """Goes a proposed way leg by leg and returns where it ended."""
    match.act("use b1")
    for k, (x, y) in enumerate([*judged["bends"], judged["to"]]):
        last = k == len(judged["bends"])
        word = f"{mode}{'@' if last else '>'}" if k == 0 else "go@" if last else "bend@"
        match.act(word + place_text(x, y, 0, 0))
    unit = match.view()["units"][0]
    return unit["x"], unit["y"]


@pytest.mark.clause("C-R7", "C-R20")
def test_a_way_bends_around_a_wall() -> None:
    match = game([WALL])
    run = match.look(0, place=(2600, 5000, 0))["place"]["run"]
    assert (run["legal"], run["to"], run["straight"]) == (True, (2600, 5000), 600)
    assert len(run["bends"]) == 2, "a corner before the wall and one behind it"
    assert 600 < run["cost"] <= 800
    assert go(match, "run", run) == (2600, 5000)


@pytest.mark.clause("C-A3", "C-A4")
def test_a_way_that_is_too_far_is_gone_as_far_as_the_move_goes() -> None:
    match = game([])
    judged = match.look(0, place=(3200, 5000, 0))["place"]
    assert (judged["walk"]["legal"], judged["walk"]["why"], judged["walk"]["to"]) == (False, "TOO_FAR", (2400, 5000))
    assert (judged["run"]["legal"], judged["run"]["to"], judged["run"]["cost"]) == (False, (2800, 5000), 800)
    assert go(match, "run", judged["run"]) == (2800, 5000)


@pytest.mark.clause("C-R20")
def test_what_is_seen_is_seen_from_where_the_way_ends() -> None:
    look = game([]).look(0, place=(3500, 5000, 0))
    assert {one["unit"]: one["gap"] for one in look["targets"]}[30] == 3600 - 2800 - 200


@pytest.mark.clause("C-R7", "C-R20")
def test_the_area_around_corners_is_shown() -> None:
    assert game([]).look(0)["run_bends"] == [], "nothing is in the way"
    behind = [point for area in game([WALL]).look(0)["run_bends"] for point in area if point[0] > 2500]
    assert any(4900 < y < 5100 for _, y in behind), "behind the wall"
    assert all(point[0] < 2300 for point in game([WALL]).look(0)["run"] if 4900 < point[1] < 5100)


@pytest.mark.clause("C-R1", "C-R7", "C-R20")
def test_every_way_that_is_proposed_is_accepted() -> None:
    lots = random.Random(7)
    bent = 0
    for _ in range(15):
        kinds = ("rock", "wood", "rock", "marsh")
        terrain = [_box(lots, kind) for kind in kinds]
        red = ";".join([*(f"{lots.randrange(22, 30)},{y}" for y in (47, 49, 51, 53)), "85,54"])
        match = game(terrain, red)
        for _ in range(6):
            mode = lots.choice(("walk", "run"))
            judged = match.look(0, place=(lots.randrange(1000, 3200), lots.randrange(4200, 5800), 0))["place"][mode]
            if judged["to"] is None:
                continue
            bent += len(judged["bends"]) > 0
            draft = match.copy()
            assert go(draft, mode, judged) == judged["to"]
    assert bent > 5


def _box(lots: random.Random, kind: str) -> dict[str, Any]:
    x, y = lots.randrange(1300, 2700), lots.choice((4200, 5400)) + lots.randrange(0, 150)
    wide, high = lots.randrange(100, 300), lots.randrange(100, 250)
    return {"kind": kind, "corners": [[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]]}


@pytest.mark.clause("C-A4", "C-R20")
def test_a_way_around_a_wall_that_is_too_long_is_gone_in_part() -> None:
    run = game([WALL]).look(0, place=(3200, 5000, 0))["place"]["run"]
    assert (run["legal"], len(run["bends"])) == (False, 2)
    assert run["to"][0] > 2500, "past the wall, not in front of it"
    assert 780 < run["cost"] <= 800

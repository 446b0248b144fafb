"""The agents of For Glory: they charge flanks, shoot, march on roads, take ground and keep their staff alive."""

import math
import re

import pytest

from escaramuza import Match
from escaramuza.agents import names
from escaramuza.agents.search import Budget, SearchAgent
from escaramuza.games import registry
from escaramuza.lab.arena import Arena

SIMS = 2000
ROAD = [[500, 5000], [11500, 5000]]
FIELD = {"name": "a field with a road", "objectives": [[6000, 4500], [11000, 5000]], "terrain": [], "roads": [ROAD]}
REST_SOUTH, REST_NORTH = "5,88/270;11,88/270", "115,2/90;109,2/90"
SOUTH_OFFICERS, NORTH_OFFICERS = "60,66:3;8,85:3;3,85:3", "60,26:3;112,5:3;117,5:3"
NO_SCORE = "0,0,0,0,0,0:0,0,0,0,0,0"


def field(south: str, north: str, position: str, objectives: int = 0) -> Match:
    options = {
        "map": FIELD,
        "objectives": objectives,
        "south_army": f"{south} / 2LnInf",
        "north_army": f"{north} / 2LnInf",
    }
    return Match("forglory", seed=1, options=options, position=position)


def activation(south: str, north: str, owners: str = ".", round_number: int = 1) -> str:
    """The first division of South is active and obeys."""
    return (
        f"{south};{REST_SOUTH} {north};{REST_NORTH} {SOUTH_OFFICERS} {NORTH_OFFICERS} - {owners} {round_number} "
        f"{NO_SCORE} sg1:7*"
    )


def thought(match: Match, *actions: str) -> str:
    for action in actions:
        match.act(action)
    return SearchAgent(Budget(sims=SIMS), 1).think(match.game, match.state).action


def test_cavalry_charges_a_flank() -> None:
    match = field("HC 2LnInf", "3LnInf", activation("60,52/270;50,62/270;70,62/270", "60,40/0;40,20/90;80,20/90"))
    assert thought(match, "use s1").startswith("charge n1")


def test_infantry_strikes_where_nobody_looks() -> None:
    match = field("3LnInf", "3LnInf", activation("60,50/270;50,62/270;70,62/270", "60,44/0;40,20/90;80,20/90"))
    assert thought(match, "use s1").split()[0] in ("shoot", "charge")


def test_artillery_shoots_from_afar() -> None:
    match = field("FA 2LnInf", "3LnInf", activation("60,60/270;45,62/270;75,62/270", "60,42/90;40,20/90;80,20/90"))
    assert thought(match, "use s1") == "shoot n1"


def test_a_road_is_used_where_the_enemy_is_far() -> None:
    """South has the ground before it; the rest lies a long march east."""
    position = activation("50,50/0;60,44/270;65,70/270", "115,10/180;109,10/180;103,10/180", "s-")
    position = position.replace("60,66:3", "66,62:3").replace("60,26:3", "109,15:3")
    order = thought(field("3LnInf", "3LnInf", position, objectives=2), "use s1")
    assert order.startswith("march@")
    assert float(order[6:].split(",")[0]) > 75


def test_an_objective_is_taken_in_the_last_round() -> None:
    south = "60,53/270;50,62/270:0:o;70,62/270:0:o"
    match = field("3LnInf", "3LnInf", activation(south, "60,20/90;40,20/90;80,20/90", "-", 12), objectives=1)
    agent = SearchAgent(Budget(sims=SIMS), 1)
    while match.actor is not None:
        match.act(match.game.format_action(match.state, agent.choose(match.game, match.state)))
    assert match.outcome == {"south": 1, "north": -1}


def test_a_threatened_staff_rides_away() -> None:
    """Cavalry stands before the staff, whose units are far off."""
    position = (
        f"60,60/270;54,60/270;66,60/270;{REST_SOUTH} 20,70/180;40,20/90;80,20/90;{REST_NORTH} "
        f"60,66:3;8,85:3;12,70:3 {NORTH_OFFICERS} - . 1 {NO_SCORE} sg2:1*"
    )
    match = field("3LnInf", "HC 2LnInf", position)
    while match.view()["phase"] != "staff-ride":
        match.act("end" if match.view()["phase"] == "orders" else "stay")
    ride = re.fullmatch(r"ride@([\d.]+),([\d.]+)", thought(match))
    assert ride is not None
    assert math.dist((float(ride[1]), float(ride[2])), (20, 70)) > 12


def test_a_line_is_worth_more_than_a_gap() -> None:
    value = registry.get("forglory").rules["value"]
    enemy = "60,30/90;40,20/90;80,20/90"
    line = field("3LnInf", "3LnInf", activation("60,50/270;65.5,50/270;54.5,50/270", enemy))
    torn = field("3LnInf", "3LnInf", activation("60,50/270;71,50/270;49,50/270", enemy))
    assert value(line.state, 0) > value(torn.state, 0)


def test_greedy_beats_random() -> None:
    weak = Arena(registry.get("forglory"), (names.parse("greedy"), names.parse("random")), 60, 1).run().score
    assert weak.interval[0] > 0.85


@pytest.mark.long
@pytest.mark.slow
def test_search_beats_greedy() -> None:
    strong = Arena(registry.get("forglory"), (names.parse("search:sims=100"), names.parse("greedy")), 6, 1).run().score
    assert strong.score > 0.6

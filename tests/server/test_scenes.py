"""What a seat is told is drawn from plain rows, and once for all who see the same: recorded before that was so, and
still the same to the byte."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from escaramuza import Match
from escaramuza.kernel.rows import rows
from escaramuza.server import messages
from escaramuza.server.scenes import LEAST_WEIGHT, Scenes
from tests.server.conftest import Guest, new_match
from tests.server.test_table import MIDDLE, sit

GOLDEN = Path(__file__).parents[1] / "golden" / "scenes"
BLUE = "30,30:4;30,33;30,36;30,39;30,42"
RED = "48,30/90:2:1:ak1;53,33;53,36;53,39;-"
SOUTH, NORTH = "40,40/270:1;46,40/270;30,55/270:2:c;36,55/270", "40,30/90;46,30/90;70,10/90;-"
OFFICERS = "43,45:4;33,58:2;45,50:5 43,25:3:1;73,6:4;45,15:2"
ARMIES = {"south_army": "2LnInf / 2LnInf", "north_army": "2LnInf / 2LnInf", "map": "small-farm"}
CASES: dict[str, tuple[str, dict[str, Any], str | None, list[str]]] = {
    "cafe": (
        "cafe",
        {"map": "four-woods", "blue_army": "A1 D4", "red_army": "A1 D4"},
        f"{BLUE} {RED} 2 b 6:6 b B-r 4:2 ma,spy|-",
        ["use b2"],
    ),
    "forglory": (
        "forglory",
        ARMIES,
        f"{SOUTH} {NORTH} {OFFICERS} 41,31:1:s s-n 2 1,0,0,4,0,0:0,0,0,0,0,0 sg1:7*,ng1:4",
        ["use s1"],
    ),
    "largest": ("forglory", {"battle": "hollenmar"}, None, []),
}


def told(case: str) -> str:
    game, options, position, actions = CASES[case]
    match = Match(game, seed=1, options=options, position=position)
    for action in actions:
        match.act(action)
    eyes = [*match.seat_names, None]
    scenes = [
        {"eyes": seat, "scene": match.view(seat), "position": match.game.format_position(match.seen_by(seat))}
        for seat in eyes
    ]
    return json.dumps({"scenes": scenes, "legal": messages.legal(match)[:200]}, ensure_ascii=False, indent=0)


@pytest.mark.parametrize("case", CASES)
def test_scenes_are_as_recorded(case: str) -> None:
    """After a change of rules, scenes or options on purpose `ESCARAMUZA_RECORD=1` writes them again."""
    file = GOLDEN / f"{case}.json"
    if os.environ.get("ESCARAMUZA_RECORD"):
        file.write_text(told(case), encoding="utf-8")
    assert told(case) == file.read_text(encoding="utf-8")


def test_people_who_see_the_same_share_what_is_drawn() -> None:
    match = Match("forglory", seed=1)
    scenes = Scenes()
    south, north = (scenes.of(match, seat) for seat in match.seat_names)
    assert south.scene is north.scene
    assert south.scene == match.view("south")
    match.act(match.legal()[0])
    # What stood before the step was drawn already.
    assert scenes.of(match, "south", 0) is south
    assert scenes.of(match, "south") is not south


def test_who_sees_less_gets_a_scene_of_their_own() -> None:
    game, options, position, _ = CASES["cafe"]
    match, scenes = Match(game, seed=1, options=options, position=position), Scenes()
    blue, red = (scenes.of(match, seat) for seat in match.seat_names)
    assert blue.scene["hands"]["blue"]["cards"] != []
    assert red.scene["hands"]["blue"]["cards"] == []
    assert (blue.scene, red.scene) == (match.view("blue"), match.view("red"))


def test_only_the_last_scenes_are_kept() -> None:
    scenes = Scenes(most=2 * LEAST_WEIGHT)
    for seed in range(5):
        scenes.of(Match("tactics", seed=seed), "white")
    assert (len(scenes.drawn), scenes.weight) == (2, 2 * LEAST_WEIGHT)
    large = Scenes(most=1)
    for seed in range(3):
        large.of(Match("forglory", seed=seed), "south")
    assert len(large.drawn) == 1, "the last one is there whatever it weighs"


def test_a_step_is_told_once_for_all_who_see_the_same(client: TestClient) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as one, sit(client, made["tokens"]["black"]) as two:
        white, black = Guest(one), Guest(two)
        white.hello()
        black.hello()
        drawn: list[Any] = []
        real = messages.changes_between
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(messages, "changes_between", lambda *given: (drawn.append(given), real(*given))[1])
            assert white.act(white.state["legal"][0]["action"])["ok"]
            black.wait_for(white.state["seq"])
        assert len(drawn) == 1
        assert white.state["steps"] == black.state["steps"]
        assert white.state["steps"][0]["changes"]


def test_rows_are_records() -> None:
    match = Match("forglory", seed=1, options=ARMIES)
    for row, record in zip(rows(match.state.units), match.state.units, strict=True):
        for name in match.state.units.dtype.names:
            assert getattr(row, name) == record[name].tolist(), name

"""New matches of Escaramuzas de Café over REST: what its options are, and what odd texts in them lead to."""

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from escaramuza import Match
from escaramuza.engine.setting_up import allowed_values
from escaramuza.games import registry
from escaramuza.games.cafe import armies

HALF = "x\ud800y"
FIELD: dict[str, Any] = {"name": "Plain", "objectives": [[4500, 3000], [4500, 1000], [4500, 5000]]}


def refused(client: TestClient, options: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """The code and the sentences of a refusal; the body is plain ASCII, as browsers escape what is not a character."""
    body = json.dumps({"game": "cafe", "options": options})
    answer = client.post("/api/matches", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422, answer.text
    error = answer.json()["error"]
    return error["code"], error["text"]


def test_the_kinds_of_its_options(client: TestClient) -> None:
    games = {game["id"]: game for game in client.get("/api/games").json()}
    options = {option["name"]: option for option in games["cafe"]["options"]}
    assert (options["map"]["kind"], options["map"]["default"]) == ("map", "first-cup")
    for name in ("blue_army", "red_army"):
        assert (options[name]["kind"], options[name]["default"]) == ("army", "A1 B2 E3 M1 T4 D4")
    assert (options["players"]["kind"], options["players"]["choices"]) == ("choice", ["1", "2", "3", "4"])
    assert {options[name]["kind"] for name in ("cards", "face_down", "runners_fight")} == {"flag"}
    assert games["cafe"]["seats_by_option"]["seats"]["2"] == ["blue", "red", "blue-2", "red-2"]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"map": HALF}, "UNKNOWN_MAP"),
        ({"map": "two\nlines\u0000"}, "UNKNOWN_MAP"),
        ({"map": {**FIELD, "name": HALF}}, "MAP_NAME"),
        ({"map": {**FIELD, "name": "\x1b[31mred"}}, "MAP_NAME"),
        ({"map": {**FIELD, HALF: 1}}, "MAP_FORM"),
        ({"map": {**FIELD, "terrain": [{"kind": HALF, "corners": []}]}}, "MAP_KIND"),
        ({"map": 5}, "MAP_FORM"),
        ({"map": None}, "MAP_FORM"),
        ({"blue_army": HALF}, "ARMY_TEXT"),
        ({"red_army": ["A", 5]}, "ARMY_TEXT"),
        ({"players": HALF}, "BAD_OPTION"),
        ({"rounds": HALF}, "BAD_OPTION"),
        ({HALF: 1}, "BAD_MESSAGE"),
    ],
)
def test_odd_texts_are_refused_in_words(client: TestClient, options: dict[str, Any], code: str) -> None:
    found, sentences = refused(client, options)
    assert found == code
    for said in sentences.values():
        assert "\n" not in said
        assert "\0" not in said


def test_what_an_option_takes() -> None:
    game = registry.get("cafe")
    assert allowed_values(game, "map").split(" | ")[-4:] == ["random:7", "symmetric:7", "M1…", "{…}"]
    assert allowed_values(game, "blue_army") == "A1 B2 E3 M1 T4 D4"
    assert allowed_values(game, "players") == "1 | 2 | 3 | 4"
    assert allowed_values(game, "cards") == "true | false"


def test_every_scene_can_be_sent() -> None:
    match = Match("cafe", seed=3, options={"blue_army": "A1 D4", "red_army": "A1 D4"})
    phases = set()
    while not {"die-off", "sides", "deploy", "initiative", "turn", "move"} <= phases:
        assert match.actor is not None
        scene = match.view(match.actor)
        phases.add(scene["phase"])
        for seat in (*match.seat_names, None):
            assert json.loads(json.dumps(match.view(seat)))["phase"] == scene["phase"]
        match.act((match.shortcuts(1).get("line") or match.legal())[0])


def test_what_an_army_can_be_made_of(client: TestClient) -> None:
    """The figures are those of the reference table: an Alpha is tough and slow, a Minguin quick."""
    found = client.get("/api/cafe/armies").json()
    units = {unit["letter"]: unit for unit in found["units"]}
    assert list(units) == list("ABEMTD")
    figures = {"health": 5, "resistance": 4, "shooting": 2, "fighting": 3, "move": 600}
    assert units["A"] == {"letter": "A", "type": "alpha", **figures}
    assert units["M"]["move"] == 1300
    assert (found["least"], found["most"]) == (5, 30)


def test_armies_to_start_from_can_be_played(client: TestClient) -> None:
    found = client.get("/api/cafe/armies").json()
    assert [sum(army.values()) for army in found["ready"]] == [5, 8, 10, 15, 20, 30]
    assert [armies.read_army(text) for text in armies.READY] == list(armies.READY)
    assert found["ready"][found["published"]] == {"A": 1, "B": 2, "E": 3, "M": 1, "T": 4, "D": 4}

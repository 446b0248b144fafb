"""REST of the maps of Escaramuzas de Café and For Glory, and of For Glory's ready battles."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from escaramuza.games.cafe import map_codes, maps
from escaramuza.games.cafe.maps import KINDS, ROLES
from escaramuza.games.forglory import maps as battle_maps
from escaramuza.games.forglory import tables
from escaramuza.games.forglory.armies import army_units
from escaramuza.games.forglory.battles import ready_battles

EMPTY: dict[str, Any] = {"name": "Empty", "objectives": [[4500, 3000], [4500, 1000], [4500, 5000]]}


def rock(*corners: list[int]) -> dict[str, Any]:
    return {"kind": "rock", "corners": list(corners)}


def error_of(answer: Any, status: int = 422) -> tuple[str, dict[str, str]]:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert set(error["text"]) == {"es", "fr", "en"}
    return error["code"], error["text"]


def judged(client: TestClient, form: dict[str, Any], game_id: str = "cafe") -> dict[str, Any]:
    answer = client.post(f"/api/{game_id}/map", json={"map": form})
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()
    return data


def test_the_catalogue(client: TestClient) -> None:
    data = client.get("/api/cafe/maps").json()
    assert [ready["id"] for ready in data["ready"]] == list(maps.ready_maps())
    assert all(set(ready["text"]) == {"es", "fr", "en"} for ready in data["ready"])
    assert data["ready"][0]["map"] == maps.default_map().model_dump(mode="json")
    assert [kind["id"] for kind in data["kinds"]] == list(KINDS)
    assert data["kinds"][0] == {
        "id": "wood",
        "roles": ["cover", "difficult"],
        "text": {"es": "bosque", "fr": "bois", "en": "wood"},
    }
    assert [role["id"] for role in data["roles"]] == list(ROLES)
    assert data["limits"] == {
        "name": 40,
        "least_width": 6000,
        "most_width": 12000,
        "least_height": 4000,
        "most_height": 9000,
        "least_gap": 3000,
        "least_zone": 1000,
        "pieces": 24,
        "least_corners": 3,
        "corners": 12,
        "objectives": [3, 5, 7],
        "patch": 250,
        "apart": 1400,
    }


@pytest.mark.parametrize("name", maps.ready_maps())
def test_ready_maps_are_legal(client: TestClient, name: str) -> None:
    field = maps.ready_maps()[name]
    data = judged(client, field.model_dump(mode="json"))
    assert data == {"legal": True, "problems": [], "code": map_codes.encode(field)}


def test_everything_wrong_is_told_with_its_place(client: TestClient) -> None:
    bad = {
        **EMPTY,
        "gap": 100,
        "objectives": [[4500, 3000], [4500, 2000], [4500, 5000]],
        "terrain": [rock([0, 0], [9, 0], [9, 9]), rock([4400, 2900], [4600, 2900], [4600, 3100]), rock([1, 1])],
    }
    data = judged(client, bad)
    assert data["legal"] is False
    places = [(problem["code"], problem["piece"], problem["objective"]) for problem in data["problems"]]
    assert places == [
        ("MAP_GAP", None, None),
        ("MAP_OBJECTIVE_ZONE", None, 0),
        ("MAP_OBJECTIVES_NEAR", None, 1),
        ("MAP_OBJECTIVE_ZONE", None, 1),
        ("MAP_OBJECTIVE_ZONE", None, 2),
        ("MAP_SOLID_PATCH", 1, 0),
        ("MAP_CORNERS", 2, None),
    ]
    near = data["problems"][2]["text"]
    assert near["en"] == "The edges of objectives 1 and 2 are 5 cm apart; it must be more than 14 cm."
    assert "14" in near["es"]
    assert "14" in near["fr"]
    again = client.get(f"/api/cafe/map/code/{data['code']}").json()["map"]
    assert again["objectives"] == bad["objectives"], "drafts are shared as they are"


def test_a_crossed_outline_names_its_piece_only(client: TestClient) -> None:
    bow = rock([2000, 2000], [2400, 2300], [2400, 2000], [2000, 2400])
    [problem] = judged(client, {**EMPTY, "terrain": [bow]})["problems"]
    assert (problem["code"], problem["piece"], problem["objective"]) == ("MAP_CROSSED", 0, None)


@pytest.mark.parametrize(
    ("form", "code"),
    [
        (7, "MAP_FORM"),
        (None, "MAP_FORM"),
        ({}, "MAP_FIELD_MISSING"),
        ({**EMPTY, "depth": 1}, "MAP_FIELD_UNKNOWN"),
        ({**EMPTY, "terrain": [{"kind": "sea", "corners": []}]}, "MAP_KIND"),
        ({**EMPTY, "name": "a\nb"}, "MAP_NAME"),
        ({**EMPTY, "width": 90.5}, "MAP_FORM"),
    ],
)
def test_what_is_no_map_is_refused(client: TestClient, form: Any, code: str) -> None:
    assert error_of(client.post("/api/cafe/map", json={"map": form}))[0] == code


def test_a_body_without_a_map_says_so(client: TestClient) -> None:
    code, text = error_of(client.post("/api/cafe/map", json={}))
    assert (code, text["en"]) == ("MAP_FIELD_MISSING", "“map” is missing.")
    assert error_of(client.post("/api/cafe/map", json={"map": EMPTY, "x": 1}))[0] == "BAD_MESSAGE"


@pytest.mark.parametrize("symmetric", [False, True])
def test_maps_by_lot(client: TestClient, symmetric: bool) -> None:
    wanted = {"symmetric": symmetric, "seed": 11}
    first = client.post("/api/cafe/map/random", json=wanted).json()["map"]
    assert first == client.post("/api/cafe/map/random", json=wanted).json()["map"]
    assert judged(client, first)["legal"]
    assert maps.legal_map(first["name"]).model_dump(mode="json") == first
    other = client.post("/api/cafe/map/random", json={"symmetric": symmetric}).json()["map"]
    assert judged(client, other)["legal"]
    assert error_of(client.post("/api/cafe/map/random", json={"seed": -1}))[0] == "BAD_MESSAGE"


def test_codes(client: TestClient) -> None:
    field = maps.default_map()
    code = map_codes.encode(field)
    assert client.get(f"/api/cafe/map/code/{code}").json() == {"map": field.model_dump(mode="json")}
    assert error_of(client.get(f"/api/cafe/map/code/{code[:-1]}"))[0] == "MAP_CODE_DAMAGED"
    assert error_of(client.get(f"/api/cafe/map/code/M9{code[2:]}"))[0] == "MAP_CODE_VERSION"


def test_the_catalogue_of_for_glory(client: TestClient) -> None:
    data = client.get("/api/forglory/maps").json()
    assert [ready["id"] for ready in data["ready"]] == list(battle_maps.ready_maps())
    first = data["ready"][0]
    assert first["map"] == battle_maps.default_map().model_dump(mode="json")
    assert first["objectives"][0] == {"es": "el puente", "fr": "le pont", "en": "the bridge"}
    assert [kind["id"] for kind in data["kinds"]] == list(tables.KINDS)
    assert data["kinds"][0] == {
        "id": "wood",
        "roles": ["difficult", "dense", "hides"],
        "text": {"es": "bosque", "fr": "bois", "en": "wood"},
    }
    assert [role["id"] for role in data["roles"]] == list(battle_maps.ROLES)
    assert data["limits"] == {
        "name": 40,
        "least_width": 9000,
        "most_width": 24000,
        "least_height": 6000,
        "most_height": 18000,
        "pieces": 30,
        "least_corners": 3,
        "corners": 12,
        "objectives": [*range(13)],
        "roads": 8,
        "least_points": 2,
        "points": 12,
        "road_width": 200,
    }


def test_a_map_of_for_glory_is_judged_with_the_places_of_what_is_wrong(client: TestClient) -> None:
    river = {"kind": "river", "corners": [[0, 4000], [12000, 4000], [12000, 4400], [0, 4400]]}
    meadow = {"kind": "bridge", "corners": [[100, 100], [500, 100], [500, 500]]}
    bad = {
        "name": "Bad",
        "objectives": [[6000, 4200], [100, 8000], [100, 8000]],
        "terrain": [river, meadow],
        "roads": [[[0, 0], [100, 0]], [[0, 0]]],
    }
    data = judged(client, bad, "forglory")
    assert [(each["code"], each["piece"], each["objective"], each["road"]) for each in data["problems"]] == [
        ("MAP_OBJECTIVE_BARRED", 0, 0, None),
        ("MAP_OBJECTIVES_SAME", None, 2, None),
        ("MAP_CROSSING_DRY", 1, None, None),
        ("MAP_BENDS", None, None, 1),
    ]
    assert all(set(each["text"]) == {"es", "fr", "en"} for each in data["problems"])
    assert "2" in data["problems"][3]["text"]["en"]
    again = client.get(f"/api/forglory/map/code/{data['code']}").json()["map"]
    assert again == {**bad, "width": 12000, "height": 9000}, "drafts are shared as they are"


@pytest.mark.parametrize("name", battle_maps.ready_maps())
def test_ready_maps_of_for_glory_are_legal(client: TestClient, name: str) -> None:
    field = battle_maps.ready_maps()[name]
    data = judged(client, field.model_dump(mode="json"), "forglory")
    assert data == {"legal": True, "problems": [], "code": battle_maps.BOOK.encode(field)}


def test_each_game_takes_its_own_form(client: TestClient) -> None:
    code, text = error_of(client.post("/api/forglory/map", json={"map": {**EMPTY, "gap": 5400}}))
    assert code == "MAP_FIELD_UNKNOWN"
    assert "roads" in text["en"], "the sentence is For Glory's"
    code, text = error_of(client.post("/api/cafe/map", json={"map": {**EMPTY, "roads": []}}))
    assert code == "MAP_FIELD_UNKNOWN"
    assert "gap" in text["en"], "and this one Escaramuzas de Café's"
    marsh = {"name": "Marsh", "terrain": [{"kind": "marsh", "corners": []}]}
    code, text = error_of(client.post("/api/forglory/map", json={"map": marsh}))
    assert code == "MAP_KIND"
    assert "ford" in text["en"]
    assert (
        error_of(client.get(f"/api/forglory/map/code/{map_codes.encode(maps.default_map())}"))[0] == "MAP_CODE_DAMAGED"
    )


@pytest.mark.parametrize("symmetric", [False, True])
def test_maps_of_for_glory_by_lot(client: TestClient, symmetric: bool) -> None:
    wanted = {"symmetric": symmetric, "seed": 11}
    first = client.post("/api/forglory/map/random", json=wanted).json()["map"]
    assert first == client.post("/api/forglory/map/random", json=wanted).json()["map"]
    assert first["roads"]
    assert judged(client, first, "forglory")["legal"]
    assert battle_maps.legal_map(first["name"]).model_dump(mode="json") == first


def test_the_ready_battles(client: TestClient) -> None:
    data = client.get("/api/forglory/battles").json()
    assert [battle["id"] for battle in data] == list(ready_battles())
    ids = {ready["id"] for ready in client.get("/api/forglory/maps").json()["ready"]}
    for told, battle in zip(data, ready_battles().values(), strict=True):
        assert told["map"] in ids
        assert told["introduction"] == battle.introduction
        assert len(told["objectives"]) == len(battle.map.objectives)
        for side, army in zip(("south", "north"), battle.armies, strict=True):
            units = [
                (number, unit["category"], unit["quality"])
                for number, division in enumerate(told[side]["divisions"])
                for unit in division["units"]
            ]
            expected = [(d, tables.CATEGORIES[c], tables.QUALITIES[q]) for d, c, q in army_units(army.text)]
            assert units == expected
            assert told[side]["army"] == army.text
    first = data[0]["south"]
    assert first["points"] == 12
    assert first["divisions"][0]["general"]["en"] == "General Daubrac"
    assert first["divisions"][0]["units"][3]["text"]["fr"] == "Batterie Lucmont"

"""REST of the Barracks."""

import io
from typing import Any

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from escaramuza.games.escarmouche.tables import ABILITIES
from tests.squads import pictures

PLAIN: dict[str, Any] = {"name": "Ana", "health": 4, "range": 1, "move": 3, "power": 2, "abilities": ["charge"]}


def error_of(answer: Any, status: int = 422) -> tuple[str, dict[str, str]]:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    return error["code"], error["text"]


def test_the_catalogue(client: TestClient) -> None:
    data = client.get("/api/barracks").json()
    assert data["limits"] == {
        "units": 6,
        "points": 30,
        "cost": 30,
        "low": 1,
        "high": 10,
        "abilities": 2,
        "name": 40,
        "quote": 120,
    }
    assert [rank["points"] for rank in data["ranks"]] == [1, 3, 6, 10, 15]
    assert [ability["id"] for ability in data["abilities"]] == list(ABILITIES)
    assert [ability["id"] for ability in data["abilities"] if not ability["attacking"]] == [
        "defensive-stance",
        "tactical-retreat",
        "forward",
        "feint",
        "guardian",
    ]
    assert all(set(ability["rule"]) == {"es", "fr", "en"} for ability in data["abilities"])
    assert [status["id"] for status in data["statuses"]] == [
        "stance",
        "retreated",
        "suppressed-next",
        "suppressed",
        "drained-next",
        "drained",
        "guards",
        "guarded",
    ]
    assert data["papers"] == ["a4", "letter"]
    assert len(data["icons"]) >= 40
    assert "CC BY" in data["credit"]
    assert len(data["ready"]) == 6
    worlds = {world["id"] for world in data["worlds"]}
    assert {ready["world"] for ready in data["ready"]} == worlds
    assert len(data["archetypes"]) == len(data["styles"]) == 5


def test_a_unit_in_figures(client: TestClient) -> None:
    data = client.post("/api/barracks/unit", json={"unit": PLAIN}).json()
    assert (data["cost"], data["rank"], data["points"]) == (22, "paragon", 15)
    parts = {"health": 4, "range": 2, "move": 3.63, "power": 7.2, "together": 1.2, "abilities": 3}
    assert data["parts"] == pytest.approx(parts)
    assert data["steps"]["power"] == {"cost": 28, "rank": "paragon", "points": 15}
    assert set(data["abilities"]) == set(ABILITIES) - {"charge"}
    assert data["problems"] == []
    over_budget = client.post("/api/barracks/unit", json={"unit": {**PLAIN, "power": 6, "health": 10}}).json()
    assert over_budget["steps"]["health"] is None
    assert "30" in over_budget["problems"][0]["es"]


def test_a_squad_in_figures(client: TestClient) -> None:
    good = client.post("/api/barracks/squad", json={"squad": {"name": "S", "units": [PLAIN]}}).json()
    assert (good["points"], good["legal"], good["problems"]) == (15, True, [])
    bad = client.post("/api/barracks/squad", json={"squad": {"name": "S", "units": [{**PLAIN, "power": 6}] * 3}}).json()
    assert bad["legal"] is False
    assert [problem["unit"] for problem in bad["problems"]] == [0, 1, 2, None]
    assert len(bad["units"]) == 3
    again = client.get(f"/api/barracks/code/{bad['code']}").json()
    assert again["kind"] == "squad"
    assert again["squad"]["units"][2]["power"] == 6
    empty = client.post("/api/barracks/squad", json={"squad": {"name": "S", "units": []}}).json()
    assert empty["legal"] is False


def test_what_is_wrong_with_a_unit_is_said_in_each_language(client: TestClient) -> None:
    code, text = error_of(client.post("/api/barracks/unit", json={"unit": {**PLAIN, "health": 99}}))
    assert code == "UNIT_FIGURE"
    assert text["fr"] == "« health » est un nombre entier de 1 à 10, pas « 99 »."
    body = {"squad": {"name": "S", "units": [PLAIN, {**PLAIN, "abilities": ["fly"]}]}}
    assert error_of(client.post("/api/barracks/squad", json=body))[0] == "UNKNOWN_ABILITY"
    for what in ("unit", "squad"):
        code, text = error_of(client.post(f"/api/barracks/{what}", json={}))
        assert code == "FIELD_MISSING"
        assert text["en"] == f"“{what}” is missing."
        code, text = error_of(client.post(f"/api/barracks/{what}", json={what: 5}))
        assert f"“{what}”" in text["en"]
    code, text = error_of(client.post("/api/barracks/unit", json={"unit": {**PLAIN, "name": "\u200b"}}))
    assert (code, "name" in text["en"]) == ("UNIT_NAME", True)
    assert error_of(client.post("/api/barracks/unit", json={"unit": PLAIN, "x": 1}))[0] == "BAD_MESSAGE"


def test_codes(client: TestClient) -> None:
    code = client.post("/api/barracks/code", json={"unit": PLAIN}).json()["code"]
    shared = client.get(f"/api/barracks/code/{code}").json()
    assert shared["kind"] == "unit"
    assert shared["unit"]["name"] == "Ana"
    squad = client.get("/api/barracks").json()["ready"][0]["squad"]
    spanish = client.post("/api/barracks/code", json={"squad": squad, "lang": "es"}).json()["code"]
    assert (
        client.get(f"/api/barracks/code/{spanish}").json()["squad"]["units"][0]["quote"]
        == squad["units"][0]["quote"]["es"]
    )
    assert error_of(client.post("/api/barracks/code", json={}))[0] == "UNIT_OR_SQUAD"
    assert error_of(client.post("/api/barracks/code", json={"unit": PLAIN, "squad": squad}))[0] == "UNIT_OR_SQUAD"
    assert error_of(client.get(f"/api/barracks/code/{code[:-1]}"))[0] == "CODE_DAMAGED"
    assert error_of(client.get("/api/barracks/code/S2AAAAAAAAAAAAAAAA"))[0] == "CODE_VERSION"


def test_by_lot(client: TestClient) -> None:
    wanted = {"rank": "champion", "archetype": "caster", "lang": "es", "seed": 5}
    unit = client.post("/api/barracks/random/unit", json=wanted).json()
    assert unit == client.post("/api/barracks/random/unit", json=wanted).json()
    assert client.post("/api/barracks/unit", json={"unit": unit}).json()["rank"] == "champion"
    squad = client.post("/api/barracks/random/squad", json={"style": "assault", "lang": "fr"}).json()
    report = client.post("/api/barracks/squad", json={"squad": squad}).json()
    assert report["legal"] is True
    assert report["points"] >= 28
    for body in ({"style": "lazy"}, {"style": "elite", "points": 31}, {"style": "elite", "seed": -1}):
        assert error_of(client.post("/api/barracks/random/squad", json=body))[0] == "BAD_MESSAGE"


def test_printing(client: TestClient) -> None:
    squad = client.get("/api/barracks").json()["ready"][1]["squad"]
    body = {
        "squad": squad,
        "paper": "letter",
        "parts": ["cards", "board"],
        "lang": "es",
        "address": "https://example.org",
    }
    answer = client.post("/api/barracks/print", json=body)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert len(PdfReader(io.BytesIO(answer.content)).pages) == 3
    assert client.post("/api/barracks/print", json={**body, "address": "https://example.org/"}).status_code == 200
    for wrong in ({"paper": "a5"}, {"parts": []}, {"parts": ["x"]}, {"lang": "de"}, {"address": "file:///etc"}):
        assert error_of(client.post("/api/barracks/print", json={**body, **wrong}))[0] == "BAD_MESSAGE"


def test_options_that_are_squads(client: TestClient) -> None:
    games = {game["id"]: game for game in client.get("/api/games").json()}
    options = {option["name"]: option for option in games["escarmouche"]["options"]}
    ready = [ready["id"] for ready in client.get("/api/barracks").json()["ready"]]
    assert options["white_squad"]["kind"] == options["black_squad"]["kind"] == "squad"
    assert [options["white_squad"]["default"], options["black_squad"]["default"]] == ready[:2]
    assert options["scenario"]["kind"] == "choice"


def test_pictures_are_printed_or_refused(client: TestClient) -> None:
    picture = pictures.text_of(pictures.jpeg())
    body = {"squad": {"name": "Ones", "units": [PLAIN] * 24}, "parts": ["cards"]}
    answer = client.post("/api/barracks/print", json={**body, "portraits": [None, picture]})
    assert answer.status_code == 200, answer.text
    assert PdfReader(io.BytesIO(answer.content)).pages[0].images
    for bad, code in ((pictures.png(), "FORM"), (pictures.noise(), "LONG"), (pictures.bomb(), "LARGE")):
        refused = client.post("/api/barracks/print", json={**body, "portraits": [pictures.text_of(bad)]})
        assert error_of(refused)[0] == f"PORTRAIT_{code}"
    assert error_of(client.post("/api/barracks/print", json={**body, "portraits": [None] * 25}))[0] == "BAD_MESSAGE"


def test_as_many_pictures_as_there_may_be_have_room(client: TestClient) -> None:
    padded = pictures.jpeg()
    # A comment as long as fills it up to the most that is taken.
    padded = (
        padded[:2] + b"\xff\xfe" + (room := 23_000 - len(padded)).to_bytes(2, "big") + b" " * (room - 2) + padded[2:]
    )
    body = {"squad": {"name": "Ones", "units": [PLAIN] * 24}, "portraits": [pictures.text_of(padded)] * 24}
    assert client.post("/api/barracks/print", json=body).status_code == 200
    assert error_of(client.post("/api/barracks/print", json={**body, "x": "x" * 1_000_000}), 413)[0] == "TOO_LARGE"


def test_nothing_but_printing_takes_a_picture(client: TestClient) -> None:
    unit = {**PLAIN, "portrait": pictures.text_of(pictures.jpeg())}
    assert error_of(client.post("/api/barracks/unit", json={"unit": unit}))[0] == "FIELD_UNKNOWN"

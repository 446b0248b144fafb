"""The diagrams of the rules over REST."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from escaramuza.games import registry
from escaramuza.server import schema

DRAWINGS: TypeAdapter[Any] = TypeAdapter(schema.types()["Drawings"])


@pytest.mark.parametrize("game_id", registry.ids())
def test_what_is_drawn_is_told_with_the_rules(client: TestClient, game_id: str) -> None:
    sections = client.get(f"/api/games/{game_id}/rules").json()["sections"]
    clauses = [clause for section in sections for clause in section["clauses"]]
    told = {one["id"]: clause["id"] for clause in clauses for one in clause["diagrams"]}
    assert told == {one.id: one.clause for one in registry.get(game_id).diagrams}
    assert all(text for clause in clauses for one in clause["diagrams"] for text in one["caption"].values())

    answer = client.get(f"/api/games/{game_id}/diagrams")
    assert answer.status_code == 200
    assert json.loads(DRAWINGS.dump_json(DRAWINGS.validate_json(answer.text, strict=True))) == answer.json()
    assert {one["id"] for one in answer.json()} == set(told)
    assert client.get(f"/api/games/{game_id}/diagrams").content == answer.content


def test_nothing_is_drawn_of_a_game_that_nobody_knows(client: TestClient) -> None:
    assert client.get("/api/games/chess/diagrams").status_code == 404

"""Escarmouche over the wire: secrets that stay secrets, questions to the right seat, looks, and the rematch."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.conftest import Guest, new_match

DUEL = {"white_squad": "2/1/3/2;3/1/2/1", "black_squad": "2/1/3/1;8/1/1/1+guardian"}


def begin(client: TestClient, position: str | None = None, **options: Any) -> dict[str, Any]:
    made = new_match(client, game="escarmouche", options={**DUEL, **options}, position=position)
    tokens: dict[str, str] = made["tokens"]
    return tokens


def sit(client: TestClient, token: str) -> Any:
    return client.websocket_connect(f"/api/table/{token}")


def place_secretly(guest: Guest, *squares: str) -> None:
    for number, square in enumerate(squares, start=1):
        assert guest.act(f"{number}@{square}")["ok"]
    assert guest.act("ready")["ok"]


@pytest.mark.clause("E-R5")
def test_a_secret_placement_stays_secret_and_cannot_be_taken_back_once_seen(client: TestClient) -> None:
    tokens = begin(client, placement="secret")
    with sit(client, tokens["white"]) as one, sit(client, tokens["black"]) as two:
        guests = {"white": Guest(one), "black": Guest(two)}
        for guest in guests.values():
            guest.hello()
        assert guests["white"].act("roll")["ok"]
        guests["black"].until("update")
        first, second = ("white", "black") if guests["white"].state["actor"] == "white" else ("black", "white")
        rows = {"white": ("a1", "b1"), "black": ("a8", "b8")}
        place_secretly(guests[first], *rows[first])
        guests[second].wait_for(guests[first].state["seq"])
        heard = "".join(guests[second].heard)
        assert not any(
            square in str(unit["square"]) for unit in guests[second].state["scene"]["units"] for square in ("a", "b")
        )
        assert f"1@{rows[first][0]}" not in heard
        assert guests[second].ask(type="look", unit=0 if first == "white" else 6)["data"]["reach"] == []
        place_secretly(guests[second], *rows[second])
        guests[first].wait_for(guests[second].state["seq"])
        assert guests[second].state["scene"]["phase"] == "first-die"
        assert all(unit["square"] for unit in guests[second].state["scene"]["units"])
        for guest in guests.values():
            assert guest.state["can_undo"] is False
            assert guest.ask(type="undo")["error"]["code"] == "UNDO_STOPS_AT_SECRET"


@pytest.mark.clause("E-R6", "E-R10")
def test_the_guardian_s_owner_is_asked_and_only_the_owner(client: TestClient) -> None:
    tokens = begin(client, "d4,a1 d5:2,h8:8:g1 w 2 - -")
    with sit(client, tokens["white"]) as one, sit(client, tokens["black"]) as two:
        white, black = Guest(one), Guest(two)
        white.hello(), black.hello()
        attack = next(option for option in white.state["legal"] if option["action"] == "d4xd5")
        assert attack["effect"][0]["out"] is True
        assert attack["effect"][0]["guards"][0]["left"] == 6
        assert white.act("d4xd5")["ok"]
        black.wait_for(white.state["seq"])
        assert white.state["actor"] == black.state["actor"] == "black"
        assert white.state["legal"] == []
        assert [option["action"] for option in black.state["legal"]] == ["guard:h8", "no-guard"]
        assert black.state["scene"]["ask"]["guardians"] == [7]
        assert white.act("no-guard")["error"]["code"] == "NOT_YOUR_TURN"
        assert black.act("guard:h8")["ok"]
        white.wait_for(black.state["seq"])
        assert {unit["id"]: unit["health"] for unit in white.state["scene"]["units"]}[7] == 6
        assert white.state["actor"] == "white"
        assert white.ask(type="undo")["error"]["code"] == "UNDO_NOT_YOURS"


def test_a_look_shows_reach_range_and_what_blocks(client: TestClient) -> None:
    tokens = begin(client, "a1,a2 a4,h8 w 2 - -", white_squad="2/4/2/1;3/1/2/1")
    with sit(client, tokens["black"]) as wire:
        guest = Guest(wire)
        guest.hello()
        seen = guest.ask(type="look", unit=0)["data"]
        assert seen["reach"] == ["b1", "c1", "b2", "c2", "a3", "b3", "c3"]
        hidden = {"unit": 6, "corner": [-1, 1], "square": "a4", "visible": False, "blocked_by": ["a2"]}
        assert seen["targets"] == [hidden]
        nothing = {"shape": "escarmouche", "reach": [], "range": [], "seen": [], "targets": []}
        assert guest.ask(type="look", unit=99)["data"] == nothing


def test_a_rematch_changes_the_sides_and_is_the_same_for_both(client: TestClient) -> None:
    tokens = begin(client, "d4,a1 d5:1,- w 2 - -", turn_limit=7)
    assert client.post(f"/api/matches/{tokens['white']}/rematch").json()["error"]["code"] == "NOT_OVER"
    with sit(client, tokens["white"]) as one, sit(client, tokens["black"]) as two:
        white, black = Guest(one), Guest(two)
        white.hello(), black.hello()
        assert white.act("d4xd5")["ok"]
        black.wait_for(white.state["seq"])
        assert black.state["outcome"] == {"white": 1, "black": -1}
        assert black.state["rematch"] is None
        mine = client.post(f"/api/matches/{tokens['white']}/rematch").json()["token"]
        while black.state["rematch"] is None:
            black.until("update")
        theirs = black.state["rematch"]
        assert client.post(f"/api/matches/{tokens['black']}/rematch").json()["token"] == theirs
    assert client.get(f"/api/matches/{mine}").json()["role"] == "black"
    assert client.get(f"/api/matches/{theirs}").json()["role"] == "white"
    with sit(client, mine) as wire:
        guest = Guest(wire)
        scene = guest.hello()["scene"]
        assert scene["turn_limit"] == 7
        assert [unit["max_health"] for unit in scene["units"] if unit["side"] == "black"] == [2, 3]
        assert [unit["max_health"] for unit in scene["units"] if unit["side"] == "white"] == [2, 8]


def test_a_rematch_with_the_same_sides_is_the_same_for_both(client: TestClient) -> None:
    tokens = begin(client, "d4,a1 d5:1,- w 2 - -", turn_limit=7)
    with sit(client, tokens["white"]) as wire:
        white = Guest(wire)
        white.hello()
        assert white.act("d4xd5")["ok"]
    mine = client.post(f"/api/matches/{tokens['white']}/rematch", json={"same_sides": True}).json()["token"]
    theirs = client.post(f"/api/matches/{tokens['black']}/rematch").json()["token"]
    assert [client.get(f"/api/matches/{token}").json()["role"] for token in (mine, theirs)] == ["white", "black"]
    with sit(client, mine) as wire:
        scene = Guest(wire).hello()["scene"]
        assert [unit["max_health"] for unit in scene["units"] if unit["side"] == "white"] == [2, 3]


def test_a_position_is_shown_with_its_squads(client: TestClient) -> None:
    query = {"p": "e2 e7:3 b 2 - -", "white_squad": "4/1/3/2", "black_squad": "5/1/2/3+sweep"}
    shown = client.get("/api/positions/escarmouche", params=query).json()
    assert [unit["health"] for unit in shown["scene"]["units"]] == [4, 3]
    bad = client.get("/api/positions/escarmouche", params={**query, "white_squad": "9/9/9/9"})
    assert bad.status_code == 422
    assert bad.json()["error"]["code"] == "UNIT_TOO_DEAR"


def test_a_match_file_with_a_bad_squad_is_refused_in_each_language(client: TestClient) -> None:
    from escaramuza import Match
    from escaramuza.engine import record

    text = record.dumps(Match("escarmouche", seed=1, options=DUEL)).replace('"health":8', '"health":11')
    error = client.post("/api/matches/import", json={"file": text}).json()["error"]["text"]
    assert "Option" in error["en"]
    assert "La opción" in error["es"] and "Option" not in error["es"]
    assert "L’option" in error["fr"]

"""Who did what in a match, and the same match again."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from escaramuza import Match
from escaramuza.server.tally import tally_of
from tests.server.conftest import Guest, new_match
from tests.server.test_table import sit


def test_tactics() -> None:
    match = Match("tactics", position="6ka/6S1/8/8/8/8/8/K7 w 12 - -")
    match.act("g7xh8")
    told = tally_of(match)
    assert told.lost == {"white": 0, "black": 1}
    best = told.best["white"]
    assert best is not None and best.felled == 1 and best.damage == 0 and told.best["black"] is None
    assert not isinstance(best.name, str) and (best.name.en, best.name.es) == ("sword", "espada")


def test_damage_counts_where_nobody_fell() -> None:
    options = {"white_squad": "4/1/3/2+charge;3/3/2/2", "black_squad": "5/1/2/3;4/1/2/2"}
    match = Match("escarmouche", options=options, position="b2,e4 e5:5,d6 w 2 - -")
    match.act("e4xe5")
    told = tally_of(match)
    best = told.best["white"]
    assert best is not None and (best.name, best.felled, best.damage) == ("B", 0, 2)
    assert told.lost == {"white": 0, "black": 0}


def test_nothing_happened() -> None:
    told = tally_of(Match("tactics", seed=1))
    assert told.best == {"white": None, "black": None} and told.lost == {"white": 0, "black": 0}


def finished(client: TestClient, **seats: str) -> dict[str, Any]:
    made = new_match(client, position="6Sk/8/8/8/8/8/8/K7 w 11 - -", seats=seats)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        assert white.act("g8xh8")["ok"]
    return made


def test_a_finished_match_tells_its_losses_and_best_pieces(client: TestClient) -> None:
    made = finished(client, white="person", black="person")
    told = client.get(f"/api/matches/{made['spectator']}/tally").json()
    assert told["lost"] == {"white": 0, "black": 1} and told["best"]["white"]["name"]["fr"] == "épée"


def test_the_tally_of_a_match_that_goes_on_is_not_told(client: TestClient) -> None:
    made = new_match(client)
    answer = client.get(f"/api/matches/{made['spectator']}/tally")
    assert answer.status_code == 409 and answer.json()["error"]["code"] == "NOT_OVER"


@pytest.mark.parametrize("black", ["random", "person"])
def test_again_with_the_same_sides(client: TestClient, black: str) -> None:
    made = finished(client, white="person", black=black)
    token = made["tokens"]["white"]
    answer = client.post(f"/api/matches/{token}/again")
    assert answer.status_code == 201, answer.text
    fresh = client.get(f"/api/matches/{answer.json()['token']}").json()
    assert fresh["role"] == "white" and not fresh["finished"]
    assert fresh["seats"]["black"]["kind"] == ("agent" if black == "random" else "person")
    assert client.post(f"/api/matches/{made['spectator']}/again").status_code == 403


def test_again_needs_nobody_else(client: TestClient) -> None:
    made = finished(client, white="person", black="link")
    answer = client.post(f"/api/matches/{made['tokens']['white']}/again")
    assert answer.status_code == 409 and answer.json()["error"]["code"] == "OTHERS_PLAYED"
    going = new_match(client, seats={"white": "person", "black": "random"})
    assert client.post(f"/api/matches/{going['tokens']['white']}/again").json()["error"]["code"] == "NOT_OVER"

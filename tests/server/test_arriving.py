"""Guests who come by a link: their names, and what they bring."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from escaramuza.engine import record
from escaramuza.server.app import create_app
from escaramuza.server.settings import Settings
from tests.server.conftest import Guest, new_match
from tests.server.test_table import sit

SMALL = "5/1/3/1+charge;2/1/2/1+forward"


def arrive(client: TestClient, token: str, name: str = "", **more: Any) -> Any:
    return client.post(f"/api/matches/{token}/arrive", json={"name": name, **more})


def code(answer: Any) -> str:
    found: str = answer.json()["error"]["code"]
    return found


def test_a_guest_s_name_is_told_to_everybody_and_kept(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        made = new_match(client, seats={"white": "person", "black": "link"}, names={"white": "Ana"})
        with sit(client, made["tokens"]["white"]) as session:
            host = Guest(session)
            host.hello()
            assert arrive(client, made["tokens"]["black"], " Luc ").status_code == 204
            while host.state["seats"]["black"]["name"] != "Luc":
                host.receive()
    with TestClient(create_app(settings)) as client:
        found = client.get(f"/api/matches/{made['tokens']['white']}").json()
        assert [found["seats"][seat]["name"] for seat in ("white", "black")] == ["Ana", "Luc"]
        with sit(client, made["tokens"]["black"]) as session:
            guest = Guest(session)
            guest.hello()
            assert guest.ask(type="say", word="abort")["ok"]
        file = client.get(f"/api/matches/{made['tokens']['black']}/file").text
        assert record.loads(file).seats == {"white": "Ana", "black": "Luc"}


@pytest.mark.parametrize("name", ["x" * 81, "a\nb", "random", "search:sims=10"])
def test_names_that_cannot_be_one(client: TestClient, name: str) -> None:
    made = new_match(client)
    assert arrive(client, made["tokens"]["black"], name).status_code == 422
    assert client.get(f"/api/matches/{made['spectator']}").json()["seats"]["black"]["name"] == ""


def test_spectators_and_strangers_do_not_arrive(client: TestClient) -> None:
    made = new_match(client)
    assert code(arrive(client, made["spectator"], "Eva")) == "SPECTATORS_WATCH"
    assert code(arrive(client, "nobody", "Eva")) == "DEAD_LINK"


@pytest.fixture
def invited(client: TestClient) -> dict[str, Any]:
    seats = {"white": "person", "black": "link"}
    return new_match(client, game="escarmouche", seats=seats, terms={"brings": True, "most": 60})


def test_nobody_acts_before_the_guest_has_brought_a_squad(client: TestClient, invited: dict[str, Any]) -> None:
    with sit(client, invited["tokens"]["white"]) as one, sit(client, invited["tokens"]["black"]) as other:
        host, guest = Guest(one), Guest(other)
        told = host.hello()
        assert told["arriving"] == {"waits_for": ["black"], "option": None, "most": 60}
        assert guest.hello()["arriving"]["option"] == "black_squad"
        assert told["legal"] == []
        first = host.act("roll")
        assert first["error"]["code"] == "AWAITED"
        commitment = told["commitment"]
        assert arrive(client, invited["tokens"]["black"], "Luc", brought=SMALL).status_code == 204
        while host.state["arriving"]:
            host.receive()
        assert host.state["commitment"] == commitment, "the dice stay the same"
        units = [unit for unit in host.state["scene"]["units"] if unit["side"] == "black"]
        assert len(units) == 2
        guest.wait_for(host.state["seq"])
        actor = {"white": host, "black": guest}[host.state["actor"]]
        while not actor.state["legal"]:
            actor.receive()
        assert actor.act(actor.state["legal"][0]["action"])["ok"]


def test_a_word_does_not_end_the_waiting(client: TestClient) -> None:
    seats = {"blue": "link", "red": "link", "blue-2": "link", "red-2": "link"}
    made = new_match(client, game="cafe", options={"players": 2}, seats=seats, terms={"brings": True})
    with sit(client, made["tokens"]["blue-2"]) as session:
        partner = Guest(session)
        assert partner.hello()["arriving"]["waits_for"] == ["blue", "red"]
        assert partner.ask(type="say", word="resign")["error"]["code"] == "AWAITED"
        assert arrive(client, made["tokens"]["red"], "Luc", brought="A1 T4 D4").status_code == 204
        while partner.state["arriving"]["waits_for"] != ["blue"]:
            partner.receive()
        assert sum(unit["side"] == "red" for unit in partner.state["scene"]["units"]) == 9
        assert arrive(client, made["tokens"]["blue"], "Ana").status_code == 204
        while partner.state["arriving"]:
            partner.receive()
        assert partner.ask(type="say", word="resign")["ok"], "it waits for the partner now"


def test_what_is_brought_stays_within_what_the_host_allows(client: TestClient) -> None:
    seats = {"white": "person", "black": "link"}
    made = new_match(client, game="escarmouche", seats=seats, terms={"brings": True, "most": 1})
    token = made["tokens"]["black"]
    assert code(arrive(client, token, "Luc", brought=SMALL)) == "BRINGS_TOO_MUCH"
    assert arrive(client, token, "Luc", brought="no squad at all").status_code == 422
    assert client.get(f"/api/matches/{token}").json()["seats"]["black"]["name"] == ""
    assert arrive(client, token, "Luc").status_code == 204, "what the host chose will do"
    with sit(client, token) as session:
        assert Guest(session).hello()["arriving"] is None


def test_nothing_is_brought_where_nobody_asked_for_it(client: TestClient) -> None:
    made = new_match(client, game="escarmouche", seats={"white": "person", "black": "link"})
    with sit(client, made["tokens"]["black"]) as session:
        guest = Guest(session)
        before = guest.hello()["scene"]
        assert arrive(client, made["tokens"]["black"], "Luc", brought=SMALL).status_code == 204
        guest.until("update")
        assert guest.state["scene"] == before


def test_a_match_that_waits_can_be_called_off_and_outlives_the_server(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        seats = {"blue": "person", "red": "link"}
        made = new_match(client, game="cafe", seats=seats, terms={"brings": True})
        assert arrive(client, made["tokens"]["red"], "Luc", brought="A1 T4 D4").status_code == 204
        other = new_match(client, game="cafe", seats=seats, terms={"brings": True})
    with TestClient(create_app(settings)) as client:
        with sit(client, made["tokens"]["blue"]) as session:
            state = Guest(session).hello()
            assert state["arriving"] is None
            assert sum(unit["side"] == "red" for unit in state["scene"]["units"]) == 9
        with sit(client, other["tokens"]["blue"]) as session:
            host = Guest(session)
            assert host.hello()["arriving"]["waits_for"] == ["red"]
            assert host.ask(type="say", word="abort")["ok"]

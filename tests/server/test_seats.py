"""More than two seats at a server's table, and events that go over one wire only."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from escaramuza.preparation import crew, loading
from escaramuza.server import work
from escaramuza.server.app import create_app
from escaramuza.server.local_jobs import LocalJobs
from escaramuza.server.orders import Order
from escaramuza.server.settings import Settings
from tests.server.conftest import Guest, new_match
from tests.toy import GAME, SEATS, add_toy

TWO = SEATS[:4]


async def work_here(_: LocalJobs, order: Order, __: Any = None) -> msgspec.Raw:
    answer = work.do(order.kind, order.data, lambda share: None, work.Signals())
    return msgspec.json.decode(answer or "", type=dict[str, msgspec.Raw])["result"]


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[TestClient]:
    add_toy(monkeypatch)
    monkeypatch.setattr(crew, "is_ready", lambda game_id, needs: True)
    monkeypatch.setattr(loading, "load", lambda game, needs: None)
    # A child of the server does not know the tests' own game.
    monkeypatch.setattr(LocalJobs, "written", work_here)
    with TestClient(create_app(settings)) as opened:
        yield opened


@pytest.fixture
def tables(client: TestClient) -> Iterator[Any]:
    """Sits somebody down at a table until the test is over."""
    with ExitStack() as stack:

        def sit(token: str) -> Guest:
            guest = Guest(stack.enter_context(client.websocket_connect(f"/api/table/{token}")))
            guest.hello()
            return guest

        yield sit


def make(client: TestClient, **seats: str) -> dict[str, Any]:
    holders = {seat.replace("_", "-"): holder for seat, holder in seats.items()}
    return new_match(client, game=GAME.id, options={"players": "2"}, seats=holders)


def codes(guest: Guest) -> list[list[str]]:
    return [[event["code"] for event in step["events"]] for step in guest.state["steps"]]


def test_a_game_tells_which_seats_its_options_give(client: TestClient) -> None:
    games = {game["id"]: game for game in client.get("/api/games").json()}
    toy = games[GAME.id]
    assert toy["seats"] == list(SEATS)
    assert toy["side_of"] == {seat: SEATS[number % 2] for number, seat in enumerate(SEATS)}
    assert toy["seats_by_option"]["option"] == "players"
    assert toy["seats_by_option"]["seats"]["2"] == list(TWO)
    assert toy["options"][0]["choices"] == ["1", "2", "3"]
    assert toy["options"][0]["default"] == 1
    assert games["tactics"]["seats_by_option"] is None
    assert games["tactics"]["side_of"] == {"white": "white", "black": "black"}


def test_the_seats_of_a_new_match(client: TestClient) -> None:
    made = make(client, blue="person", red="link", blue_2="link", red_2="random")
    assert set(made["tokens"]) == {"blue", "red", "blue-2"}
    assert len(set(made["tokens"].values())) == 3
    seats = client.get(f"/api/matches/{made['spectator']}").json()["seats"]
    assert [seats[seat]["kind"] for seat in TWO] == ["person", "link", "link", "agent"]
    assert list(seats) == list(TWO)


def test_a_seat_that_the_options_do_not_give_is_refused(client: TestClient) -> None:
    body = {"game": GAME.id, "seats": {"blue-2": "link"}}
    answer = client.post("/api/matches", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "BAD_SEATS")


def test_what_one_seat_draws_goes_over_its_own_wire_only(client: TestClient, tables: Any) -> None:
    made = make(client, blue="link", red="link", blue_2="link", red_2="random")
    guests = {seat: tables(token) for seat, token in made["tokens"].items()}
    watcher = tables(made["spectator"])
    assert guests["blue"].act("draw 2")["ok"]
    for guest in (*guests.values(), watcher):
        guest.wait_for(guests["blue"].state["seq"])
    assert codes(guests["blue"]) == [["TAKEN", "DRAWN", "DRAWN"]]
    for other in (guests["red"], guests["blue-2"], watcher):
        assert codes(other) == [["TAKEN"]]
        assert "DRAWN" not in "".join(other.heard)
    assert guests["blue"].state["scene"]["hands"]["blue"]["cards"]
    assert guests["red"].state["scene"]["hands"]["blue"]["cards"] == []
    assert guests["blue"].ask(type="undo")["error"]["code"] == "UNDO_STOPS_AT_SECRET"


def test_all_is_told_once_the_match_is_over(client: TestClient, tables: Any) -> None:
    made = new_match(client, game=GAME.id, seats={"blue": "link", "red": "link"})
    blue, red = tables(made["tokens"]["blue"]), tables(made["tokens"]["red"])
    for guest, other in ((blue, red), (red, blue)) * 2:
        guest.act("draw 1")
        other.wait_for(guest.state["seq"])
    assert blue.state["steps"] == red.state["steps"]
    assert codes(red) == 4 * [["TAKEN", "DRAWN"]]
    frames = client.get(f"/api/matches/{made['spectator']}/replay").json()["frames"]
    assert [frame["step"]["events"] for frame in frames[1:]] == [step["events"] for step in red.state["steps"]]


def test_at_one_screen_a_hand_is_for_the_deciding_seat(client: TestClient, tables: Any) -> None:
    made = make(client, blue="person", red="person", blue_2="person", red_2="person")
    guest = tables(made["tokens"]["blue"])
    assert (guest.state["you"], guest.state["eyes"]) == (list(TWO), "blue")
    guest.act("draw 1")
    assert guest.state["eyes"] == "red"
    assert codes(guest) == [["TAKEN"]]
    guest.act("draw 2")
    for _ in range(2):
        guest.act("stay")
    assert guest.state["eyes"] == "blue"
    assert codes(guest) == [["TAKEN", "DRAWN"], ["TAKEN"], ["STAYED"], ["STAYED"]]
    assert guest.state["from"] == 0, "what is for other eyes is told again"
    assert guest.state["scene"]["hands"]["red"]["cards"] == []


def test_while_others_decide_the_screen_shows_what_it_showed(client: TestClient, tables: Any) -> None:
    made = make(client, blue="person", red="link", blue_2="person", red_2="link")
    here, red = tables(made["tokens"]["blue"]), tables(made["tokens"]["red"])
    assert red.state["eyes"] == "red"
    here.act("draw 1")
    assert (here.state["actor"], here.state["eyes"]) == ("red", "blue")
    red.wait_for(here.state["seq"])
    red.act("stay")
    here.wait_for(red.state["seq"])
    here.act("draw 1")
    assert (here.state["actor"], here.state["eyes"]) == ("red-2", "blue-2")
    assert codes(here) == [["TAKEN"], ["STAYED"], ["TAKEN", "DRAWN"]]


def test_a_connection_that_comes_back_is_told_the_private_steps_again(client: TestClient, tables: Any) -> None:
    made = make(client, blue="link", red="link", blue_2="link", red_2="link")
    blue = tables(made["tokens"]["blue"])
    blue.act("draw 1")
    again = blue.hello(blue.state["seq"], 1)
    assert (again["from"], len(again["steps"])) == (0, 1)


def test_what_is_described_holds_nothing_hidden(client: TestClient, tables: Any) -> None:
    made = make(client, blue="link", red="link", blue_2="link", red_2="link")
    blue, red = tables(made["tokens"]["blue"]), tables(made["tokens"]["red"])
    blue.act("draw 2")
    red.wait_for(blue.state["seq"])
    assert {option["known"] for option in red.state["legal"]} == {0}


def test_a_rematch_changes_each_seat_with_its_counterpart(client: TestClient, tables: Any) -> None:
    made = make(client, blue="person", red="link", blue_2="random", red_2="link")
    guests = {seat: tables(token) for seat, token in made["tokens"].items()}
    while guests["blue"].state["actor"] is not None:
        actor = guests["blue"].state["actor"]
        if actor in guests:
            assert guests[actor].act("stay")["ok"]
        for guest in guests.values():
            while guest.state["actor"] == actor:
                guest.receive()
    again = {
        seat: client.post(f"/api/matches/{token}/rematch").json()["token"] for seat, token in made["tokens"].items()
    }
    roles = {seat: client.get(f"/api/matches/{token}").json()["role"] for seat, token in again.items()}
    assert roles == {"blue": "red", "red": "blue", "red-2": "blue-2"}
    kinds = client.get(f"/api/matches/{again['blue']}").json()["seats"]
    assert [kinds[seat]["kind"] for seat in TWO] == ["link", "person", "link", "agent"]


def test_a_look_from_a_place(client: TestClient, tables: Any) -> None:
    guest = tables(make(client)["tokens"]["blue"])
    look = guest.ask(type="look", unit=4)
    assert look["data"] == {"unit": 4, "place": None}
    look = guest.ask(type="look", unit=4, x=-100_000, y=100_000, facing=900)
    assert look["data"] == {"unit": 4, "place": [-100_000, 100_000, 900]}
    assert guest.ask(type="look", unit=4, x=1, y=2)["data"]["place"] == [1, 2, 0]


@pytest.mark.parametrize(
    "place",
    [
        {"x": 1},
        {"y": 1},
        {"x": 100_001, "y": 0},
        {"x": 0, "y": -100_001},
        {"x": 1.5, "y": 0},
        {"x": "1", "y": 0},
        {"x": True, "y": 0},
        {"x": 0, "y": 0, "facing": 1e9},
        {"x": 0, "y": 0, "facing": None},
    ],
)
def test_a_place_that_is_none_is_refused(client: TestClient, tables: Any, place: dict[str, Any]) -> None:
    guest = tables(make(client)["tokens"]["blue"])
    guest.session.send_json({"type": "look", "id": 9, "unit": 4, **place})
    assert guest.until("reply")["error"]["code"] == "BAD_MESSAGE"

"""What goes over the wire is what its types say, in whole games of every game; and what is drawn tells no secret."""

import json
import random
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from escaramuza.engine.match import Match
from escaramuza.games import registry
from escaramuza.games.boards import Grid
from escaramuza.games.film import TO_SQUARE, Show
from escaramuza.server import schema
from escaramuza.server.changes import changes, pieces_of, spot_of
from tests.server.conftest import Guest, new_match, written
from tests.server.test_table import sit

# Games that end soon, whoever plays.
SHORT: dict[str, dict[str, Any]] = {
    "tactics": {"turn_limit": 4},
    "escarmouche": {"turn_limit": 6},
    "cafe": {"rounds": 1, "blue_army": "T2 D3", "red_army": "T2 D3"},
    "forglory": {"rounds": 1, "south_army": "2LnInf LC / LI FA", "north_army": "LI FA HC / 2LnInf", "objectives": 0},
}
MOST_DECISIONS = 150
SERVER: TypeAdapter[Any] = TypeAdapter(schema.types()["FromServer"])
CLIENT: TypeAdapter[Any] = TypeAdapter(schema.types()["ToServer"])


def told_truly(adapter: TypeAdapter[Any], text: str) -> None:
    """A message is one of its types, with nothing besides."""
    read = adapter.validate_json(text, strict=True)
    assert json.loads(adapter.dump_json(read)) == json.loads(text)


def decide(guest: Guest, lots: random.Random) -> None:
    """One decision of whoever's turn it is, deployments by their shortcut."""
    state = guest.state
    plan = written(state["shortcuts"].get("line", []))
    answer = guest.act(*plan) if plan else guest.act(lots.choice(state["legal"])["action"])
    assert answer["ok"], answer


@pytest.mark.parametrize("game_id", registry.ids())
def test_every_message_of_a_game_is_what_its_type_says(client: TestClient, game_id: str) -> None:
    game = registry.get(game_id)
    seats = game.seats_for(game.options())
    made = new_match(client, game=game_id, seats=dict.fromkeys(seats, "person"), options=SHORT.get(game_id, {}))
    lots = random.Random(7)
    with sit(client, made["tokens"][seats[0]]) as wire:
        guest = Guest(wire)
        guest.hello()
        for number in range(MOST_DECISIONS):
            if guest.state["actor"] is None:
                break
            if number % 20 == 5:
                action = guest.state["legal"][0]["action"]
                for question in ({"type": "threats"}, {"type": "look", "unit": 0}, {"type": "why", "action": action}):
                    guest.ask(**question)
                guest.ask(type="why", action="nonsense")
            decide(guest, lots)
    assert len(guest.heard) > 20
    for text in guest.heard:
        told_truly(SERVER, text)
    if guest.state["actor"] is None:
        replay = client.get(f"/api/matches/{made['spectator']}/replay").text
        told_truly(TypeAdapter(schema.types()["Replay"]), replay)


def test_a_written_position_is_what_its_type_says(client: TestClient) -> None:
    answer = client.get("/api/positions/tactics", params={"p": "3k4/8/8/8/8/8/8/3K4 w 7 - -"})
    told_truly(TypeAdapter(schema.types()["WrittenPosition"]), answer.text)


@pytest.mark.parametrize(
    "message", ['{"type": "hello"}', '{"type": "look", "unit": 3, "x": 1, "y": 2}', '{"type": "ping"}']
)
def test_what_a_client_says_is_one_of_the_types(message: str) -> None:
    CLIENT.validate_json(message)


def test_every_type_is_described_for_clients(client: TestClient) -> None:
    described = client.get("/api/openapi.json").json()["components"]["schemas"]
    shapes = described["Scene"]["discriminator"]["mapping"]
    assert set(shapes) == {told.shape for told in schema.told()}
    assert described["TacticsScene"]["properties"]["zones"]["required"] == ["white", "black"]


@pytest.mark.parametrize("game_id", registry.ids())
def test_changes_lead_from_one_scene_to_the_next(game_id: str) -> None:
    """Whoever has the pieces before a step and its changes has the pieces after it."""
    match, lots = Match(game_id, seed=11, options=SHORT.get(game_id, {})), random.Random(3)
    for _ in range(MOST_DECISIONS):
        if match.actor is None:
            break
        before = match.view(match.seat_names[0])
        plan = match.shortcuts(1).get("line")
        match.act(plan[0] if plan else lots.choice(match.legal()))
        after = match.view(match.seat_names[0])
        told = changes(before, after, match.steps[-1].events, match.game)
        pieces = {id: dict(piece) for id, piece in pieces_of(before).items()}
        for change in told:
            if change["kind"] == "set":
                pieces[change["id"]].update(change["fields"])
            elif change["kind"] == "vanish" and change["to"] == "gone":
                del pieces[change["id"]]
            elif change["kind"] == "move":
                assert spot_of(pieces_of(before).get(change["id"])) is not None
        appeared = {change["id"] for change in told if change["kind"] == "appear"}
        assert {id: piece for id, piece in pieces_of(after).items() if id in pieces} == pieces
        assert set(pieces_of(after)) - set(pieces) <= appeared
        ways: dict[int, Any] = {change["id"]: change["way"][-1] for change in told if change["kind"] == "move"}
        standing = {id: spot_of(piece) for id, piece in pieces_of(after).items()}
        assert all(standing.get(id) in (spot, None) for id, spot in ways.items())


@pytest.mark.parametrize("game_id", ["tactics", "escarmouche", "cafe"])
def test_what_is_drawn_of_a_secret_deployment_stays_with_its_side(client: TestClient, game_id: str) -> None:
    """Where pieces were put down in secret is told to no other eyes, in no field of what is to be drawn."""
    game = registry.get(game_id)
    options = {"placement": "secret"} if game_id == "escarmouche" else {}
    first, second = game.seats[:2]
    made = new_match(client, game=game_id, seats={first: "link", second: "link"}, options=options)
    with sit(client, made["tokens"][first]) as one, sit(client, made["tokens"][second]) as other:
        guests = {first: Guest(one), second: Guest(other)}
        for guest in guests.values():
            guest.hello()
        lots = random.Random(5)
        while (
            not guests[(actor := guests[first].state["actor"])].state["shortcuts"]
            or not guests[first].state["scene"]["secret"]
        ):
            decide(guests[actor], lots)
            for guest in guests.values():
                guest.wait_for(guests[actor].state["seq"])
        watcher = guests[second if actor == first else first]
        plan = written(guests[actor].state["shortcuts"]["line"])
        known = len(watcher.state["steps"])
        assert guests[actor].act(*plan)["ok"]
        watcher.wait_for(guests[actor].state["seq"])
        hidden = watcher.state["steps"][known:]
        assert len(hidden) == len(plan)
        assert all(step["action"] is None and not step["changes"] and not step["events"] for step in hidden)
        assert any(step["changes"] for step in guests[actor].state["steps"][known:])


def test_modifiers_and_totals_belong_to_their_throw() -> None:
    """A die with its modifiers before or after it, and what it comes to."""
    game: Any = SimpleNamespace(board=None)
    game.film = {
        "DIE": Show(dice=("face",), purpose="check"),
        "MODIFIER": Show(term=("reason", "value"), reasons=("cover", "hits")),
        "PASSED": Show(total="total", sign="✓", good=True),
    }
    scene = {"units": [{"id": 3, "side": "red", "x": 1, "y": 2, "state": "table"}]}

    class Told:
        def __init__(self, code: str, **numbers: int) -> None:
            self.code, self.numbers = code, {"unit": 3, **numbers}

    events: Any = [Told("DIE", face=4), Told("MODIFIER", reason=1, value=-1), Told("PASSED", total=3)]
    assert changes(scene, scene, events, game) == [
        {"kind": "throw", "id": 3, "dice": [4], "purpose": "check", "terms": [("hits", -1)], "total": 3},
        {"kind": "sign", "id": 3, "sign": "✓", "good": True},
    ]


def test_an_event_names_the_squares_of_its_own_board() -> None:
    """A way of two steps on 5 × 5 squares, as its events tell it."""
    game: Any = SimpleNamespace(board=Grid(5, 5), film={"WENT": Show(goes=TO_SQUARE)})
    before, after = ({"units": [{"id": 0, "side": "white", "square": at}]} for at in ("b1", "c3"))
    events: Any = [SimpleNamespace(code="WENT", numbers={"unit": 0, "to": to}) for to in (6, 12)]
    moves = [change for change in changes(before, after, events, game) if change["kind"] == "move"]
    assert [move["way"] for move in moves] == [["b1", "b2"], ["b2", "c3"]]


def test_a_reaction_by_charge_goes_over_the_wire(client: TestClient) -> None:
    """Options of a charge, which short games seldom offer, are plain JSON of their type."""
    position = (
        "30,39/270;36,39/270;42,39/270;52,39/270;58,39/270 30,34/90;36,34/90;42,34/90;52,34/90;58,34/90 "
        "36,46:5;52,46:5;45,50:5 36,26:5;52,26:5;45,12:5 - - 1 0,0,0,0,0,0:0,0,0,0,0,0 sg1:9*,ng1:6,sg2:5,ng2:4"
    )
    field = {"name": "Heath", "width": 9000, "height": 6000, "objectives": [[4500, 3000]], "terrain": [], "roads": []}
    armies = {"map": field, "south_army": "2LC LI / 2LC", "north_army": "2LC LI / 2LC", "objectives": 1}
    made = new_match(
        client, game="forglory", seats={"south": "person", "north": "person"}, options=armies, position=position
    )
    with sit(client, made["tokens"]["south"]) as wire:
        guest = Guest(wire)
        guest.hello()
        use = next(option for option in guest.state["legal"] if option["kind"] == "use")
        assert guest.act(use["action"])["ok"]
    assert any("aimed" in option for option in guest.state["legal"])
    for text in guest.heard:
        told_truly(SERVER, text)


def test_whoever_is_turned_face_up_has_not_walked() -> None:
    """Ids of units that lie face down do not say who they are: what they are is only known now."""
    lies = {"id": 30, "side": "red", "state": "table", "x": 7200, "y": 975, "facing": 0, "face_down": True}
    known = {**lies, "y": 2775, "face_down": False}
    (change,) = changes({"units": [lies]}, {"units": [known]}, [], registry.get("cafe"))
    assert change == {"kind": "set", "id": 30, "fields": {"y": 2775, "face_down": False}}

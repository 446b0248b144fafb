"""Deployment zones with solid terrain in them: an army that has room is accepted and can always be deployed."""

import itertools
from typing import Any

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from escaramuza.agents.names import parse
from escaramuza.agents.players import Agents
from escaramuza.engine.errors import BadOption
from escaramuza.engine.match import Match
from escaramuza.games.cafe.berths import Zone, packing, room
from escaramuza.games.cafe.maps import Map, zone_at
from escaramuza.games.cafe.tables import BASE_LENGTH, BASE_WIDTH, EDGE
from escaramuza.kernel.jit import CHECKED, COMPILED
from tests.effort import tries

Corners = list[list[int]]


def box(left: int, top: int, right: int, bottom: int) -> Corners:
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def field(*solid: Corners, **more: Any) -> dict[str, Any]:
    terrain = [{"kind": "rock", "corners": corners} for corners in solid]
    return {"name": "x", "objectives": [[4500, 1000], [4500, 3000], [4500, 5000]], "terrain": terrain, **more}


# Awkward zones at the left end, with the number of bases that have room in them: it follows from the sizes. A base may
# stand over the front of the zone by half its size, to 19 cm or, turned, to 18.75 cm.
ZONES: dict[str, tuple[list[Corners], int]] = {
    # 16 × 7 cm: two rows of eight and, turned, two of ten.
    "all but 7 cm at a side": ([box(0, 0, 1800, 5000)], 36),
    # 4 × 54 cm: two columns of 36.
    "the front": ([box(0, 0, 1500, 6000)], 72),
    # 1.6 cm high each, one bar below the edge: eleven rows of eight.
    "narrow strips": ([box(0, 500 * k, 1900, 500 * k + 340) for k in range(12)], 88),
    # 2.05 cm wide at 45°, centres from 18 to 4.2 cm, 19.5 cm along it: 13 bases 1.5 cm apart, none straight.
    "a slanted passage": (
        [[[0, 0], [2100, 0], [2100, 2600], [0, 4700]], [[2100, 2890], [2100, 6000], [0, 6000], [0, 4990]]],
        13,
    ),
    "nothing": ([box(0, 0, 2000, 6000)], 0),
}


def in_zone(side: bool, solid: list[Corners]) -> Zone:
    """The zone at the left end, or the same at the right one by half a turn."""
    turned = solid if side else [[[9000 - x, 6000 - y] for x, y in corners] for corners in solid]
    return zone_at(Map.model_validate(field(*turned)), side)


def outline(x: int, y: int, facing: int) -> shapely.Polygon:
    base = shapely.box(-BASE_LENGTH / 2, -BASE_WIDTH / 2, BASE_LENGTH / 2, BASE_WIDTH / 2)
    return shapely.affinity.translate(shapely.affinity.rotate(base, facing / 10, (0, 0)), x, y)


def assert_lie_apart(zone: Zone, berths: list[tuple[int, int, int]]) -> None:
    """Every base in the zone, on the table and on nothing, up to the rounding of slanted corners."""
    table = shapely.box(EDGE, EDGE, zone.width - EDGE, zone.height - EDGE).buffer(1)
    bases = [outline(*berth) for berth in berths]
    for (x, _, _), base in zip(berths, bases, strict=True):
        assert x <= zone.depth if zone.left else x >= zone.width - zone.depth
        assert table.contains(base)
        assert all(shapely.Polygon(shape).intersection(base).area < 200 for shape in zone.solid)
    for one, other in itertools.combinations(bases, 2):
        assert one.intersection(other).area < 1


@pytest.mark.rules(COMPILED, CHECKED)
@pytest.mark.clause("C-R31")
@pytest.mark.parametrize("left", [True, False])
@pytest.mark.parametrize("name", ZONES)
def test_as_many_units_have_room_as_can_be_laid_down(name: str, left: bool) -> None:
    solid, count = ZONES[name]
    zone = in_zone(left, solid)
    assert (room(zone, count), room(zone, count + 1)) == (count, count)
    assert_lie_apart(zone, packing(zone, count + 1))


def deploying(options: dict[str, Any], seed: int) -> Match:
    """A match in which the deployment begins."""
    match = Match("cafe", seed=seed, options=options)
    match.act("roll")
    match.act(("keep", "swap")[seed % 2])
    while match.view()["phase"] == "share":
        match.act("deal")
    return match


def deploy_by(agent: str, match: Match, seed: int) -> None:
    """An agent deploys both sides."""
    seats = {number: parse(agent) for number in range(len(match.seat_names))}
    table = Agents(match.game, seats, seed)
    while match.view()["phase"] == "deploy":
        match.act(table.choose(match.state))


TOWERS = [box(x, y, x + 250, y + 250) for x in (400, 900, 1450) for y in range(300, 5700, 900)]
AWKWARD = {name: solid for name, (solid, count) in ZONES.items() if count} | {"towers": TOWERS}


@pytest.mark.rules(COMPILED, CHECKED)
@pytest.mark.clause("C-R31", "C-E9")
@pytest.mark.parametrize("face_down", [True, False])
@pytest.mark.parametrize("name", AWKWARD)
def test_the_largest_army_that_has_room_is_deployed(name: str, face_down: bool) -> None:
    turned = [[[9000 - x, 6000 - y] for x, y in corners] for corners in AWKWARD[name]]
    drawn = field(*[*AWKWARD[name], *turned][:24])
    size = min(30, room(in_zone(True, AWKWARD[name]), 30))
    options = {"map": drawn, "blue_army": f"D{size}", "red_army": f"D{size}", "face_down": face_down}
    for seed, agent in enumerate(("random", "greedy", *["random"] * tries(0, 4))):
        match = deploying({**options, "players": 1 + seed % 2}, seed)
        deploy_by(agent, match, seed)
        assert match.view()["phase"] == "initiative"
    for plan in ("line", "blocks", "random"):
        match = deploying(options, 3)
        while match.view()["phase"] == "deploy":
            for action in [*match.shortcuts(5)[plan], *(["ready"] if face_down else [])]:
                match.act(action)
        assert match.view()["phase"] == "initiative"


@pytest.mark.rules(COMPILED, CHECKED)
@pytest.mark.clause("C-R31")
def test_the_army_that_has_no_room_is_refused() -> None:
    drawn = field(box(0, 0, 1800, 5000))
    assert Match("cafe", options={"map": drawn, "blue_army": "D13", "red_army": "D30"}).actor == "blue"
    tight = field(*ZONES["a slanted passage"][0])
    assert Match("cafe", options={"map": tight, "blue_army": "D13", "red_army": "D13"}).actor == "blue"
    with pytest.raises(BadOption) as refused:
        Match("cafe", options={"map": tight, "blue_army": "D14"})
    assert (refused.value.option, refused.value.code) == ("blue_army", "MAP_ROOM")
    assert "13" in refused.value.sentence()


def shapes() -> st.SearchStrategy[list[Corners]]:
    """Boxes and triangles of many sizes in and around the left zone."""
    places = st.tuples(st.integers(0, 1900), st.integers(0, 5600), st.integers(60, 2000), st.integers(60, 3000))
    boxes = places.map(lambda p: box(p[0], p[1], p[0] + p[2], min(p[1] + p[3], 6000)))
    triangles = places.map(lambda p: [[p[0], p[1]], [p[0] + p[2], p[1]], [p[0], min(p[1] + p[3], 6000)]])
    return st.lists(boxes | triangles, min_size=1, max_size=8)


@pytest.mark.rules(COMPILED, CHECKED)
@pytest.mark.clause("C-R31", "C-E9")
@given(shapes(), st.integers(5, 30), st.integers(0, 1000), st.booleans(), st.sampled_from(["random", "greedy"]))
@settings(deadline=None, max_examples=tries(20, 200))
def test_an_army_that_is_accepted_can_always_be_deployed(
    solid: list[Corners], size: int, seed: int, face_down: bool, agent: str
) -> None:
    zone = in_zone(True, solid)
    found = packing(zone, size)
    assert_lie_apart(zone, found)
    size = room(zone, size)
    assume(size >= 5)
    options = {"map": field(*solid), "blue_army": f"D{size}", "red_army": f"D{size}", "face_down": face_down}
    match = deploying(options, seed)
    deploy_by(agent, match, seed)
    assert match.view()["phase"] == "initiative"

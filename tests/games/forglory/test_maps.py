"""Maps of For Glory: what may be played on, the ready ones, those at random, and their codes."""

import hashlib
import string
from itertools import combinations
from typing import Any

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry.base import BaseGeometry

from escaramuza.games.basics import NotationError
from escaramuza.games.cafe import maps as other_maps
from escaramuza.games.field.book import MOST_NUMBER
from escaramuza.games.field.form import LONGEST_LIST
from escaramuza.games.forglory import tables
from escaramuza.games.forglory.maps import (
    BOOK,
    CROSSINGS,
    IMPASSABLE,
    ROLES,
    ROLES_OF,
    Map,
    Piece,
    barrier_at,
    default_map,
    legal_map,
    objective_names,
    problems,
    ready_maps,
)
from escaramuza.games.forglory.random_maps import random_map
from escaramuza.games.forglory.tables import KINDS
from escaramuza.kernel.jit import CHECKED, COMPILED
from escaramuza.words import LANGUAGES
from tests.effort import tries

# Maps are read and drawn at random outside the rules.
pytestmark = pytest.mark.rules(COMPILED, CHECKED)
BASE = string.ascii_letters + string.digits + "-_"
LOTS = tries(100, 1000)
LAKE = [[3000, 3000], [5000, 3000], [5000, 5000], [3000, 5000]]
ROAD = [[0, 4000], [6000, 4500], [12000, 4000]]


def field(*terrain: dict[str, Any], **changes: Any) -> Map:
    return Map.model_validate({"name": "test", "terrain": terrain, **changes})


def piece(kind: str = "lake", corners: Any = LAKE) -> dict[str, Any]:
    return {"kind": kind, "corners": corners}


def box(x: int, y: int, width: int = 100, height: int = 100) -> list[list[int]]:
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


def told(error: NotationError) -> str:
    """The code of what reads as a sentence in every language, with nothing left to fill."""
    assert not any("{" in BOOK.sentence(error, lang) for lang in LANGUAGES)
    return error.code


def codes(of: Map) -> list[str]:
    return [told(problem) for problem in problems(of)]


def refused(given: Any) -> NotationError:
    with pytest.raises(NotationError) as caught:
        legal_map(given)
    assert told(caught.value)
    return caught.value


def united(of: Map, kinds: tuple[str, ...]) -> BaseGeometry:
    return shapely.union_all([shapely.Polygon(one.corners) for one in of.terrain if one.kind in kinds])


def closed(of: Map) -> BaseGeometry:
    """Where nobody can go."""
    return united(of, IMPASSABLE).difference(united(of, CROSSINGS))


def parts(of: Map, without: BaseGeometry) -> list[BaseGeometry]:
    """The pieces that the table falls into, slivers aside."""
    left = shapely.box(0, 0, of.width, of.height).difference(without)
    return [part for part in getattr(left, "geoms", [left]) if part.area > 100_000]


def turned(of: Map, points: Any) -> frozenset[tuple[int, int]]:
    return frozenset((of.width - x, of.height - y) for x, y in points)


def is_fair(of: Map) -> bool:
    """Whether terrain, roads and the first one, three and five objectives look the same after half a turn."""
    shapes = {(one.kind, frozenset(one.corners)) for one in of.terrain}
    roads = {frozenset(road) for road in of.roads}
    return (
        shapes == {(kind, turned(of, corners)) for kind, corners in shapes}
        and roads == {turned(of, road) for road in roads}
        and all(frozenset(of.objectives[:n]) == turned(of, of.objectives[:n]) for n in (1, 3, 5))
    )


coordinates = st.integers(-30_000, 30_000) | st.integers(0, 900).map(lambda n: 10 * n)
points = st.tuples(coordinates, coordinates)
pieces = st.builds(Piece, kind=st.sampled_from(KINDS), corners=st.lists(points, max_size=14).map(tuple))
names = st.text(min_size=1, max_size=40).filter(lambda name: name.isprintable() and name.strip())
drafts = st.builds(
    Map,
    name=names,
    width=coordinates,
    height=coordinates,
    objectives=st.lists(points, max_size=9).map(tuple),
    terrain=st.lists(pieces, max_size=6).map(tuple),
    roads=st.lists(st.lists(points, max_size=14).map(tuple), max_size=9).map(tuple),
)


@pytest.mark.parametrize("name", ready_maps())
def test_a_ready_map_is_playable_and_has_names(name: str) -> None:
    found = ready_maps()[name]
    assert problems(found) == []
    assert legal_map(name) is found
    assert set(BOOK.names_of(found)) == set(LANGUAGES)
    assert len(found.objectives) >= 3
    assert [set(called) for called in objective_names(found)] == [set(LANGUAGES)] * len(found.objectives)


@pytest.mark.parametrize("name", ready_maps())
def test_a_ready_map_can_be_marched_over(name: str) -> None:
    found = ready_maps()[name]
    barred = closed(found)
    assert len(parts(found, barred)) == 1, "one can get everywhere"
    for road in found.roads:
        band = shapely.LineString(road).buffer(tables.ROAD_HALF, cap_style="flat")
        assert band.intersection(barred).area == 0, "no road runs into water or rock"
    network = shapely.union_all([shapely.LineString(road) for road in found.roads]).buffer(tables.ROAD_HALF)
    assert network.geom_type == "Polygon", "all roads hang together"
    bridges = [shapely.Polygon(one.corners) for one in found.terrain if one.kind == "bridge"]
    assert all(bridge.intersects(network) for bridge in bridges), "a road leads over every bridge"
    towns = [shapely.Polygon(one.corners) for one in found.terrain if one.kind == "town"]
    assert all(town.intersects(network) for town in towns), "and through every town"


@pytest.mark.parametrize(
    "name", [name for name, of in ready_maps().items() if any(p.kind == "river" for p in of.terrain)]
)
def test_a_river_parts_the_table_but_for_its_crossings(name: str) -> None:
    found = ready_maps()[name]
    banks = parts(found, united(found, ("river", "lake")))
    assert len(banks) >= 2
    for crossing in (one for one in found.terrain if one.kind in CROSSINGS):
        shape = shapely.Polygon(crossing.corners)
        assert sum(shape.intersects(bank) for bank in banks) == 2, "it leads from bank to bank"


def test_the_ready_maps_show_every_kind_of_terrain() -> None:
    assert len(ready_maps()) >= 6
    assert {one.kind for found in ready_maps().values() for one in found.terrain} == set(KINDS)
    assert default_map() == next(iter(ready_maps().values()))
    assert not set(ready_maps()) & set(other_maps.ready_maps()), "a name alone tells the game"


def test_only_ready_maps_know_what_their_objectives_are_called() -> None:
    changed = default_map().model_copy(update={"height": 9001})
    assert objective_names(default_map())[0]["en"] == "the bridge"
    assert objective_names(changed) == []
    assert BOOK.names_of(changed) == dict.fromkeys(LANGUAGES, "velmora")


@pytest.mark.clause("G-T1", "G-T2", "G-T3", "G-T4", "G-T5")
def test_what_a_kind_does_goes_with_it() -> None:
    assert ROLES_OF == {
        "wood": ("difficult", "dense", "hides"),
        "crops": ("difficult", "dense"),
        "town": ("difficult", "dense", "hides", "settled"),
        "hill": ("hides",),
        "river": ("impassable",),
        "lake": ("impassable",),
        "mountain": ("impassable",),
        "bridge": ("difficult", "crossing"),
        "ford": ("difficult", "crossing"),
        "fence": (),
    }
    bits = [getattr(tables, role.upper()) for role in ROLES]
    assert bits == [1 << number for number in range(len(ROLES))]


def test_sizes_of_the_table() -> None:
    assert (field().width, field().height) == (12000, 9000)
    for width, height, code in (
        (9000, 6000, None),
        (8999, 6000, "MAP_WIDTH"),
        (24000, 18000, None),
        (24001, 18000, "MAP_WIDTH"),
        (9000, 5999, "MAP_HEIGHT"),
        (24000, 18001, "MAP_HEIGHT"),
    ):
        assert codes(field(width=width, height=height)) == ([code] if code else [])
    [wrong] = problems(field(height=5999))
    assert wrong.words == {"found": "59.99", "low": "60", "high": "180"}


@pytest.mark.clause("G-V1")
def test_objectives_lie_on_the_table_each_at_its_own_place() -> None:
    assert codes(field()) == [], "none is allowed"
    assert codes(field(objectives=[[0, 0], [12000, 9000]])) == []
    assert codes(field(objectives=[[-1, 0], [12000, 9001]])) == ["MAP_OBJECTIVE_OUTSIDE"] * 2
    [wrong] = problems(field(objectives=[[1, 1], [2, 2], [1, 1]]))
    assert (wrong.code, wrong.words) == ("MAP_OBJECTIVES_SAME", {"first": 1, "second": 3, "place": "0.01,0.01"})
    assert codes(field(objectives=[[100 * n, 100] for n in range(12)])) == []
    assert codes(field(objectives=[[100 * n, 100] for n in range(13)])) == ["MAP_OBJECTIVES"]


@pytest.mark.clause("G-V1", "G-T1")
@pytest.mark.parametrize("kind", KINDS)
def test_an_objective_in_impassable_ground_needs_a_crossing(kind: str) -> None:
    barred = kind in ("river", "lake", "mountain")
    inside = field(piece(kind), piece("lake", box(9000, 8000)), objectives=[[4000, 4000]])
    if kind in CROSSINGS:
        inside = field(piece(kind), piece("lake", LAKE), objectives=[[4000, 4000]])
    assert codes(inside) == (["MAP_OBJECTIVE_BARRED"] if barred else [])
    assert barrier_at(inside, 4000, 4000) == (0 if barred else None)
    assert codes(field(piece("lake"), objectives=[[3000, 4000]])) == [], "its bank is not water"


def test_a_crossing_covers_the_water_up_to_its_edge() -> None:
    bridge = piece("bridge", box(3900, 2900, 200, 2200))
    for x, barred in ((3899, True), (3900, False), (4100, False), (4101, True)):
        of = field(piece("river"), bridge, objectives=[[x, 4000]])
        assert codes(of) == (["MAP_OBJECTIVE_BARRED"] if barred else [])


@pytest.mark.parametrize("kind", CROSSINGS)
def test_a_crossing_touches_what_it_crosses(kind: str) -> None:
    assert codes(field(piece(kind, box(2900, 4000)), piece("mountain"))) == [], "touching is enough"
    assert codes(field(piece(kind, box(2899, 4000)), piece("mountain"))) == ["MAP_CROSSING_DRY"]
    assert codes(field(piece(kind, box(2900, 4000)), piece("wood"))) == ["MAP_CROSSING_DRY"]
    crossed = [LAKE[0], LAKE[2], LAKE[1], LAKE[3]]
    assert codes(field(piece(kind, box(3500, 3500)), piece("lake", crossed))) == ["MAP_CROSSING_DRY", "MAP_FLAT"]


def test_roads() -> None:
    assert codes(field(roads=[ROAD] * 8)) == []
    assert codes(field(roads=[ROAD] * 9)) == ["MAP_ROADS"]
    assert codes(field(roads=[[[500 * n, 4000] for n in range(12)]])) == []
    [wrong] = problems(field(roads=[ROAD, [[500 * n, 4000] for n in range(13)]]))
    assert (wrong.code, wrong.words) == ("MAP_BENDS", {"road": 2, "found": 13, "low": 2, "high": 12})
    assert codes(field(roads=[ROAD[:1]])) == codes(field(roads=[[]])) == ["MAP_BENDS"]
    [wrong] = problems(field(roads=[[*ROAD, ROAD[0]]]))
    assert (wrong.code, wrong.words) == ("MAP_SAME_BEND", {"road": 1, "place": "0,40"})
    [wrong] = problems(field(roads=[[[0, 0], [12000, 9001]]]))
    assert (wrong.code, wrong.words) == ("MAP_ROAD_OUTSIDE", {"road": 1, "bend": 2, "place": "120,90.01"})


def test_all_problems_are_told() -> None:
    bad = field(
        piece(corners=[[0, 0], [100, 0]]),
        piece(corners=[[-10, 0], [100, 0], [100, 100]]),
        piece("bridge", box(6000, 6000)),
        *[piece("wood")] * 28,
        width=100,
        objectives=[[50, -1]],
        roads=[[[50, 0], [50, 0]]],
    )
    told = [(problem.code, problem.words.get("piece")) for problem in problems(bad)]
    outside = ("MAP_PIECE_OUTSIDE", 3)
    assert [problem for problem in told if problem[0] != "MAP_PIECE_OUTSIDE"] == [
        ("MAP_WIDTH", None),
        ("MAP_OBJECTIVE_OUTSIDE", None),
        ("MAP_PIECES", None),
        ("MAP_CORNERS", 1),
        ("MAP_CROSSING_DRY", 3),
        ("MAP_SAME_BEND", None),
    ]
    assert told.count(("MAP_PIECE_OUTSIDE", 2)) == 1
    assert told.count(outside) == 4
    assert refused(bad).code == "MAP_WIDTH"


@given(drafts)
@settings(deadline=None)
def test_every_draft_has_its_problems_told_and_its_code(draft: Map) -> None:
    for problem in problems(draft):
        assert told(problem)
    code = BOOK.encode(draft)
    assert BOOK.decode(code) == draft
    assert set(code) <= set(BASE), "fits into a link as it is"
    assert BOOK.code.looks_like_code(code)


@pytest.mark.parametrize(
    ("given", "code", "where"),
    [
        (7, "MAP_FORM", "map"),
        ({}, "MAP_FIELD_MISSING", "name"),
        ({"name": "x", "gap": 5400}, "MAP_FIELD_UNKNOWN", "gap"),
        ({"name": "x", "terrain": [{**piece(), "roles": []}]}, "MAP_FIELD_UNKNOWN", "terrain[1].roles"),
        ({"name": "x", "terrain": [{"kind": "marsh", "corners": []}]}, "MAP_KIND", "terrain[1].kind"),
        ({"name": "x", "roads": [[[1, 2], [3, 2.5]]]}, "MAP_FORM", "roads[1][2][2]"),
        ({"name": "x", "roads": [ROAD] * (LONGEST_LIST + 1)}, "MAP_ROADS", None),
        ({"name": "x", "terrain": [piece()] * (LONGEST_LIST + 1)}, "MAP_PIECES", None),
        ({"name": "a\nb"}, "MAP_NAME", None),
    ],
)
def test_what_is_no_map_is_told_with_its_place(given: Any, code: str, where: str | None) -> None:
    error = refused(given)
    assert error.code == code
    assert error.words.get("where") == where


def test_an_option_names_a_map_in_many_ways() -> None:
    first = default_map()
    for form in (first, first.model_dump(), first.model_dump(mode="json"), first.name, BOOK.encode(first)):
        assert legal_map(form) == first
    assert legal_map("random:7") == random_map(7)
    assert legal_map(" symmetric:7 ") == random_map(7, symmetric=True)
    assert refused("atlantis").code == "UNKNOWN_MAP"
    assert refused(f"random:{2**53}").code == "MAP_NUMBER"
    assert refused("G1" + "A" * 20).code == "MAP_CODE_DAMAGED"
    assert refused(BOOK.encode(field(width=100))).code == "MAP_WIDTH"
    assert refused(other_maps.BOOK.encode(other_maps.default_map())).code == "UNKNOWN_MAP", "another game's code"


@pytest.mark.parametrize("symmetric", [False, True])
def test_maps_by_lot_are_playable(symmetric: bool) -> None:
    kinds, seen, rivers = set(), set(), 0
    for lot in range(LOTS):
        found = random_map(lot, symmetric)
        assert problems(found) == [], lot
        assert len(found.objectives) in (3, 5)
        assert len(found.roads) in (2, 3)
        assert not symmetric or is_fair(found), lot
        barred = closed(found)
        assert len(parts(found, barred)) == 1, lot
        alone = [shapely.Polygon(one.corners) for one in found.terrain if one.kind in IMPASSABLE]
        assert all(a.distance(b) > 340 for a, b in combinations(alone, 2)), "there is room to pass between"
        assert not any(shapely.LineString(road).intersection(barred).length for road in found.roads), lot
        own = {one.kind for one in found.terrain}
        assert ("river" in own) == ("bridge" in own) == ("ford" in own)
        rivers += "river" in own
        kinds |= own
        seen.add(found.terrain)
    assert len(seen) == LOTS
    assert LOTS // 5 < rivers < LOTS * 4 // 5, "some tables have a river"
    assert kinds == set(KINDS)


def test_a_river_by_lot_parts_the_table_under_its_bridge() -> None:
    found = next(of for of in map(random_map, range(100)) if any(one.kind == "river" for one in of.terrain))
    assert len(parts(found, united(found, ("river",)))) == 2
    x, y = found.objectives[0]
    assert barrier_at(found, x, y) is None
    bare = found.model_copy(update={"terrain": tuple(one for one in found.terrain if one.kind not in CROSSINGS)})
    assert barrier_at(bare, x, y) == 0, "the first objective is the bridge"


@given(st.integers(0, MOST_NUMBER), st.booleans())
@settings(deadline=None, max_examples=100)
def test_a_number_stands_for_one_map(lot: int, symmetric: bool) -> None:
    found = random_map(lot, symmetric)
    assert found == random_map(lot, symmetric) == legal_map(found.name)
    assert problems(found) == []


def test_numbers_stand_for_the_same_maps_for_ever() -> None:
    """Match files name a map by its number: a change here would change what they mean."""
    drawn = [
        random_map(lot, symmetric).model_dump_json() for lot in (0, 1, 7, 2**53 - 1) for symmetric in (False, True)
    ]
    assert hashlib.sha256("".join(drawn).encode()).hexdigest()[:16] == "3073b7b76d53caf1"


def damage(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        BOOK.decode(text)
    return caught.value.code


@given(st.data())
@settings(deadline=None)
def test_a_changed_letter_is_noticed(data: st.DataObject) -> None:
    code = BOOK.encode(data.draw(st.sampled_from(list(ready_maps().values()))))
    at = data.draw(st.integers(0, len(code) - 1))
    other = data.draw(st.sampled_from(BASE).filter(lambda letter: letter != code[at]))
    assert damage(code[:at] + other + code[at + 1 :]) in ("MAP_CODE_DAMAGED", "MAP_CODE_VERSION")
    assert damage(code[:at]) == "MAP_CODE_DAMAGED"
    assert damage(code + other) == "MAP_CODE_DAMAGED"


def test_a_shared_code_is_read_for_ever() -> None:
    of = field(
        piece("river", box(0, 4000, 12000, 400)),
        piece("bridge", box(5800, 3900, 400, 600)),
        objectives=[[6000, 4200]],
        roads=[[[6000, 0], [6000, 9000]]],
    )
    assert BOOK.encode(of) == "G1_U0YAAR0ZXN0ZPABtAEBeFQCBAQAUPABAAAI7wEABwR0TggAAAwHAAECeAAAtAE"
    assert BOOK.decode("G1_U0YAAR0ZXN0ZPABtAEBeFQCBAQAUPABAAAI7wEABwR0TggAAAwHAAECeAAAtAE") == of


def test_codes_of_ready_maps_fit_into_links() -> None:
    assert max(len(BOOK.encode(found)) for found in ready_maps().values()) < 1000

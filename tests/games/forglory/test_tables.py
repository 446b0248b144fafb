"""The rulebook's tables, as numbers and as a client sees them: lengths, bases, categories, qualities, points."""

from typing import Any

import pytest

from escaramuza import Match
from escaramuza.games.forglory import tables
from escaramuza.games.forglory.armies import army_points
from escaramuza.games.forglory.maps import ROLES_OF
from escaramuza.games.forglory.tables import CATEGORIES, NONE, QUALITIES, TYPES

SPANS = {"XS": 500, "S": 1000, "M": 1500, "L": 2000, "XL": 2500}
PLAIN = {"name": "plain"}
# Category: type, range, fire, melee, move, move on difficult ground, points.
TABLE = {
    "LnInf": ("infantry", "XS", 0, 0, "S", "S", 1),
    "LI": ("infantry", "S", 1, -1, "S", "S", 1),
    "HC": ("cavalry", None, None, 3, "M", "S", 2),
    "LC": ("cavalry", None, None, 2, "L", "M", 2),
    "FA": ("artillery", "L", -1, -2, "S", "S", 2),
    "HA": ("artillery", "M", -2, -1, "M", "S", 2),
}


def scene(**options: object) -> dict[str, Any]:
    return Match("forglory", seed=1, options=options).view()


@pytest.mark.clause("G-Z1", "G-Z9", "G-Q2", "G-Z5", "G-Z6", "G-Z13", "G-R14")
def test_lengths_and_bases() -> None:
    found = scene(map=PLAIN, objectives=0, south_army="LnInf HC / 2FA", north_army="2LnInf / 2LnInf")
    assert found["span"] == SPANS, "tenths of a millimetre: S, 10 cm, is a kilometre"
    assert found["base"] == {"front": 500, "deep": 300, "radius": 100}
    assert found["road_width"] == 200
    assert found["scale"] == 1
    assert found["table"] == {"width": 12000, "height": 9000}
    for unit in found["units"]:
        xs, ys = zip(*unit["corners"], strict=True)
        assert (max(xs) - min(xs), max(ys) - min(ys)) == (500, 300), "one base for all, the long side its front"


@pytest.mark.clause("G-Z11", "G-Z12", "G-Q1", "G-Z13")
@pytest.mark.parametrize(("scale", "by"), [("half", 50), ("one", 100), ("double", 200)])
def test_the_scale_multiplies_everything(scale: str, by: int) -> None:
    ground = {
        "name": "plain",
        "objectives": [[3000, 5000]],
        "terrain": [{"kind": "wood", "corners": [[1000, 1000], [2000, 1000], [2000, 3000]]}],
        "roads": [[[0, 4000], [12000, 4100]]],
    }
    found = scene(map=ground, objectives=1, scale=scale)
    assert found["span"] == {name: length * by // 100 for name, length in SPANS.items()}
    assert found["base"] == {"front": 500 * by // 100, "deep": 300 * by // 100, "radius": by}
    assert found["road_width"] == 2 * by
    assert found["table"] == {"width": 120 * by, "height": 90 * by}
    assert found["terrain"][0]["corners"] == [[10 * by, 10 * by], [20 * by, 10 * by], [20 * by, 30 * by]]
    assert found["roads"] == [[[0, 40 * by], [120 * by, 41 * by]]]
    assert (found["objectives"][0]["x"], found["objectives"][0]["y"]) == (30 * by, 50 * by)


@pytest.mark.clause("G-Z11", "G-Z12", "G-M8")
@pytest.mark.parametrize(("scale", "most"), [("half", 500), ("one", 1000), ("double", 2000)])
def test_a_move_at_each_scale(scale: str, most: int) -> None:
    by = most / 1000
    units = ";".join(f"{x * by:g},{y * by:g}/270" for x, y in ((40, 40), (46, 40), (90, 70), (96, 70)))
    enemies = ";".join(f"{x * by:g},{y * by:g}/90" for x, y in ((40, 22), (46, 10), (90, 10), (96, 10)))
    south = ";".join(f"{x * by:g},{y * by:g}:4" for x, y in ((43, 45), (93, 76), (60, 80)))
    north = ";".join(f"{x * by:g},{y * by:g}:4" for x, y in ((43, 5), (93, 5), (60, 5)))
    match = Match(
        "forglory",
        seed=1,
        position=f"{units} {enemies} {south} {north} - . 1 0,0,0,0,0,0:0,0,0,0,0,0 sg1:7*",
        options={
            "map": PLAIN,
            "objectives": 0,
            "scale": scale,
            "south_army": "2LnInf / 2LnInf",
            "north_army": "2LnInf / 2LnInf",
        },
    )
    match.act("use s1")
    assert match.why(f"move@{40 * by:g},{50 * by:g}") is None
    refusal = match.why(f"move@{40 * by:g},{50 * by + 0.01:.2f}")
    assert refusal is not None
    assert dict(refusal.numbers) == {"unit": 0, "cost": most + 1, "most": most}


@pytest.mark.clause("G-U1", "G-U3", "G-U2", "G-U11", "G-U5", "G-U6", "G-U7", "G-U8", "G-U9", "G-A5", "G-R15", "G-L1")
@pytest.mark.parametrize("category", CATEGORIES)
def test_categories(category: str) -> None:
    number = CATEGORIES.index(category)
    kind, reach, fire, melee, move, difficult, points = TABLE[category]
    assert TYPES[tables.TYPE_OF[number]] == kind
    assert tables.RANGE[number] == (NONE if reach is None else tables.LENGTHS.index(reach))
    assert tables.FIRE[number] == (fire or 0)
    assert tables.MELEE[number] == melee
    assert tables.LENGTHS[tables.MOVE[number]] == move
    assert tables.LENGTHS[tables.DIFFICULT_MOVE[number]] == difficult
    assert tables.POINTS[number] == points
    found = scene(map=PLAIN, objectives=0, south_army=f"2{category}:V / 2LnInf")["units"][0]
    assert (found["category"], found["type"], found["quality"]) == (category, kind, "V")
    assert (found["range"], found["fire"], found["melee"]) == (None if reach is None else SPANS[reach], fire, melee)
    assert (found["move"], found["division"], found["state"]) == (SPANS[move], 0, "hand")


@pytest.mark.clause("G-U4", "G-U12")
def test_qualities() -> None:
    assert QUALITIES == "MIRVE"
    assert tables.QUALITY.tolist() == [-2, -1, 0, 1, 2]


@pytest.mark.clause("G-A5", "G-R15")
def test_points_of_an_army() -> None:
    assert army_points("3LnInf LI / HC LC FA HA") == 4 + 8
    assert army_points("2LnInf:E / 2LI:M") == 4, "quality costs nothing"


@pytest.mark.clause("G-T7", "G-T1", "G-T2", "G-T3", "G-T4", "G-T5", "G-R23", "G-Y6", "G-Y7")
def test_what_each_kind_of_ground_does() -> None:
    def kinds(role: str) -> set[str]:
        return {kind for kind, roles in ROLES_OF.items() if role in roles}

    assert kinds("impassable") == {"river", "lake", "mountain"}
    assert kinds("difficult") == {"wood", "crops", "town", "bridge", "ford"}
    assert kinds("dense") == {"wood", "crops", "town"}
    assert kinds("hides") == {"wood", "town", "hill"}
    assert kinds("crossing") == {"bridge", "ford"}
    assert kinds("settled") == {"town"}


@pytest.mark.clause("G-L2", "G-L3", "G-F1", "G-F7", "G-Z7", "G-Z8")
def test_what_stands_on_the_table() -> None:
    found = scene(map=PLAIN, objectives=0, south_army="2LnInf HC / 2FA LI", north_army="2LnInf / 2LnInf / 2LC")
    assert [unit["text"] for unit in found["units"]] == [f"s{k}" for k in range(1, 7)] + [f"n{k}" for k in range(1, 7)]
    assert [officer["text"] for officer in found["officers"]] == ["sg1", "sg2", "ng1", "ng2", "ng3", "ss", "ns"]
    assert [officer["staff"] for officer in found["officers"]] == [False] * 5 + [True] * 2
    assert [officer["division"] for officer in found["officers"]] == [0, 1, 8, 9, 10, None, None]
    assert [division["units"] for division in found["divisions"]] == [
        [0, 1, 2],
        [3, 4, 5],
        [40, 41],
        [42, 43],
        [44, 45],
    ]
    assert all("corners" in unit for unit in found["units"]), "rules look at bases alone"


@pytest.mark.clause("G-V4", "G-V5", "G-V6", "G-V7", "G-V8", "G-V9")
def test_victory_points() -> None:
    assert dict(zip(tables.SHEET, tables.POINTS_FOR.tolist(), strict=True)) == {
        "units": 1,
        "divisions": 2,
        "held": 1,
        "taken": 4,
        "officers": 2,
        "staff": 4,
    }

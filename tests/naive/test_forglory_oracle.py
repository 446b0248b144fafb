"""The oracle of For Glory itself, on the rulebook's worked examples and situations set up by hand."""

from collections import Counter
from typing import Any

import pytest
from shapely import Polygon

from tests.naive.forglory import plane
from tests.naive.forglory.combat import fire_row, melee_row, passes
from tests.naive.forglory.course import Battle, chains
from tests.naive.forglory.feed import Event, Feed
from tests.naive.forglory.fuzzy import all_of, any_of, at_most, no
from tests.naive.forglory.model import CATEGORIES, FIRST_OFFICER, Group, Marker, Officer, Piece, Table, Unit, gap

NORTH, EAST, SOUTH, WEST = 2700, 0, 900, 1800
CODES = [kind.code for kind in CATEGORIES]
INCH = 250


def box(x: int, y: int, width: int, height: int) -> Polygon:
    """An upright shape by its middle."""
    return Polygon(
        [
            (x - width / 2, y - height / 2),
            (x + width / 2, y - height / 2),
            (x + width / 2, y + height / 2),
            (x - width / 2, y + height / 2),
        ]
    )


def battle(
    units: dict[str, tuple[Any, ...]], terrain: tuple[tuple[str, Polygon], ...] = (), roads: Any = (), **officers: Any
) -> Battle:
    """Units by name (s1, n3 …) as (category, x, y, facing, changes), and officers (sg1, ns …) as (x, y, changes)."""
    pieces = [Piece(number, kind, shape) for number, (kind, shape) in enumerate(terrain)]
    table = Table(12000, 9000, 1.0, pieces, [list(road) for road in roads], 12, False, False)
    found: dict[int, Unit] = {}
    for name, (code, x, y, facing, *more) in units.items():
        side = "sn".index(name[0])
        number = side * 40 + int(name[1:]) - 1
        found[number] = Unit(number, side, table, 2, x, y, facing=facing, category=CODES.index(code), division=8 * side)
        for field, value in (more[0] if more else {}).items():
            setattr(found[number], field, value)
    places = {"sg1": (6000, 8800), "ng1": (6000, 200), "ss": (200, 8800), "ns": (200, 200)} | officers
    chiefs: dict[int, Officer] = {}
    for name, (x, y, *more) in places.items():
        side = "sn".index(name[0])
        number = FIRST_OFFICER + (16 + side if name[1] == "s" else 8 * side + int(name[2:]) - 1)
        chiefs[number] = Officer(number, side, table, 2, x, y, **(more[0] if more else {}))
    return Battle(table, found, chiefs, [], [], Feed([], None, Counter(), Counter()))


def total(face: int, modifiers: dict[str, set[int]]) -> int:
    """A die with its modifiers, all of which must be sure."""
    assert all(len(values) == 1 for values in modifiers.values()), modifiers
    return face + sum(next(iter(values)) for values in modifiers.values())


def test_answers_too_close_to_call() -> None:
    assert at_most(500, 504) is True and at_most(504, 500) is False and at_most(500.5, 500) is None
    assert all_of((True, None)) is None and all_of((None, False)) is False and all_of(()) is True
    assert any_of((True, None)) is True and any_of((None, False)) is None and no(None) is None


def test_a_base_is_five_by_three_and_looks_ahead() -> None:
    assert plane.base(1000, 1000, EAST, 300, 500).bounds == (850, 750, 1150, 1250)
    assert plane.base(1000, 1000, NORTH, 300, 500).bounds == (750, 850, 1250, 1150)
    corners = list(plane.base(1000, 1000, NORTH, 300, 500).exterior.coords)
    assert {corners[0][1], corners[3][1]} == {850}, "the first and the last corner are those of the front"


# The rulebook's picture: a wood between A and B, C out of B's angle, B partly behind the wood for C.
VISION = {"s1": ("LnInf", 2000, 3000, EAST), "n1": ("LnInf", 4000, 3000, WEST), "s2": ("LnInf", 4000, 4200, NORTH)}


def test_vision_a_b_c() -> None:
    wood = ("wood", box(3000, 3000, 800, 900))
    b = battle(VISION, (wood,))
    a, enemy, c = b.units[0], b.units[40], b.units[1]
    assert b.sees(a, enemy) is False and b.sees(enemy, a) is False
    assert b.sees(enemy, c) is False, "out of its angle"
    assert b.sees(c, enemy) is True
    corner = ("wood", Polygon([(3400, 3300), (4030, 3300), (4030, 3600), (3400, 3600)]))
    b = battle(VISION, (wood, corner))
    assert b.sees(b.units[1], b.units[40]) is True
    assert b.seen(b.units[1], b.units[40]).obscured is True, "a little more than half is behind the wood"
    assert b.covered_from_fire(b.units[1], b.units[40]) is True


def test_fields_never_hide_and_the_own_wood_does_not_either() -> None:
    for kind, answer in (("crops", True), ("fence", True), ("hill", False), ("town", False), ("river", True)):
        b = battle(VISION, ((kind, box(3000, 3000, 800, 900)),))
        assert b.sees(b.units[0], b.units[40]) is answer, kind
    inside = ("wood", box(2100, 3000, 900, 900))
    b = battle(VISION, (inside,))
    assert b.sees(b.units[0], b.units[40]) is True, "it is in the wood"
    assert b.sees(b.units[40], b.units[0]) is True, "its target is in the wood"
    assert b.dense(b.units[0]) is True and b.dense(b.units[40]) is False


def test_units_hide_from_infantry_but_not_from_artillery() -> None:
    units = {"s1": ("LnInf", 2000, 3000, EAST), "s2": ("HA", 2000, 3000, EAST), "s3": ("LI", 2600, 3000, EAST)}
    b = battle(units | {"n1": ("LnInf", 3300, 3000, WEST)})
    assert b.sees(b.units[0], b.units[40]) is False
    assert b.sees(b.units[1], b.units[40]) is True
    del b.units[0]
    assert b.covered_from_fire(b.units[1], b.units[40]) is True
    b.units[2].y += 252
    assert b.covered_from_fire(b.units[1], b.units[40]) is None, "just about half of it"
    b.units[2].y += 68
    assert b.covered_from_fire(b.units[1], b.units[40]) is False


def test_the_reaction_area_is_as_deep_as_the_move() -> None:
    b = battle({"s1": ("LnInf", 2000, 3000, EAST), "n1": ("LnInf", 3280, 3000, WEST)})
    assert b.in_area(b.units[0], b.units[40]) is True
    b.units[40].x = 3320
    assert b.in_area(b.units[0], b.units[40]) is False
    b.units[40].x, b.units[40].y = 2800, 3520
    assert b.in_area(b.units[0], b.units[40]) is False, "beside the strip"
    b.units[0].category = CODES.index("LC")
    b.units[40].x, b.units[40].y = 4280, 3000
    assert b.in_area(b.units[0], b.units[40]) is True, "L for light cavalry"


def test_detachments_by_chains_of_xs() -> None:
    b = battle(
        {
            "s1": ("LnInf", 3000, 3000, NORTH),
            "s2": ("LnInf", 3600, 3000, NORTH),
            "s3": ("LnInf", 6000, 3000, NORTH),
            "s4": ("LnInf", 6900, 3000, NORTH),
            "s5": ("LnInf", 9500, 3000, NORTH),
        },
        sg1=(3000, 4000),
    )
    far = [u.id for u in b.standing(0) if not at_most(gap(u, b.officers[80]), 2000)]
    assert far == [2, 3, 4]
    pairs = [(2, 3), (2, 4), (3, 4)]
    links = {(a, c): at_most(gap(b.units[a], b.units[c]), 500) for a, c in pairs}
    assert chains(far, links) == [[2, 3], [4]], "A and B are two detachments"


@pytest.mark.parametrize(
    ("inches", "experience", "fails_below"), [(1.5, 4, 2), (8, 5, 2), (12, 3, 3), (35, 4, 4), (38, 4, 4), (24, 6, 2)]
)
def test_leadership_by_the_distance_to_the_staff(inches: float, experience: int, fails_below: int) -> None:
    """The examples A, B, C and the one off the picture; 24 inches are three lengths of XL (G-R61)."""
    at = (1000 + round(inches * INCH) + 200, 1000)
    b = battle({}, sg1=(*at, {"experience": experience}), ss=(1000, 1000))
    passed = [face for face in range(1, 7) if passes(face, total(face, b.leadership(b.officers[80])))]
    assert passed == list(range(fails_below, 7))


def test_leadership_modifiers_of_the_examples() -> None:
    expected = {
        1.5: {"staff": {2}, "distance": {-1}},
        8: {"distance": {-1}},
        12: {"distance": {-2}},
        38: {"distance": {-4}},
    }
    for inches, modifiers in expected.items():
        b = battle({}, sg1=(1200 + round(inches * INCH), 1000), ss=(1000, 1000))
        assert b.leadership(b.officers[80]) == modifiers
    b = battle({}, sg1=(1600, 1000, {"lost": 2, "experience": 4}), ss=(1000, 1000))
    assert b.leadership(b.officers[80]) == {"experience": {4}, "staff": {2}, "distance": {-1}, "lost": {-2}}


def test_a_one_fails_and_a_six_passes() -> None:
    assert not passes(1, 9) and passes(6, -3) and passes(2, 4) and not passes(5, 3)


def test_elite_light_infantry_shoots_with_three_and_checks_with_two() -> None:
    b = battle({"s1": ("LI", 2000, 3000, EAST, {"quality": 4}), "n1": ("LnInf", 3000, 3000, WEST)})
    assert b.fire(b.units[0], b.units[40], False, False) == {"category": {1}, "quality": {2}}
    assert b.morale(b.units[0]) == {"quality": {2}}


def test_morale_modifiers() -> None:
    changed = {"hits": 2, "confused": True, "quality": 0}
    b = battle({"s1": ("LnInf", 2000, 3000, EAST, changed)}, sg1=(2000, 3500, {"lost": 1}))
    expected = {"quality": {-2}, "officer": {2}, "lost": {-1}, "hits": {-2}, "disorganised": {-1}}
    assert b.morale(b.units[0]) == expected
    b.officers[80].y = 3860
    assert "officer" not in b.morale(b.units[0]), "more than XS away"


def test_artillery_duel() -> None:
    """A four, three times: 2 with a marker, 3 with one marker there, 4 with two."""
    b = battle({"s1": ("HA", 2000, 3000, EAST), "n1": ("LnInf", 3500, 3000, WEST)})
    results = []
    for marker in ((3500, 3600), (3900, 3200), (3500, 2400)):
        results.append(total(4, b.fire(b.units[0], b.units[40], False, False)))
        b.markers.append(Marker(*marker, 1, 0))
    assert results == [2, 3, 4]
    assert [fire_row(result) for result in results] == ["none", "pushed", "hit"]
    b.units[40].x = 2700
    assert b.fire(b.units[0], b.units[40], False, False)["close"] == {2}


def test_flank_charge_of_cavalry() -> None:
    """+2 by its category, +2 from the flank (G-R61)."""
    b = battle({"s1": ("LC", 3000, 3420, NORTH, {"charging": "flank"}), "n1": ("LnInf", 3000, 3000, WEST)})
    assert b.from_flank(b.units[0], b.units[40]) is True
    assert total(0, b.melee(b.units[0], [b.units[40]])) == 4
    assert b.could_react(b.units[40], b.units[0]) is False, "out of its sight"


def test_front_is_ahead_of_the_line_of_the_front() -> None:
    b = battle({"s1": ("LC", 2700, 3900, NORTH), "n1": ("LnInf", 3000, 3000, WEST)})
    assert b.from_flank(b.units[0], b.units[40]) is False
    b.units[0].x = 2900
    assert b.from_flank(b.units[0], b.units[40]) is True


def test_double_charge() -> None:
    """Nine with +2 and -1 against two: ten to two, a difference of eight."""
    b = battle(
        {
            "s1": ("LnInf", 3000, 3300, NORTH, {"charging": "front"}),
            "s2": ("LnInf", 3400, 3000, WEST, {"charging": "flank"}),
            "n1": ("LnInf", 3000, 3000, SOUTH),
        }
    )
    fighters, sure = b.fighters(b.units[0])
    assert [u.id for u in fighters] == [0, 1, 40] and sure
    ours = total(9, b.melee(b.units[0], [b.units[40]])) + total(0, b.melee(b.units[1], [b.units[40]]))
    theirs = total(2, b.melee(b.units[40], [b.units[0], b.units[1]]))
    assert (ours, theirs) == (10, 2)
    assert melee_row(ours - theirs) == "destroyed"


def test_rows_of_the_result_table() -> None:
    fire = [fire_row(total) for total in (-3, 2, 3, 4, 6, 7, 9, 10, 14)]
    assert fire == ["none", "none", "pushed", "hit", "hit", "two-hits", "two-hits", "destroyed", "destroyed"]
    melee = [melee_row(difference) for difference in (0, 2, 3, 4, 6, 7, 12)]
    assert melee == ["draw", "draw", "pushed", "two-hits", "two-hits", "destroyed", "destroyed"]


def test_an_officer_is_a_target_only_alone() -> None:
    units = {"s1": ("LnInf", 2000, 3000, EAST), "n1": ("LnInf", 2700, 3300, WEST)}
    b = battle(units, ng1=(2500, 2900))
    officer = b.officers[88]
    assert b.may_shoot(b.units[0], officer).answer is False
    b.units[40].x = 5000
    assert b.may_shoot(b.units[0], officer).answer is True
    assert b.may_charge(b.units[0], officer, None).answer is True


def test_infantry_shoots_at_the_nearest() -> None:
    units = {"s1": ("LI", 2000, 3000, EAST), "n1": ("LnInf", 2700, 3300, WEST), "n2": ("LnInf", 3000, 2740, WEST)}
    b = battle(units)
    assert b.may_shoot(b.units[0], b.units[40]).answer is True
    assert b.may_shoot(b.units[0], b.units[41]).answer is False
    b.units[0].category = CODES.index("HA")
    assert b.may_shoot(b.units[0], b.units[41]).answer is True, "artillery chooses"
    b.units[0].category = CODES.index("HC")
    assert b.may_shoot(b.units[0], b.units[40]).answer is False, "cavalry does not"


def leg(b: Battle, x: int, y: int, facing: int = EAST, march: bool = False) -> bool | None:
    """Whether south's first unit may go there."""
    unit = b.units[0]
    return b.leg(unit, b.begin(unit, march), x, y, facing)[0].answer


def test_moves_near_and_far_from_enemies() -> None:
    b = battle({"s1": ("LnInf", 2000, 3000, EAST), "n1": ("LnInf", 4000, 4000, WEST)})
    assert leg(b, 3000, 3000) is True
    assert leg(b, 3002, 3000) is False
    assert leg(b, 2000, 3000, SOUTH) is True, "a pivot"
    b.units[40].x = 8000
    assert leg(b, 4000, 3000) is True, "a strategic move"
    b.units[0].detached = True
    assert leg(b, 4000, 3000) is False


def test_marches_by_road() -> None:
    road = [(1000, 3000), (9000, 3000)]
    b = battle({"s1": ("LnInf", 2000, 3000, EAST), "n1": ("LnInf", 4000, 4900, WEST)}, roads=[road])
    assert leg(b, 4000, 3000, NORTH, march=True) is True
    assert leg(b, 4000, 3000, EAST, march=True) is False, "not in column"
    assert leg(b, 4000, 3000, NORTH) is False
    b.units[40].y = 8000
    assert leg(b, 5000, 3000, NORTH, march=True) is True, "three moves"
    assert leg(b, 5002, 3000, NORTH, march=True) is False
    b.units[1] = Unit(1, 0, b.table, 2, 3000, 3000, facing=NORTH)
    assert leg(b, 5000, 3000, NORTH, march=True) is False, "nobody is passed on a road"


def test_difficult_ground_and_arms() -> None:
    wood = ("wood", box(3000, 3000, 600, 600))
    units = {"s1": ("LC", 2000, 3000, EAST), "n1": ("LnInf", 4900, 4900, WEST)}
    b = battle(units, (wood,))
    assert leg(b, 2705, 3000) is True, "cavalry stops where it enters"
    assert leg(b, 2800, 3000) is False
    b.units[0].category = CODES.index("HA")
    assert leg(b, 2900, 3000) is True
    assert leg(b, 3100, 3000) is False, "S for horse artillery"
    b.units[0].category = CODES.index("FA")
    assert leg(b, 2500, 3000) is False, "no road, no town"
    assert leg(battle(units | {"s1": ("LnInf", 2000, 3000, EAST)}, (wood,)), 3000, 3000) is True


def test_rivers_are_crossed_on_bridges() -> None:
    river, bridge = ("river", box(2500, 3000, 200, 4000)), ("bridge", box(2500, 3000, 300, 300))
    units = {"s1": ("LnInf", 2000, 3000, EAST), "n1": ("LnInf", 4900, 4900, WEST)}
    assert leg(battle(units, (river,)), 2900, 3000) is False
    assert leg(battle(units, (river, bridge)), 2900, 3000) is True
    assert leg(battle(units, (river, bridge)), 2800, 3400) is False


def test_pushes_stop_and_clear_friends() -> None:
    b = battle({"n1": ("LnInf", 3000, 3000, WEST), "n2": ("LnInf", 3700, 3000, WEST), "s1": ("LnInf", 100, 100, EAST)})
    assert b.slide(b.units[40], (1, 0), 500) == pytest.approx(400, abs=3), "it would end on a friend"
    b.units[41].x = 3150
    b.units[41].y = 3510
    assert b.slide(b.units[40], (1, 0), 500) == 500
    b.units[0].x, b.units[0].y = 3700, 3000
    assert b.slide(b.units[40], (1, 0), 500) == pytest.approx(400, abs=3), "an enemy"
    assert b.slide(b.units[40], (0, -1), 4000) == pytest.approx(2750, abs=3), "the edge"


def test_paths_of_charges() -> None:
    b = battle({"s1": ("LC", 2000, 3000, NORTH), "n1": ("LnInf", 3500, 3000, WEST), "n2": ("LI", 2600, 3300, WEST)})
    b.units[0].facing = EAST
    path = b.path(b.units[0], b.units[40], None)
    assert path is not None and path.facing == EAST
    assert path.touch == pytest.approx(1200, abs=1) and path.near == pytest.approx(1190, abs=1)
    assert b.may_charge(b.units[0], b.units[40], None).answer is False, "the other is touched first"
    b.units[41].y = 3520
    assert b.may_charge(b.units[0], b.units[40], None).answer is True
    b.units[40].x = 4330
    assert b.may_charge(b.units[0], b.units[40], None).answer is False, "too far"


def test_groups_remember_their_number() -> None:
    assert Group(0, 0, 80, 5, 3).number == -1


def test_a_way_along_the_edge_of_a_wood_may_stay_beside_it() -> None:
    """Directions are rounded: cavalry that falls back along an edge halts there or goes on, and nobody is sure."""
    wood = ("wood", box(3500, 3450, 2000, 900))
    b = battle({"s1": ("LC", 2000, 3000, WEST), "s2": ("LC", 2000, 3600, WEST)}, (wood,))
    best, worst = b.slides(b.units[0], plane.direction((2000, 3000), (3000, 3001)), 2000, halts=True)
    assert round(best[0]) == 4000 and 2490 <= worst[0] <= 2500
    best, worst = b.slides(b.units[1], (1.0, 0.0), 2000, halts=True)
    assert 2490 <= worst[0] <= best[0] <= 2510, "straight into it there is no doubt"


def test_who_could_follow_by_less_than_contact_may_as_well_stay() -> None:
    b = battle({"s1": ("LnInf", 2000, 3000, EAST), "n1": ("LnInf", 2320, 3000, WEST)})
    ends = b.slides(b.units[0], (1.0, 0.0), b.span("XS"), halts=True)
    assert plane.distance(b.units[0].here, ends[0]) > 15
    assert b.stays(b.units[0], ends)
    b.units[40].x = 2400
    assert not b.stays(b.units[0], b.slides(b.units[0], (1.0, 0.0), b.span("XS"), halts=True))


def test_whom_a_charger_touches_by_a_hair_it_fights_where_the_rules_do() -> None:
    b = battle({"s1": ("LnInf", 2000, 3000, EAST), "n1": ("LnInf", 2311, 3000, WEST)})
    unit, enemy = b.units[0], b.units[40]
    assert b.touches(unit, unit.here, unit.shape, enemy) is None
    assert b.fought_by(unit) == [enemy]
    b.feed.events = [Event("CHARGE_SUCCEEDS", {"unit": 0})]
    assert b.fought_by(unit) == []
    enemy.x = 2305
    assert b.fought_by(unit) == [enemy], "surely in contact"


def test_guns_that_find_a_road_only_within_a_hair_of_an_enemy_may_as_well_stay() -> None:
    road = [(1000, 3000), (9000, 3000)]
    b = battle({"s1": ("FA", 3000, 1500, NORTH), "n1": ("LnInf", 3000, 2566, NORTH)}, roads=[road])
    ends = b.slides(b.units[0], (0.0, 1.0), 2000, halts=True)
    assert plane.distance(b.units[0].here, ends[0]) > 700 and b.stays(b.units[0], ends)
    b.units[40].y = 2600
    ends = b.slides(b.units[0], (0.0, 1.0), 2000, halts=True)
    assert not b.stays(b.units[0], ends), "there is room to choose"

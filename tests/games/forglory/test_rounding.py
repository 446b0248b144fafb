"""Bases may lie on each other, by a hair as places on a way are rounded, or as one of them turns: nobody is held by
that, and nobody goes through another."""

import pytest

from escaramuza import Match
from escaramuza.games.forglory.measure import nearest_enemy, put_officer, put_unit
from escaramuza.games.forglory.rules.pushing import DRIVEN, retreat_angle, retreat_length, slide
from escaramuza.games.forglory.rules.room import enemy_on_way
from escaramuza.games.forglory.tables import UNITS
from escaramuza.kernel.plane import TURN, turned_x, turned_y

POSITION = (
    "52.3,34.62/270;75,70/270;80,70/270;5,88/270;11,88/270 40,34.07/90;90,28/90;96,28/90;115,2/90;109,2/90 "
    "70,66:3;8,85:3;3,85:3 90,20:3;112,5:3;117,5:3 - . 1 0,0,0,0,0,0:0,0,0,0,0,0 sg1:7*"
)
OPTIONS = {
    "map": {"name": "open ground"},
    "objectives": 0,
    "south_army": "3LnInf / 2LnInf",
    "north_army": "3LnInf / 2LnInf",
}


@pytest.mark.clause("G-R30")
def test_a_unit_that_a_charger_lies_on_by_a_hair_falls_back() -> None:
    match = Match("forglory", seed=1, position=POSITION, options=OPTIONS)
    s, charger, unit = match.state, 0, 40
    put_unit(s, charger, 5199, 3462, 1023)
    put_unit(s, unit, 4666, 3407, 855)
    assert enemy_on_way(s, unit, 0, 0) == charger, "they overlap by less than a hundredth of a millimetre"
    assert nearest_enemy(s, unit) == charger
    assert retreat_length(s, unit, charger) == 1000


@pytest.mark.clause("G-E9")
def test_a_unit_leaves_whom_it_lies_on_the_way_it_came_and_not_through_him() -> None:
    match = Match("forglory", seed=1, position=POSITION, options=OPTIONS)
    s, turning, unit, officer = match.state, 0, 40, 8
    put_unit(s, turning, 5150, 3462, 1023)
    put_unit(s, unit, 4666, 3407, 855)
    assert enemy_on_way(s, unit, 0, 0) == turning
    away = retreat_angle(s, unit, turning)
    assert slide(s, unit, away, 1000, DRIVEN, 0) == 1000
    assert slide(s, unit, (away + TURN // 2) % TURN, 1000, DRIVEN, 0) == 0, "there would be room behind him"
    # An officer's round base, between two of its eighths, where it reaches beyond the line through both.
    ahead = 225
    put_unit(s, turning, 6000, 6000, ahead)
    put_officer(s, officer, 6000 + turned_x(248, 0, ahead), 6000 + turned_y(248, 0, ahead))
    assert enemy_on_way(s, turning, 0, 0) == UNITS + officer
    assert slide(s, turning, (ahead + TURN // 2) % TURN, 500, DRIVEN, 0) == 500
    assert slide(s, turning, ahead, 1000, DRIVEN, 0) == 0

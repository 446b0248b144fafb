"""Places on a way are rounded: bases may lie on each other by a hair, and nobody is held by that."""

import pytest

from escaramuza import Match
from escaramuza.games.forglory.measure import nearest_enemy, put_unit
from escaramuza.games.forglory.rules.pushing import retreat_length
from escaramuza.games.forglory.rules.room import enemy_on_way

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
    put_unit(s, charger, 5150, 3462, 1023)
    assert retreat_length(s, unit, charger) == 0, "by more than a hair they do hold each other"

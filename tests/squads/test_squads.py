"""The ready squads, and what is said of units and squads that are not as they should be."""

from typing import Any

import pytest

from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import squads
from escaramuza.games.escarmouche.squads import Squad, Unit, checked, read_squad
from escaramuza.games.escarmouche.tables import ABILITIES
from escaramuza.squads import icons
from escaramuza.squads.words import sentence, texts
from escaramuza.words import LANGUAGES
from tests.squads.drafts import unit

PLAIN: dict[str, Any] = {"name": "Ana", "health": 4, "range": 1, "move": 3, "power": 2}


def test_six_ready_squads_from_four_worlds() -> None:
    ready = squads.ready_list()
    assert len(ready) == 6
    assert len({entry["world"] for entry in ready}) == 4
    for entry in ready:
        assert texts(f"world:{entry['world']}")
        assert texts(f"squad:{entry['id']}")


def test_ready_squads_are_legal_and_complete() -> None:
    used: set[str] = set()
    for squad in squads.ready_squads().values():
        assert squads.problems(squad) == []
        assert squad.points >= 28
        assert 3 <= len(squad.units) <= 6
        for member in squad.units:
            used |= set(member.abilities)
            assert member.icon in icons.unit_icons()
            assert isinstance(member.quote, dict)
            assert set(member.quote) == set(LANGUAGES)
            assert len(set(member.quote.values())) == 3, "said in each language's own words"
    assert used == set(ABILITIES)


@pytest.mark.clause("E-R1", "E-R16")
@pytest.mark.parametrize(
    ("change", "code", "named"),
    [
        ({"health": 0}, "UNIT_FIGURE", "health"),
        ({"range": 11}, "UNIT_FIGURE", "11"),
        ({"move": 2.5}, "UNIT_FIGURE", "2.5"),
        ({"power": "3"}, "UNIT_FIGURE", "power"),
        ({"power": None}, "UNIT_FIGURE", "None"),
        ({"abilities": ["charge", "charge"]}, "SAME_ABILITY", "charge"),
        ({"abilities": ["fly"]}, "UNKNOWN_ABILITY", "fly"),
        ({"abilities": ["charge", "sweep", "feint"]}, "TOO_MANY_ABILITIES", "2"),
        ({"abilities": "charge"}, "TOO_MANY_ABILITIES", "abilities"),
        ({"name": ""}, "UNIT_NAME", "40"),
        ({"name": "x" * 41}, "UNIT_NAME", "40"),
        ({"name": " \u200b\u00a0\u2060 "}, "UNIT_NAME", "name"),
        ({"name": "\u3164\u2800\ufe0f"}, "UNIT_NAME", "name"),
        ({"name": "two\nlines"}, "UNIT_TEXT", "two"),
        ({"name": "\u202eturned"}, "UNIT_TEXT", "turned"),
        ({"quote": "x" * 121}, "UNIT_QUOTE", "120"),
        ({"quote": {"de": "nein"}}, "UNIT_QUOTE", "es"),
        ({"icon": "../x"}, "UNIT_ICON", "../x"),
        ({"armour": 3}, "FIELD_UNKNOWN", "armour"),
    ],
)
def test_a_wrong_unit_is_told_what_is_wrong(change: dict[str, Any], code: str, named: str) -> None:
    with pytest.raises(NotationError) as caught:
        checked(Unit, {**PLAIN, **change})
    assert caught.value.code == code
    for lang in LANGUAGES:
        assert named in sentence(caught.value, lang)


@pytest.mark.parametrize("name", ["é", "e\u0301", "👨\u200d👩\u200d👧", "☠\ufe0f", "·", "\u200bx"])
def test_a_name_needs_one_character_that_shows(name: str) -> None:
    assert unit(name=name).name == name
    with pytest.raises(NotationError) as caught:
        checked(Squad, {"name": "\u200b", "units": [PLAIN]})
    assert caught.value.code == "UNIT_NAME"


def test_a_wrong_unit_in_a_squad_is_found() -> None:
    with pytest.raises(NotationError) as caught:
        checked(Squad, {"name": "S", "units": [PLAIN, {**PLAIN, "move": 12}]})
    assert "units[2].move" in sentence(caught.value, "en")
    with pytest.raises(NotationError) as caught:
        checked(Squad, {"name": "S", "units": [{"name": "A"}]})
    assert sentence(caught.value, "en") == "“units[1].health” is missing."


@pytest.mark.parametrize("given", [None, 3, [], {}, {"name": "S", "units": 4}, {"name": "S", "units": [PLAIN] * 30}])
def test_what_is_no_squad_gets_a_sentence(given: Any) -> None:
    with pytest.raises(NotationError) as caught:
        read_squad(given)
    assert sentence(caught.value, "es")


def test_emoji_and_hard_spaces_are_text() -> None:
    assert unit(name="👨‍👩‍👧 «\u202fOh\u00a0!\u202f»").name.startswith("👨")


@pytest.mark.clause("E-F1", "E-R16")
def test_problems_name_the_unit() -> None:
    dear, good = unit(name="Goliath", power=6), unit()
    found = squads.problems(Squad(name="S", units=(good, dear, good, good, good, good, good)))
    assert [(number, problem.code) for number, problem in found] == [
        (None, "SQUAD_TOO_MANY"),
        (1, "UNIT_TOO_DEAR"),
        (None, "SQUAD_POINTS"),
    ]
    assert "Goliath" in sentence(found[1][1], "fr")
    assert [problem.code for _, problem in squads.problems(Squad(name="S"))] == ["SQUAD_EMPTY"]
    assert squads.problems(Squad(name="twins", units=(good, good))) == [], "identical units are allowed"


def test_the_short_forms_of_a_squad() -> None:
    squad = read_squad("4/1/3/2+charge;3/3/2/2")
    assert [(u.health, u.range, u.move, u.power, u.abilities) for u in squad.units] == [
        (4, 1, 3, 2, ("charge",)),
        (3, 3, 2, 2, ()),
    ]
    assert read_squad(" morvane ") == squads.ready_squads()["morvane"]
    for text, code in [("4/1/3/2;x", "SHORT_UNIT"), ("nobody", "UNKNOWN_SQUAD"), ("S1" + "x" * 20, "CODE_DAMAGED")]:
        with pytest.raises(NotationError) as caught:
            read_squad(text)
        assert caught.value.code == code
    with pytest.raises(NotationError) as caught:
        read_squad(";".join(["1/1/1/1"] * 1000))
    assert caught.value.code == "SQUAD_TOO_MANY"

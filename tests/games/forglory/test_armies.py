"""Armies, ready battles and options of For Glory."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from escaramuza import Match
from escaramuza.games.basics import NotationError
from escaramuza.games.forglory.armies import army_points, army_units, read_army
from escaramuza.games.forglory.battles import default_battle, named_army, ready_battles
from escaramuza.games.forglory.maps import BOOK, objective_names, ready_maps
from escaramuza.games.forglory.options import OWN, ForGloryOptions
from escaramuza.games.forglory.random_maps import random_map
from escaramuza.games.forglory.tables import CATEGORIES, QUALITIES, REGULAR
from escaramuza.kernel.jit import COMPILED
from escaramuza.words import LANGUAGES

# Armies are read outside the rules.
pytestmark = pytest.mark.rules(COMPILED)
EXAMPLE = "3LnInf LI:V HA / 2LnInf 2LC:E"
PAIRS = "2LI / 2LI"

units = st.tuples(st.sampled_from(range(6)), st.sampled_from(range(5)))
armies = st.lists(st.lists(units, min_size=2, max_size=5), min_size=2, max_size=8)


def told(error: NotationError) -> NotationError:
    """It reads as a sentence in every language, with nothing left to fill."""
    assert not any("{" in BOOK.sentence(error, lang) for lang in LANGUAGES)
    return error


def refused(text: Any) -> NotationError:
    with pytest.raises(NotationError) as caught:
        read_army(text)
    return told(caught.value)


def wrong_option(**given: Any) -> NotationError:
    with pytest.raises(ValidationError) as caught:
        ForGloryOptions(**given)
    error = caught.value.errors()[0]["ctx"]["error"]
    assert isinstance(error, NotationError)
    return told(error)


def written(army: list[list[tuple[int, int]]]) -> str:
    """Every unit on its own and every quality named."""
    return "/".join(
        ",".join(f"{CATEGORIES[category]}:{QUALITIES[quality]}" for category, quality in division) for division in army
    )


@pytest.mark.clause("G-A1", "G-A2")
def test_an_army_is_read_unit_by_unit() -> None:
    line, light, horse_guns, hussars = 0, 1, 5, 3
    assert army_units(EXAMPLE) == [
        (0, line, 2),
        (0, line, 2),
        (0, line, 2),
        (0, light, 3),
        (0, horse_guns, 2),
        (1, line, 2),
        (1, line, 2),
        (1, hussars, 4),
        (1, hussars, 4),
    ]


@pytest.mark.parametrize(
    "text",
    [
        EXAMPLE,
        "3lninf li:v ha/2LNINF 2lc:e",
        "LnInf,LnInf:R,LnInf, 1LI:V; HA:R /2LnInf LC:E LC:E",
        "\n 03LnInf\tLI:V  HA  /  2LnInf   2LC:E ",
    ],
)
def test_an_army_has_one_usual_form(text: str) -> None:
    assert read_army(text) == EXAMPLE


def test_units_keep_their_order() -> None:
    assert read_army("LI LnInf LI / LnInf LnInf:V LnInf") == "LI LnInf LI / LnInf LnInf:V LnInf"


@given(armies)
def test_nothing_is_lost_in_the_usual_form(army: list[list[tuple[int, int]]]) -> None:
    text = read_army(written(army))
    assert army_units(text) == [(number, *unit) for number, division in enumerate(army) for unit in division]
    assert read_army(text) == text
    assert f":{QUALITIES[REGULAR]}" not in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ""),
        ("  ", "  "),
        (7, "7"),
        ("3XX LI / 2LI", "3XX"),
        ("2LI / 2LI:Q", "2LI:Q"),
        ("2LI / 0LI 2HC", "0LI"),
        ("2LI / 00LI 2HC", "00LI"),
        ("100LI / 2LI", "100LI"),
        ("-2LI / 2LI", "-2LI"),
        ("LI:V:V LI / 2LI", "LI:V:V"),
        ("LnInfLI / 2LI", "LnInfLI"),
        ("²LI / 2LI", "²LI"),
        ("٣LI / 2LI", "٣LI"),
    ],
)
def test_what_is_no_army_is_quoted(text: Any, said: str) -> None:
    error = refused(text)
    assert (error.code, error.words) == ("ARMY_TEXT", {"text": said})


@pytest.mark.clause("G-A2")
def test_how_large_armies_are() -> None:
    assert refused("5LI").words == {"count": 1, "fewest": 2, "most": 8}
    assert refused("/".join(["2LI"] * 9)).code == "ARMY_DIVISIONS"
    assert len(army_units(read_army("/".join(["2LI"] * 8)))) == 16
    for text, count in (("2LI / LI", 1), ("2LI /", 0), ("2LI / / 2LI", 0)):
        error = refused(text)
        assert (error.code, error.words) == ("ARMY_BRIGADES", {"division": 2, "count": count, "fewest": 2})
    assert len(army_units(read_army("38LI / 2LI"))) == 40
    assert refused("38LI / 3LI").words == {"count": 41, "most": 40}
    assert refused("LI " * 1000 + "/ 2LI").code == "ARMY_TEXT", "nobody writes that"


@pytest.mark.clause("G-A5", "G-R15")
def test_what_armies_cost() -> None:
    assert [army_points(f"{category}:{quality}") for category in CATEGORIES for quality in "ME"] == [
        1,
        1,
        1,
        1,
        2,
        2,
        2,
        2,
        2,
        2,
        2,
        2,
    ]
    assert army_points(EXAMPLE) == 3 + 1 + 2 + 2 + 4


@pytest.mark.parametrize("id", ready_battles())
def test_a_ready_battle(id: str) -> None:
    battle = ready_battles()[id]
    assert battle.map is ready_maps()[battle.map.name]
    assert objective_names(battle.map)
    for texts in (battle.name, battle.introduction):
        assert list(texts) == list(LANGUAGES)
        assert len(set(texts.values())) == len(LANGUAGES)
    south, north = battle.armies
    assert army_points(south.text) == army_points(north.text), "both sides are worth the same"
    qualities = [sum(quality - REGULAR for _, _, quality in army_units(army.text)) for army in battle.armies]
    assert qualities[0] == qualities[1], "and as good"
    for army in battle.armies:
        assert read_army(army.text) == army.text
        assert len(army.units) == len(army_units(army.text))
        assert len(army.divisions) == len(army.generals) == len(army.text.split("/"))
        for lang in LANGUAGES:
            called = [texts[lang] for texts in (army.staff, *army.divisions, *army.generals, *army.units)]
            assert len(set(called)) == len(called), "nobody is called like another"
            assert not any("{" in name for name in called)
    assert not {texts["en"] for texts in south.units} & {texts["en"] for texts in north.units}


def test_the_ready_battles_grow() -> None:
    sizes = [[len(army_units(army.text)) for army in battle.armies] for battle in ready_battles().values()]
    assert sizes == [[9, 9], [14, 14], [40, 40]]
    tables = [battle.map.width * battle.map.height for battle in ready_battles().values()]
    assert tables == sorted(tables)
    assert [len(battle.armies[0].divisions) for battle in ready_battles().values()] == [2, 4, 8]


@pytest.mark.clause("G-R15")
def test_the_first_battle_is_as_large_as_a_usual_one() -> None:
    assert [army_points(army.text) for army in default_battle().armies] == [12, 12]


def test_french_names_begin_so_that_de_fits() -> None:
    for battle in ready_battles().values():
        for army in battle.armies:
            for texts in (army.name, army.staff, *army.units):
                words = texts["fr"].split()
                assert "de" not in words or words[words.index("de") + 1][0] not in "AEIOUYHÀÉÈÊÎÔ", texts["fr"]


def test_a_base_is_called_a_single_brigade_or_battery() -> None:
    called = {"es": ("Brigada", "Batería"), "fr": ("Brigade", "Batterie"), "en": ("Brigade", "Battery")}
    for battle in ready_battles().values():
        for army in battle.armies:
            for (_, category, _), texts in zip(army_units(army.text), army.units, strict=True):
                guns = CATEGORIES[category] in ("FA", "HA")
                assert all(called[lang][guns] in texts[lang].split() for lang in LANGUAGES), texts


def test_a_battle_is_called_like_its_map_wherever_both_bear_one_name() -> None:
    for battle in ready_battles().values():
        place = BOOK.names_of(battle.map)
        assert (battle.name["es"] == place["es"]) == (battle.name["en"] == place["en"])
        assert not any(word.istitle() for word in battle.name["en"].split()[1:-1]), "only places have capitals"


def test_names_belong_to_the_army_of_the_battle() -> None:
    first = default_battle()
    for side, army in enumerate(first.armies):
        assert named_army(first.id, side, army.text) is army
        assert named_army(first.id, side, PAIRS) is None
        assert named_army(OWN, side, army.text) is None


def test_a_battle_brings_its_map_and_its_armies() -> None:
    for id, battle in ready_battles().items():
        options = ForGloryOptions(battle=id)
        assert options.map == battle.map
        assert (options.south_army, options.north_army) == tuple(army.text for army in battle.armies)
    assert ForGloryOptions() == ForGloryOptions(battle=default_battle().id)


def test_parts_that_are_given_win() -> None:
    grand = list(ready_battles())[-1]
    options = ForGloryOptions(battle=grand, map="symmetric:7", north_army="2li/2li")
    assert options.map == random_map(7, symmetric=True)
    assert options.north_army == PAIRS
    assert options.south_army == ready_battles()[grand].armies[0].text
    assert options.battle == grand


@pytest.mark.parametrize("part", [{"map": "four-winds"}, {"south_army": PAIRS}, {"north_army": PAIRS}])
def test_parts_without_a_battle_are_one_of_ones_own(part: dict[str, str]) -> None:
    options = ForGloryOptions(**part)
    assert options.battle == OWN
    usual = ForGloryOptions(battle=OWN)
    assert usual.map == default_battle().map
    left = {"map", "south_army", "north_army"} - part.keys()
    assert all(getattr(options, name) == getattr(usual, name) for name in left)


def test_options_are_read_again_as_they_were_written() -> None:
    for options in (
        ForGloryOptions(),
        ForGloryOptions(map="random:3", objectives=2),
        ForGloryOptions(battle="corvaldes"),
    ):
        assert ForGloryOptions.model_validate(options.model_dump(mode="json")) == options


@pytest.mark.clause("G-R12", "G-R15", "G-R16", "G-R7", "G-R53")
def test_the_options_of_the_rulings() -> None:
    usual = ForGloryOptions()
    assert (usual.objectives, usual.rounds, usual.points, usual.scale) == (3, 12, 0, "one")
    assert (usual.markers, usual.follow) == ("stay", False)
    wrong = ({"rounds": 0}, {"rounds": 31}, {"objectives": 13}, {"objectives": -1}, {"objectives_from": 31})
    for bad in (*wrong, {"scale": "two"}, {"depth": 1}):
        with pytest.raises(ValidationError):
            ForGloryOptions.model_validate(bad)


def test_what_an_option_does_not_take_is_said() -> None:
    assert wrong_option(battle="waterloo").words["text"] == "waterloo"
    assert wrong_option(battle="waterloo").code == "UNKNOWN_BATTLE"
    assert wrong_option(map="atlantis").code == "UNKNOWN_MAP"
    assert wrong_option(south_army="5LI").code == "ARMY_DIVISIONS"
    bare = {"name": "bare", "objectives": [[100, 100]]}
    error = wrong_option(map=bare)
    assert (error.code, error.words) == ("MAP_OBJECTIVES_FEW", {"wanted": 3, "found": 1})
    assert ForGloryOptions(map=bare, objectives=1).objectives == 1
    with pytest.raises(ValidationError):
        ForGloryOptions(battle=None)  # type: ignore[arg-type]


@pytest.mark.clause("G-E15", "G-V2")
def test_from_which_round_objectives_can_end_a_battle() -> None:
    assert [ForGloryOptions(battle=id).ends_from for id in ready_battles()] == [4] * len(ready_battles())
    assert ForGloryOptions(battle=OWN).ends_from == 1, "as the rulebook has it"
    assert ForGloryOptions(objectives_from=2).ends_from == ForGloryOptions(battle=OWN, objectives_from=2).ends_from == 2


@pytest.mark.clause("G-E14", "G-A4")
def test_units_are_shared_out_as_often_as_anybody_would() -> None:
    match = Match("forglory", seed=1, options={"south_army": PAIRS, "north_army": PAIRS, "objectives": 0})
    match.act("roll")
    for _ in range(200):
        match.act("swap s1 s3")
    reason = match.why("swap s1 s3")
    assert reason is not None and reason.code == "NO_MORE_CHANGES"
    assert match.why("ready") is None


@pytest.mark.clause("G-R15")
def test_armies_cost_no_more_than_agreed() -> None:
    assert ForGloryOptions(points=12).points == 12
    error = wrong_option(points=11)
    assert (error.code, error.words["points"], error.words["most"]) == ("ARMY_POINTS", 12, 11)
    assert wrong_option(south_army=PAIRS, north_army="2HC / 2LI", points=5).words["army"] == "2HC / 2LI"
    assert ForGloryOptions(south_army=PAIRS, north_army="2HC / 2LI", points=6).points == 6

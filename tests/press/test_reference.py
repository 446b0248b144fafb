"""Quick references: every game has one in every language, and its figures are those of the rules."""

import pytest

from escaramuza.games import registry
from escaramuza.games.cafe import tables as cafe
from escaramuza.games.escarmouche import tables as escarmouche
from escaramuza.games.tactics import tables
from escaramuza.press import reference
from escaramuza.press.game_words import terms
from escaramuza.press.reference import Block
from escaramuza.words import LANGUAGES


def of(game_id: str, lang: str = "en") -> dict[str, Block]:
    return {block["title"]: block for block in reference.blocks(registry.get(game_id), lang)}


@pytest.mark.parametrize("game_id", registry.ids())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_one(game_id: str, lang: str) -> None:
    blocks = reference.blocks(registry.get(game_id), lang)
    assert blocks
    for block in blocks:
        assert block["title"] and (block["lines"] or block["rows"]), block
        widths = {len(row) for row in [*block["rows"], *([block["head"]] if block["head"] else [])]}
        assert len(widths) <= 1, block
        assert "{" not in str(block["lines"]) + block["title"]


@pytest.mark.parametrize("game_id", registry.ids())
def test_languages_say_the_same(game_id: str) -> None:
    shapes = {
        tuple((len(block["lines"]), len(block["rows"])) for block in reference.blocks(registry.get(game_id), lang))
        for lang in LANGUAGES
    }
    assert len(shapes) == 1


def test_tactics_says_who_takes_whom() -> None:
    rows = {row[0].lower(): row[1:] for row in of("tactics")["Who takes whom"]["rows"]}
    words = terms("tactics", "en")
    assert rows["axe"] == ["bow, arquebus, mage, Royal Guard", "sword, pike, horse, Royal Guard"]
    assert rows["royal guard"] == ["every piece", "every piece"]
    for taker, taken in tables.CAPTURES.items():
        said = rows[words[tables.CLASSES[taker]].lower()][0]
        assert said == "every piece" or all(words[tables.CLASSES[kind]] in said for kind in taken)
    assert [row[1] for row in of("tactics")["What a move costs"]["rows"]] == ["2", "3", "4", "6"]


def test_abilities_cards_and_units_are_all_there() -> None:
    assert len(of("escarmouche", "fr")["Capacités (à la place de l’attaque)"]["rows"]) == len(escarmouche.ABILITIES)
    assert len(of("cafe", "es")["Unidades"]["rows"]) == len(cafe.TYPES)
    assert [row[0] for row in of("forglory")["Lengths"]["rows"]] == ["XS", "S", "M", "L", "XL"]


def test_a_game_that_the_press_does_not_know_tells_its_rules() -> None:
    usual = reference._usual(registry.get("tactics"), "en")
    assert usual[0]["title"] == "The game" and "8 × 8" in usual[0]["lines"][0]

"""Print and play of Tactics: pages, exact sizes, all pieces, the table of captures."""

from typing import Any

import pytest

from escaramuza.games import registry
from escaramuza.games.tactics import tables
from escaramuza.press import tactics, typesetting
from escaramuza.press.game_words import terms
from escaramuza.press.tactics import PARTS
from escaramuza.press.typesetting import PAPERS, PressError
from escaramuza.words import LANGUAGES
from tests import effort
from tests.press.pdf import boxes, has_box, plain, read, sizes


@effort.combinations(paper=PAPERS, lang=LANGUAGES)
def test_nothing_runs_out_of_its_box(paper: Any, lang: str) -> None:
    order = tactics.order(paper=paper, lang=lang)
    for box in tactics.measured(order, "fit"):
        assert box["used"][0] <= box["room"][0] + 0.01 and box["used"][1] <= box["room"][1] + 0.01, box
        assert not box["cut"], box
    assert len(read(tactics.print_tactics(order)).pages) == len(PARTS)


def test_exact_sizes() -> None:
    printed = read(tactics.pdf(parts=["board"]))
    assert sizes(printed) == [pytest.approx(PAPERS["a4"], abs=0.01)]
    (board,) = tactics.measured(tactics.order(), "board")
    assert board["square"] == 25 and board["side"] == 200
    left, top = board["at"]
    assert has_box(boxes(printed.pages[0]), left, top, 25, 25)
    assert left + board["side"] <= PAPERS["a4"][0] - 3


def test_both_sides_have_all_their_pieces() -> None:
    found = tactics.measured(tactics.order(), "tokens")
    assert [(one["side"], one["tokens"]) for one in found] == [("white", tables.PIECES), ("black", tables.PIECES)]
    letters = read(tactics.pdf(parts=["tokens"])).pages[0].extract_text()
    pieces = [line for line in letters.split() if len(line) == 1 and line in tables.LETTERS]
    assert {letter: pieces.count(letter) for letter in tables.LETTERS} == {
        **dict.fromkeys(tables.LETTERS, 2 * tables.EACH),
        "K": 2,
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sheet_says_who_takes_whom_and_what_moves_cost(lang: str) -> None:
    page = plain(read(tactics.pdf(parts=["summary"], lang=lang)).pages[0].extract_text())
    words = terms("tactics", lang)
    # An axe takes bow, arquebus and mage, and falls to sword, pike and horse.
    row = [words[name] for name in ("axe", "bow", "arquebus", "mage", "sword", "pike", "horse")]
    assert plain("".join(row)) in page
    assert {one["id"]: one["takes"] for one in tactics.page_data(tactics.order())["classes"]}["guard"] == []


def test_bad_wishes() -> None:
    with pytest.raises(PressError, match="poster"):
        tactics.order(parts=["poster"])
    with pytest.raises(PressError, match="a5"):
        tactics.order(paper="a5")
    assert registry.get("tactics").name == tactics.page_data(tactics.order())["title"]
    assert typesetting.pictures(tactics.TEMPLATE, tactics.page_data(tactics.order(["tokens"])), ppi=20)

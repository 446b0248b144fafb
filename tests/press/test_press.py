"""Print and play: pages, exact sizes, backs behind fronts, and nothing that runs out of its box."""

import io
import re
from itertools import combinations
from typing import Any

import pytest
import segno
from pypdf import PdfReader

from escaramuza.games import registry
from escaramuza.games.escarmouche import sharing
from escaramuza.games.escarmouche.squads import Squad, Unit, ready_squads
from escaramuza.games.escarmouche.tables import ABILITIES
from escaramuza.press import pages, typesetting
from escaramuza.press.game_words import text as on_page
from escaramuza.press.game_words import words
from escaramuza.press.pages import PARTS, Order, measured, print_squad, qr_path
from escaramuza.press.typesetting import PAPERS, PressError
from escaramuza.squads import icons
from escaramuza.squads.words import Unfit, text
from escaramuza.words import LANGUAGES
from tests import effort
from tests.press.pdf import POINT, plain
from tests.squads.drafts import unit

NAMES = ["W" * 40, "M" * 20 + " " + "w" * 19, "👨‍👩‍👧" * 8, "Ǆ" * 40, "a b " * 9 + "a", "Ana", "#panic() $x$ *b* \\"]
QUOTES = ["W" * 120, "Lorem ipsum dolor sit amet consectetur " * 3, "«Ça ?»! " * 15, "", '#import "x": * [' * 7]
ADDRESS = "https://" + "a" * 100


def longest_pairs(lang: str, count: int) -> list[tuple[str, ...]]:
    """The pairs of abilities with the most to say."""
    pairs: list[tuple[str, ...]] = list(combinations(ABILITIES, 2))
    return sorted(pairs, key=lambda pair: -sum(len(text(f"rule:{id}", lang)) for id in pair))[:count]


def hostile(lang: str) -> Squad:
    """Every name with every quote and the longest abilities."""
    abilities = [*longest_pairs(lang, 4), ()]
    units = [
        unit(
            name=NAMES[i % 7],
            quote=QUOTES[i % 5][:120].strip(),
            abilities=abilities[i % 4 if i % 3 else 4],
            health=10,
            range=10,
        )
        for i in range(24)
    ]
    return Squad(name="W" * 40, units=tuple(units))


def squad_of(count: int) -> Squad:
    return Squad(name="Many", units=tuple(unit(name=f"Unit {i}") for i in range(count)))


def read(order: Order) -> PdfReader:
    return PdfReader(io.BytesIO(print_squad(order)))


@effort.combinations(paper=PAPERS, lang=LANGUAGES)
def test_nothing_runs_out_of_its_box(paper: Any, lang: str) -> None:
    boxes = measured(Order(hostile(lang), paper, PARTS, lang, ADDRESS), "fit")
    assert {box["what"] for box in boxes} >= {
        "name",
        "quote",
        "abilities",
        "squad",
        "back name",
        "token",
        "marker",
        "foot",
        "foot name",
    }
    for box in boxes:
        assert box["used"][0] <= box["room"][0] + 0.01, box
        assert box["used"][1] <= box["room"][1] + 0.01, box
        assert box["size"] >= 4
    never = ("abilities", "label", "marker", "foot")
    assert not any(box["cut"] for box in boxes if box["what"] in never)


@effort.combinations(paper=PAPERS, lang=LANGUAGES)
def test_a_long_name_leaves_the_foot_its_instructions(paper: Any, lang: str) -> None:
    order = Order(Squad(name="W" * 40, units=(unit(),)), paper, PARTS, lang)
    for page in read(order).pages[:2]:
        assert plain(on_page("print:duplex", lang)) in plain(page.extract_text())
    feet = [box for box in measured(order, "fit") if box["what"] == "foot"]
    assert len(feet) == 10
    assert all(box["size"] >= 5.5 for box in feet)


@effort.combinations(paper=PAPERS, count=[1, 9])
def test_the_foot_stays_clear_of_cards_and_their_bleed(paper: Any, count: int) -> None:
    order = Order(squad_of(count), paper)
    width, height = PAPERS[paper]
    fronts, backs = measured(order, "sheet")
    cards = measured(order, "card")
    for sheet, page in ((fronts, cards[:count]), (backs, cards[count:])):
        left, top, right, bottom = _edges(sheet["at"], sheet["size"])
        assert left >= 5 and top >= 5 and right <= width - 5 and bottom <= height - 5, "where printers print"
        for card in page:
            edges = _edges(card["at"], card["size"])
            bleed = card["bleed"]
            beside = right <= edges[0] - bleed or left >= edges[2] + bleed
            above_or_below = bottom <= edges[1] - bleed or top >= edges[3] + bleed
            assert beside or above_or_below, (sheet, card)
    for sheet, printed in zip((fronts, backs), read(order).pages, strict=True):
        left, top, right, bottom = _edges(sheet["at"], sheet["size"])
        x, y = _where("100", printed)
        assert left <= x <= right and top <= height - y <= bottom, "it stands where it is said to stand"


def _edges(at: list[float], size: list[float]) -> tuple[float, float, float, float]:
    return at[0], at[1], at[0] + size[0], at[1] + size[1]


def _where(words: str, page: Any) -> tuple[float, float]:
    """Where a piece of text starts, in millimetres from the lower left corner."""
    found: list[tuple[float, float]] = []

    def visit(text: str, matrix: list[float], of_text: list[float], *_: Any) -> None:
        if words in text:
            a, b, c, d, e, f = matrix
            x, y = of_text[4:]
            found.append(((a * x + c * y + e) / POINT, (b * x + d * y + f) / POINT))

    page.extract_text(visitor_text=visit)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize("address", ["http://h", ADDRESS])
def test_four_modules_of_white_around_a_qr_code(address: str) -> None:
    squad = Squad(name="S", units=(unit(), unit(quote="W" * 120)))
    order = Order(squad, address=address)
    for code, entry in zip(measured(order, "qr"), pages.page_data(order)["units"], strict=True):
        assert code["modules"] == entry["qr"]["size"]
        assert (code["field"] - code["modules"] * code["module"]) / 2 == pytest.approx(4 * code["module"])
        assert code["field"] <= 40, "above the name"
        assert code["module"] >= 0.35, "cameras tell modules apart"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_abilities_stay_readable(lang: str) -> None:
    """All pairs of abilities, below a quote of three lines."""
    pairs = list(combinations(ABILITIES, 2))
    for start in range(0, len(pairs), 24):
        units = tuple(unit(abilities=pair, quote="Lorem ipsum " * 10) for pair in pairs[start : start + 24])
        boxes = measured(Order(Squad(name="S", units=units), lang=lang), "fit")
        assert min(box["size"] for box in boxes if box["what"] == "abilities") >= 6.5


@pytest.mark.parametrize(("count", "expected"), [(1, 2), (6, 2), (9, 2), (10, 4), (18, 4), (19, 6)])
def test_pages_of_cards(count: int, expected: int) -> None:
    assert len(read(Order(squad_of(count))).pages) == expected


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_exact_size_of_the_paper(paper: Any) -> None:
    printed = read(Order(squad_of(2), paper, PARTS))
    assert len(printed.pages) == 5, "fronts, backs, tokens, markers, board"
    for page in printed.pages:
        assert float(page.mediabox.width) == pytest.approx(PAPERS[paper][0] * POINT, abs=0.01)
        assert float(page.mediabox.height) == pytest.approx(PAPERS[paper][1] * POINT, abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
def test_nine_cards_of_63_by_88_a_page_with_their_backs_behind_them(paper: Any) -> None:
    width, height = PAPERS[paper]
    cards = measured(Order(squad_of(11), paper), "card")
    assert [card["side"] for card in cards] == ["front"] * 9 + ["back"] * 9 + ["front"] * 2 + ["back"] * 2
    assert all(card["size"] == [63, 88] for card in cards)
    for card in cards:
        assert card["at"][0] >= 5 and card["at"][0] + 63 <= width - 5
        assert card["at"][1] >= 5 and card["at"][1] + 88 <= height - 5
    page = [tuple(card["at"]) for card in cards[:9]]
    for one, other in combinations(page, 2):
        assert abs(one[0] - other[0]) >= 62.999 or abs(one[1] - other[1]) >= 87.999, "they do not overlap"
    for front, back in zip(cards[:9] + cards[18:20], cards[9:18] + cards[20:], strict=True):
        assert front["name"] == back["name"]
        assert back["at"] == pytest.approx([width - front["at"][0] - 63, front["at"][1]]), "flipped on the long edge"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_hold_what_the_unit_is(lang: str) -> None:
    squad = ready_squads()["morvane"]
    printed = read(Order(squad, "a4", PARTS, lang))
    front, back, tokens, markers, board = (plain(page.extract_text()) for page in printed.pages)
    first = squad.units[0]
    for member in squad.units:
        assert plain(member.name) in front
        assert plain(member.name) in tokens
    for key in ("rank:paragon", "rule:charge", "rule:guardian", "ability:charge", "health", "range", "move", "power"):
        assert plain(text(key, lang)) in front, key
    assert plain(first.quote_in(lang)) in front
    assert plain(squad.name) in back
    assert plain(text("status:drained", lang)) in markers
    assert "a1" in board and "h8" in board
    for page in (front, back, tokens, markers, board):
        assert plain(on_page("print:scale", lang)) in page
    assert [sheet["line"] for sheet in measured(Order(squad, parts=PARTS), "sheet")] == [50] * 5


def test_text_is_data_and_never_source() -> None:
    squad = Squad(name='#eval("1+1")', units=(unit(name="#panic() *b* $x$", quote='#read("/etc/hosts") `r` _i_'),))
    printed = read(Order(squad, parts=PARTS))
    assert plain("#panic() *b* $x$") in plain(printed.pages[0].extract_text())
    assert "$x$" in printed.pages[0].extract_text()
    assert "#eval" in printed.pages[1].extract_text()
    assert printed.metadata is not None
    assert printed.metadata.title == squad.name


def test_the_same_order_gives_the_same_file() -> None:
    order = Order(ready_squads()["ixion-7"], "letter", PARTS, "fr")
    assert print_squad(order) == print_squad(order)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_board_is_exact_and_on_the_paper(paper: Any) -> None:
    board = measured(Order(squad_of(1), paper, ("board",)), "board")[0]
    assert (board["square"], board["side"]) == (25, 200)
    assert board["at"][0] >= 5 and board["at"][0] + 200 <= PAPERS[paper][0] - 4.99
    assert board["at"][1] + 200 <= PAPERS[paper][1] - 20


def test_tokens_of_25_mm_for_every_unit() -> None:
    found = measured(Order(squad_of(24), parts=("tokens",)), "tokens")
    assert found == [{"tokens": 24, "size": 25}]


def test_qr_codes_lead_to_the_unit() -> None:
    squad = ready_squads()["karyatis"]
    data = pages.page_data(Order(squad, lang="es", address="https://example.org/"))
    link = f"https://example.org/barracks?c={sharing.encode(squad.units[0], 'es')}"
    assert data["units"][0]["qr"] == qr_path(link)


def test_a_qr_code_is_drawn_module_by_module() -> None:
    matrix = segno.make("https://example.org", micro=False, error="l", boost_error=True).matrix
    drawn = [[0] * len(matrix) for _ in matrix]
    drawing = qr_path("https://example.org")
    for x, y, run in re.findall(r"M(\d+) (\d+)h(\d+)v1", drawing["path"]):
        drawn[int(y)][int(x) : int(x) + int(run)] = [1] * int(run)
    assert drawing["size"] == len(matrix)
    assert drawn == [[int(bool(module)) for module in row] for row in matrix]


def test_an_unknown_icon_gets_the_plain_one() -> None:
    data = pages.page_data(Order(Squad(name="S", units=(unit(icon="nothing-like-it"),))))
    assert data["units"][0]["icon"] == icons.unit_icons()["swordman"]


def test_drawings_are_credited() -> None:
    assert "CC BY 3.0" in icons.credit()
    assert len(icons.unit_icons()) >= 40
    assert all(re.fullmatch(r"[MmLlHhVvCcSsQqTtAaZz0-9 ,.e+-]+", path) for path in icons.unit_icons().values())


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"paper": "a5"}, "UNKNOWN_PAPER"),
        ({"parts": ["cards", "poster"]}, "UNKNOWN_PART"),
        ({"parts": []}, "UNKNOWN_PART"),
        ({"address": "javascript:alert(1)"}, "BAD_ADDRESS"),
        ({"address": "https://example.org/path?x"}, "BAD_ADDRESS"),
    ],
)
def test_orders_that_cannot_be_printed(change: dict[str, Any], code: str) -> None:
    wanted = {"paper": "a4", "parts": ["cards"], "lang": "en", "address": "https://example.org", **change}
    with pytest.raises(PressError) as caught:
        pages.order(squad_of(1), **wanted)
    assert caught.value.code == code


def test_an_address_may_end_in_a_slash() -> None:
    order = pages.order(squad_of(1), "a4", ["cards"], "en", "https://example.org/")
    assert (
        pages.page_data(order)["units"] == pages.page_data(Order(squad_of(1), address="https://example.org"))["units"]
    )


def test_the_board_calls_the_scenario_by_its_name() -> None:
    for lang in LANGUAGES:
        clause: str = registry.get("escarmouche").locale[lang]["clauses"]["E-F4"]
        assert clause.partition(":")[0].strip() in on_page("print:turn", lang)


def test_an_empty_squad_is_not_printed() -> None:
    with pytest.raises(Unfit) as caught:
        pages.order(Squad(name="S"), "a4", ["board"], "en", "https://example.org")
    assert caught.value.code == "SQUAD_EMPTY"


def test_every_text_of_the_templates_exists() -> None:
    templates = [file.read_text("utf-8") for file in typesetting.HERE.glob("*.typ")]
    used = {key for template in templates for key in re.findall(r'"(print:[a-z-]+)"', template)}
    assert used <= set(words("en"))


def test_unit_of_any_kind_is_printed() -> None:
    given = Unit(name="Zoë", health=1, range=1, move=1, power=1, quote={"es": "¡Sí!"})
    assert len(read(Order(Squad(name="S", units=(given,)), lang="fr")).pages) == 2

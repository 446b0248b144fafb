"""Print and play of For Glory: labels, markers and sticks in exact sizes, backs behind fronts, all text in its box."""

import math
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from escaramuza.games.forglory.battles import ready_battles
from escaramuza.games.forglory.maps import default_map
from escaramuza.games.forglory.tables import CATEGORIES, LENGTHS, SPANS
from escaramuza.maps.library import BadMap
from escaramuza.press import forglory, forglory_ruler, typesetting
from escaramuza.press.forglory import PARTS, SCALES, measured, order, page_data, print_forglory
from escaramuza.press.forglory_units import boxes_of
from escaramuza.press.forglory_words import length, text, words
from escaramuza.press.typesetting import PAPERS, PressError
from escaramuza.words import LANGUAGES
from tests import effort
from tests.press.glory import hostile, pages_of
from tests.press.pdf import MARGIN, boxes, has_box, pixels, plain, read, sizes

LARGEST = "20LnInf 18HA:V / 2HA:I"
MANY = " / ".join(["2LI:V 3HA:I"] * 8)
PAGES = {"units": 2, "markers": 1, "ruler": 1, "map": 1, "summary": 2, "armies": 2, "score": 1}
# The objectives no longer fit below the markers.
LETTER = {**PAGES, "markers": 2}


def overlapping(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(abs(a - b) < size - 0.001 for a, b, size in zip(one["at"], other["at"], one["size"], strict=True))


@effort.combinations(scale=SCALES, lang=LANGUAGES)
def test_nothing_runs_out_of_its_box(scale: Any, lang: str) -> None:
    paper = list(PAPERS)[(list(SCALES).index(scale) + LANGUAGES.index(lang)) % 2]
    found = measured(order(scale=scale, lang=lang, paper=paper, map=hostile(), south=LARGEST, north=MANY), "fit")
    assert {box["what"] for box in found} >= {
        "how",
        "code",
        "quality",
        "name",
        "state",
        "marker",
        "legend",
        "map",
        "side",
        "tables",
        "course",
        "unit",
        "division",
        "general",
        "staff",
        "army",
        "score",
        "score page",
        "foot",
        "foot name",
    }
    for box in found:
        assert box["used"][0] <= box["room"][0] + 0.01, box
        assert box["used"][1] <= box["room"][1] + 0.01, box
        assert box["size"] >= 4.5, box
        assert not box["cut"] or box["what"] == "name", "only names that somebody gave may be shortened"
    readable = {"tables": 7.5, "course": 7.5, "how": 7.5, "score": 7.5, "marker": 4.5, "legend": 6, "unit": 7}
    for what, least in readable.items():
        assert min(box["size"] for box in found if box["what"] == what) >= least, what


def test_names_of_ready_battles_are_shown_whole() -> None:
    for lang in LANGUAGES:
        found = measured(order(parts=["units", "armies"], lang=lang, battle="hollenmar", scale="half"), "fit")
        assert not any(box["cut"] for box in found)


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_size_of_the_paper(paper: Any) -> None:
    printed = read(print_forglory(order(paper=paper)))
    width, height = PAPERS[paper]
    pages = LETTER if paper == "letter" else PAGES
    across = sum(pages[part] for part in PARTS[: PARTS.index("ruler")])
    expected = [(height, width) if page == across else (width, height) for page in range(sum(pages.values()))]
    assert sizes(printed) == [pytest.approx(size, abs=0.01) for size in expected]
    assert [sheet["line"] for sheet in measured(order(paper=paper), "sheet")] == [50] * len(expected)


@pytest.mark.parametrize("part", PARTS)
def test_parts_alone(part: str) -> None:
    assert len(read(print_forglory(order(parts=[part]))).pages) == PAGES[part]


@pytest.mark.parametrize("paper", PAPERS)
def test_large_armies_take_more_pages(paper: Any) -> None:
    def pages(**change: Any) -> int:
        return len(measured(order(paper=paper, battle="hollenmar", **change), "sheet"))

    assert [pages(parts=["units"], scale=scale) for scale in SCALES] == [2, 8 if paper == "a4" else 10, 30]
    assert pages(parts=["armies"]) == 4
    assert pages(parts=["markers"]) == 3


@pytest.mark.parametrize(("paper", "scale"), [("a4", "one"), ("letter", "half"), ("letter", "double")])
def test_printers_can_reach_everything(paper: Any, scale: Any) -> None:
    """No ink near the edge of any page, and some on each."""
    south, north = ("2HA 2HC / 3LI", "2FA 2LC / 3LnInf") if scale == "double" else (LARGEST, MANY)
    wanted = order(paper=paper, scale=scale, lang="fr", south=south, north=north)
    for number, png in enumerate(typesetting.pictures(forglory.TEMPLATE, page_data(wanted), ppi=25.4)):
        image = pixels(png)
        dark = np.argwhere(image[..., :3].min(axis=2) < 200)
        height, width = image.shape[:2]
        assert len(dark) > 100, number
        assert dark.min() >= MARGIN and dark[:, 0].max() < height - MARGIN and dark[:, 1].max() < width - MARGIN, number


def test_the_same_order_gives_the_same_file() -> None:
    wanted = order(paper="letter", lang="fr", scale="half")
    assert print_forglory(wanted) == print_forglory(wanted)


@effort.combinations(paper=PAPERS, scaled=[("half", (25, 15)), ("one", (50, 30)), ("double", (100, 60))])
def test_labels_in_the_size_of_the_bases_with_backs_behind_them(paper: Any, scaled: Any) -> None:
    """Whole sheets: on each back the labels lie mirrored, flipped on the long edge."""
    scale, size = scaled
    wanted = order(parts=["units"], paper=paper, scale=scale, battle="corvaldes")
    width, height = PAPERS[paper]
    labels = [card for card in measured(wanted, "card") if "g" not in card["name"] and card["name"] not in ("ss", "ns")]
    fronts = [card for card in labels if card["side"] == "front"]
    backs = {card["name"]: card for card in labels if card["side"] == "back"}
    assert [card["name"] for card in fronts] == [f"{side}{n}" for side in "sn" for n in range(1, 15)]
    assert len(backs) == len(fronts)
    for front in fronts:
        back = backs[front["name"]]
        assert sorted(front["size"]) == sorted(back["size"]) == sorted(size)
        assert back["at"] == pytest.approx([width - front["at"][0] - front["size"][0], front["at"][1]])
        assert front["at"][0] >= 10 and front["at"][1] + front["size"][1] <= height - 12
    drawn = [box for page in read(print_forglory(wanted)).pages for box in boxes(page)]
    assert all(has_box(drawn, *card["at"], *card["size"]) for card in labels)
    page = fronts[: {"half": 28, "one": 20, "double": 6}[scale]]
    assert not any(overlapping(one, other) for i, one in enumerate(page) for other in page[i + 1 :])


@pytest.mark.parametrize(("scale", "size"), [("half", 10), ("one", 20), ("double", 40)])
def test_officers_are_round_and_have_backs(scale: Any, size: int) -> None:
    wanted = order(parts=["units"], scale=scale)
    discs = measured(wanted, "disc")
    half = len(discs) // 2
    assert [disc["name"] for disc in discs[:half]] == ["ss", "sg1", "sg2", "ns", "ng1", "ng2"]
    for front, back in zip(discs[:half], discs[half:], strict=True):
        assert front["size"] == back["size"] == size
        assert back["at"] == pytest.approx([PAPERS["a4"][0] - front["at"][0] - size, front["at"][1]])
    *_, front_page, back_page = read(print_forglory(wanted)).pages
    for page, drawn in ((front_page, discs[:half]), (back_page, discs[half:])):
        found = boxes(page)
        assert all(has_box(found, *disc["at"], size, size) for disc in drawn)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_labels_say_what_a_unit_is(lang: str) -> None:
    fronts, backs = (page.extract_text() for page in read(print_forglory(order(parts=["units"], lang=lang))).pages)
    shown = Counter(re.findall(r"\w+", fronts))
    assert [shown[code] for code in CATEGORIES] == [10, 2, 1, 2, 2, 1]
    for army in ready_battles()["velmora"].armies:
        for name in (*army.units, *army.generals):
            assert plain(name[lang]) in plain(fronts)
    state = plain(text("marker-disorganised", lang))
    assert plain(backs).count(state) == 18 and plain(fronts).count(state) == 1


def test_labels_carry_the_figures_of_the_tables() -> None:
    units = page_data(order(south="LnInf LI:V HC / LC:E FA:M HA:I"))["units"]["south"]
    figures = ("code", "range", "fire", "melee", "move", "difficult", "points")
    assert [tuple(unit[figure] for figure in figures) for unit in units] == [
        ("LnInf", "XS", "0", "0", "S", "S", 1),
        ("LI", "S", "+1", "−1", "S", "S", 1),
        ("HC", "–", "–", "+3", "M", "S", 2),
        ("LC", "–", "–", "+2", "L", "M", 2),
        ("FA", "L", "−1", "−2", "S", "–", 2),
        ("HA", "M", "−2", "−1", "M", "S", 2),
    ]
    assert [(unit["quality"]["letter"], unit["quality"]["value"]) for unit in units] == [
        ("R", "0"),
        ("V", "+1"),
        ("R", "0"),
        ("E", "+2"),
        ("M", "−2"),
        ("I", "−1"),
    ]
    assert [(unit["name"], unit["division"]) for unit in units] == [(f"s{n}", 1 + n // 4) for n in range(1, 7)]


def test_own_armies_have_no_borrowed_names() -> None:
    data = page_data(order(north="2LC / 3HC"))
    assert {unit["called"] for side in data["units"].values() for unit in side} == {""}
    assert data["sides"] == {"south": "South", "north": "North"}
    named = page_data(order(battle="velmora", north="2LC / 3HC"))
    assert named["units"]["south"][0]["called"] == "Valdor Brigade" and named["units"]["north"][0]["called"] == ""


@pytest.mark.parametrize(("scale", "size"), [("half", 13), ("one", 15), ("double", 20)])
def test_markers_for_all_that_can_happen(scale: Any, size: int) -> None:
    wanted = order(parts=["markers"], scale=scale, battle="corvaldes")
    markers = Counter(marker["name"] for marker in page_data(wanted)["markers"])
    assert markers["disorganised"] == markers["hit 1"] == 14 and markers["column"] == 7 and markers["hit 2"] == 10
    assert markers["lost"] == sum(boxes_of(n) for n in (4, 4, 3, 3, 4, 4, 3, 3)), "enough to remove every division"
    assert markers["artillery"] == 4 * 7
    assert [markers[f"initiative {n}"] for n in range(1, 13)] == [4] * 12 and markers["initiative 13"] == 0
    assert [markers[f"reserve {n}"] for n in range(1, 5)] == [4, 4, 4, 0]
    objectives = len(wanted.map.objectives)
    assert markers["flag south"] == markers["flag north"] == objectives
    cards = measured(wanted, "card")
    assert {tuple(card["size"]) for card in cards} == {(size, size)} and len(cards) == sum(markers.values())
    discs = measured(wanted, "objective")
    assert [disc["number"] for disc in discs] == list(range(1, objectives + 1))
    across = 30 * SCALES[scale]
    last = boxes(read(print_forglory(wanted)).pages[-1])
    assert all(has_box(last, *disc["at"], across, across) for disc in discs)


@pytest.mark.parametrize(("brigades", "boxes"), [(2, 1), (3, 2), (4, 2), (5, 3), (38, 19)])
def test_as_many_lost_brigades_as_are_left_remove_a_division(brigades: int, boxes: int) -> None:
    assert boxes_of(brigades) == boxes
    assert next(lost for lost in range(brigades + 1) if lost >= brigades - lost) == boxes


@effort.combinations(paper=PAPERS, scale=SCALES)
def test_measuring_sticks_are_exact(paper: Any, scale: Any) -> None:
    wanted = order(parts=["ruler"], paper=paper, scale=scale)
    sticks = measured(wanted, "stick")
    (page,) = read(print_forglory(wanted)).pages
    drawn = boxes(page)
    sets = forglory_ruler.SETS[SCALES[scale]]
    for name, span in zip(LENGTHS, SPANS.tolist(), strict=True):
        parts = [stick for stick in sticks if stick["name"] == name]
        whole = span / 10 * SCALES[scale]
        assert sum(part["to"] - part["from"] for part in parts) == pytest.approx(sets * whole), name
        for part in parts:
            long = part["to"] - part["from"]
            assert has_box(drawn, *part["at"], long + part["tab"], part["high"])
            assert (part["tab"] > 0) == (part["to"] < whole)
    for i, one in enumerate(sticks):
        assert one["at"][0] + one["to"] - one["from"] + one["tab"] <= PAPERS[paper][1] - 10
        assert one["at"][1] + one["high"] <= PAPERS[paper][0] - 12
        assert not any(
            one["at"][1] == other["at"][1] and abs(one["at"][0] - other["at"][0]) < 1 for other in sticks[i + 1 :]
        )


def test_ticks_stand_at_each_millimetre_and_each_eighth_of_an_inch() -> None:
    wanted = order(parts=["ruler"])
    stick = next(stick for stick in measured(wanted, "stick") if stick["name"] == "XL")
    drawn = boxes(read(print_forglory(wanted)).pages[0])
    x, y = stick["at"]
    for millimetre in range(251):
        long = 3.4 if millimetre % 10 == 0 else 2.4 if millimetre % 5 == 0 else 1.4
        assert has_box(drawn, x + millimetre, y, 0, long), millimetre
    for eighth in range(math.floor(250 / 25.4 * 8) + 1):
        long = 3.4 if eighth % 8 == 0 else 2.4 if eighth % 4 == 0 else 1.4
        assert has_box(drawn, x + eighth * 25.4 / 8, y + stick["high"] - long, 0, long), eighth


@pytest.mark.parametrize(("lang", "said"), [("en", "12.5 cm · 5″"), ("es", "12,5 cm · 5″"), ("fr", "12,5 cm · 5″")])
def test_sticks_say_how_long_they_are(lang: str, said: str) -> None:
    (shown,) = pages_of(order(parts=["ruler"], lang=lang, scale="half"))
    assert shown.count(plain(said)) == 4
    assert length(1250, lang) == said.split(" · ")[0].replace(" ", "\u00a0")


def test_text_is_data_and_never_source() -> None:
    field = default_map().model_copy(update={"name": '#panic() $x$ *b* #read("/etc/hosts")'})
    shown = read(print_forglory(order(parts=["map"], map=field))).pages[0].extract_text()
    assert "#panic() $x$ *b*" in shown and "#read(" in shown


def test_every_text_of_the_templates_exists() -> None:
    templates = [file.read_text("utf-8") for file in typesetting.HERE.glob("forglory*.typ")]
    used = {
        key for template in templates for key in re.findall(r'(?:texts\(|")(?:"|forglory:)([a-z-]*[a-z])"', template)
    }
    known = {key.removeprefix("forglory:") for key in words("en") if key.startswith("forglory:")}
    assert {"units", "ruler-how", "armies-how", "map-roads", "score-total"} <= used & known


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"paper": "a5"}, "UNKNOWN_PAPER"),
        ({"scale": "triple"}, "UNKNOWN_SCALE"),
        ({"parts": ["units", "poster"]}, "UNKNOWN_PART"),
        ({"parts": []}, "UNKNOWN_PART"),
        ({"battle": "waterloo"}, "UNKNOWN_BATTLE"),
        ({"south": "3XX / 2LC"}, "ARMY_TEXT"),
        ({"north": ""}, "ARMY_TEXT"),
        ({"north": "3LnInf"}, "ARMY_DIVISIONS"),
        ({"south": "40LI / 2LC"}, "ARMY_SIZE"),
        ({"south": "3LI / LC"}, "ARMY_BRIGADES"),
        ({"map": "nowhere"}, "UNKNOWN_MAP"),
        ({"map": default_map().model_copy(update={"width": 100})}, "MAP_WIDTH"),
    ],
)
def test_orders_that_cannot_be_printed(change: dict[str, Any], code: str) -> None:
    with pytest.raises((PressError, BadMap)) as caught:
        order(**change)
    assert caught.value.code == code
    for lang in LANGUAGES:
        assert caught.value.sentence(lang)

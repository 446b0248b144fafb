"""Print and play of For Glory: exact sizes, backs behind fronts, the tables of the rules, nothing out of its box."""

import math
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from escaramuza.barracks.maps import BadMap
from escaramuza.barracks.press import forglory, forglory_map, forglory_ruler, forglory_rules, map_sheets, typesetting
from escaramuza.barracks.press.forglory import PARTS, SCALES, ForGloryOrder, measured, page_data, print_forglory
from escaramuza.barracks.press.forglory_units import boxes_of
from escaramuza.barracks.press.forglory_words import length, signed, terms, text, words
from escaramuza.barracks.press.typesetting import PAPERS
from escaramuza.barracks.words import BarracksError
from escaramuza.games.forglory import setup, tables
from escaramuza.games.forglory.battles import ready_battles
from escaramuza.games.forglory.maps import KINDS, Map, Piece, default_map, objective_names, problems, ready_maps
from escaramuza.games.forglory.tables import CATEGORIES, LENGTHS, SPANS
from escaramuza.games.spec import LANGUAGES
from tests.barracks.pdf import MARGIN, boxes, has_box, pixels, plain, read, sizes

LARGEST = "20LnInf 18HA:V / 2HA:I"
MANY = " / ".join(["2LI:V 3HA:I"] * 8)
PAGES = {"units": 2, "markers": 1, "ruler": 1, "map": 1, "summary": 2, "armies": 2, "score": 1}
# The objectives no longer fit below the markers.
LETTER = {**PAGES, "markers": 2}


def hostile() -> Map:
    """The largest table with all it may have, and a name that is too long for a line."""
    terrain = []
    for number in range(30):
        x, y = 1511 + 3571 * (number % 6), 1033 + 3511 * (number // 6)
        corners = [(x, y), (x + 2203, y + 7), (x + 1611, y + 1009)]
        terrain.append(
            {"kind": [kind for kind in KINDS if kind not in ("bridge", "ford")][number % 8], "corners": corners}
        )
    roads = [[(511 + 2011 * bend, 633 + 2111 * road + 333 * (bend % 2)) for bend in range(12)] for road in range(8)]
    places = [(1200 + 3333 * i, 17555) for i in range(7)]
    field = Map.model_validate(
        {"name": "W" * 40, "width": 24000, "height": 18000, "objectives": places, "terrain": terrain, "roads": roads}
    )
    assert problems(field) == []
    return field


def order(**change: Any) -> ForGloryOrder:
    return forglory.order(**change)


def pages_of(wanted: ForGloryOrder) -> list[str]:
    return [plain(page.extract_text()) for page in read(print_forglory(wanted)).pages]


def overlapping(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(abs(a - b) < size - 0.001 for a, b, size in zip(one["at"], other["at"], one["size"], strict=True))


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_runs_out_of_its_box(scale: Any, lang: str) -> None:
    paper = list(PAPERS)[(list(SCALES).index(scale) + LANGUAGES.index(lang)) % 2]
    found = measured(order(scale=scale, lang=lang, paper=paper, map=hostile(), south=LARGEST, north=MANY), "fit")
    assert {box["what"] for box in found} >= {
        "how", "code", "quality", "name", "state", "marker", "legend", "map", "side", "tables", "course", "unit",
        "division", "general", "staff", "army", "score", "score page", "foot", "foot name",
    }  # fmt: skip
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
    wanted = order(paper=paper, scale=scale, lang="fr", south=LARGEST, north=MANY)
    for number, png in enumerate(typesetting.pictures(forglory.TEMPLATE, page_data(wanted), ppi=25.4)):
        dark = np.argwhere(pixels(png)[..., :3].min(axis=2) < 200)
        height, width = pixels(png).shape[:2]
        assert len(dark) > 100, number
        assert dark.min() >= MARGIN and dark[:, 0].max() < height - MARGIN and dark[:, 1].max() < width - MARGIN, number


def test_the_same_order_gives_the_same_file() -> None:
    wanted = order(paper="letter", lang="fr", scale="half")
    assert print_forglory(wanted) == print_forglory(wanted)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize(("scale", "size"), [("half", (25, 15)), ("one", (50, 30)), ("double", (100, 60))])
def test_labels_in_the_size_of_the_bases_with_backs_behind_them(paper: Any, scale: Any, size: tuple[int, int]) -> None:
    """Whole sheets: on each back the labels lie mirrored, flipped on the long edge."""
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
    assert all(has_box(boxes(front_page), *disc["at"], size, size) for disc in discs[:half])
    assert all(has_box(boxes(back_page), *disc["at"], size, size) for disc in discs[half:])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_labels_say_what_a_unit_is(lang: str) -> None:
    front, back = read(print_forglory(order(parts=["units"], lang=lang))).pages
    shown = Counter(re.findall(r"\w+", front.extract_text()))
    assert [shown[code] for code in CATEGORIES] == [10, 2, 1, 2, 2, 1]
    for army in ready_battles()["velmora"].armies:
        for name in (*army.units, *army.generals):
            assert plain(name[lang]) in plain(front.extract_text())
    state = plain(text("marker-disorganised", lang))
    assert plain(back.extract_text()).count(state) == 18 and plain(front.extract_text()).count(state) == 1


def test_labels_carry_the_figures_of_the_tables() -> None:
    units = page_data(order(south="LnInf LI:V HC / LC:E FA:M HA:I"))["units"]["south"]
    figures = ("code", "range", "fire", "melee", "move", "difficult", "points")
    assert [tuple(unit[figure] for figure in figures) for unit in units] == [
        ("LnInf", "XS", "0", "0", "S", "S", 1), ("LI", "S", "+1", "−1", "S", "S", 1),
        ("HC", "–", "–", "+3", "M", "S", 2), ("LC", "–", "–", "+2", "L", "M", 2),
        ("FA", "L", "−1", "−2", "S", "–", 2), ("HA", "M", "−2", "−1", "M", "S", 2),
    ]  # fmt: skip
    assert [(unit["quality"]["letter"], unit["quality"]["value"]) for unit in units] == [
        ("R", "0"), ("V", "+1"), ("R", "0"), ("E", "+2"), ("M", "−2"), ("I", "−1"),
    ]  # fmt: skip
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


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("scale", SCALES)
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


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("name", [*ready_maps(), "hostile"])
def test_the_map_on_one_sheet_is_in_scale(scale: Any, name: str) -> None:
    field = hostile() if name == "hostile" else ready_maps()[name]
    wanted = order(parts=["map"], map=field, scale=scale)
    (shown,) = measured(wanted, "map")
    small = shown["scale"] / SCALES[scale] * 10
    assert shown["size"] == pytest.approx([field.width / small, field.height / small])
    assert shown["at"][0] >= 10 and shown["at"][0] + shown["size"][0] <= PAPERS["a4"][0] - 10
    (page,) = read(print_forglory(wanted)).pages
    drawn = boxes(page)
    assert has_box(drawn, *shown["at"], *shown["size"])

    def shows(left: float, top: float, right: float, bottom: float) -> bool:
        x, y = shown["at"]
        return has_box(drawn, x + left / small, y + top / small, (right - left) / small, (bottom - top) / small)

    for piece in field.terrain:
        assert shows(*map_sheets.box_around(piece.corners))
    for road in field.roads:
        assert shows(*map_sheets.box_around(road))
    for x, y in field.objectives:
        for radius in (forglory_map.DISC, SPANS[tables.XS]):
            assert shows(x - radius, y - radius, x + radius, y + radius)
    assert shows(0, field.height / 2, field.width, field.height / 2), "the line between the halves"


@pytest.mark.parametrize(("paper", "scale"), [("a4", "one"), ("letter", "half")])
def test_the_map_in_full_size(paper: Any, scale: Any) -> None:
    field = default_map()
    wanted = order(parts=["map"], paper=paper, scale=scale, map=field, full_size_map=True)
    tiles = measured(wanted, "tile")
    printed = read(print_forglory(wanted))
    width, height = field.width / 10 * SCALES[scale], field.height / 10 * SCALES[scale]
    assert len(printed.pages) == 1 + len(tiles)
    assert sum(tile["size"][0] * tile["size"][1] for tile in tiles) == pytest.approx(width * height)
    for tile, page, size in zip(tiles, printed.pages[1:], sizes(printed)[1:], strict=True):
        assert size == pytest.approx(tile["paper"], abs=0.01)
        frame = [at - start for at, start in zip(tile["at"], tile["from"], strict=True)]
        assert has_box(boxes(page), *frame, width, height)


def test_names_of_sheets_go_on_after_z() -> None:
    names = map_sheets.tile_names({"columns": 28, "rows": 2})
    assert names[25:29] == ["Z1", "AA1", "AB1", "A2"] and len(set(names)) == 56


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_map_names_its_pieces_and_what_they_do(lang: str) -> None:
    field = ready_maps()["hollenmar"]
    (shown,) = pages_of(order(parts=["map"], lang=lang, map=field))
    for kind in {piece.kind for piece in field.terrain}:
        assert plain(terms(lang)[f"terrain:{kind}"]) in shown, kind
    for role in ("impassable", "difficult", "dense", "hides"):
        assert plain(terms(lang)[f"role:{role}"]) in shown, role
    assert all(plain(name[lang]) in shown for name in objective_names(field))
    assert plain(text("map-roads", lang)) in shown


@pytest.mark.parametrize("name", ready_maps())
def test_numbers_of_pieces_and_objectives_do_not_meet(name: str) -> None:
    field = ready_maps()[name]
    places = [forglory_map.number_place(piece, field) for piece in field.terrain]
    assert len(set(places)) == len(places)
    for place, piece in zip(places, field.terrain, strict=True):
        left, _, right, _ = map_sheets.box_around(piece.corners)
        assert left < place[0] < right
        assert all(math.dist(place, objective) > forglory_map.DISC for objective in field.objectives), piece.kind


def test_a_bare_map() -> None:
    field = Map(name="Bare", terrain=(Piece(kind="fence", corners=((100, 100), (900, 100), (900, 300))),))
    shown = pages_of(order(parts=["map", "markers", "score"], map=field))
    assert plain(text("no-effect", "en")) in shown[1] and len(measured(order(map=field), "objective")) == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quick_reference_shows_every_table_and_the_course(lang: str) -> None:
    shown, course = pages_of(order(parts=["summary"], lang=lang))
    known = terms(lang)
    groups = {
        "category": CATEGORIES, "quality": tables.QUALITIES, "terrain": (*KINDS, "road"), "row": tables.ROWS,
        "melee-row": tables.MELEE_ROWS, "column": tables.SHEET,
        "modifier": [name for name in tables.MODIFIERS if name not in ("category", *forglory_rules.COUNTED)],
    }  # fmt: skip
    for group, names in groups.items():
        for name in names:
            assert plain(known[f"{group}:{name}"]) in shown, (group, name)
    for name in (*forglory_rules.COURSE[0], *forglory_rules.COURSE[1]):
        for line in text(f"rules-{name}", lang, **forglory_rules.NUMBERS).split("\n"):
            assert plain(line) in course, line


def test_tables_are_those_of_the_rules() -> None:
    data = page_data(order())["tables"]
    assert [row["value"] for row in data["general"]] == ["+2", "+1", "−1", "−1", "−1", "−1", "−1", "−2"]
    assert [row["value"] for row in data["artillery"]] == ["+2", "+1"]
    assert [row["value"] for row in data["morale"]] == ["±", "+2", "−1", "−1", "−1"]
    assert [row["value"] for row in data["leadership"]] == ["±", "+2", "−1", "−1"]
    assert [(row["range"], row["fire"], row["melee"]) for row in data["results"]] == [
        (bounds, terms("en")[f"row:{fire}"], terms("en")[f"melee-row:{melee}"])
        for bounds, fire, melee in (
            ("0 – 2", "none", "draw"), ("3", "pushed", "pushed"), ("4 – 6", "hit", "two-hits"),
            ("7 – 9", "two-hits", "destroyed"), ("10+", "destroyed", "destroyed"),
        )
    ]  # fmt: skip
    assert [row["points"] for row in data["score"]] == [1, 2, 1, 4, 2, 4]
    assert [row["size"].replace("\u00a0", " ") for row in data["lengths"]] == [f"{n} cm" for n in (5, 10, 15, 20, 25)]
    ground = {row["kind"]: (row["move"], row["cover"], row["sight"]) for row in data["terrain"]}
    assert ground["wood"] == ground["town"] == ("difficult", "yes", "blocks")
    assert ground["crops"] == ("difficult", "yes", "–") and ground["hill"] == ("open", "–", "blocks")
    assert {ground[kind] for kind in ("river", "lake", "mountain")} == {("impassable", "–", "–")}
    assert ground["bridge"] == ground["ford"] and ground["fence"] == ("open", "–", "–")


def test_scales_are_those_that_are_played() -> None:
    assert {name: 100 * scale for name, scale in SCALES.items()} == setup.SCALES


def test_signs_of_modifiers() -> None:
    assert [signed(number) for number in (2, 0, -1)] == ["+2", "0", "−1"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_army_sheets_have_every_division_and_unit(lang: str) -> None:
    wanted = order(parts=["armies"], lang=lang, battle="hollenmar")
    pages = measured(wanted, "army")
    for side in ("south", "north"):
        assert [n for page in pages if page["side"] == side for n in page["divisions"]] == list(range(1, 9))
    shown = "".join(pages_of(wanted))
    for army in ready_battles()["hollenmar"].armies:
        for name in (*army.divisions, *army.generals, *army.units, army.staff):
            assert plain(name[lang]) in shown
    data = page_data(wanted)["sheets"]
    assert sum(division["points"] for page in data[:2] for division in page["divisions"]) == 53
    assert {division["lost"] for page in data for division in page["divisions"]} == {3}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_score_sheet(lang: str) -> None:
    (shown,) = pages_of(order(parts=["score"], lang=lang))
    for column in tables.SHEET:
        assert shown.count(plain(terms(lang)[f"column:{column}"])) == 2
    score = page_data(order())["score"]
    assert score["rounds"] == tables.ROUNDS and score["objectives"] == len(default_map().objectives)


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
    with pytest.raises((BarracksError, BadMap)) as caught:
        order(**change)
    assert caught.value.code == code
    for lang in LANGUAGES:
        assert caught.value.sentence(lang)

"""Print and play of Escaramuzas de Café: exact sizes, backs behind fronts, and nothing that runs out of its box."""

import math
import re
from collections import Counter
from typing import Any

import numpy as np
import pytest

from escaramuza.games.cafe import tables
from escaramuza.games.cafe.maps import KINDS, Map, Piece, default_map, problems, ready_maps
from escaramuza.maps.library import BadMap
from escaramuza.press import cafe, cafe_map, map_sheets, typesetting
from escaramuza.press.cafe import PARTS, CafeOrder, measured, page_data, print_cafe
from escaramuza.press.cafe_words import terms, text, words
from escaramuza.press.typesetting import PAPERS, PressError
from escaramuza.words import LANGUAGES
from tests import effort
from tests.press.pdf import MARGIN, boxes, has_box, pixels, plain, read, sizes

PUBLISHED = "A1 B2 E3 M1 T4 D4"
ODD_ROLES = ((), ("cover",), ("dangerous",), ("cover", "difficult"), ("difficult", "dangerous"))


def hostile() -> Map:
    """The largest table, as many pieces as there may be, no two alike, and a name that is too long for a line."""
    terrain = []
    for number in range(24):
        kind = [kind for kind in KINDS if kind not in ("bridge", "building", "rock")][number % 7]
        x, y = 1000 + 1700 * (number % 6), 500 + 2000 * (number // 6)
        corners = [(x, y), (x + 1203, y + 7), (x + 611, y + 1009)]
        terrain.append({"kind": kind, "roles": ODD_ROLES[number // 5], "corners": corners})
    places = [(6000, 300 + 2800 * i) for i in range(4)] + [(4000, 1600), (4000, 4500), (8000, 4500)]
    field = Map.model_validate(
        {"name": "W" * 40, "width": 12000, "height": 9000, "gap": 10000, "objectives": places, "terrain": terrain}
    )
    assert problems(field) == []
    return field


def order(**change: Any) -> CafeOrder:
    return cafe.order(**change)


def pages_of(wanted: CafeOrder) -> list[str]:
    return [plain(page.extract_text()) for page in read(print_cafe(wanted)).pages]


def overlapping(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(abs(a - b) < size - 0.001 for a, b, size in zip(one["at"], other["at"], one["size"], strict=True))


@effort.combinations(paper=PAPERS, lang=LANGUAGES)
def test_nothing_runs_out_of_its_box(paper: Any, lang: str) -> None:
    full = order(paper=paper, lang=lang, map=hostile(), blue="M30", red="B30", full_size_map=True)
    found = measured(full, "fit")
    assert {box["what"] for box in found} >= {
        "how",
        "unit",
        "card",
        "turn",
        "when",
        "effect",
        "deck",
        "marker",
        "legend",
        "mark",
        "map",
        "zone",
        "tile",
        "summary",
        "score",
        "ticks",
        "foot",
        "foot name",
    }
    for box in found:
        assert box["used"][0] <= box["room"][0] + 0.01, box
        assert box["used"][1] <= box["room"][1] + 0.01, box
        assert box["size"] >= 4.5, box
        assert not box["cut"], "only names that people wrote may be shortened"
    readable = {"when": 8, "effect": 8, "summary": 8, "how": 7.5, "score": 7.5, "marker": 5.5, "legend": 6}
    for what, least in readable.items():
        assert min(box["size"] for box in found if box["what"] == what) >= least, what


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_size_of_the_paper(paper: Any) -> None:
    printed = read(print_cafe(order(paper=paper)))
    assert sizes(printed) == [pytest.approx(PAPERS[paper], abs=0.01)] * len(printed.pages)
    expected = {"units": 2, "tokens": 1, "cards": 8, "markers": 2, "ruler": 1, "map": 1, "summary": 1, "score": 1}
    assert len(printed.pages) == sum(expected.values())
    assert [sheet["line"] for sheet in measured(order(paper=paper), "sheet")] == [50] * len(printed.pages)


@pytest.mark.parametrize("part", PARTS)
def test_parts_alone(part: str) -> None:
    pages = {"units": 2, "tokens": 1, "cards": 8, "markers": 2, "ruler": 1, "map": 1, "summary": 1, "score": 1}
    assert len(read(print_cafe(order(parts=[part]))).pages) == pages[part]


@pytest.mark.parametrize("paper", PAPERS)
def test_printers_can_reach_everything(paper: Any) -> None:
    """No ink near the edge of any page, and some on each."""
    wanted = order(paper=paper, lang="fr", map=hostile(), blue="A30", red="T30", full_size_map=True)
    for number, png in enumerate(typesetting.pictures(cafe.TEMPLATE, page_data(wanted), ppi=25.4)):
        image = pixels(png)
        dark = np.argwhere(image[..., :3].min(axis=2) < 200)
        height, width = image.shape[:2]
        assert len(dark) > 100, number
        assert dark.min() >= MARGIN and dark[:, 0].max() < height - MARGIN and dark[:, 1].max() < width - MARGIN, number


def test_the_same_order_gives_the_same_file() -> None:
    wanted = order(paper="letter", lang="fr")
    assert print_cafe(wanted) == print_cafe(wanted)


@effort.combinations(paper=PAPERS, armies=[(PUBLISHED, PUBLISHED), ("M30", "D5"), ("A5", "E29 A1")])
def test_units_in_the_size_of_their_bases_with_backs_behind_them(paper: Any, armies: tuple[str, str]) -> None:
    blue, red = armies
    width, height = PAPERS[paper]
    wanted = order(parts=["units"], paper=paper, blue=blue, red=red)
    found = measured(wanted, "card")
    half = len(found) // 2
    fronts, backs = found[:half], found[half:]
    assert [one["name"] for one in fronts] == [tables.TYPES[i].capitalize() for i in (*wanted.blue, *wanted.red)]
    for i, (front, back) in enumerate(zip(fronts, backs, strict=True)):
        assert front["size"] == back["size"] == [20, 15]
        assert back["at"] == pytest.approx([width - front["at"][0] - 20, front["at"][1]]), "flipped on the long edge"
        assert front["at"][0] >= 10 and front["at"][1] + 15 <= height - 10
        assert not any(overlapping(front, other) for other in fronts[i + 1 :])
    drawn = boxes(read(print_cafe(wanted)).pages[0])
    assert all(has_box(drawn, *front["at"], 20, 15) for front in fronts)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_fronts_say_what_a_unit_is_and_backs_do_not(lang: str) -> None:
    front, back = read(print_cafe(order(parts=["units"], lang=lang, blue="M1 T4", red="A1 B2 E2"))).pages
    shown = Counter(re.findall(r"\w+", front.extract_text()))
    for letter, name in zip(tables.LETTERS, tables.TYPES, strict=True):
        expected = {"M": 1, "T": 4, "A": 1, "B": 2, "E": 2}.get(letter, 0)
        assert shown[name.capitalize()] == expected, name
        assert name.capitalize() not in back.extract_text()
    assert shown["13"] == 1, "only Minguin moves that far"
    assert not re.search(r"^\s*[ABEMTD]\s*$", back.extract_text(), re.MULTILINE)


def test_units_carry_the_figures_of_the_table() -> None:
    data = page_data(order(blue="A1 B1 E1 M1 T1 D1", lang="es"))
    figures = ("letter", "health", "resistance", "shooting", "fighting", "move")
    rows = [tuple(unit[figure] for figure in figures) for unit in data["units"]["blue"]]
    assert rows == [
        ("A", 5, 4, 2, 3, 6),
        ("B", 4, 3, 2, 3, 8),
        ("E", 3, 2, 2, 3, 8),
        ("M", 2, 2, 1, 2, 13),
        ("T", 2, 2, 2, 3, 10),
        ("D", 1, 1, 2, 3, 8),
    ]
    assert [u["number"] for u in data["units"]["blue"]] == [1, 2, 3, 4, 5, 6]


def test_tokens_for_every_health_a_unit_can_have() -> None:
    tokens = Counter(token["name"] for token in page_data(order(blue=PUBLISHED, red="D5"))["tokens"])
    assert [tokens[f"health {n}"] for n in range(1, 7)] == [20, 11, 6, 3, 1, 0]
    assert [tokens[f"counter {n}"] for n in range(1, 6)] == [0, 5, 3, 2, 1]
    assert tokens["wound 1"] == 10 and tokens["wound 2"] == 5
    assert tokens["red 0"] == tokens["black 0"] == 6
    assert {tuple(token["size"]) for token in measured(order(parts=["tokens"]), "card")} == {(20, 15)}


@pytest.mark.parametrize("paper", PAPERS)
def test_many_tokens_take_more_pages(paper: Any) -> None:
    wanted = order(parts=["tokens"], paper=paper, blue="A30", red="A30")
    pages = measured(wanted, "sheet")
    assert len(pages) >= 3
    assert len(measured(wanted, "card")) == len(page_data(wanted)["tokens"]) >= 60 * 5
    assert all(token["at"][1] + 15 <= PAPERS[paper][1] - 12 for token in measured(wanted, "card"))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_deck_is_29_cards_with_their_backs(paper: Any) -> None:
    cards = measured(order(parts=["cards"], paper=paper), "card")
    fronts = [card for card in cards if card["side"] == "front"]
    assert len(fronts) == 29 and len(cards) == 58
    assert {tuple(card["size"]) for card in cards} == {(63, 88)}
    names = Counter(card["name"] for card in fronts)
    copies = zip(tables.CARDS, tables.COPIES.tolist(), strict=True)
    assert names == {terms("en")[f"card:{id}"]: number for id, number in copies}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_cards_say_when_and_what(lang: str) -> None:
    shown = "".join(pages_of(order(parts=["cards"], lang=lang)))
    for id, copies in zip(tables.CARDS, tables.COPIES.tolist(), strict=True):
        for kind in ("card", "card-when", "card-effect"):
            assert shown.count(plain(terms(lang)[f"{kind}:{id}"])) >= copies, (kind, id)
        assert plain(text("copies", lang, copies=copies)) in shown
    turns = {card["id"]: card["turn"] for card in page_data(order(lang=lang))["cards"]}
    assert (turns["knife"], turns["tourniquet"], turns["spy"], turns["trap"]) == ("any", "any", "own", "once")


@pytest.mark.parametrize("name", ready_maps())
def test_a_flag_of_each_kind_and_a_patch_for_every_objective(name: str) -> None:
    wanted = order(parts=["markers"], map=name)
    count = len(ready_maps()[name].objectives)
    markers = Counter(marker["name"] for marker in page_data(wanted)["markers"])
    assert [markers[f"flag {kind}"] for kind in ("blue", "red", "neutral")] == [count] * 3
    assert all(markers[state] >= 2 for state in ("camouflage", "poison", "tourniquet"))
    assert markers["acted"] == 24, "two sides with twelve action points"
    patches = measured(wanted, "patch")
    assert [patch["number"] for patch in patches] == list(range(1, count + 1))
    drawn = boxes(read(print_cafe(wanted)).pages[1])
    assert all(has_box(drawn, *patch["at"], 50, 50) for patch in patches)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_ruler_is_exact(paper: Any) -> None:
    wanted = order(parts=["ruler"], paper=paper)
    marks = measured(wanted, "mark")
    assert [mark["mark"] for mark in marks] == [3, 5, 6, 8, 10, 13, 24, 29] * 2
    drawn = boxes(read(print_cafe(wanted)).pages[0])
    for mark in marks:
        start = 0 if mark["part"] == "A" else 150
        assert mark["at"][0] == pytest.approx(mark["from"] + 10 * mark["mark"] - start)
        assert has_box(drawn, mark["at"][0] - 0.5, mark["at"][1], 0.5, 24), "it ends exactly there"
    left = marks[0]["from"]
    strips = [box for box in drawn if abs(box[3] - 24) < 0.01 and box[2] > 100]
    assert sorted(round(box[2], 2) for box in strips) == [140, 140, 170, 170], "15 cm with a tab of 2 cm, then 14 cm"
    assert all(box[0] == pytest.approx(left, abs=0.01) for box in strips)


def test_ticks_stand_at_each_millimetre() -> None:
    wanted = order(parts=["ruler"])
    first = measured(wanted, "mark")[0]
    drawn = boxes(read(print_cafe(wanted)).pages[0])
    for millimetre in range(171):
        long = 3.4 if millimetre % 10 == 0 else 2.4 if millimetre % 5 == 0 else 1.4
        assert has_box(drawn, first["from"] + millimetre, first["at"][1], 0, long), millimetre


@effort.combinations(paper=PAPERS, name=[*ready_maps(), "hostile"])
def test_the_map_on_one_sheet_is_in_scale(paper: Any, name: str) -> None:
    field = hostile() if name == "hostile" else ready_maps()[name]
    wanted = order(parts=["map"], paper=paper, map=field)
    (shown,) = measured(wanted, "map")
    scale = shown["scale"]
    assert shown["size"] == pytest.approx([field.width / 10 / scale, field.height / 10 / scale])
    assert shown["at"][0] >= 10 and shown["at"][0] + shown["size"][0] <= PAPERS[paper][0] - 10
    (page,) = read(print_cafe(wanted)).pages
    drawn = boxes(page)
    assert has_box(drawn, *shown["at"], *shown["size"])
    for piece in field.terrain:
        left, top, right, bottom = map_sheets.box_around(piece.corners)
        at = [shown["at"][0] + left / 10 / scale, shown["at"][1] + top / 10 / scale]
        assert has_box(drawn, *at, (right - left) / 10 / scale, (bottom - top) / 10 / scale)
    patch = 2 * tables.PATCH / 10 / scale
    for x, y in field.objectives:
        at = [shown["at"][0] + x / 10 / scale - patch / 2, shown["at"][1] + y / 10 / scale - patch / 2]
        assert has_box(drawn, *at, patch, patch)


@effort.combinations(paper=PAPERS, name=[next(iter(ready_maps())), "hostile"])
def test_the_map_in_full_size(paper: Any, name: str) -> None:
    field = hostile() if name == "hostile" else ready_maps()[name]
    wanted = order(parts=["map"], paper=paper, map=field, full_size_map=True)
    tiles = measured(wanted, "tile")
    printed = read(print_cafe(wanted))
    assert len(printed.pages) == 1 + len(tiles)
    covered = sum(tile["size"][0] * tile["size"][1] for tile in tiles)
    assert covered == pytest.approx(field.width * field.height / 100)
    assert len({tile["name"] for tile in tiles}) == len({tuple(tile["from"]) for tile in tiles}) == len(tiles)
    for tile, page, size in zip(tiles, printed.pages[1:], sizes(printed)[1:], strict=True):
        assert size == pytest.approx(tile["paper"], abs=0.01)
        for i, below in enumerate((map_sheets.SIDE, map_sheets.BELOW)):
            assert tile["at"][i] + tile["size"][i] + tile["strip"][i] <= tile["paper"][i] - below + 0.001
        # The whole table lies under each sheet, moved and cut: its frame tells where.
        frame = [at - start for at, start in zip(tile["at"], tile["from"], strict=True)]
        assert has_box(boxes(page), *frame, field.width / 10, field.height / 10)
    assert len(measured(order(parts=["map"], paper=paper, map=field), "tile")) == 0


def test_sheets_join_with_a_strip_between_them() -> None:
    tiles = {tile["name"]: tile for tile in measured(order(parts=["map"], full_size_map=True), "tile")}
    assert len(tiles) == 15
    assert tiles["A1"]["strip"] == [10, 10] and tiles["E1"]["strip"] == [0, 10] and tiles["E3"]["strip"] == [0, 0]
    assert tiles["B2"]["from"] == pytest.approx([180, 200])


@pytest.mark.parametrize("paper", PAPERS)
def test_sheets_of_every_table_fit_the_paper(paper: Any) -> None:
    ways = set()
    for width in range(600, 1201, 25):
        for height in range(400, 901, 25):
            tiles = map_sheets.tiling(width, height, paper)
            page = PAPERS[paper][::-1] if tiles["across"] else PAPERS[paper]
            assert tiles["step"][0] * tiles["columns"] == pytest.approx(width)
            assert tiles["step"][1] * tiles["rows"] == pytest.approx(height)
            assert tiles["step"][0] + map_sheets.STRIP <= page[0] - 2 * map_sheets.SIDE + 0.001
            assert tiles["step"][1] + map_sheets.STRIP <= page[1] - map_sheets.ABOVE - map_sheets.BELOW + 0.001
            ways.add(tiles["across"])
    assert ways == {True, False}


def test_a_sheet_across() -> None:
    places = ((3750, 1000), (3750, 3400), (3750, 5800))
    field = Map(name="Wide", width=7500, height=6800, gap=5000, objectives=places)
    for paper in PAPERS:
        found = measured(order(parts=["map"], paper=paper, map=field, full_size_map=True), "tile")
        across = map_sheets.tiling(750, 680, paper)["across"]
        assert {tuple(tile["paper"]) for tile in found} == {PAPERS[paper][::-1] if across else PAPERS[paper]}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_map_names_its_pieces_and_what_they_do(lang: str) -> None:
    (shown,) = pages_of(order(parts=["map"], lang=lang, map="first-cup"))
    for key in ("terrain:wood", "terrain:tower", "role:cover", "role:difficult", "role:solid"):
        assert plain(terms(lang)[key]) in shown, key
    assert plain("1: 45 × 30") in shown
    assert plain({"es": "La primera taza", "fr": "La première tasse", "en": "The first cup"}[lang]) in shown


def shape(*corners: tuple[int, int], kind: str = "wall") -> Piece:
    return Piece.model_validate({"kind": kind, "corners": corners})


def test_numbers_stand_inside_their_pieces() -> None:
    hook = shape((0, 0), (4000, 0), (4000, 3000), (3600, 3000), (3600, 400), (0, 400))
    wall = shape((7000, 5000), (7700, 5000), (7700, 5080), (7000, 5080))
    field = default_map().model_copy(update={"terrain": (hook, wall)})
    x, y = cafe_map.number_place(hook, field)
    assert y < 40 or x > 360
    assert cafe_map.number_place(wall, field) == [735, 504]


@pytest.mark.parametrize("name", ready_maps())
def test_numbers_of_pieces_and_objectives_do_not_meet(name: str) -> None:
    field = ready_maps()[name]
    places = [tuple(piece["label"]) for piece in page_data(order(map=name))["map"]["terrain"]]
    assert len(set(places)) == len(places)
    for place, piece in zip(places, field.terrain, strict=True):
        assert map_sheets.box_around(piece.corners)[0] / 10 < place[0] < map_sheets.box_around(piece.corners)[2] / 10
        assert all(math.dist(place, (x / 10, y / 10)) > 20 for x, y in field.objectives)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_and_score_sheet(lang: str) -> None:
    summary, score = pages_of(order(parts=["summary", "score"], lang=lang))
    for name in (*cafe.SUMMARY[0], *cafe.SUMMARY[1]):
        for line in text(f"rules-{name}", lang).split("\n"):
            assert plain(line) in summary, line
    for column in tables.SHEET:
        assert score.count(plain(text(f"score-{column}", lang))) == 2, column


def test_the_score_sheet_agrees_with_the_rules() -> None:
    assert set(cafe.EVERY_ROUND) | set(cafe.ONCE) == set(tables.SHEET)
    worth = {**cafe.EVERY_ROUND, **cafe.ONCE}
    assert worth["all"] == str(tables.POINTS["all"]) and worth["zone"].endswith(str(tables.POINTS["zone_three"]))
    assert worth["six_close"] == worth["six_range"] == str(tables.POINTS["six_range"])
    assert worth["first"] == str(tables.POINTS["first"])
    assert page_data(order())["score"]["rounds"] == 6


def test_text_is_data_and_never_source() -> None:
    field = default_map().model_copy(update={"name": '#panic() $x$ *b* #read("/etc/hosts")'})
    shown = read(print_cafe(order(parts=["map"], map=field))).pages[0].extract_text()
    assert "#panic() $x$ *b*" in shown and "#read(" in shown


def test_every_text_of_the_templates_exists() -> None:
    templates = [file.read_text("utf-8") for file in typesetting.HERE.glob("cafe*.typ")]
    used = {key for template in templates for key in re.findall(r'"(cafe:[a-z-]*[a-z])"', template)}
    assert {f"cafe:{key}" for key in ("units", "ruler-how", "patches-how", "score-total")} <= used <= set(words("en"))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"paper": "a5"}, "UNKNOWN_PAPER"),
        ({"parts": ["units", "poster"]}, "UNKNOWN_PART"),
        ({"parts": []}, "UNKNOWN_PART"),
        ({"blue": "A1 Q2"}, "ARMY_TEXT"),
        ({"red": ""}, "ARMY_TEXT"),
        ({"red": "A1 B3"}, "ARMY_SIZE"),
        ({"blue": "T31"}, "ARMY_SIZE"),
        ({"map": "nowhere"}, "UNKNOWN_MAP"),
        ({"map": default_map().model_copy(update={"objectives": ()})}, "MAP_OBJECTIVES"),
    ],
)
def test_orders_that_cannot_be_printed(change: dict[str, Any], code: str) -> None:
    with pytest.raises((PressError, BadMap)) as caught:
        order(**change)
    assert caught.value.code == code
    for lang in LANGUAGES:
        assert caught.value.sentence(lang)

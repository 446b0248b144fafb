"""Print and play of For Glory: the map, the tables of the rules, army and score sheets."""

import math
from typing import Any

import pytest

from escaramuza.games.forglory import setup, tables
from escaramuza.games.forglory.battles import ready_battles
from escaramuza.games.forglory.maps import KINDS, Map, Piece, default_map, objective_names, ready_maps
from escaramuza.games.forglory.tables import CATEGORIES, SPANS
from escaramuza.press import forglory_map, forglory_rules, map_sheets
from escaramuza.press.forglory import SCALES, measured, order, page_data, print_forglory
from escaramuza.press.forglory_words import signed, terms, text
from escaramuza.press.typesetting import PAPERS
from escaramuza.words import LANGUAGES
from tests import effort
from tests.press.glory import hostile, pages_of
from tests.press.pdf import boxes, has_box, plain, read, sizes


@effort.combinations(scale=SCALES, name=[*ready_maps(), "hostile"])
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
        "category": CATEGORIES,
        "quality": tables.QUALITIES,
        "terrain": (*KINDS, "road"),
        "row": tables.ROWS,
        "melee-row": tables.MELEE_ROWS,
        "column": tables.SHEET,
        "modifier": [name for name in tables.MODIFIERS if name not in ("category", *forglory_rules.COUNTED)],
    }
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
            ("0 – 2", "none", "draw"),
            ("3", "pushed", "pushed"),
            ("4 – 6", "hit", "two-hits"),
            ("7 – 9", "two-hits", "destroyed"),
            ("10+", "destroyed", "destroyed"),
        )
    ]
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

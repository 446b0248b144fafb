"""The diagrams of the rules: their positions, what they mark, and that the rules say the same."""

from typing import Any

import pytest

from escaramuza.engine import diagrams
from escaramuza.games import registry
from escaramuza.games.boards import Grid
from escaramuza.games.diagrams import Diagram, read
from escaramuza.words import LANGUAGES

OURS = [game_id for game_id in registry.ids() if registry.is_ours(game_id)]
ALL = [(game_id, diagram) for game_id in OURS for diagram in registry.get(game_id).diagrams]
FEWEST = 4
CENTIMETRE = 100
each = pytest.mark.parametrize(("game_id", "diagram"), ALL, ids=lambda one: getattr(one, "id", one))


def places(thing: dict[str, Any], columns: str = "abcdefgh", rows: int = 8) -> list[tuple[float, float]]:
    """Where a piece stands, or between what squares an action leads: from the upper left, in squares or centimetres."""
    if "x" in thing:
        return [(thing["x"] / CENTIMETRE, thing["y"] / CENTIMETRE)]
    squares = [thing[key] for key in ("square", "at", "to") if thing.get(key)]
    return [(columns.index(square[0]) + 0.5, rows - int(square[1:]) + 0.5) for square in squares]


def everybody(scene: Any) -> list[dict[str, Any]]:
    return [piece for kind in ("pieces", "units", "officers") for piece in scene.get(kind, ())]


@pytest.mark.parametrize("game_id", OURS)
def test_a_game_has_some_and_a_caption_for_each(game_id: str) -> None:
    game = registry.get(game_id)
    ids = [diagram.id for diagram in game.diagrams]
    assert len(ids) >= FEWEST
    assert len(set(ids)) == len(ids)
    for lang in LANGUAGES:
        captions = game.locale[lang]["diagrams"]
        assert set(captions) == set(ids)
        assert all(caption.endswith(".") for caption in captions.values())


@each
def test_it_is_beside_a_clause_and_within_its_board(game_id: str, diagram: Diagram) -> None:
    game = registry.get(game_id)
    assert diagram.clause in game.section_of
    drawn = diagrams.draw(game_id, diagram)
    left, top, width, height = diagram.window
    board = game.board
    table = drawn["scene"].get("table")
    whole = (board.width, board.height) if isinstance(board, Grid) else (table["width"], table["height"])
    share = 1 if isinstance(board, Grid) else CENTIMETRE
    assert left >= 0 and top >= 0
    assert (left + width) * share <= whole[0] and (top + height) * share <= whole[1]

    seen = [piece for piece in everybody(drawn["scene"]) if piece["id"] in drawn["units"]]
    assert len(seen) == len(diagram.units)
    for thing in (*seen, *drawn["legal"], *drawn["arrows"], *drawn["refused"]):
        for x, y in places(dict(thing)):
            assert left <= x <= left + width and top <= y <= top + height, thing


@each
def test_it_shows_what_it_is_to_show(game_id: str, diagram: Diagram) -> None:
    drawn = diagrams.draw(game_id, diagram)
    assert len(drawn["arrows"]) == len(diagram.arrows) and len(drawn["refused"]) == len(diagram.refused)
    assert bool(drawn["legal"]) == bool(diagram.kinds)
    if "sight" in diagram.shows:
        assert drawn["looks"]
        assert all(look.get("targets") or look.get("seen") for look in drawn["looks"])
    if "zones" in diagram.shows and "pieces" in drawn["scene"]:
        for piece in drawn["scene"]["pieces"]:
            zone = drawn["scene"]["zones"][piece["side"]]
            assert piece["square"] in zone["guard" if piece["guard"] else "home"]


@pytest.mark.parametrize(
    "wrong", [{"arrows": ["d4-e5"]}, {"refused": ["d4xc5"]}, {"arrows": ["d4-d6"]}], ids=lambda wrong: str(*wrong)
)
def test_one_that_says_otherwise_than_the_rules_is_not_drawn(wrong: dict[str, Any]) -> None:
    diagram = next(one for one in registry.get("tactics").diagrams if one.id == "enter")
    with pytest.raises(diagrams.WrongDiagram):
        diagrams.draw("tactics", diagram.model_copy(update=wrong))


def test_what_the_marks_of_captures_say_is_the_table_of_captures() -> None:
    found = [diagram for diagram in registry.get("tactics").diagrams if diagram.clause == "T-K1"]
    assert len(found) == 8
    for diagram in found:
        drawn = diagrams.draw("tactics", diagram)
        takes = drawn["scene"]["takes"][diagram.id]
        assert sorted(option["captures"] for option in drawn["legal"]) == sorted(takes)


def test_one_about_somebody_who_is_not_there_is_not_drawn() -> None:
    diagram = next(one for one in registry.get("tactics").diagrams if one.id == "enter")
    with pytest.raises(diagrams.WrongDiagram, match="z9"):
        diagrams.draw("tactics", diagram.model_copy(update={"units": ("z9",)}))


def test_of_two_places_in_sight_one_is_seen_from_a_corner_only() -> None:
    diagram = next(one for one in registry.get("escarmouche").diagrams if one.id == "sight")
    targets = {target["square"]: target for target in diagrams.draw("escarmouche", diagram)["looks"][0]["targets"]}
    assert (targets["c6"]["visible"], targets["c6"]["blocked_by"]) == (False, ["c4"])
    assert (targets["d6"]["visible"], targets["d6"]["corner"]) == (True, (1, 1))


def test_a_game_without_the_file_has_none(tmp_path: Any) -> None:
    assert read(tmp_path, (0, 0, 8, 8)) == ()

"""What a game gets without writing it."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from escaramuza.games import basics, boards, codes, game
from escaramuza.games.basics import words_of
from escaramuza.kernel.buffers import ACTION, OVER, one, record
from escaramuza.kernel.dice import DICE
from escaramuza.kernel.jit import rule
from escaramuza.words import LANGUAGES
from tests import example


class Do(codes.Kinds):
    GO = "go {unit} {x},{y}"
    WAIT = "wait"


class Did(codes.Codes):
    WAITED = "P-1", "side:side face:die"
    WENT = "P-2", "side:side"


class Why(codes.Codes):
    GAME_OVER = "P-1"


UNIT = record([(name, "i4") for name in ("side", "x", "y", "facing", "health", "acted")])
STATE = record([("dice", DICE), ("winner", "i4"), ("side", "i4"), ("units", UNIT, (2,))])


@rule
def actor(s):
    return OVER if s.winner > 0 else s.side


# Enough rules for what is asked here.
RULES = SimpleNamespace(actor=actor, check=actor, legal_actions=actor, apply=actor)


class Plane(game.Game):
    id, name = "plane", "Plane"
    board = boards.Plane(3000, 2000)
    state, modules = STATE, (RULES,)  # type: ignore[assignment]
    actions, reasons, events = Do, Why, Did
    clauses = (basics.Clause("P-1", "All"), basics.Clause("P-2", "All"))


PLANE = Plane()


def test_codes_are_numbers_with_clauses() -> None:
    assert [int(code) for code in Did] == [1, 2]
    went = PLANE.events.of(2)
    assert (went.name, went.clause, went.numbers) == ("WENT", "P-2", (("side", "side"),))
    assert PLANE.headlines == {"WENT"}, "an event that tells a die is behind the others"


def test_actions_on_a_table_are_written_both_ways() -> None:
    s = one(STATE)
    action = PLANE.parse_action(s, " GO 1  250,-30")
    assert (action.kind, action.unit, action.x, action.y) == (Do.GO, 1, 250, -30)
    assert PLANE.format_action(s, action) == "go 1 250,-30"
    with pytest.raises(basics.NotationError):
        PLANE.parse_action(s, "go 1 99999999999,2")


def test_a_scene_of_a_measured_table_and_its_options() -> None:
    s = one(STATE)
    s.units[1].side, s.units[1].x, s.units[1].y, s.units[1].health = 1, 1200, 300, 4
    scene = PLANE.view(s, None)
    assert scene["table"] == {"width": 3000, "height": 2000}
    assert scene["pieces"][1] == {
        "id": 1,
        "side": "black",
        "kind": "piece",
        "letter": "P",
        "health": 4,
        "acted": False,
        "x": 1200,
        "y": 300,
        "radius": 200,
        "facing": 0,
    }
    actions = np.zeros(2, ACTION)
    actions[1]["kind"], actions[0]["unit"], actions[0]["x"], actions[0]["y"] = Do.WAIT, 1, 40, 50
    first, second = PLANE.describe(s, actions)
    assert (first["action"], first["piece"], first["place"]) == ("go 1 40,50", 1, (40, 50))
    assert second == {"action": "wait", "kind": "wait", "text": dict.fromkeys(LANGUAGES, "wait")}


def test_a_position_is_read_only_where_every_number_has_limits() -> None:
    s = one(STATE)
    with pytest.raises(basics.NotationError) as refused:
        PLANE.parse_position(s, PLANE.format_position(s))
    assert refused.value.code == "NO_WRITTEN_POSITIONS"


def test_words_that_a_language_lacks_are_said_in_english(tmp_path: Path) -> None:
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "en.json").write_text(json.dumps({"terms": {"a": "one", "b": "two"}}), encoding="utf-8")
    (tmp_path / "locale" / "es.json").write_text(json.dumps({"terms": {"a": "uno"}}), encoding="utf-8")
    assert words_of([tmp_path], "es") == {"terms": {"a": "uno", "b": "two"}}
    assert words_of([tmp_path], "fr") == {"terms": {"a": "one", "b": "two"}}
    assert PLANE.locale["fr"]["terms"]["white"] == "Blancs"
    assert PLANE.locale["es"]["reasons"] == {"GAME_OVER": "La partida ha terminado."}


def test_squares_have_names() -> None:
    grid = boards.Grid(11, 12)
    assert [grid.name(number) for number in (0, 10, 11, 131)] == ["a1", "k1", "a2", "k12"]
    assert all(grid.number(grid.name(number)) == number for number in range(grid.squares))
    assert [grid.number(name) for name in ("l1", "a", "aa", "a²", "", "a100")] == [None] * 6
    with pytest.raises(ValueError):
        boards.Grid(27, 3)


def test_the_example_is_small() -> None:
    """What the tutorial promises."""
    folder = example.ROOT / "examples" / example.GAME
    files = [file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert len(files) <= 6
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= 250


def test_what_is_missing_is_named() -> None:
    class Nothing(game.Game):
        id, name = "nothing", "Nothing"

    class NoRules(Plane):
        id = "no-rules"
        modules: Any = ()

    with pytest.raises(TypeError, match="has no state, modules, reasons"):
        Nothing()
    with pytest.raises(TypeError, match="have no actor, check, legal_actions"):
        NoRules()

"""A game that somebody else wrote, in the terminal: installed with pip, it is there; no line of ours knows it."""

import os
from pathlib import Path
from typing import Any

import pytest
from tests import example
from tests.cli import calling


@pytest.fixture
def run(tmp_path: Path) -> Any:
    env = {
        **os.environ,
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "LC_ALL": "en_GB.UTF-8",
        "PYTHONPATH": example.folder(),
    }

    def call(*arguments: str, typed: str = "") -> calling.Result:
        return calling._start(arguments, typed, env, tmp_path)

    return call


def test_it_is_listed_and_has_its_rules_in_three_languages(run: Any) -> None:
    rows = run("games", "--json").json
    assert rows[-1] == {"id": "duel", "name": "Duel", "ready": True, "rules": 1}
    texts = {lang: run("rules", "duel", "--lang", lang).out for lang in ("es", "fr", "en")}
    assert len(set(texts.values())) == 3
    assert all("D-6" in text for text in texts.values())


def test_a_game_of_one_module_has_no_maps_and_harms_nobody(run: Any) -> None:
    done = run("maps", "random", "--seed", "1")
    assert done.code == 0, done.err


def test_a_match_is_played_to_its_end(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "duel.match"
    done = run("play", "duel", "--player", "random", "--opponent", "greedy", "--seed", "5", "--save", str(file))
    assert done.code == 0, done.err
    assert "wins" in done.out
    replayed = run("replay", str(file), "--boards")
    assert replayed.code == 0, replayed.err
    assert " 5 " in replayed.out


def test_a_person_is_shown_the_board_asked_and_answered(run: Any) -> None:
    typed = "help\nwhy a1-a3\nodds a1-a2\nmoves c1\nc1-c2\nundo\nb2\nquit\n"
    screen = run("play", "duel", "--opponent", "random", "--side", "white", "--seed", "1", typed=typed)
    assert screen.code == 0, screen.err
    assert "5  f  ·  f  ·  f" in screen.out
    assert "Strike from a1 at b1: `a1xb1`" in screen.out
    assert "a3 is not beside a1: a fencer goes one square. (Duel, D-2)" in screen.out
    assert "100.0%  White: a1 to a2" in screen.out
    assert "c1-b1  c1-d1  c1-b2  c1-c2  c1-d2" in screen.out
    assert "“b2” is not an action of this game" in screen.out


def test_it_starts_from_a_written_position(run: Any) -> None:
    start = "phase=0 side=0 winner=-1 turns=8 turn_limit=60 faces=0 units.side=0,0,0,1,1,1 units.at={}"
    near_the_end = start.format("19,-1,-1,20,-1,-1")
    done = run("perft", "duel", "--position", near_the_end, "--depth", "1", "--json")
    assert done.json["count"] == 3, done.err
    for bad, why in (("5,5,4,20,22,24", "two pieces on a2"), ("0,2,4,20,22,99", "from -1 to 24"), ("1", "how many: 6")):
        refused = run("perft", "duel", "--position", start.format(bad), "--depth", "1")
        assert refused.code == 2
        assert why in refused.err

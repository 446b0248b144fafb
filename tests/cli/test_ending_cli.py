"""Resigning and draws at the terminal, and what replays tell of them."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.test_cli import MIDDLE, home, run

from escaramuza.engine import record

__all__ = ["home", "run"]
TWO = ("play", "tactics", "--opponent", "person", "--position", MIDDLE)


@pytest.mark.parametrize(
    ("typed", "reason", "told"),
    [
        ("resign\ny\n", "resigned", ["White resigns.", "The match was resigned.", "Black wins."]),
        ("end\nend\ndraw\ny\n", "agreed", ["White offers a draw.", "Black accepts the draw.", "The game is drawn."]),
    ],
)
def test_a_match_ends_by_agreement(run: Any, tmp_path: Path, typed: str, reason: str, told: list[str]) -> None:
    file = tmp_path / "game.match"
    shown = run(*TWO, "--save", str(file), typed=typed).out
    for sentence in told:
        assert sentence in shown
    again = run("replay", str(file), "--verify", "--json").json
    assert (again["reason"], again["verified"]) == (reason, True)
    assert again["steps"][-1]["action"].startswith("@")
    assert told[-1] in run("replay", str(file), "--verify").out
    assert told[0] in run("replay", str(file)).out


TEAMS = ("play", "cafe", "--opponent", "person", "--option", "players=3")
ALL_RESIGN = ["blue wish-resign", "blue-2 wish-resign", "blue-3 resign"]


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ("yn", ["blue wish-resign", "blue-2 decline-resign"]),
        ("yyn", ["blue wish-resign", "blue-2 wish-resign", "blue-3 decline-resign"]),
        ("yyy", ALL_RESIGN),
    ],
)
def test_each_of_three_partners_speaks_for_themselves(run: Any, tmp_path: Path, answers: str, words: list[str]) -> None:
    file = tmp_path / "game.match"
    typed = "".join(f"{line}\n" for line in ("resign", *answers, *(("resign", *"yyy") if "n" in answers else ())))
    run(*TEAMS, "--seed", "1", "--save", str(file), typed=typed)
    match = record.load(file)
    said = [step.action.removeprefix("@") for step in match.steps]
    assert said == words + (ALL_RESIGN if "n" in answers else [])
    assert match.outcome == {"blue": -1, "red": 1}


def test_who_thinks_better_of_it_plays_on(run: Any, tmp_path: Path) -> None:
    shown = run(*TWO, typed="resign\nn\ndraw\nend\nend\ndraw\nn\ndraw\nquit\n").out
    assert "resigns" not in shown
    assert "once every side has made an action" in shown
    assert "Black declines the draw." in shown
    assert "you may offer one again after 10 more actions" in shown

"""`escaramuza lab` as a person or a program meets it."""

import os
from pathlib import Path
from typing import Any

import pytest
from tests.cli import calling
from tests.cli.calling import Result
from typer.testing import CliRunner

from escaramuza.cli import lab, lab_running
from escaramuza.lab.errors import LabError


@pytest.fixture
def run(tmp_path: Path) -> Any:
    env = {**os.environ, "LANG": "en_GB.UTF-8", "LC_ALL": "en_GB.UTF-8"}

    def call(*arguments: str) -> Result:
        return calling.call(("lab", *arguments), "", env, tmp_path)

    return call


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["fair", "chess"], "chess"),
        (["fair", "tactics", "--precision", "0.0001"], "0.0001"),
        (["fair", "tactics", "--agent", "clever"], "clever"),
        (["run", "nothing.toml"], "nothing.toml"),
        (["house-rule", "tactics", "weather"], "weather"),
        (["house-rule", "tactics", "turn_limit"], "turn_limit"),
        (["squads", "morvane"], "two squads"),
        (["fair", "tactics", "--html", "nowhere/page.html"], "nowhere/page.html"),
        (["cost", "--html", "nowhere/page.html"], "nowhere/page.html"),
        (["cost", "--confirmed", "nowhere"], "nowhere"),
        (["cost", "--agent", "clever"], "clever"),
        (["fair", "tactics", "--rows", "/proc/rows"], "/proc/rows"),
        (["fair", "tactics", "--budget", "0"], "budget"),
        (["fair", "tactics", "--seed", "-1"], "seed"),
        (["fair", "tactics", "--device", "abacus"], "abacus"),
        (["fair", "cafe", "--device", "cuda"], "Tactics"),
        (["fair", "tactics", "--agent", "search:sims=2", "--device", "cuda"], "search:sims=2"),
        (["fair", "tactics", "--cluster", "over there"], "over there"),
        (["fair", "tactics", "--cluster", "local", "--device", "cuda"], "--cluster"),
        (["dice", "tactics", "--agent", "greedy"], "two agents"),
        (["house-rule", "tactics", "turn_limit=4,4"], "twice"),
        (["length", "tactics", "--games", "1"], "--games"),
        (["fair", "tactics", "--workers", "0"], "--workers"),
    ],
)
def test_bad_input_is_one_sentence(run: Any, arguments: list[str], named: str) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert result.out == ""
    assert named in result.err
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    "arguments",
    [
        ["fair", "tactics", "--precision", "0.0001"],
        ["fair", "tactics", "--budget", "0"],
        ["fair", "tactics", "--seed", "-1"],
        ["fair", "tactics", "--device", "abacus"],
        ["fair", "tactics", "--cluster", "over there"],
        ["fair", "tactics", "--cluster", "local", "--device", "cuda"],
        ["squads", "morvane"],
    ],
)
def test_what_cannot_be_is_said_before_rules_are_compiled(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str]
) -> None:
    """On a new machine that takes a minute."""

    def ready(*_given: Any) -> None:
        raise AssertionError("compiled for nothing")

    monkeypatch.setattr(lab_running, "ready", ready)
    result = CliRunner().invoke(lab.app, arguments)
    assert isinstance(result.exception, LabError), result.exception


def test_an_experiment_from_its_file_to_its_page(run: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'game = "tactics"\nbudget = 20\nprecision = 40\n[factors]\nagent = ["random"]\n'
    )
    first = run("run", "mine.toml", "--json", "--html", "mine.html")
    assert first.code == 0, first.err
    assert first.json["games"] == 20
    assert (tmp_path / "mine.html").read_text().startswith("<!doctype html>")
    assert list((tmp_path / "mine.rows").glob("*.parquet"))
    again = run("run", "mine.toml", "--json")
    assert again.json["sections"] == first.json["sections"]


def test_the_answer_in_the_terminal_and_in_spanish(run: Any) -> None:
    result = run("fair", "tactics", "--agent", "random", "--precision", "30", "--budget", "20", "--lang", "es")
    assert result.code == 0, result.err
    assert "¿es justo" in result.out
    assert "Intervalo del 95 %" in result.out


def test_what_cannot_be_written_is_noticed_before_the_first_game(run: Any, tmp_path: Path) -> None:
    """Also for what is asked last: the second agent's rows are those of another experiment."""
    (tmp_path / "rows" / "2").mkdir(parents=True)
    (tmp_path / "rows" / "2" / "experiment.json").write_text('{"digest": "another"}')
    agents = ["--agent", "random", "--agent", "greedy", "--budget", "20", "--precision", "30"]
    result = run("fair", "tactics", *agents, "--rows", "rows")
    assert result.code == 2 and "another experiment" in result.err
    assert not list((tmp_path / "rows" / "1").glob("*.parquet"))


def test_a_page_that_is_there_already_stays_if_nothing_is_played(run: Any, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("mine")
    assert run("fair", "tactics", "--agent", "clever", "--html", "page.html").code == 2
    assert (tmp_path / "page.html").read_text() == "mine"


def test_a_length_in_the_terminal_has_no_warning(run: Any) -> None:
    result = run("length", "tactics", "--agent", "random", "--games", "20")
    assert result.code == 0, result.err
    assert "precision" not in result.err + result.out


def test_fairness_by_strength_in_one_report(run: Any) -> None:
    agents = ["--agent", "random", "--agent", "search:sims=2"]
    result = run("fair", "tactics", *agents, "--budget", "20", "--search-budget", "2", "--precision", "30", "--json")
    assert result.code == 0, result.err
    labels = [figure["label"] for figure in result.json["sections"][0]["figures"]]
    assert labels == ["random players", "searching players (2 simulations)"]
    assert [figure["observations"] for figure in result.json["sections"][0]["figures"]] == [10, 1]


def test_without_its_packages_the_lab_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "find_spec", lambda name: None)
    refused = CliRunner().invoke(lab.app, ["length", "tactics"]).exception
    assert isinstance(refused, LabError)
    assert "escaramuza[lab]" in refused.sentence("en")

"""Experiments: the same rows everywhere, nothing lost, one sentence for what cannot be done."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from escaramuza.lab import experiment, keeping, measures, page, questions
from escaramuza.lab.errors import LabError
from escaramuza.lab.experiment import Plan
from escaramuza.lab.rows import Player
from escaramuza.lab.running import Run, Work
from escaramuza.words import LANGUAGES

COARSE: dict[str, Any] = {"precision": 20.0, "budget": 60}


def squads(**how: Any) -> experiment.Experiment:
    return questions.squads(["morvane", "ixion-7", "karyatis"], "random", **{**COARSE, **how})


def test_the_same_rows_on_any_number_of_cores() -> None:
    found = [Run(squads(), Work(workers=workers)).go().rows for workers in (1, 2, 3)]
    assert len(found[0]) > 0
    assert found[0].tobytes() == found[1].tobytes() == found[2].tobytes()
    other = Run(squads(seed=1), Work(workers=1)).go().rows
    assert other.tobytes() != found[0].tobytes()


def test_rows_of_agents_that_search_are_the_same_too() -> None:
    wanted = questions.fair("tactics", "search:sims=4", precision=50.0, budget=4)
    one, two = (Run(wanted, Work(workers=workers)).go().rows for workers in (1, 2))
    assert one.tobytes() == two.tobytes()


def test_a_row_depends_on_nothing_but_its_number() -> None:
    plan = Plan(squads())
    together = Player(plan).play(range(12))
    apart = np.concatenate([Player(plan).play(range(n, n + 1)) for n in range(12)])
    assert together.tobytes() == apart.tobytes()


def test_a_pair_has_the_same_dice_and_the_parties_change_seats() -> None:
    plan = Plan(squads())
    for pair in range(6):
        first, second = plan.options_of(2 * pair), plan.options_of(2 * pair + 1)
        assert plan.lot_of(2 * pair) == plan.lot_of(2 * pair + 1)
        assert (first.white_squad, first.black_squad) == (second.black_squad, second.white_squad)


def test_where_changing_seats_changes_nothing_each_game_has_its_own_dice() -> None:
    plan = Plan(questions.fair("tactics", "greedy", **COARSE))
    assert plan.lot_of(0) != plan.lot_of(1)


def test_a_game_that_draws_more_than_dice_from_its_lot_begins_again_in_every_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = Plan(questions.fair("tactics", "random", **COARSE))
    usual = Player(plan)
    usual.play(range(4))
    assert len(usual.begun) == 2, "one for each way round"
    new = plan.game.new

    def draw(s: Any, options: Any, seed: int) -> None:
        new(s, options, seed)
        s.turn_limit = 1 + seed % 1000

    monkeypatch.setattr(plan.game, "new", draw)
    drawing = Player(plan)
    starts = [drawing._start(row)[0] for row in range(4)]
    assert not drawing.begun
    assert [int(start.turn_limit) for start in starts] == [1 + plan.lot_of(row) % 1000 for row in range(4)]


def test_interrupted_and_gone_on_with_it_has_the_rows_of_one_run(tmp_path: Path) -> None:
    whole = Run(squads(precision=1.0, budget=1200)).go().rows

    def stop(run: Run) -> None:
        if run.games >= 500:
            raise KeyboardInterrupt

    first = Run(squads(precision=1.0, budget=1200), Work(1, tmp_path / "rows", stop)).go()
    assert first.interrupted
    assert 0 < len(first.rows) < 1200
    again = Run(squads(precision=1.0, budget=1200), Work(2, tmp_path / "rows"))
    assert again.resumed == len(first.rows)
    assert again.go().rows.tobytes() == whole.tobytes()


def test_rows_are_read_with_any_parquet_reader(tmp_path: Path) -> None:
    import polars

    run = Run(squads(), Work(1, tmp_path / "rows")).go()
    table = polars.read_parquet(tmp_path / "rows" / "rows-*.parquet")
    assert len(table) == len(run.rows)
    assert {"row", "result", "first_party", "second_party"} <= set(table.columns)


def test_rows_of_another_experiment_are_left_alone(tmp_path: Path) -> None:
    Run(squads(), Work(1, tmp_path / "rows")).go()
    with pytest.raises(LabError) as refused:
        Run(squads(seed=5), Work(1, tmp_path / "rows"))
    assert refused.value.code == "OTHER_EXPERIMENT"


def test_a_full_disk_loses_nothing_that_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Run(squads(budget=20), Work(1, tmp_path / "rows")).go()
    kept = sorted(file.name for file in (tmp_path / "rows").iterdir())

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(keeping.os, "replace", full)
    with pytest.raises(LabError) as refused:
        Run(squads(precision=1.0, budget=1000), Work(1, tmp_path / "rows")).go()
    assert refused.value.code == "DISK"
    assert sorted(file.name for file in (tmp_path / "rows").iterdir()) == kept


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"game": "tactics", "factors": {"weather": ["rain"]}}, "UNKNOWN_FACTOR"),
        ({"game": "tactics", "factors": {"deployment": []}}, "EMPTY_FACTOR"),
        ({"game": "tactics", "precision": 0.00001}, "BAD_PRECISION"),
        ({"game": "tactics", "precision": -1}, "BAD_FIELD"),
        ({"game": "tactics", "budget": 10**12}, "BAD_BUDGET"),
        ({"game": "tactics", "budget": 2, "factors": {"deployment": ["open", "secret"]}}, "SMALL_BUDGET"),
        ({"game": "tactics", "mixed": True}, "NOT_MIXED"),
        ({"game": "tactics", "colour": "red"}, "UNKNOWN_FIELD"),
        ({}, "FIELD_MISSING"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(given: dict[str, Any], code: str) -> None:
    with pytest.raises(LabError) as refused:
        Plan(experiment.checked(given))
    assert refused.value.code == code
    for lang in LANGUAGES:
        assert "{" not in refused.value.sentence(lang)


def test_an_experiment_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "openness.toml"
    file.write_text('game = "tactics"\nbudget = 40\nprecision = 30\n[factors]\ndeployment = ["secret", "open"]\n')
    run = Run(experiment.read(file)).go()
    answer = questions.run_answer(run, "en", "escaramuza lab run openness.toml")
    assert [figure.label for figure in answer.sections[0].figures] == [
        "deployment=secret: greedy",
        "deployment=open: greedy",
    ]
    assert len(answer.sections[1].figures) == 1
    file.write_text("game = ")
    with pytest.raises(LabError):
        experiment.read(file)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_needs_nothing_else_and_says_everything(lang: str) -> None:
    run = Run(squads()).go()
    answer = questions.squads_answer(run, {"morvane": "<Morvane>"}, lang, "escaramuza lab squads")
    text = page.html(answer)
    assert "<script" not in text and "http" not in text and "<Morvane>" not in text
    assert text.count("<svg") == len(answer.sections) == 3
    assert "escaramuza lab squads" in text
    assert answer.as_json()["games"] == len(run.rows)


@pytest.mark.parametrize("design", ["all-pairs", "one-at-a-time", "random"])
def test_every_design_fills_its_cells(design: str) -> None:
    given = {"game": "escarmouche", "design": design, "budget": 120, "precision": 50}
    factors = {"squad": ["morvane", "karyatis"], "placement": ["alternate", "secret"], "agent": ["random"]}
    run = Run(experiment.checked({**given, "factors": factors})).go()
    assert set(run.rows["cell"].tolist()) == set(range(len(run.plan.cells)))
    assert all(found.count > 0 for found in measures.estimates(run.plan, run.rows).values())


def test_a_house_rule_its_draws_and_comebacks() -> None:
    run = Run(questions.house_rule("tactics", "turn_limit", [4, 200], "greedy", **COARSE)).go()
    answer = questions.house_rule_answer(run, "turn_limit", "en", "")
    draws = {figure.label: figure.estimate.value for figure in answer.sections[1].figures}
    assert draws["turn_limit = 4"] > 0.5 > draws["turn_limit = 200"]
    assert run.rows["low"].min() < 0 < run.rows["high"].max()


def test_luck_and_length() -> None:
    run = Run(questions.dice("tactics", "greedy", "random", **COARSE)).go()
    assert questions.dice_answer([run], "en", "").sections[0].figures[0].estimate.value > 0.8
    games = Run(questions.fair("tactics", "greedy", precision=experiment.FINEST, budget=40)).go()
    assert len(games.rows) == 40
    assert "Tactics" in questions.length_answer([games], "fr", "").sentence

"""Fitting weights: the same seed gives the same, an interruption loses nothing, and wrong weights are put right."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from escaramuza.games import registry
from escaramuza.games.estimate import Weights
from escaramuza.lab import tune
from escaramuza.lab.sequential import SequentialTest


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> tune.Plan:
    return tune.Plan(registry.get("tactics"), tmp_path_factory.mktemp("tuning"), games=6, sims=6, seed=3)


def test_games_are_kept_and_played_once(plan: tune.Plan) -> None:
    first = tune.play(plan)
    made = {path: path.stat().st_mtime_ns for path in plan.folder.iterdir()}
    cut = next(iter(made))
    cut.write_bytes(cut.read_bytes()[:40])
    again = tune.play(plan)
    assert first.states.tobytes() == again.states.tobytes()
    assert np.array_equal(first.wanted, again.wanted)
    assert all(path.stat().st_mtime_ns == at for path, at in made.items() if path != cut)


def test_games_of_other_weights_are_not_taken_for_those_of_these(
    plan: tune.Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    tune.play(plan)
    before = set(plan.folder.iterdir())
    weights = plan.game.weights
    monkeypatch.setattr(plan.game, "weights", weights.changed(piece=weights["piece"] + 50))
    tune.play(plan)
    assert len(set(plan.folder.iterdir()) - before) == plan.games


def test_weights_that_are_far_off_come_back(plan: tune.Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    sample = tune.play(plan)
    game = plan.game
    right = game.weights
    judged = np.zeros(len(sample.states), np.int64)
    game.compiled("escaramuza.engine.bulk").judge_all(sample.states, right.array, judged)
    exact = tune.Sample(sample.states, 0.5 + 0.5 * judged / tune.CERTAIN, sample.games)
    monkeypatch.setattr(game, "weights", right.changed(piece=right["piece"] // 2))
    fit = tune.Fit(game, exact)
    before = fit.losses(game.weights)
    fitted = fit.run()
    assert fit.losses(fitted) < before
    assert abs(fitted["piece"] - right["piece"]) < right["piece"] // 4


def test_the_same_weights_are_no_better(plan: tune.Plan) -> None:
    verdict = tune.try_out(plan, plan.game.weights, 20, SequentialTest())
    assert verdict.better is not True
    assert verdict.score.games == 20


def test_what_is_kept_is_written_down(plan: tune.Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(plan.game.folder / "weights.py", tmp_path)
    monkeypatch.setattr(plan.game, "folder", tmp_path)
    path = tune.keep(plan.game, plan.game.weights.changed(piece=123))
    scope: dict[str, Weights] = {}
    exec(path.read_text(encoding="utf-8"), scope)
    assert scope["WEIGHTS"] == plan.game.weights.changed(piece=123)
    with pytest.raises(ValueError, match="no line for"):
        tune.keep(plan.game, Weights(nothing=1))


def test_a_weight_never_turns_its_sign() -> None:
    assert [tune._moved(10, 0.4), tune._moved(10, -0.4), tune._moved(0, -0.4), tune._moved(1, -0.05)] == [14, 6, 0, 0]

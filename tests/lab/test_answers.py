"""Answers: all values are compared, whoever is named is the right one, and only what is true is warned of."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from escaramuza.games import registry
from escaramuza.lab import answers, cost, cost_answer, experiment, measures, page, questions, statistics
from escaramuza.lab.errors import LabError
from escaramuza.lab.rows import ROW
from escaramuza.lab.running import Run, Work
from escaramuza.words import LANGUAGES

COARSE: dict[str, Any] = {"precision": 20.0, "budget": 60}


def written(run: Run, games: int, **columns: Any) -> Run:
    """A run with rows that nobody played: so many games of each cell, with these results for each cell."""
    cells = len(run.plan.cells)
    rows = np.zeros(games * cells, ROW)
    rows["row"] = np.arange(len(rows))
    rows["pair"] = rows["row"] // 2
    rows["swapped"] = rows["row"] % 2
    rows["cell"] = rows["pair"] % cells
    rows["actions"] = 100
    for name, values in columns.items():
        rows[name] = np.asarray(values)[rows["cell"]]
    run.rows = rows
    return run


def test_a_house_rule_compares_every_value_not_the_first_and_the_last() -> None:
    run = Run(questions.house_rule("tactics", "turn_limit", [200, 4, 300], "greedy", precision=1.0, budget=10_000))
    written(run, 400, result=[1, 0, 1], first=[1, 0, 1], side=[1, 0, 1])
    answer = questions.house_rule_answer(run, "turn_limit", "en", "")
    assert "draws (0.0% with turn_limit = 200, 100.0% with turn_limit = 4)" in answer.sentence


def test_a_house_rule_by_strength_names_each_agent() -> None:
    runs = [
        written(Run(questions.house_rule("tactics", "turn_limit", [4, 200], agent, **COARSE)), 40)
        for agent in ("greedy", "search:sims=4")
    ]
    answer = questions.house_rule_answer(runs, "turn_limit", "en", "")
    assert [figure.label for figure in answer.sections[0].figures] == [
        "turn_limit = 4 · greedy players",
        "turn_limit = 200 · greedy players",
        "turn_limit = 4 · searching players (4 simulations)",
        "turn_limit = 200 · searching players (4 simulations)",
    ]


def test_comebacks_of_agents_that_search_are_seen() -> None:
    run = Run(questions.house_rule("tactics", "turn_limit", [60, 80], "search:sims=4", precision=50.0, budget=4)).go()
    assert len(run.rows) == 4
    assert run.rows["low"].min() < 0 < run.rows["high"].max()


def test_a_length_was_never_asked_for_a_precision_and_warns_of_none() -> None:
    run = Run(questions.fair("tactics", "random", precision=None, budget=30)).go()
    answer = questions.length_answer([run], "en", "")
    assert len(run.rows) == 30
    assert answer.warnings == []


def test_a_precision_that_was_not_reached_is_said_with_the_agent_it_was_not_reached_for() -> None:
    run = Run(questions.fair("tactics", "random", precision=1.0, budget=30)).go()
    [warning] = questions.fair_answer([run], "en", "").warnings
    assert "±1 points" in warning and "random players" in warning


def test_the_verdict_on_two_squads_names_squads_as_squads_and_agents_as_agents() -> None:
    run = written(Run(questions.squads(["morvane", "karyatis"], "greedy", **COARSE)), 400, result=[1])
    answer = questions.squads_answer(run, {"morvane": "Morvane", "karyatis": "Karyatis"}, "en", "")
    assert answer.sentence.startswith("Escarmouche: Morvane against Karyatis scores 100.0%")
    assert "between greedy players" in answer.sentence


def test_the_verdict_of_an_experiment_names_its_agents() -> None:
    given = {"game": "tactics", "factors": {"deployment": ["open", "secret"]}, **COARSE}
    run = written(Run(experiment.checked(given)), 100, first=[1, 0])
    answer = questions.run_answer(run, "en", "")
    assert "the side that begins (deployment=open: greedy) scores" in answer.sentence
    assert "between greedy players" in answer.sentence


def test_ratings_of_a_sweep_are_those_of_somebody_much_stronger_not_absurd() -> None:
    rated = statistics.bradley_terry(["a", "b"], {("a", "b"): 100.0, ("b", "a"): 0.0})
    # 100.5 to 0.5 games: log(201) of Elo, shared between the two.
    assert rated["a"].value == pytest.approx(200 * np.log10(201), abs=1)
    assert 0 < rated["a"].low < rated["a"].value < rated["a"].high < 1000
    assert rated["a"].count == 100


def test_ratings_cover_the_truth_where_one_wins_nearly_all() -> None:
    lots, misses, trials = np.random.default_rng(6), 0, 300
    truth = 400 * np.log10(0.97 / 0.03)
    for _ in range(trials):
        won = float(lots.binomial(100, 0.97))
        rated = statistics.bradley_terry(["a", "b"], {("a", "b"): won, ("b", "a"): 100 - won})
        misses += not rated["a"].low <= truth / 2 <= rated["a"].high
    assert misses / trials <= 0.08


@pytest.mark.parametrize(
    ("number", "text"), [(-0.3, "+0"), (0.3, "+0"), (-0.6, "−1"), (1234.4, "+1,234"), (-1234.4, "−1,234")]
)
def test_nothing_has_no_minus(number: float, text: str) -> None:
    assert answers.decimal(number, 0, "en", signed=True) == text


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The question of costs with few squads and games that are decided by a lot."""
    game = registry.get("escarmouche")
    monkeypatch.setattr(cost, "SQUADS", 200)
    monkeypatch.setattr(cost, "PAIRS_AT_ONCE", 64)
    played: list[int] = []

    def series(starts: Any, cells: Any, deciders: Any, lots: Any, most: int) -> Any:
        played.append(len(lots))
        won = np.where(lots % 2 == 0, 1, -1)
        return np.stack([won, -won], axis=1), None, None

    def play(games: int, folder: Path, **how: Any) -> int:
        return cost.play(games, folder, series, game, **how)

    play.played = played  # type: ignore[attr-defined]
    play.game = game  # type: ignore[attr-defined]
    return play


def test_more_games_for_costs_are_played_on_from_those_that_are_there(costs: Any, tmp_path: Path) -> None:
    assert costs(100, tmp_path / "parts") == 100
    assert costs(300, tmp_path / "parts", at_once=17) == 300
    assert sum(costs.played) == 300
    costs(300, tmp_path / "whole")
    parts, whole = (np.load(tmp_path / name / cost.RESULTS)["results"] for name in ("parts", "whole"))
    assert np.array_equal(parts, whole)
    assert len(cost.load(tmp_path / "whole", 120).shares) == 60
    assert cost.load(tmp_path / "whole").about["games"] == 300


def test_an_interruption_keeps_the_games_for_costs(costs: Any, tmp_path: Path) -> None:
    def stop(done: int) -> bool:
        if done >= 128:
            raise KeyboardInterrupt
        return True

    with pytest.raises(KeyboardInterrupt):
        costs(1000, tmp_path, go_on=stop)
    assert len(cost.kept(tmp_path, costs.game)) == 64


def test_costs_are_shown_beside_those_of_another_agent(costs: Any, tmp_path: Path) -> None:
    def by_health(starts: Any, cells: Any, deciders: Any, lots: Any, most: int) -> Any:
        """Whoever has more health wins, but for some luck."""
        white, black = np.split(starts["units"]["health"].astype(np.int64), 2, axis=1)
        won = np.where(white.sum(axis=1) - black.sum(axis=1) + lots % 21 > 10, 1, -1)
        return np.stack([won, -won], axis=1), None, None

    greedy, searched = tmp_path / "greedy", tmp_path / "searched"
    cost.play(2000, greedy, by_health, costs.game)
    cost.play(1000, searched, by_health, costs.game, agent="search:sims=8")
    with pytest.raises(LabError) as refused:
        costs(1200, searched)
    assert refused.value.code == "OTHER_EXPERIMENT"
    found = cost_answer.answer(greedy, "en", "", confirmed=searched)
    assert [len(section.figures) for section in found.sections] == [16, 16]
    assert [f.label for f in found.sections[0].figures] == [f.label for f in found.sections[1].figures]
    assert "2,000 games" in found.design[0] and "1,000 games" in found.design[1] and "8" in found.design[1]


def test_a_thinking_agent_plays_the_same_games_for_costs_again(tmp_path: Path) -> None:
    game = registry.get("escarmouche")
    for name in ("one", "two"):
        assert cost_answer.play(4, tmp_path / name, game, workers=1, agent="search:sims=2") == 4
    one, two = (cost.kept(tmp_path / name, game, agent="search:sims=2") for name in ("one", "two"))
    assert one.tolist() == two.tolist()


def test_games_for_costs_of_another_agent_are_left_alone(costs: Any, tmp_path: Path) -> None:
    costs(100, tmp_path)
    about = json.loads((tmp_path / cost.ABOUT).read_text())
    (tmp_path / cost.ABOUT).write_text(json.dumps({**about, "weights": {"health": 1}}))
    with pytest.raises(LabError) as refused:
        costs(200, tmp_path)
    assert refused.value.code == "OTHER_EXPERIMENT"
    with pytest.raises(LabError) as refused:
        cost_answer.answer(tmp_path, "en", "")
    assert refused.value.code == "FEW_COST_ROWS"


def test_rows_of_agents_that_weigh_otherwise_are_another_experiment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = questions.fair("tactics", "greedy", **COARSE)
    run = Run(wanted, Work(1, tmp_path / "rows"))
    weights = run.plan.game.weights
    monkeypatch.setattr(run.plan.game, "weights", weights.changed(piece=weights["piece"] + 1))
    with pytest.raises(LabError) as refused:
        Run(wanted, Work(1, tmp_path / "rows"))
    assert refused.value.code == "OTHER_EXPERIMENT"


def test_a_squad_file_that_changed_is_another_experiment(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("5/1/2/3;4/1/2/2")
    before = experiment.Plan(questions.squads([str(file), "morvane"], "random", **COARSE)).digest
    file.write_text("5/1/2/3;4/1/2/1")
    assert experiment.Plan(questions.squads([str(file), "morvane"], "random", **COARSE)).digest != before


def test_both_sides_of_a_map_have_the_same_army() -> None:
    from escaramuza.maps import library

    field = library.find("random:7", "forglory")
    [wanted] = questions.on_map(field, ["greedy"], **COARSE)
    assert wanted.options["south_army"] == wanted.options["north_army"]
    assert not wanted.mixed


def test_set_ups_are_mixed_unless_something_is_chosen_that_would_be() -> None:
    assert questions.fair("escarmouche", "greedy", options={"turn_limit": 50}).mixed
    assert not questions.fair("cafe", "greedy", options={"map": "x"}).mixed
    assert not questions.house_rule("forglory", "battle", ["a", "b"], "greedy").mixed
    assert not questions.fair("tactics", "greedy").mixed


def test_agents_that_think_by_the_clock_are_warned_of() -> None:
    run = written(Run(questions.fair("tactics", "search:time=0.1", **COARSE)), 10)
    assert any("by the clock" in text for text in questions.fair_answer([run], "en", "").warnings)


@pytest.mark.parametrize(
    ("lang", "share", "count"),
    [("en", "45.1%", "12,345"), ("es", "45,1\u202f%", "12\u202f345"), ("fr", "45,1\u202f%", "12\u202f345")],
)
def test_numbers_are_written_as_in_the_language(lang: str, share: str, count: str) -> None:
    assert answers.percent(0.4512, lang) == share
    assert answers.whole(12345, lang) == count


@pytest.mark.parametrize("lang", LANGUAGES)
def test_fairness_by_strength_says_whether_strength_matters(lang: str) -> None:
    runs = [
        written(Run(questions.fair("tactics", agent, **COARSE)), 400, first=[result], side=[0])
        for agent, result in (("greedy", -1), ("search:sims=4", 1))
    ]
    answer = questions.fair_answer(runs, lang, "")
    weak, strong = (answers.agent_text(agent, lang) for agent in ("greedy", "search:sims=4"))
    blanks = {"what": answers.say("WHO_BEGINS", lang), "weak": weak, "strong": strong}
    low, high = answers.percent(0, lang), answers.percent(1, lang)
    assert answers.say("TREND_CHANGES", lang, **blanks, low=low, high=high) in answer.sentence


def test_a_plot_has_round_numbers_below_it_and_room_for_everything() -> None:
    found = statistics.Estimate(0.4503, 0.4412, 0.4591, 100)
    text = page.plot(answers.Section("Score", [answers.Figure("greedy", found)], "", 0.5))
    assert [f">{number}%<" in text for number in ("44.0", "46.0", "48.0", "50.0")] == [True] * 4


def test_values_of_a_fixed_number_of_games_have_intervals_too() -> None:
    run = Run(questions.fair("tactics", "random", precision=None, budget=40)).go()
    found = measures.single(run.plan, measures.side_values(run.plan, run.rows))
    assert found.low < found.value < found.high


def test_a_budget_that_is_too_small_still_gives_what_it_can() -> None:
    """300 games for ±1 point: the interval is that of 300 games, not of somebody who aimed too high."""
    run = Run(questions.fair("tactics", "greedy", precision=1.0, budget=300))
    lots = np.random.default_rng(3)
    written(run, 300).rows["side"] = lots.choice([-1, 1], 300)
    assert measures.single(run.plan, measures.side_values(run.plan, run.rows)).half < 0.13

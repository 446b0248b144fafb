"""Answers with several figures: all of them hold together, for games that come in pairs, whenever a run stops."""

from typing import Any

import numpy as np
from pydantic import TypeAdapter
from scipy.stats import binom

from escaramuza.lab import measures, quantiles, questions
from escaramuza.lab.asked import sharpening
from escaramuza.lab.asked.answer import Gathering
from escaramuza.lab.asked.question import LabQuestion, inquiry_of
from escaramuza.lab.rows import ROW
from escaramuza.lab.running import Run
from escaramuza.lab.statistics import ALPHA

TRIALS = 100
MOST_MISSES = int(binom.ppf(0.999, TRIALS, ALPHA))
MIDDLE = 501
VALUES = [10, 20, 30, 40, 50, 60]
# What `rows` are drawn from.
TRUTHS = {"begins": 0.5, "draws": 0.3, "comebacks": 0.35, "turns": MIDDLE, "actions": MIDDLE}


def rows(seed: tuple[int, int], pairs: int, cells: int) -> Any:
    """Games that nobody played, the same in all cells; both of a pair are alike."""
    lots = np.random.default_rng(seed)
    found = np.zeros(2 * pairs, ROW)
    found["row"] = np.arange(2 * pairs)
    found["pair"] = found["row"] // 2
    found["cell"] = found["pair"] % cells
    result = lots.choice([-1, 0, 1], pairs, p=[0.35, 0.3, 0.35])
    behind = lots.random(pairs) < 0.5
    for name in ("result", "first", "side"):
        found[name] = np.repeat(result, 2)
    found["low"] = np.repeat(np.where(behind, measures.BEHIND, 0), 2)
    found["high"] = -found["low"]
    for name in ("turns", "actions"):
        found[name] = np.repeat(lots.integers(1, 2 * MIDDLE, pairs), 2)
    return found


def outside(figure: Any, truth: float) -> bool:
    return not figure.low <= truth <= figure.high


def test_a_median_holds_for_pairs_that_are_alike_wherever_a_run_stops() -> None:
    run, misses = Run(questions.fair("tactics", "random", precision=None, budget=30)), 0
    for trial in range(TRIALS):
        every = rows((1, trial), 400, 1)
        missed = False
        for look in (200, 400, 600, 800):
            run.rows = every[:look]
            sections = questions.length_answer([run], "en", "").sections
            missed |= any(outside(figure.estimate, MIDDLE) for section in sections for figure in section.figures)
        misses += missed
    assert misses <= MOST_MISSES


def test_all_figures_of_a_house_rule_hold_together() -> None:
    how: dict[str, Any] = {"precision": 8.0, "budget": 2400}
    run, misses = Run(questions.house_rule("tactics", "turn_limit", VALUES, "greedy", **how)), 0
    for trial in range(TRIALS):
        run.rows = rows((2, trial), 1200, len(VALUES))
        sections = questions.house_rule_answer(run, "turn_limit", "en", "").sections
        truths = [TRUTHS[name] for name in ("begins", "draws", "comebacks", "actions")]
        pairs = zip(sections, truths, strict=True)
        misses += any(outside(figure.estimate, truth) for section, truth in pairs for figure in section.figures)
    assert misses <= MOST_MISSES


def test_a_house_rule_in_the_app_is_corrected_for_all_that_is_compared() -> None:
    """Four measures of six values: each interval has its part of the chance to be wrong."""
    body = {"kind": "rule", "game": "tactics", "option": "turn_limit", "values": VALUES, "precision": 8.0}
    run = Gathering(inquiry_of(TypeAdapter(LabQuestion).validate_python(body), 2400))
    run.rows = rows((3, 1), 1200, len(VALUES))
    parts = {part.id: part.figures for part in run.answer().parts}
    assert list(parts) == ["begins", "draws", "comebacks", "turns"]
    alpha = ALPHA / (4 * len(VALUES))
    for cell in range(len(VALUES)):
        drawn = sharpening.share(measures.draw_values(run.plan, run.rows, [cell]), 8.0, alpha)
        turns = quantiles.quantile(run.rows["turns"][run.rows["cell"] == cell], alpha=alpha)
        for figure, expected in ((parts["draws"][cell], drawn), (parts["turns"][cell], turns)):
            assert (figure.low, figure.high) == (expected.low, expected.high)

"""The expected result over a finished match, and how much of each change was dice and how much decision."""

from collections.abc import Callable
from typing import Any

from escaramuza.agents.search import Budget, SearchAgent
from escaramuza.engine.match import Match
from escaramuza.kernel.buffers import OVER, copy, silent_log
from escaramuza.kernel.dice import reseed

SIMS = 300
REDRAWS = 5
TURNING = 0.15


def analyse(match: Match, progress: Callable[[float], None]) -> list[dict[str, Any]]:
    """For each step the first side's expected result before it, and what dice and decision changed.

    A step without dice is all decision. With dice, the decision is judged by the mean over dice drawn anew, and the
    rest of the change is luck.
    """
    states = [*(step.before for step in match.steps), match.state]
    if match.spec.rules["actor"](match.state) != OVER:
        raise ValueError("the match goes on")
    expected = []
    for number, state in enumerate(states):
        expected.append(_expected(match, state, number))
        progress((number + 1) / (2 * len(states)))
    points = []
    for number, step in enumerate(match.steps):
        change = expected[number + 1] - expected[number]
        decision = change
        if step.threw and number + 1 < len(states):
            decision = _mean_after(match, number) - expected[number]
        points.append(
            {
                "step": number,
                "expected": round(expected[number], 4),
                "dice": round(change - decision, 4),
                "decision": round(decision, 4),
                "turning": abs(change) >= TURNING,
            }
        )
        progress(0.5 + (number + 1) / (2 * len(match.steps)))
    points.append(
        {"step": len(match.steps), "expected": round(expected[-1], 4), "dice": 0.0, "decision": 0.0, "turning": False}
    )
    return points


def _expected(match: Match, state: Any, seed: int) -> float:
    """The first side's expected result: what search says, or the result itself."""
    spec = match.spec
    if spec.view(state, match.options)["phase"] in spec.setup_phases:
        return 0.5
    actor = int(spec.rules["actor"](state))
    if actor == OVER:
        return 0.5 + 0.5 * int(spec.rules["value"](state, 0)) / 1000
    thought = SearchAgent(Budget(sims=SIMS), seed, trees=1).think(spec, state)
    return thought.expected if int(spec.rules["side_of"](state, actor)) == 0 else 1 - thought.expected


def _mean_after(match: Match, number: int) -> float:
    """The expected result after a step, averaged over dice drawn anew."""
    spec, step = match.spec, match.steps[number]
    action = spec.parse_action(step.before, step.action)
    total = 0.0
    for redraw in range(REDRAWS):
        after = copy(step.before)
        reseed(after.dice, number * REDRAWS + redraw)
        spec.rules["apply"](after, action, silent_log())
        total += _expected(match, after, number * REDRAWS + redraw)
    return total / REDRAWS

"""The expected result over a finished match, and how much of each change was dice and how much decision."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from escaramuza.agents.search import Budget, SearchAgent
from escaramuza.engine.agreement import ABORTED, RULES
from escaramuza.engine.match import Match
from escaramuza.kernel.buffers import OVER, copy, silent_log
from escaramuza.kernel.dice import reseed

# As strong as the time allows: a whole match is thought about for so long, each position of it within these seconds and
# with no more simulations than the strongest level has for a decision.
WHOLE_SECONDS = 120.0
LEAST_SECONDS, MOST_SECONDS = 0.1, 0.5
MOST_SIMS = 20_000
REDRAWS = 5
# So much of a change turns a match at once or within a turn; a slide over many turns takes more to be one.
TURNING, SLIDE = 0.15, 0.25


def analyse(match: Match, progress: Callable[[float], None]) -> list[dict[str, Any]]:
    """For each step the first side's expected result before it, and what dice and decision changed.

    A step without dice is all decision. With dice, the decision is judged by the mean over dice drawn again, and the
    rest of the change is luck. A match that was resigned, drawn or claimed ends with its result.
    """
    states = [*(step.before for step in match.steps), match.state]
    if match.actor is not None:
        raise ValueError("the match goes on")
    budget = _budget(len(states) + sum(step.threw for step in match.steps))
    expected: list[float] = []
    for number, state in enumerate(states):
        # What is said leaves the position as it was.
        said = number > 0 and match.steps[number - 1].word is not None
        expected.append(expected[-1] if said else _expected(match, state, number, budget))
        progress((number + 1) / (2 * len(states)))
    if match.reason not in (RULES, ABORTED):
        assert match.outcome is not None
        expected[-1] = 0.5 + 0.5 * match.outcome[match.game.sides[0]]
    turning = turning_points(expected, [match.side_of[step.seat] for step in match.steps])
    points = []
    for number, step in enumerate(match.steps):
        change = expected[number + 1] - expected[number]
        decision = change
        if step.threw and number + 1 < len(states):
            decision = _mean_after(match, number, budget) - expected[number]
        points.append(
            {
                "step": number,
                "expected": round(expected[number], 4),
                "dice": round(change - decision, 4),
                "decision": round(decision, 4),
                "turning": number in turning,
            }
        )
        progress(0.5 + (number + 1) / (2 * len(match.steps)))
    points.append(
        {"step": len(match.steps), "expected": round(expected[-1], 4), "dice": 0.0, "decision": 0.0, "turning": False}
    )
    return points


def turning_points(expected: Sequence[float], sides: Sequence[str]) -> set[int]:
    """The steps that turned a match, by what was expected before each and at the end, and by who decided: those that
    changed much, alone or with the rest of a side's turn, and the worst of a slide that no such step explains."""
    found = {number for number, (before, after) in enumerate(pairwise(expected)) if abs(after - before) >= TURNING}
    begun = 0
    for end in range(1, len(sides) + 1):
        if end < len(sides) and sides[end] == sides[begun]:
            continue
        if abs(expected[end] - expected[begun]) >= TURNING:
            found.add(_largest(expected, begun, end))
        begun = end
    since = 0
    for number in range(len(sides)):
        if number in found:
            since = number + 1
        elif abs(expected[number + 1] - expected[since]) >= SLIDE:
            found.add(_largest(expected, since, number + 1))
            since = number + 1
    return found


def _largest(expected: Sequence[float], begun: int, end: int) -> int:
    """The step that did most of what changed between two moments."""
    way = 1 if expected[end] > expected[begun] else -1
    return max(range(begun, end), key=lambda number: way * (expected[number + 1] - expected[number]))


def _budget(positions: int) -> Budget:
    """The thought that each of so many positions gets."""
    return Budget(MOST_SIMS, min(MOST_SECONDS, max(LEAST_SECONDS, WHOLE_SECONDS / positions)))


def _expected(match: Match, state: Any, seed: int, budget: Budget) -> float:
    """The first side's expected result: what search says, or the result itself."""
    game = match.game
    if game.view(state, match.options)["phase"] in game.setup_phases:
        return 0.5
    actor = int(game.rules["actor"](state))
    if actor == OVER:
        return 0.5 + 0.5 * int(game.rules["value"](state, 0)) / 1000
    thought = SearchAgent(budget, seed, trees=1).think(game, state)
    return thought.expected if int(game.rules["side_of"](state, actor)) == 0 else 1 - thought.expected


def _mean_after(match: Match, number: int, budget: Budget) -> float:
    """The expected result after a step, averaged over dice drawn again, which share the time of a position."""
    game, step = match.game, match.steps[number]
    assert budget.seconds is not None
    each = Budget(budget.sims, budget.seconds / REDRAWS)
    action = game.parse_action(step.before, step.action)
    total = 0.0
    for redraw in range(REDRAWS):
        after = copy(step.before)
        reseed(after.dice, number * REDRAWS + redraw)
        game.rules["apply"](after, action, silent_log())
        total += _expected(match, after, number * REDRAWS + redraw, each)
    return total / REDRAWS

"""Why a thought is what it is: what comes next to it, what is out of danger by it, and the reply to reckon with."""

from threading import Event
from typing import Any

import numpy as np

from escaramuza.agents.search import Budget, SearchAgent, Thought
from escaramuza.games.game import Game
from escaramuza.kernel import buffers

# A candidate that was looked at less often says little.
FEWEST_VISITS = 20
# Until the other side decides it is played on with so much thought for a decision, over so many of them.
ON_THE_WAY = Budget(sims=150, seconds=0.2)
MOST_DECISIONS = 12
REPLY = Budget(sims=1500, seconds=0.8)


def of(game: Game, state: Any, thought: Thought, cancel: Event | None = None) -> dict[str, Any]:
    """The reasons, as they go over the wire."""
    other = next((c for c in thought.candidates if c.action != thought.action and c.visits >= FEWEST_VISITS), None)
    return {
        "instead": None if other is None else {"action": other.action, "expected": other.expected},
        "in_danger": _in_danger(game, state, thought.action),
        "reply": _reply(game, state, thought.line or (thought.action,), cancel),
    }


def _in_danger(game: Game, state: Any, action: str) -> dict[str, int] | None:
    """How many pieces are threatened before and after; None where it is not the same side's to say."""
    seat, after = int(game.rules["actor"](state)), _seen(game, state)
    draws = int(after.dice.draws)
    game.rules["apply"](after, game.parse_action(after, action), buffers.silent_log())
    if int(game.rules["actor"](after)) != seat or int(after.dice.draws) != draws:
        return None
    return {"before": len(game.threats(_seen(game, state))), "after": len(game.threats(after))}


def _seen(game: Game, state: Any) -> Any:
    """The position with a guess at what the deciding seat cannot know."""
    guess = buffers.copy(state)
    game.rules["determinize"](guess, int(game.rules["actor"](state)), 0)
    return guess


def _reply(game: Game, state: Any, line: tuple[str, ...], cancel: Event | None) -> list[Any]:
    """What the other side would do after the line, as an option; nothing where it does not come to decide."""
    rules, s, agent = game.rules, _seen(game, state), SearchAgent(ON_THE_WAY, 1)
    side = int(rules["side_of"](s, int(rules["actor"](s))))
    texts = list(line)
    for _ in range(len(line) + MOST_DECISIONS):
        seat = int(rules["actor"](s))
        if seat == buffers.OVER:
            return []
        if int(rules["side_of"](s, seat)) != side:
            answer = SearchAgent(REPLY, 2).choose(game, s, cancel)
            actions = np.zeros(1, buffers.ACTION)
            actions[0] = answer
            return list(game.describe(s, actions))
        action = game.parse_action(s, texts.pop(0)) if texts else agent.choose(game, s, cancel)
        if rules["check"](s, action, buffers.one(buffers.WHY)) != buffers.OK:
            return []
        rules["apply"](s, action, buffers.silent_log())
    return []

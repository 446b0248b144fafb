"""Agents by name: random, naive, greedy, search:sims=1000, search:time=0.5 for a decision, search:turn=3 for a whole
turn, search:wobble=5 for one that errs, or several of these: search:sims=1000,turn=3."""

import time
from dataclasses import dataclass

from escaramuza.agents.search import Budget, Clock, SearchAgent
from escaramuza.engine.errors import Refused
from escaramuza.games.estimate import Weights

DEFAULT_SIMS = 2000
MOST_SIMS = 10_000_000
MOST_SECONDS = 3600.0
MOST_WOBBLE = 100.0
SIMPLE = ("random", "naive", "greedy")
SETTINGS = {"sims", "time", "turn", "wobble"}
EXAMPLES = "random, naive, greedy, search:sims=1000, search:time=0.5, search:turn=3, search:sims=1000,turn=3"


@dataclass(frozen=True)
class AgentName:
    """A kind of agent, its budget, how much it errs, and what it weighs if not what the game does."""

    text: str
    kind: str
    budget: Budget | None = None
    wobble: float = 0.0
    weights: Weights | None = None

    def search(self, seed: int, threads: int = 1, clock: Clock = time.perf_counter) -> SearchAgent:
        """The search agent of this name."""
        assert self.budget is not None, f"{self.kind} does not search"
        weights = None if self.weights is None else self.weights.array
        return SearchAgent(self.budget, seed, threads, wobble=self.wobble, weights=weights, clock=clock)


def parse(text: str) -> AgentName:
    """Read an agent's name; one sentence says what is wrong with a bad one."""
    kind, _, settings = text.strip().partition(":")
    if kind in SIMPLE and not settings:
        return AgentName(kind, kind)
    if kind != "search":
        raise Refused("UNKNOWN_AGENT", agent=text, examples=EXAMPLES)
    if not settings:
        return AgentName(f"search:sims={DEFAULT_SIMS}", kind, Budget(sims=DEFAULT_SIMS))
    limits = dict(part.partition("=")[::2] for part in settings.split(","))
    if len(limits) == settings.count(",") + 1 and limits.keys() <= SETTINGS:
        numbers = _numbers(limits)
        if numbers is not None:
            budget, wobble = numbers
            return AgentName(text, kind, budget, wobble)
    raise Refused("BAD_BUDGET", agent=text, sims=MOST_SIMS, seconds=int(MOST_SECONDS), examples=EXAMPLES)


def _numbers(limits: dict[str, str]) -> tuple[Budget, float] | None:
    try:
        sims = int(limits["sims"]) if "sims" in limits else None
        seconds, turn = (float(limits[name]) if name in limits else None for name in ("time", "turn"))
        wobble = float(limits.get("wobble", 0))
    except ValueError:
        return None
    if sims is None and seconds is None and turn is None:
        sims = DEFAULT_SIMS
    if sims is not None and not 1 <= sims <= MOST_SIMS:
        return None
    if any(limit is not None and not 0 < limit <= MOST_SECONDS for limit in (seconds, turn)):
        return None
    return (Budget(sims, seconds, turn), wobble) if 0 <= wobble <= MOST_WOBBLE else None

"""Agents by name: random, greedy, search:sims=1000, search:time=0.5 for a decision, search:turn=3 for a whole turn, or
several of these: search:sims=1000,turn=3."""

from dataclasses import dataclass

from escaramuza.agents.search import Budget, SearchAgent
from escaramuza.engine.errors import Refused

DEFAULT_SIMS = 2000
MOST_SIMS = 10_000_000
MOST_SECONDS = 3600.0
EXAMPLES = "random, greedy, search:sims=1000, search:time=0.5, search:turn=3, search:sims=1000,turn=3"


@dataclass(frozen=True)
class AgentName:
    """A kind of agent and its budget."""

    text: str
    kind: str
    budget: Budget | None = None

    def search(self, seed: int, threads: int = 1) -> SearchAgent:
        """The search agent of this name."""
        assert self.budget is not None, f"{self.kind} does not search"
        return SearchAgent(self.budget, seed, threads)


def parse(text: str) -> AgentName:
    """Read an agent's name; one sentence says what is wrong with a bad one."""
    kind, _, settings = text.strip().partition(":")
    if kind in ("random", "greedy") and not settings:
        return AgentName(kind, kind)
    if kind != "search":
        raise Refused("UNKNOWN_AGENT", agent=text, examples=EXAMPLES)
    if not settings:
        return AgentName(f"search:sims={DEFAULT_SIMS}", kind, Budget(sims=DEFAULT_SIMS))
    limits = dict(part.partition("=")[::2] for part in settings.split(","))
    if len(limits) == settings.count(",") + 1 and limits.keys() <= {"sims", "time", "turn"}:
        budget = _budget(limits)
        if budget is not None:
            return AgentName(text, kind, budget)
    raise Refused("BAD_BUDGET", agent=text, sims=MOST_SIMS, seconds=int(MOST_SECONDS), examples=EXAMPLES)


def _budget(limits: dict[str, str]) -> Budget | None:
    try:
        sims = int(limits["sims"]) if "sims" in limits else None
        seconds, turn = (float(limits[name]) if name in limits else None for name in ("time", "turn"))
    except ValueError:
        return None
    if sims is not None and not 1 <= sims <= MOST_SIMS:
        return None
    if any(limit is not None and not 0 < limit <= MOST_SECONDS for limit in (seconds, turn)):
        return None
    return Budget(sims, seconds, turn)

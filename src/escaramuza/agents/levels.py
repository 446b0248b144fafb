"""The ladder of opponents: six levels for every game, from one that beginners beat to as strong as the machine allows.

A level is a budget for a whole turn or activation; below that, simulations for a decision, and for the lower ones how
much they err. `escaramuza lab ladder GAME --keep` measures how strong each is and writes it to `ladder.json`.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from escaramuza.games import registry
from escaramuza.games.basics import Levels

FIGURES = Path(__file__).parent / "ladder.json"
IDS = ("recruit", "easy", "steady", "normal", "veteran", "hard")
STRONGEST = IDS[-1]
# Seconds for a whole turn; a deployment has twice that.
SECONDS = {"recruit": 1, "easy": 1, "steady": 2, "normal": 3, "veteran": 5, "hard": 8}
# Simulations for a decision and how much it errs, in hundredths of a game. Where a turn is many small decisions, a
# little error goes a long way; a game says so itself.
USUAL: Levels = {
    "recruit": (24, 25),
    "easy": (16, 6),
    "steady": (40, 1),
    "normal": (100, 0),
    "veteran": (800, 0),
    "hard": (20000, 0),
}


class Strength(BaseModel):
    """How strong a level is: Elo above the lowest, and its interval (95%)."""

    model_config = ConfigDict(frozen=True)

    elo: int
    low: int
    high: int


def agents(game_id: str) -> dict[str, str]:
    """Level → the agent that plays it."""
    told = {**USUAL, **registry.get(game_id).levels}
    return {id: _agent(*told[id], SECONDS[id]) for id in IDS}


def agent_of(game_id: str, holder: str) -> str:
    """The agent of a level; whatever is none stands for itself."""
    return agents(game_id).get(holder, holder)


def strengths(game_id: str) -> dict[str, Strength]:
    """Level → how strong it was measured; empty for a game that was not."""
    return {id: Strength(**told) for id, told in figures().get(game_id, {}).get("levels", {}).items()}


@cache
def figures() -> dict[str, Any]:
    """All that was measured."""
    told: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    return told


def _agent(sims: int, wobble: float, seconds: int) -> str:
    errs = f",wobble={wobble:g}" if wobble else ""
    return f"search:sims={sims},turn={seconds}{errs}"

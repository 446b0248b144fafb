"""What rows say: scores of parties, of whoever begins, of sides; lengths, draws and comebacks.

Cells take turns, so the games of one round over all cells are one observation: rounds are alike, cells are not.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from escaramuza.lab import statistics
from escaramuza.lab.experiment import Party, Plan
from escaramuza.lab.rows import UNKNOWN
from escaramuza.lab.statistics import ALPHA, Estimate

# Whoever won is said to have come back if the estimate once gave it less than this, of a thousand.
BEHIND = -300


@dataclass(frozen=True)
class Target:
    """A figure that must become precise: its name, and one value between 0 and 1 for each round."""

    name: str
    values: Any
    party: Party | None = None


def targets(plan: Plan, rows: Any) -> list[Target]:
    """What an experiment is about: each party against the field; or each contest; or, where parties only play their
    own kind, whoever begins (the first side where nobody knows)."""
    cells = plan.cells
    parties = list(dict.fromkeys(party for cell in cells for party in cell.parties))
    contests = [number for number, cell in enumerate(cells) if not cell.mirrored]
    if len(contests) == len(cells) and len(parties) > 2 and plan.experiment.design == "all-pairs":
        return [Target(party.text, field_values(plan, rows, party), party) for party in parties]
    found = []
    for number, cell in enumerate(cells):
        if cell.mirrored:
            found.append(Target(cell_name(plan, number), first_values(plan, rows, [number])))
        else:
            found.append(Target(cell_name(plan, number), party_values(plan, rows, [number]), cell.parties[0]))
    return found


def cell_name(plan: Plan, number: int) -> str:
    """A short name of a cell."""
    cell = plan.cells[number]
    one, other = cell.parties
    who = one.text if cell.mirrored else f"{one.text} – {other.text}"
    settings = ", ".join(f"{name}={value}" for name, value in cell.settings)
    return f"{settings}: {who}" if settings else who


def estimates(plan: Plan, rows: Any) -> dict[str, Estimate]:
    """The targets with intervals that hold for all of them together, at any time."""
    wanted = targets(plan, rows)
    return {target.name: single(plan, target.values, len(wanted)) for target in wanted}


def precise(plan: Plan, rows: Any) -> bool:
    """Whether every target is as precise as wanted; never, where all games of the budget are wanted."""
    if plan.experiment.precision is None:
        return False
    wanted = plan.experiment.precision / 100
    return all(found.half <= wanted for found in estimates(plan, rows).values())


def single(plan: Plan, values: Any, together: int = 1) -> Estimate:
    """One more figure: with an interval of its own, or one of so many that hold together."""
    wanted, alpha = plan.experiment.precision, ALPHA / together
    if wanted is None:
        return statistics.sequence_of(values, alpha)
    # A sequence that aims at more than the budget can give is far wider than it need be when the budget is spent.
    rounds = max(plan.experiment.budget // (2 * len(plan.cells)), 1)
    return statistics.sequence_of(values, alpha, max(wanted / 100, statistics.reach(rounds, alpha)))


def party_values(plan: Plan, rows: Any, cells: list[int]) -> Any:
    """The first party's score in these cells, a value for each round."""
    return _rounds(plan, rows, (rows["result"] + 1) / 2, cells)


def side_values(plan: Plan, rows: Any, cells: list[int] | None = None) -> Any:
    """The first side's score."""
    return _rounds(plan, rows, (rows["side"] + 1) / 2, cells)


def first_values(plan: Plan, rows: Any, cells: list[int] | None = None) -> Any:
    """The score of whoever began; of the first side where that is not known."""
    known = rows["first"] != UNKNOWN
    score = np.where(known, rows["first"], rows["side"])
    return _rounds(plan, rows, (score + 1) / 2, cells)


def draw_values(plan: Plan, rows: Any, cells: list[int] | None = None) -> Any:
    """How many games are drawn."""
    return _rounds(plan, rows, (rows["result"] == 0).astype(np.float64), cells)


def comeback_values(plan: Plan, rows: Any, cells: list[int] | None = None) -> Any:
    """How many games were won by a side that had been well behind."""
    back = ((rows["side"] > 0) & (rows["low"] <= BEHIND)) | ((rows["side"] < 0) & (rows["high"] >= -BEHIND))
    return _rounds(plan, rows, back.astype(np.float64), cells)


def field_values(plan: Plan, rows: Any, party: Party) -> Any:
    """A party's score against all others."""
    score = (rows["result"] + 1) / 2
    first = [number for number, cell in enumerate(plan.cells) if cell.parties[0] == party]
    second = [number for number, cell in enumerate(plan.cells) if cell.parties[1] == party]
    turned = np.where(np.isin(rows["cell"], second), 1 - score, score)
    return _rounds(plan, rows, turned, first + second)


def _rounds(plan: Plan, rows: Any, score: Any, cells: list[int] | None) -> Any:
    """The mean of each round; of rounds that are whole."""
    within = np.ones(len(rows), bool) if cells is None else np.isin(rows["cell"], cells)
    pairs, values = rows["pair"][within], score[within]
    if plan.experiment.design != "random":
        each = len(plan.cells) if cells is None else len(cells)
        rounds = pairs // len(plan.cells)
        whole = len(values) // (2 * each) * 2 * each
        order = np.argsort(rounds[:whole], kind="stable")
        return values[:whole][order].reshape(-1, 2 * each).mean(axis=1)
    return values[: len(values) // 2 * 2].reshape(-1, 2).mean(axis=1)


def gain(plan: Plan, rows: Any) -> float | None:
    """How many times fewer games pairing needed, over the contests; None where there are none."""
    contests = [number for number, cell in enumerate(plan.cells) if not cell.mirrored]
    inside = np.isin(rows["cell"], contests)
    if not inside.any():
        return None
    return statistics.pairing_gain(((rows["result"][inside] + 1) / 2).reshape(-1, 2))

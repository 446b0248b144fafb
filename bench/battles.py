"""How battles of For Glory end between two agents: by what, in which round, and what was lost; with reports to read.

    python -m bench.battles [--agent NAME] [--against NAME] [--battles NUMBER] [--seed NUMBER] [--reports FOLDER]

The ready battles in turn, each twice with the sides changed. A report tells every order with what came of it, and the
table at the beginning of each round. Seconds of an agent are those of the processor.
"""

import argparse
import time
from collections import Counter
from pathlib import Path
from typing import Any

from escaramuza.agents import levels, names
from escaramuza.agents.players import Agents
from escaramuza.engine.match import Match
from escaramuza.games.forglory import tables
from escaramuza.games.forglory.battles import ready_battles

CENTIMETRE = 100


def placed(match: Match) -> list[str]:
    """The table in words: objectives, points, officers and their units."""
    scene: Any = match.view()
    lines = [f"--- round {scene['round']} ---"]
    lines += [
        f"objective {o['id'] + 1} at {o['x'] // CENTIMETRE},{o['y'] // CENTIMETRE}: {o['owner'] or 'nobody'}"
        for o in scene["objectives"]
    ]
    s = match.state
    for side, name in enumerate(match.game.sides):
        points = {column: int(n) for column, n in zip(tables.SHEET, s.sheet[side], strict=True) if n}
        lines.append(f"{name}: {points or 'no points'}")
    for kind in ("officers", "units"):
        lines += [
            f"{body['name']['en']} at {body['x'] // CENTIMETRE},{body['y'] // CENTIMETRE}"
            + (f", hits {body['hits']}" if body.get("hits") else "")
            for body in scene[kind]
            if body["state"] == "table"
        ]
    return lines


def fought(battle: str, seed: int, agents: dict[int, names.AgentName]) -> tuple[Match, list[str]]:
    """A battle to its end, and its report."""
    match = Match("forglory", seed=seed, options={"battle": battle})
    table, report, told = Agents(match.game, agents, seed, clock=time.process_time), [], 0
    while match.actor is not None:
        if int(match.state.round_number) > told:
            told = int(match.state.round_number)
            report += placed(match)
        seat, order = match.actor, table.choose(match.state)
        report.append(f"{seat} {order}")
        report += [f"    {event}" for event in match.act(order)]
    return match, [*report, *placed(match)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--agent", default=levels.STRONGEST)
    parser.add_argument("--against", default="")
    parser.add_argument("--battles", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--reports", type=Path)
    given = parser.parse_args()
    both = [names.parse(levels.agent_of("forglory", name)) for name in (given.agent, given.against or given.agent)]
    endings: Counter[tuple[str, int]] = Counter()
    points = 0.0
    for number in range(given.battles):
        battle = list(ready_battles())[number // 2 % len(ready_battles())]
        swapped = number % 2
        match, report = fought(battle, given.seed + number // 2, {swapped: both[0], 1 - swapped: both[1]})
        scene: Any = match.view()
        outcome = match.outcome or {}
        points += (1 + outcome[match.game.sides[swapped]]) / 2
        endings[scene["how"], scene["round"]] += 1
        score = " : ".join(str(int(row.sum())) for row in match.state.sheet)
        print(f"{number + 1:>3} {battle:<12} {scene['how']}, round {scene['round']}, {score}", flush=True)
        if given.reports is not None:
            given.reports.mkdir(parents=True, exist_ok=True)
            (given.reports / f"{number + 1:03d}-{battle}.txt").write_text("\n".join(report) + "\n", encoding="utf-8")
    for (how, last), count in sorted(endings.items()):
        print(f"by {how} in round {last}: {count}")
    print(f"{both[0].text} against {both[1].text}: {points:g} of {given.battles}")


if __name__ == "__main__":
    main()

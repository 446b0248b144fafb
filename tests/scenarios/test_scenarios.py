"""Rulebook situations as files: what may be done in them, what happens, and what is refused and why.

Each TOML file below a game's folder holds scenarios: a position (or the start of a game), then steps. A step makes an
action (`act`, with loaded `dice`), takes one back (`undo`), runs a ready-made sequence (`shortcut`), or states what is
legal, allowed or refused there. Options at the top of a file are those of all its scenarios.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from escaramuza import Match
from escaramuza.games import registry

FOLDER = Path(__file__).parent


def scenarios() -> Iterator[Any]:
    for file in sorted(FOLDER.glob("*/*.toml")):
        chapter = tomllib.loads(file.read_text(encoding="utf-8"))
        for scenario in chapter["scenario"]:
            scenario["options"] = chapter.get("options", {}) | scenario.get("options", {})
            yield pytest.param(file.parent.name, scenario, id=f"{file.parent.name}-{file.stem}-{scenario['name']}")


@pytest.mark.parametrize(("game_id", "scenario"), list(scenarios()))
def test_scenario(game_id: str, scenario: dict[str, Any]) -> None:
    known = {clause.id for clause in registry.get(game_id).clauses}
    assert scenario["clauses"], "a scenario shows at least one clause"
    assert set(scenario["clauses"]) <= known
    match = Match(game_id, seed=1, position=scenario.get("position"), options=scenario["options"])
    assert scenario["steps"]
    for step in scenario["steps"]:
        run_step(match, dict(step))


def run_step(match: Match, step: dict[str, Any]) -> None:
    if "refuse" in step:
        reason = match.why(step.pop("refuse"))
        assert reason is not None
        assert reason.code == step.pop("code")
        assert reason.section
        if "numbers" in step:
            assert dict(reason.numbers) == step.pop("numbers")
    elif "allow" in step:
        assert match.why(step.pop("allow")) is None
    elif "legal_from" in step:
        start = step.pop("legal_from")
        assert sorted(a for a in match.legal() if a.startswith(start)) == sorted(step.pop("legal"))
    elif "legal" in step:
        assert sorted(match.legal()) == sorted(step.pop("legal"))
    elif "undo" in step:
        assert step.pop("undo")
        match.undo()
    elif "shortcut" in step:
        for action in match.shortcuts()[step.pop("shortcut")]:
            match.act(action)
    else:
        run_action(match, step)
    assert not step, f"unknown words in the step: {sorted(step)}"


def assert_told(events: list[Any], told: list[dict[str, Any]]) -> None:
    """Events with their numbers, in this order; others may come between them."""
    rest = iter((event.code, dict(event.numbers)) for event in events)
    for wanted in told:
        [pair] = wanted.items()
        assert pair in rest, f"{pair} is not among {[(event.code, dict(event.numbers)) for event in events]}"


def run_action(match: Match, step: dict[str, Any]) -> None:
    events = match.act(step.pop("act"), step.pop("dice", ()))
    if "events" in step:
        assert [event.code for event in events] == step.pop("events")
    if "numbers" in step:
        wanted = step.pop("of", events[0].code)
        assert dict(next(event for event in events if event.code == wanted).numbers) == step.pop("numbers")
    if "told" in step:
        assert_told(events, step.pop("told"))
    if "position" in step:
        assert match.position == step.pop("position")
    if "actor" in step:
        assert match.actor == step.pop("actor")
    if "outcome" in step:
        assert match.outcome == step.pop("outcome")

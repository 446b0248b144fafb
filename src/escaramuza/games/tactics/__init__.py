"""Tactics: a renaissance battle on an 8 × 8 board, two dice a turn, and a Royal Guard to capture."""

from collections.abc import Mapping
from pathlib import Path

from escaramuza.games.spec import GameSpec, SearchSettings, rules_of
from escaramuza.games.tactics import actions, codes, observe, position, rules, setup, tables, value
from escaramuza.games.tactics.clauses import CLAUSES, SECTIONS
from escaramuza.games.tactics.film import FILM
from escaramuza.games.tactics.options import TacticsOptions
from escaramuza.games.tactics.state import STATE
from escaramuza.games.tactics.threats import threats
from escaramuza.games.tactics.view import PHASES, SECRET_EVENTS, SIDES, conceals, describe, view
from escaramuza.kernel.grid import square_name


def number_text(kind: str, number: int, terms: Mapping[str, str]) -> str:
    """A number of a reason or an event as a player would say it."""
    if kind == "square":
        return square_name(number)
    if kind == "class":
        return terms[tables.CLASSES[number]] if 0 <= number < len(tables.CLASSES) else str(number)
    if kind == "side":
        return terms[SIDES[number]]
    if kind == "phase":
        return terms[PHASES[number]]
    return str(number)


SPEC = GameSpec(
    id="tactics",
    name="Tactics",
    version=1,
    folder=Path(__file__).parent,
    sections=SECTIONS,
    seats=SIDES,
    sides=SIDES,
    state=STATE,
    max_actions=256,
    rules=rules_of(rules, observe, value),
    options=TacticsOptions,
    new=setup.new,
    parse_action=actions.parse_action,
    format_action=actions.format_action,
    parse_position=position.parse_position,
    format_position=position.format_position,
    reasons=codes.REASONS,
    events=codes.EVENTS,
    headlines=codes.HEADLINES,
    clauses=CLAUSES,
    number_text=number_text,
    every_action=actions.every_action,
    shortcuts=setup.shortcuts,
    view=view,
    secret_events=SECRET_EVENTS,
    secret_now=lambda s: bool(observe.veiled(s)),
    conceals=conceals,
    describe=describe,
    film=FILM,
    threats=threats,
    setup_phases=frozenset({"die-off", "choice", "deployment"}),
    search=SearchSettings(exploration=0.03, widening=1.0),
)

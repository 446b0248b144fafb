"""Escarmouche: squads of one's own making on an 8 × 8 board, two actions a turn, no dice once it has begun."""

from collections.abc import Mapping
from pathlib import Path

from escaramuza.games.escarmouche import actions, codes, observe, position, rules, setup, tables, value
from escaramuza.games.escarmouche.clauses import CLAUSES, SECTIONS
from escaramuza.games.escarmouche.film import FILM
from escaramuza.games.escarmouche.options import EscarmoucheOptions
from escaramuza.games.escarmouche.state import STATE
from escaramuza.games.escarmouche.threats import threats
from escaramuza.games.escarmouche.view import PHASES, SECRET_EVENTS, SIDES, conceals, describe, look, view
from escaramuza.games.spec import GameSpec, SearchSettings, rules_of
from escaramuza.kernel.grid import square_name


def number_text(kind: str, number: int, terms: Mapping[str, str]) -> str:
    """A number of a reason or an event as a player would say it."""
    if kind == "square":
        return square_name(number)
    if kind == "unit":
        return terms.get(f"unit:{number}", str(number))
    if kind == "side":
        return terms[SIDES[number]]
    if kind == "phase":
        return terms[PHASES[number]]
    if kind == "ability":
        return terms[f"ability:{tables.ABILITIES[number]}"]
    return str(number)


SPEC = GameSpec(
    id="escarmouche",
    name="Escarmouche",
    version=2,
    folder=Path(__file__).parent,
    sections=SECTIONS,
    seats=SIDES,
    sides=SIDES,
    state=STATE,
    max_actions=6144,
    rules=rules_of(rules, observe, value),
    options=EscarmoucheOptions,
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
    setup_phases=frozenset({"die-off", "obstacles", "placement", "first-die"}),
    search=SearchSettings(exploration=0.2, widening=0.2, root_widening=0.6),
    names=setup.names,
    mixed=setup.mixed,
    swapped=setup.swapped,
    look=look,
)

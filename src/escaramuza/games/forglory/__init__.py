"""For Glory: brigades, officers and the chain of command, on a table measured in centimetres."""

from collections.abc import Mapping
from pathlib import Path

from escaramuza.games import field
from escaramuza.games.field.notation import spoken
from escaramuza.games.forglory import actions, codes, observe, position, rules, setup, value
from escaramuza.games.forglory.clauses import CLAUSES, SECTIONS
from escaramuza.games.forglory.describe import describe
from escaramuza.games.forglory.film import FILM
from escaramuza.games.forglory.look import look
from escaramuza.games.forglory.options import ForGloryOptions
from escaramuza.games.forglory.rules.deploying import EDGES
from escaramuza.games.forglory.rules.stack import ORDERS
from escaramuza.games.forglory.rules.victory import ENDS
from escaramuza.games.forglory.setup import SIDES
from escaramuza.games.forglory.state import STATE
from escaramuza.games.forglory.tables import MELEE_ROWS, MODIFIERS, ROWS, SHEET, UNITS
from escaramuza.games.forglory.threats import threats
from escaramuza.games.forglory.view import PHASES, SETUP_PHASES, conceals, secret_now, view
from escaramuza.games.spec import GameSpec, SearchSettings, rules_of

NAMED = {
    "side": SIDES,
    "phase": PHASES,
    "modifier": [f"modifier:{name}" for name in MODIFIERS],
    "row": [f"row:{name}" for name in ROWS],
    "melee-row": [f"melee-row:{name}" for name in MELEE_ROWS],
    "column": [f"column:{name}" for name in SHEET],
    "edge": [f"edge:{name}" for name in EDGES],
    "order": [f"order:{name}" for name in ORDERS],
    "attitude": ("attitude:front", "attitude:flank"),
    "how": ["", *(f"how:{name}" for name in ENDS[1:])],
}


def number_text(kind: str, number: int, terms: Mapping[str, str]) -> str:
    """A number of a reason or an event as a player would say it."""
    if kind in NAMED:
        return terms.get(NAMED[kind][number], "?") if 0 <= number < len(NAMED[kind]) else "?"
    if kind == "body":
        return terms.get(f"body:{number}", setup.unit_text(max(number, 0)))
    if kind == "division":
        return terms.get(f"division:{number}", str(number + 1))
    if kind == "group":
        name = terms.get(f"body:{number}", setup.unit_text(max(number, 0)))
        return terms["group:division" if number >= UNITS else "group:detachment"].format(name=name)
    if kind == "length":
        return f"{spoken(number, 2, terms)} cm"
    if kind == "angle":
        return f"{spoken(number, 1, terms)}°"
    if kind == "signed":
        return f"+{number}" if number > 0 else str(number).replace("-", "−")
    if kind in ("terrain", "objective"):
        return str(number + 1)
    return str(number)


SPEC = GameSpec(
    id="forglory",
    name="For Glory",
    version=2,
    folder=Path(__file__).parent,
    sections=SECTIONS,
    seats=SIDES,
    sides=SIDES,
    state=STATE,
    max_actions=4096,
    rules=rules_of(rules, observe, value),
    options=ForGloryOptions,
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
    secret_events=frozenset(),
    secret_now=secret_now,
    conceals=conceals,
    describe=describe,
    film=FILM,
    threats=threats,
    setup_phases=SETUP_PHASES,
    search=SearchSettings(exploration=0.1, widening=0.5, root_widening=1.0),
    names=setup.names,
    mixed=setup.mixed,
    swapped=setup.swapped,
    look=look,
    opener=lambda s: int(s.starter),
    shared=(field.FOLDER,),
)

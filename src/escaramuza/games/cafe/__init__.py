"""Escaramuzas de Café: small armies on a table measured in centimetres, activations in turn, cards at any moment."""

from collections.abc import Mapping
from pathlib import Path

from escaramuza.games import field
from escaramuza.games.cafe import actions, codes, observe, position, rules, setup, value
from escaramuza.games.cafe.actions import ASKING
from escaramuza.games.cafe.clauses import CLAUSES, SECTIONS
from escaramuza.games.cafe.film import FILM
from escaramuza.games.cafe.look import look
from escaramuza.games.cafe.options import CafeOptions
from escaramuza.games.cafe.setup import SEAT_NAMES, SIDES
from escaramuza.games.cafe.state import STATE
from escaramuza.games.cafe.tables import CARDS, SHEET
from escaramuza.games.cafe.threats import threats
from escaramuza.games.cafe.view import (
    FINAL_EVENTS,
    PHASES,
    SECRET_EVENTS,
    SETUP_PHASES,
    conceals,
    exposes,
    private,
    secret_now,
    view,
)
from escaramuza.games.cafe.view_open import describe
from escaramuza.games.field.notation import spoken
from escaramuza.games.spec import GameSpec, SearchSettings, rules_of


def number_text(kind: str, number: int, terms: Mapping[str, str]) -> str:
    """A number of a reason or an event as a player would say it."""
    named = {
        "side": SIDES, "seat": SEAT_NAMES, "phase": PHASES, "card": [f"card:{card}" for card in CARDS],
        "column": [f"column:{column}" for column in SHEET], "way": ("way:range", "way:close"),
        "yes": ("yes:0", "yes:1"), "asking": [f"asking:{word}" for word in ASKING],
    }  # fmt: skip
    if kind in named:
        return terms[named[kind][number]] if 0 <= number < len(named[kind]) else "?"
    if kind == "unit":
        return terms.get(f"unit:{number}", actions.unit_text(max(number, 0)))
    if kind == "length":
        return f"{spoken(number, 2, terms)} cm"
    if kind == "angle":
        return f"{spoken(number, 1, terms)}°"
    if kind in ("terrain", "objective"):
        return str(number + 1)
    return str(number)


SPEC = GameSpec(
    id="cafe",
    name="Escaramuzas de Café",
    version=2,
    folder=Path(__file__).parent,
    sections=SECTIONS,
    seats=SEAT_NAMES,
    sides=SIDES,
    state=STATE,
    max_actions=4096,
    rules=rules_of(rules, observe, value),
    options=CafeOptions,
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
    secret_now=secret_now,
    conceals=conceals,
    describe=describe,
    film=FILM,
    threats=threats,
    setup_phases=SETUP_PHASES,
    search=SearchSettings(exploration=0.3, widening=0.5, root_widening=1.0),
    names=setup.names,
    mixed=setup.mixed,
    swapped=setup.swapped,
    look=look,
    seats_of=setup.seats_of,
    private=private,
    final_events=FINAL_EVENTS,
    exposes=exposes,
    opener=lambda s: int(s.first_starter),
    shared=(field.FOLDER,),
)

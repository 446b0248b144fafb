"""What a seat is told: built from what it may see, and nothing else."""

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from escaramuza.engine.eyes import without
from escaramuza.engine.match import Match, Step
from escaramuza.engine.odds import Chance, Odds
from escaramuza.kernel.buffers import ACTION, silent_log
from escaramuza.server.words import in_all_languages, said

if TYPE_CHECKING:
    from escaramuza.server.actor import Actor, Guest


def viewpoint(match: Match, seats: list[str]) -> str | None:
    """The seat whose eyes a guest has: the deciding one of its seats, or while others decide the one that acted last,
    who still sits at the screen; None for a spectator."""
    if not seats:
        return None
    if match.actor in seats or len(seats) == 1:
        return match.actor if match.actor in seats else seats[0]
    return next((step.seat for step in reversed(match.steps) if step.seat in seats), seats[0])


def update(actor: "Actor", guest: "Guest") -> dict[str, Any]:
    """The whole state for a guest, with the steps it does not know or knows otherwise: secrets come and go."""
    match, seats = actor.match, guest.seats
    eyes = viewpoint(match, seats)
    secret, withheld = match.concealed(eyes), match.withheld(eyes)
    told_otherwise = (guest.secret ^ secret) | {number for number, _ in guest.withheld ^ withheld}
    known = min([guest.steps, *told_otherwise])
    guest.steps, guest.secret, guest.withheld = len(match.steps), secret, withheld
    mine = match.actor is not None and match.actor in seats
    over = match.actor is None
    return {
        "type": "update",
        "seq": actor.seq,
        "from": known,
        "steps": [
            step_message(number, without(match.steps[number], number, withheld), number in secret)
            for number in range(known, len(match.steps))
        ],
        "scene": match.view(eyes),
        "you": seats,
        "eyes": eyes,
        "actor": match.actor,
        "legal": legal(match) if mine else [],
        "shortcuts": dict(match.shortcuts(actor.lot(eyes), eyes)) if eyes is not None else {},
        "seats": actor.who(),
        "commitment": match.commitment,
        "outcome": match.outcome,
        "can_undo": actor.can_undo(seats),
        "position": match.spec.format_position(match.seen_by(eyes)),
        "seed": f"{match.seed:032x}" if over else None,
        "rematch": actor.rematch.get(seats[0]) if seats else None,
    }


def step_message(number: int, step: Step, secret: bool) -> dict[str, Any]:
    """A step as a guest may know it; a secret one is only known to have happened."""
    if secret:
        return {"number": number, "seat": step.seat, "action": None, "events": [], "threw": False}
    return {
        "number": number,
        "seat": step.seat,
        "action": step.action,
        "events": [said(event) for event in step.events],
        "threw": step.threw,
    }


def legal(match: Match) -> list[dict[str, Any]]:
    """The legal actions with what a client shows of them, worked out from what the deciding seat sees."""
    actions = np.zeros(match.spec.max_actions, ACTION)
    count = match.spec.rules["legal_actions"](match.state, actions)
    throws = np.zeros(count, np.bool_)
    bulk = match.spec.compiled("escaramuza.engine.bulk")
    bulk.throws(match.state, actions, count, np.zeros(1, match.spec.state), silent_log(), throws)
    described = match.spec.describe(match.seen_by(match.actor), actions[:count])
    for option, threw in zip(described, throws.tolist(), strict=True):
        option["threw"] = threw
    return described


def why(match: Match, action: str) -> dict[str, Any]:
    """Whether an action is allowed, or why not, with the squares to draw."""
    reason = match.why(action)
    if reason is None:
        return {"allowed": True}
    return {"allowed": False, "reason": {"squares": [], **said(reason)}}


def odds(found: Odds) -> dict[str, Any]:
    """The odds of an action."""
    return {
        "exact": found.exact,
        "dice": found.dice,
        "samples": found.samples,
        "chances": [
            {
                "probability": chance.probability,
                "error": chance.error,
                "fraction": None if chance.fraction is None else str(chance.fraction),
                "text": in_all_languages(partial(_line, chance)),
            }
            for chance in found.chances
        ],
    }


def _line(chance: Chance, lang: str) -> str:
    return "; ".join(event.text(lang) for event in chance.events)

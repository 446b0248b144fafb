"""Ends by agreement at the terminal: whoever sits there is asked in turn, machines answer from their estimate."""

from typing import TYPE_CHECKING

from escaramuza.agents import judging
from escaramuza.cli.shared import err, get_ready, out, say
from escaramuza.engine import agreement
from escaramuza.preparation.jobs import SEARCH

if TYPE_CHECKING:
    from escaramuza.cli.session import Session


def resign(session: "Session") -> None:
    """The deciding seat gives up; its partners have to agree, one after the other, and play on if one does not."""
    match, seat = session.match, str(session.match.actor)
    if not _agrees(session, "RESIGN_SURE", seat):
        return
    for partner in agreement.resignation_waits_for(match, seat, session.people):
        if seat not in match.talk.resigning:
            _say(session, seat, agreement.WISH_RESIGN)
        if not _agrees(session, "RESIGN_TOO", partner):
            _say(session, partner, agreement.DECLINE_RESIGN)
            return
        seat = partner
    _say(session, seat, agreement.RESIGN)


def offer_draw(session: "Session") -> None:
    """The deciding seat offers a draw to everybody else."""
    match, seat = session.match, str(session.match.actor)
    refusal = agreement.why_no_offer(match, seat)
    if refusal is not None:
        raise refusal
    _say(session, seat, agreement.OFFER_DRAW)
    waits = agreement.draw_waits_for(match, session.people)
    for number, asked in enumerate(waits, start=1):
        person = asked in session.people
        if not (_agrees(session, "DRAW_TOO", asked) if person else _machine_agrees(session, asked)):
            _say(session, asked, agreement.DECLINE_DRAW)
            return
        _say(session, asked, agreement.ACCEPT_DRAW if number == len(waits) else agreement.AGREE_DRAW)


def _machine_agrees(session: "Session", seat: str) -> bool:
    match = session.match
    if judging.is_setting_up(match):
        return True
    get_ready(match.game.id, session.lang, SEARCH)
    with err.status(say("THINKING", session.lang, side=session.terms[seat], agent=match.seats[seat])):
        return judging.takes_draw(match.game, match.state, match.seat_number(seat), len(match.steps))


def _agrees(session: "Session", question: str, seat: str) -> bool:
    answer = session.read(say(question, session.lang, side=session.terms[seat]))
    return answer.lower() in ("y", "yes", "s", "sí", "si", "o", "oui")


def _say(session: "Session", seat: str, word: str) -> None:
    for event in session.match.say(seat, word).events:
        out.print(f"  {event.text(session.lang)}", markup=False, soft_wrap=True)

"""What players say to each other about ending a match: resign, draw, claim, abort.

Rules of games know nothing of it: a word leaves the position as it is. It is a step of the match like any other, with
its sentence, and is written in files as `@seat word`. Whose consent is needed is known to whoever seats the players, so
the last word of an agreement is another one than those before it: `resign` ends the match, `wish-resign` waits for
partners; `accept-draw` ends it, `agree-draw` waits for others.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from escaramuza.engine.errors import Refused

if TYPE_CHECKING:
    from escaramuza.engine.match import Match

# What no action of a game begins with.
MARK = "@"
RESIGN, WISH_RESIGN, DECLINE_RESIGN, WITHDRAW_RESIGN = "resign", "wish-resign", "decline-resign", "withdraw-resign"
OFFER_DRAW, AGREE_DRAW, ACCEPT_DRAW = "offer-draw", "agree-draw", "accept-draw"
DECLINE_DRAW, WITHDRAW_DRAW = "decline-draw", "withdraw-draw"
CLAIM, ABORT = "claim", "abort"
# Word → code of its sentence.
SENTENCES = {
    RESIGN: "SAID_RESIGN",
    WISH_RESIGN: "SAID_WISH_RESIGN",
    DECLINE_RESIGN: "SAID_DECLINE_RESIGN",
    WITHDRAW_RESIGN: "SAID_WITHDRAW_RESIGN",
    OFFER_DRAW: "SAID_OFFER_DRAW",
    AGREE_DRAW: "SAID_AGREE_DRAW",
    ACCEPT_DRAW: "SAID_ACCEPT_DRAW",
    DECLINE_DRAW: "SAID_DECLINE_DRAW",
    WITHDRAW_DRAW: "SAID_WITHDRAW_DRAW",
    CLAIM: "SAID_CLAIM",
    ABORT: "SAID_ABORT",
}
# Words that end a match, and what is said of the end.
Reason = Literal["rules", "resigned", "agreed", "deserted", "aborted"]
RULES: Reason = "rules"
ABORTED: Reason = "aborted"
ENDINGS: dict[str, Reason] = {RESIGN: "resigned", ACCEPT_DRAW: "agreed", CLAIM: "deserted", ABORT: ABORTED}
# So many actions are played before the same seat may offer a draw again.
OFFER_AGAIN = 10


@dataclass(frozen=True)
class Talk:
    """What stands between the players: the seat that offers a draw, the seats that agree to it, those that would
    resign; and the word that ended the match, with the seat that said it."""

    offered_by: str | None = None
    agreed: frozenset[str] = frozenset()
    resigning: frozenset[str] = frozenset()
    last_word: str | None = None
    ended_by: str | None = None


SILENCE = Talk()


def written(seat: str, word: str) -> str:
    """A word as it is written in files."""
    return f"{MARK}{seat} {word}"


def is_word(text: str) -> bool:
    """Whether a line of a file is something said, not an action."""
    return text.startswith(MARK)


def read(text: str) -> tuple[str, str]:
    """The seat and the word of a line."""
    seat, _, word = text.removeprefix(MARK).partition(" ")
    if word not in SENTENCES:
        raise Refused("UNKNOWN_WORD", word=text, words=", ".join(SENTENCES))
    return seat, word


def began(match: "Match") -> bool:
    """Whether every side has made an action."""
    missing = set(match.game.sides)
    # Most matches have begun after a few of their steps; it is asked for each guest at each of them.
    for step in match.steps:
        if step.word is None:
            missing.discard(match.side_of[step.seat])
        if not missing:
            return True
    return False


def after(match: "Match", seat: str, word: str) -> Talk:
    """What stands between the players once a seat has said a word; refused where it makes no sense."""
    if match.actor is None:
        raise Refused("MATCH_OVER")
    talk = match.talk
    if word in (RESIGN, WISH_RESIGN, DECLINE_RESIGN, WITHDRAW_RESIGN):
        return _after_resigning(match, talk, seat, word)
    if word in (CLAIM, ABORT):
        return _after_claiming(match, talk, seat, word)
    if word == OFFER_DRAW:
        if talk.offered_by is not None:
            raise Refused("DRAW_OFFERED")
        return replace(talk, offered_by=seat)
    mine = talk.offered_by == seat
    if talk.offered_by is None or mine != (word == WITHDRAW_DRAW) or seat in talk.agreed:
        raise Refused("NO_DRAW_OFFERED")
    if word == AGREE_DRAW:
        return replace(talk, agreed=talk.agreed | {seat})
    still = replace(talk, offered_by=None, agreed=frozenset())
    return replace(still, last_word=word, ended_by=seat) if word == ACCEPT_DRAW else still


def _after_resigning(match: "Match", talk: Talk, seat: str, word: str) -> Talk:
    if word == RESIGN:
        return replace(talk, last_word=word, ended_by=seat)
    if word == WISH_RESIGN:
        if seat in talk.resigning:
            raise Refused("RESIGNING_ALREADY")
        return replace(talk, resigning=talk.resigning | {seat})
    side = {one for one in talk.resigning if match.side_of[one] == match.side_of[seat]}
    if not side or (seat in side) != (word == WITHDRAW_RESIGN):
        raise Refused("NOBODY_RESIGNS")
    return replace(talk, resigning=talk.resigning - (side if word == DECLINE_RESIGN else {seat}))


def _after_claiming(match: "Match", talk: Talk, seat: str, word: str) -> Talk:
    if word == ABORT and began(match):
        raise Refused("TOO_LATE_TO_ABORT")
    if word == CLAIM and not began(match):
        raise Refused("CLAIM_TOO_EARLY")
    if word == CLAIM and match.side_of[seat] == match.side_of[str(match.actor)]:
        raise Refused("NOTHING_TO_CLAIM")
    return replace(talk, last_word=word, ended_by=seat)


def outcome(match: "Match") -> dict[str, int]:
    """The result of a match that words have ended."""
    talk = match.talk
    side = match.side_of[str(talk.ended_by)]
    if talk.last_word not in (RESIGN, CLAIM):
        return dict.fromkeys(match.game.sides, 0)
    own = 1 if talk.last_word == CLAIM else -1
    return {one: own if one == side else -own for one in match.game.sides}


def reason(match: "Match") -> Reason | None:
    """Why a match is over: the rules, or what was said; None while it goes on."""
    if match.talk.last_word is not None:
        return ENDINGS[match.talk.last_word]
    return RULES if match.actor is None else None


def why_no_offer(match: "Match", seat: str) -> Refused | None:
    """Why a seat may not offer a draw now: it began not yet, one is offered already, or the last was just now."""
    if match.actor is None:
        return Refused("MATCH_OVER")
    if not began(match):
        return Refused("DRAW_TOO_EARLY")
    if match.talk.offered_by is not None:
        return Refused("DRAW_OFFERED")
    if seat in match.offers:
        left = match.offers[seat] + OFFER_AGAIN - actions_in(match)
        if left > 0:
            return Refused("DRAW_AGAIN", actions=left)
    return None


def actions_in(match: "Match") -> int:
    """How many steps of a match are actions."""
    return sum(step.word is None for step in match.steps)


def draw_waits_for(match: "Match", people: Collection[str]) -> list[str]:
    """The seats that still have to agree to the draw that is offered: all people, and of a side without people one
    machine, which speaks for it."""
    talk = match.talk
    if talk.offered_by is None:
        return []
    heard = {talk.offered_by, *talk.agreed}
    asked = [seat for seat in match.seat_names if seat in people]
    for side in match.game.sides:
        seats = [seat for seat in match.seat_names if match.side_of[seat] == side]
        if not set(seats) & set(people):
            asked.append(seats[0])
    return [seat for seat in asked if seat not in heard]


def resignation_waits_for(match: "Match", seat: str, people: Collection[str]) -> list[str]:
    """The partners of a seat who still have to agree that their side resigns. Nobody throws a partner's match away;
    machines go with their people."""
    side = match.side_of[seat]
    partners = (one for one in match.seat_names if one in people and match.side_of[one] == side)
    return [one for one in partners if one != seat and one not in match.talk.resigning]

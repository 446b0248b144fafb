"""What a seat is told: built from what it may see, and nothing else."""

import weakref
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from escaramuza.engine.eyes import Events, without
from escaramuza.engine.match import Match, Step
from escaramuza.engine.odds import Chance, Odds
from escaramuza.games.basics import NotationError
from escaramuza.games.game import Game
from escaramuza.kernel import buffers
from escaramuza.server import wire
from escaramuza.server.changes import changes_between
from escaramuza.server.scenes import SCENES, Drawn
from escaramuza.server.wire import Allowed, NotAllowed, Update
from escaramuza.server.words import in_all_languages, said, squares_of

if TYPE_CHECKING:
    from escaramuza.server.guests import Guest
    from escaramuza.server.live import LiveMatch

# What a game is drawn as that does not say it.
PLAIN = "plain"
# So many of the last steps are told with what is to be drawn: a client that was away plays no more of them.
PLAYED = 12
# So many of the things that an action may bring are named in a hint.
MOST_GAINS = 2


def shape_of(scene: Mapping[str, Any]) -> str:
    """Which client a scene is for."""
    return str(scene.get("shape", PLAIN))


def viewpoint(match: Match, seats: list[str]) -> str | None:
    """The seat whose eyes a guest has: the deciding one of its seats, or while others decide the one that acted last,
    who still sits at the screen; None for a spectator."""
    if not seats:
        return None
    if match.actor in seats or len(seats) == 1:
        return match.actor if match.actor in seats else seats[0]
    acted = (step.seat for step in reversed(match.steps) if step.word is None and step.seat in seats)
    return next(acted, seats[0])


def update(live: "LiveMatch", guest: "Guest") -> Update:
    """The whole state for a guest, with the steps it does not know or knows otherwise: secrets come and go."""
    match, seats = live.match, guest.seats
    eyes = viewpoint(match, seats)
    secret, withheld = match.concealed(eyes), match.withheld(eyes)
    told_otherwise = (guest.secret ^ secret) | {number for number, _ in guest.withheld ^ withheld}
    known = min([guest.steps, *told_otherwise])
    guest.steps, guest.secret, guest.withheld = len(match.steps), secret, withheld
    mine = match.actor is not None and match.actor in seats and not live.arrivals.awaited
    over = match.actor is None
    drawn = SCENES.of(match, eyes)
    return {
        "type": "update",
        "shape": shape_of(drawn.scene),
        "seq": live.seq,
        "from": known,
        "steps": _steps(match, drawn, eyes, known, secret, withheld),
        "scene": drawn.scene,
        "you": seats,
        "eyes": eyes,
        "actor": match.actor,
        "legal": legal(match) if mine else [],
        "shortcuts": _shortcuts(match, eyes, live.lot(eyes)),
        "seats": live.who(),
        "commitment": match.commitment,
        "outcome": match.outcome,
        "reason": match.reason,
        "talk": live.endings.told(guest),
        "arriving": live.arrivals.told(seats),
        "terms": {"claim_after": live.terms.claim_after, "hints": live.gives_hints},
        "can_undo": live.take_backs.may(seats),
        "take_back": None if (wanted := live.take_backs.wanted) is None else wanted.told(seats),
        "position": drawn.position,
        "seed": f"{match.seed:032x}" if over else None,
        "rematch": live.rematch.get(seats[0]) if seats else None,
    }


def _shortcuts(match: Match, eyes: str | None, lot: int) -> dict[str, Sequence[Mapping[str, Any]]]:
    """Named sequences of actions, as options."""
    if eyes is None:
        return {}
    seen = match.seen_by(eyes)
    return {name: _described(match, seen, texts) for name, texts in match.shortcuts(lot, eyes).items()}


def _described(match: Match, state: Any, texts: Sequence[str]) -> Sequence[Mapping[str, Any]]:
    """Written actions as options."""
    actions = np.zeros(len(texts), buffers.ACTION)
    for k, text in enumerate(texts):
        actions[k] = match.game.parse_action(state, text)
    return match.game.describe(state, actions)


def line(match: Match, texts: Sequence[str]) -> list[Mapping[str, Any]]:
    """Actions that follow each other as options, up to the first that is left to the dice or cannot follow. Whatever
    the deciding seat cannot know is drawn, so that the line tells nothing of it."""
    rules, state = match.game.rules, buffers.copy(match.state)
    found: list[Mapping[str, Any]] = []
    rules["determinize"](state, int(rules["actor"](state)), len(match.steps))
    for text in texts:
        try:
            found.extend(_described(match, state, [text]))
        except NotationError:
            break
        action, draws = match.game.parse_action(state, text), int(state.dice.draws)
        if rules["check"](state, action, buffers.one(buffers.WHY)) != buffers.OK:
            return found[:-1]
        rules["apply"](state, action, buffers.silent_log())
        if state.dice.draws != draws or rules["actor"](state) == buffers.OVER:
            break
    return found


def hint(match: Match, thought: Mapping[str, Any]) -> wire.Hint:
    """What an agent would do, as options."""
    shape = shape_of(match.view(match.actor))
    other = thought["instead"]
    return {
        "shape": shape,
        "action": thought["action"],
        "line": line(match, thought["line"]),
        "expected": thought["expected"],
        "gains": _gains(match, thought["action"]),
        "in_danger": thought["in_danger"],
        "instead": [] if other is None else line(match, [other["action"]]),
        "instead_expected": None if other is None else other["expected"],
        "reply": thought["reply"],
    }


def _gains(match: Match, action: str) -> list[wire.Gain]:
    """What an action may bring, the likeliest first: events that are worth doing something for."""
    likely: dict[str, wire.Gain] = {}
    for chance in match.odds(action).chances:
        for event in chance.events:
            if event.code in match.game.gains:
                text = in_all_languages(event.text)
                known = likely.setdefault(text["en"], {"text": text, "probability": 0.0})
                known["probability"] = min(1.0, known["probability"] + chance.probability)
    return sorted(likely.values(), key=lambda gain: -gain["probability"])[:MOST_GAINS]


def _steps(
    match: Match, now: Drawn, eyes: str | None, known: int, secret: frozenset[int], withheld: Events
) -> list[wire.Step]:
    """The steps from a number on, the last of them with what is to be drawn: between what the seat saw before and after
    each."""
    found = []
    first = max(known, len(match.steps) - PLAYED)
    drawn = [*(SCENES.of(match, eyes, number) for number in range(first, len(match.steps))), now]
    for number in range(known, len(match.steps)):
        step = without(match.steps[number], number, withheld)
        if number in secret or number < first:
            found.append(step_message(number, step, number in secret))
        else:
            found.append(_arrival(number, step, drawn[number - first], drawn[number - first + 1]))
    return found


def _arrival(number: int, step: Step, before: Drawn, after: Drawn) -> wire.Step:
    """A step with what is to be drawn of it, made once for all who see the same."""
    if after.arrival is not None and after.arrival[0]() is before and after.arrival[1] is step:
        return after.arrival[2]
    changes = changes_between(before.pieces, after.pieces, step.events, after.game)
    told = step_message(number, step, False, changes)
    after.arrival = weakref.ref(before), step, told
    return told


def step_message(number: int, step: Step, secret: bool, drawn: Sequence[wire.Change] = ()) -> wire.Step:
    """A step as a guest may know it; a secret one is only known to have happened."""
    if secret:
        return {
            "number": number,
            "seat": step.seat,
            "action": None,
            "events": [],
            "changes": [],
            "threw": False,
            "placed": True,
        }
    return {
        "number": number,
        "seat": step.seat,
        "action": step.action,
        "events": [said(event) for event in step.events],
        "changes": list(drawn),
        "threw": step.threw,
        "placed": any(show.places for event in step.events if (show := event.game.film.get(event.code))),
    }


def legal(match: Match) -> Sequence[Mapping[str, Any]]:
    """The legal actions with what a client shows of them, worked out from what the deciding seat sees."""
    actions = np.zeros(match.game.max_actions, buffers.ACTION)
    count = match.game.rules["legal_actions"](match.state, actions)
    throws = np.zeros(count, np.bool_)
    bulk = match.game.compiled("escaramuza.engine.bulk")
    bulk.throws(match.state, actions, count, np.zeros(1, match.game.state), buffers.silent_log(), throws)
    described = match.game.describe(match.seen_by(match.actor), actions[:count])
    return [{**option, "threw": threw} for option, threw in zip(described, throws.tolist(), strict=True)]


def why(match: Match, action: str) -> Allowed | NotAllowed:
    """Whether an action is allowed, or why not, with the squares to draw."""
    reason = match.why(action)
    if reason is None:
        return {"allowed": True}
    return {"allowed": False, "reason": {**said(reason), "squares": squares_of(reason)}}


def odds(found: Odds) -> wire.Odds:
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


def threats(game: Game, seen: Any) -> wire.Threats:
    """What is in danger in a position as a seat sees it."""
    return {"pieces": game.threats(seen), "reach": game.reach(seen)}

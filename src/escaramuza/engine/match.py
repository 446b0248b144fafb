"""A match: seats, validated actions, typed errors, undo up to the last die, and ends by agreement."""

import copy as copying
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from escaramuza.engine import agreement, explain, odds
from escaramuza.engine.agreement import SILENCE, Talk
from escaramuza.engine.errors import BadPosition, IllegalAction, Refused, find_game
from escaramuza.engine.explain import Said
from escaramuza.engine.eyes import guarded, private_events, without
from escaramuza.engine.prepare import prepare
from escaramuza.engine.setting_up import valid_options, valid_seats, valid_seed, whole
from escaramuza.games.basics import GameOptions, NotationError, Place, log_events
from escaramuza.games.game import Game
from escaramuza.kernel import buffers
from escaramuza.kernel import dice as kernel_dice
from escaramuza.words import FALLBACK, LANGUAGES


def commitment(seed: int) -> str:
    """The SHA-256 that binds a match to its dice before the first one is thrown."""
    return hashlib.sha256(f"escaramuza dice {seed:032x}".encode()).hexdigest()


@dataclass(frozen=True)
class Step:
    """One action of a match: its text, the dice entered by hand, the hash after it, what happened, the position
    before it, whether it threw dice, whether it can be a secret for a while, and whether it revealed one; `private`
    are those of its events, by their place, that only one seat may read, with the number of that seat. What somebody
    says about ending the match is a step too: `word` is what, and `talk` what stands between the players after it."""

    seat: str
    action: str
    dice: tuple[int, ...]
    hash: str
    events: tuple[Said, ...]
    before: Any
    threw: bool
    secretive: bool
    revealed: bool = False
    private: tuple[tuple[int, int], ...] = ()
    word: str | None = None
    talk: Talk = SILENCE

    @property
    def why_final(self) -> str | None:
        """Why it can never be taken back: dice are thrown, a secret is out. None if it can."""
        return "UNDO_STOPS_AT_DICE" if self.threw else "UNDO_STOPS_AT_SECRET" if self.revealed else None


class Match:
    """A game in progress, by the rules. Actions are texts in the game's notation."""

    def __init__(
        self,
        game: str,
        *,
        seed: int | None = None,
        options: Mapping[str, Any] | GameOptions | None = None,
        seats: Mapping[str, str] | None = None,
        position: str | None = None,
        lang: str = FALLBACK,
    ) -> None:
        self.game: Game = find_game(game)
        if lang not in LANGUAGES:
            raise Refused("BAD_LANGUAGE", name=lang, languages=", ".join(LANGUAGES))
        self.lang = lang
        self.seed = valid_seed(seed)
        self.options = valid_options(self.game, options)
        self.seat_names = self.game.seats_for(self.options)
        self.seats = valid_seats(self.seat_names, seats)
        self.names = self.game.names(self.options)
        self.started_from = None if position is None else " ".join(position.split())
        self.steps: list[Step] = []
        # After how many actions each seat last offered a draw; taking back does not unsay it.
        self.offers: Mapping[str, int] = {}
        prepare(self.game, self.lang)
        self.state = buffers.one(self.game.state)
        self.game.new(self.state, self.options, self.seed)
        if position is not None:
            self._set_up(position)
        self.first_hash = self.hash

    def _set_up(self, text: str) -> None:
        try:
            self.game.parse_position(self.state, text)
        except NotationError as error:
            raise BadPosition(explain.misread(self.game, error, self.lang)) from error

    @property
    def actor(self) -> str | None:
        """The seat that decides now, or None once the match is over."""
        if self.talk.last_word is not None:
            return None
        seat = int(self.game.rules["actor"](self.state))
        return None if seat == buffers.OVER else self.seat_names[seat]

    @property
    def outcome(self) -> dict[str, int] | None:
        """1, 0 or -1 for each side once the match is over, None before."""
        if self.actor is not None:
            return None
        if self.talk.last_word is not None:
            return agreement.outcome(self)
        results = np.zeros(len(self.game.sides), np.int64)
        self.game.rules["outcome"](self.state, results)
        return dict(zip(self.game.sides, results.tolist(), strict=True))

    @property
    def talk(self) -> Talk:
        """What stands between the players: offers, and the word that ended the match."""
        return self.steps[-1].talk if self.steps else SILENCE

    @property
    def reason(self) -> agreement.Reason | None:
        """Why the match is over: `rules`, `resigned`, `agreed`, `deserted` or `aborted`; None while it goes on."""
        return agreement.reason(self)

    @cached_property
    def side_of(self) -> dict[str, str]:
        """The side of each seat."""
        return self.game.sides_for(self.options)

    @property
    def last_action(self) -> Step | None:
        """The last step by the rules."""
        return next((step for step in reversed(self.steps) if step.word is None), None)

    @property
    def position(self) -> str:
        """The position as one line of text."""
        return self.game.format_position(self.state)

    @property
    def hash(self) -> str:
        """A fingerprint of everything in the position; the same on every machine."""
        return hashlib.blake2b(self.state.tobytes(), digest_size=8).hexdigest()

    @property
    def commitment(self) -> str:
        """What may be shown before the first die; the seed proves it after the game."""
        return commitment(self.seed)

    @property
    def events(self) -> list[Said]:
        """All that has happened so far."""
        return [event for step in self.steps for event in step.events]

    def history(self, seat: str | None = None) -> list[Step | None]:
        """The steps as a seat may know them now, without the events that are for others; None for one that is still a
        secret. No seat is a spectator."""
        secret, withheld = self.concealed(seat), self.withheld(seat)
        return [None if number in secret else without(step, number, withheld) for number, step in enumerate(self.steps)]

    def withheld(self, seat: str | None = None) -> frozenset[tuple[int, int]]:
        """The events, as (step, place in it), that are for another seat's eyes only; once the match is over none."""
        if self.game.private is None or self.actor is None:
            return frozenset()
        own = -1 if seat is None else self.seat_number(seat)
        return frozenset(
            (number, place) for number, step in enumerate(self.steps) for place, reader in step.private if reader != own
        )

    def concealed(self, seat: str | None = None) -> frozenset[int]:
        """The numbers of the steps that are still a secret for a seat; once the match is over none."""
        if self.talk.last_word is not None:
            return frozenset()
        hides = self.game.conceals(self.state, -1 if seat is None else self.seat_number(seat))
        if hides is None:
            return frozenset()
        return frozenset(
            number
            for number, step in enumerate(self.steps)
            if step.secretive and any(hides(event.code, event.numbers) for event in step.events)
        )

    def legal(self) -> list[str]:
        """All legal actions; where places are free, a tactically complete choice of them."""
        if self.talk.last_word is not None:
            return []
        actions = np.zeros(self.game.max_actions, buffers.ACTION)
        count = self.game.rules["legal_actions"](self.state, actions)
        return [self.game.format_action(self.state, actions[i]) for i in range(count)]

    def shortcuts(self, seed: int = 0, seat: str | None = None) -> Mapping[str, list[str]]:
        """Named sequences of actions that save work, such as ready-made deployments; for the deciding seat, or for
        one that prepares itself meanwhile."""
        chosen = seat or self.actor
        return {} if chosen is None else self.game.shortcuts(self.state, self.seat_number(chosen), seed)

    def why(self, action: str) -> Said | None:
        """Why an action is not allowed: code, section, numbers, sentence. None if it is."""
        if self.talk.last_word is not None:
            return explain.Spoken(self.game, "words", "MATCH_OVER", "", {}, self.lang)
        try:
            a = self.game.parse_action(self.state, action)
        except NotationError as error:
            return explain.misread(self.game, error, self.lang)
        why = buffers.one(buffers.WHY)
        if self.game.rules["check"](self.state, a, why) == buffers.OK:
            return None
        return explain.reason(self.game, why, self.lang, self.names)

    def odds(self, action: str, going_on: odds.GoingOn = odds.on_and_on) -> odds.Odds:
        """What a legal action leads to, with probabilities, before it is made."""
        a = self._legal_action(action)
        return odds.of(self.game, self.state, a, self.lang, names=self.names, going_on=going_on)

    def act(self, action: str, dice: Sequence[int] = ()) -> list[Said]:
        """Make an action and return its events. Dice thrown at a real table may be given; they come first."""
        a = self._legal_action(action)
        seat = self.actor
        assert seat is not None
        after, events, unused = self._outcome_of(a, dice)
        if unused:
            raise Refused("DICE_LEFT_OVER", given=len(dice), used=len(dice) - unused)
        text = self.game.format_action(self.state, a)
        before, self.state = self.state, after
        threw = bool(after.dice.draws != before.dice.draws)
        secretive = any(event.code in self.game.secret_events for event in events)
        revealed = self.game.secret_now(before) and not self.game.secret_now(after)
        revealed |= any(event.code in self.game.final_events for event in events)
        revealed |= self.game.exposes(before, after)
        faces, private = tuple(int(face) for face in dice), private_events(self.game, events)
        step = Step(seat, text, faces, self.hash, tuple(events), before, threw, secretive, revealed, private)
        self.steps.append(replace(step, talk=self.talk))
        return events

    def say(self, seat: str, word: str) -> Step:
        """Let a seat say a word about ending the match; the position stays as it is."""
        self.seat_number(seat)
        talk = agreement.after(self, seat, word)
        text, code = agreement.written(seat, word), agreement.SENTENCES[word]
        said = explain.Spoken(self.game, "words", code, "", {"seat": seat}, self.lang)
        step = Step(seat, text, (), self.hash, (said,), self.state, False, False, word=word, talk=talk)
        if word == agreement.OFFER_DRAW:
            self.offers = {**self.offers, seat: agreement.actions_in(self)}
        self.steps.append(step)
        return step

    def repeat(self, text: str, dice: Sequence[int] = ()) -> None:
        """Make a step again as a file has it: an action, or something said."""
        if agreement.is_word(text):
            self.say(*agreement.read(text))
        else:
            self.act(text, dice)

    def needs_dice(self, action: str, dice: Sequence[int] = ()) -> bool:
        """Whether an action would throw more dice than those given; cards and lots are drawn, not thrown."""
        a = self._legal_action(action)
        _, _, unused = self._outcome_of(a, [*dice, kernel_dice.FACES])
        return unused == 0

    def undo(self, seat: str | None = None) -> Step:
        """Take the last action back, and what was said since, unless it threw dice or revealed a secret; with a seat,
        only that seat's own. A match that is over stays so."""
        last = self.last_action
        if last is None:
            raise Refused("NOTHING_TO_UNDO")
        if self.talk.last_word is not None:
            raise Refused("MATCH_OVER")
        if last.why_final is not None:
            raise Refused(last.why_final, action=last.action)
        if seat is not None and seat != last.seat:
            raise Refused("UNDO_NOT_YOURS", action=last.action)
        while self.steps.pop() is not last:
            pass
        self.state = last.before
        return last

    def copy(self) -> "Match":
        """The same match, to be played on without changing this one."""
        return self.rewound(len(self.steps))

    def rewound(self, steps: int) -> "Match":
        """The match as it stood after so many steps; this one stays as it is."""
        earlier = copying.copy(self)
        earlier.state = self.state if steps >= len(self.steps) else self.steps[steps].before
        earlier.steps = self.steps[:steps]
        return earlier

    def standing(self, state: Any) -> "Match":
        """The same match in a position, with nothing before it."""
        other = copying.copy(self)
        other.state, other.steps = state, []
        return other

    def seen_by(self, seat: str | None = None, steps: int | None = None) -> Any:
        """The position as a seat may see it, now or after so many steps; without a seat as a spectator does. Once
        the match is over everybody sees everything."""
        number = -1 if seat is None else self.seat_number(seat)
        now = steps is None or steps >= len(self.steps)
        state = self.state if steps is None or now else self.steps[steps].before
        out = buffers.copy(state)
        if now and self.talk.last_word is not None:
            return out
        self.game.rules["observe"](state, number, out)
        return out

    def view(self, seat: str | None = None, steps: int | None = None) -> Mapping[str, Any]:
        """The scene that a client draws for a seat, now or after so many steps."""
        return self.game.view(self.seen_by(seat, steps), self.options)

    def look(self, unit: int, seat: str | None = None, place: Place | None = None) -> Mapping[str, Any]:
        """What a unit could do from where it stands, or as if it stood at a place, as far as a seat sees it."""
        return {} if self.game.look is None else self.game.look(self.seen_by(seat), unit, place)

    def guards(self, seat: str) -> bool:
        """Whether a seat sees now what others at the same screen must not: what it places, or cards in its hand."""
        return guarded(self.view(seat), seat)

    def seat_number(self, seat: str) -> int:
        """The number of a seat."""
        if seat not in self.seat_names:
            raise Refused("NO_SUCH_SEAT", seat=seat, seats=", ".join(self.seat_names))
        return self.seat_names.index(seat)

    def save(self, path: str | Path) -> None:
        """Write the match file."""
        from escaramuza.engine import record

        record.save(self, Path(path))

    def _legal_action(self, action: str) -> Any:
        refusal = self.why(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        return self.game.parse_action(self.state, action)

    def _outcome_of(self, a: Any, dice: Sequence[int]) -> tuple[Any, list[Said], int]:
        """The position after an action, its events, and how many given dice were not needed."""
        after = buffers.copy(self.state)
        try:
            kernel_dice.load(after.dice, [whole(face) for face in dice])
        except ValueError as error:
            raise Refused("BAD_DICE", faces=kernel_dice.FACES, most=kernel_dice.QUEUE) from error
        log = buffers.one(buffers.LOG)
        self.game.rules["apply"](after, a, log)
        unused = int(after.dice.queued - after.dice.next)
        events = [explain.event(self.game, code, numbers, self.lang, self.names) for code, numbers in log_events(log)]
        return after, events, unused

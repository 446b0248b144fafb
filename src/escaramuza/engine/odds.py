"""What an action leads to, with probabilities, before it is made."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from escaramuza.engine import explain
from escaramuza.engine.explain import Said
from escaramuza.games.basics import log_events
from escaramuza.games.game import Game
from escaramuza.kernel import dice as kernel_dice
from escaramuza.kernel.buffers import LOG, copy, one
from escaramuza.words import FALLBACK

# Beyond this many dice outcomes are sampled: 6^4 = 1296 is quick, 6^5 a person would wait for.
EXACT_DICE = 4
SAMPLES = 4000
# What is drawn otherwise so often without a change of the chances has nothing to do with them.
REDRAWS = 3
Key = tuple[tuple[int, tuple[int, ...]], ...]
Say = Callable[[int, list[int]], Said]
GoingOn = Callable[[], None]


def on_and_on() -> None:
    """Nobody wants to know."""


class _TooManyDice(Exception):
    """More dice than can be enumerated."""


@dataclass(frozen=True)
class Chance:
    """One thing that can happen: how likely, the standard error where it was sampled, and the events."""

    probability: float
    error: float | None
    fraction: Fraction | None
    events: tuple[Said, ...]

    @property
    def text(self) -> str:
        """The events in a line."""
        return "; ".join(event.sentence for event in self.events)


@dataclass(frozen=True)
class Odds:
    """Everything that can happen, likeliest first."""

    exact: bool
    dice: int
    samples: int
    chances: tuple[Chance, ...]

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "exact": self.exact,
            "dice": self.dice,
            "samples": self.samples,
            "chances": [
                {
                    "probability": chance.probability,
                    "error": chance.error,
                    "fraction": None if chance.fraction is None else str(chance.fraction),
                    "events": [event.as_json() for event in chance.events],
                }
                for chance in self.chances
            ],
        }


def of(
    game: Game,
    state: Any,
    action: Any,
    lang: str = FALLBACK,
    samples: int = SAMPLES,
    names: explain.Names = explain.NO_NAMES,
    going_on: GoingOn = on_and_on,
) -> Odds:
    """The odds of a legal action: exact where few dice decide, or a throw that is made again until it decides; else
    sampled with the standard error. In a game of hands and drawn cards nobody may count them out from the position as
    it is: there it is exact only before the game, where cards drawn otherwise change nothing. It calls `going_on` again
    and again, which ends it by raising something."""
    say = partial(explain.event, game, lang=lang, names=names)
    if game.private is None:
        exact = _exact(game, state, action, say, going_on)
    else:
        exact = _exact_whatever_is_drawn(game, state, action, say, going_on)
    return exact or _sampled(game, state, action, say, samples, going_on)


def _run(game: Game, state: Any, action: Any, faces: list[int]) -> tuple[Any, int]:
    """The log of an action with these dice first, and how many dice it threw."""
    after = copy(state)
    kernel_dice.load(after.dice, faces)
    log = one(LOG)
    game.rules["apply"](after, action, log)
    return log, int(after.dice.draws - state.dice.draws)


def _headline(game: Game, log: Any) -> Key:
    return tuple(
        (code, tuple(numbers)) for code, numbers in log_events(log) if game.events.of(code).name in game.headlines
    )


def _leaves(game: Game, state: Any, action: Any, faces: list[int]) -> Iterator[tuple[Key, int]]:
    log, thrown = _run(game, state, action, faces)
    if thrown <= len(faces):
        yield _headline(game, log), len(faces)
        return
    if len(faces) == EXACT_DICE:
        raise _TooManyDice
    for face in range(1, kernel_dice.FACES + 1):
        yield from _leaves(game, state, action, [*faces, face])


def _exact(game: Game, state: Any, action: Any, say: Say, going_on: GoingOn) -> Odds | None:
    """None where too many dice are thrown."""
    found: dict[Key, Fraction] = {}
    most = 0
    try:
        for key, dice in _leaves(game, state, action, []):
            going_on()
            found[key] = found.get(key, Fraction()) + Fraction(1, kernel_dice.FACES**dice)
            most = max(most, dice)
    except _TooManyDice:
        repeated = _repeated(game, state, action)
        if repeated is None:
            return None
        found, most = repeated
    chances = [Chance(float(p), None, p, _events(key, say)) for key, p in found.items()]
    return Odds(True, most, 0, _sorted(chances))


def _exact_whatever_is_drawn(game: Game, state: Any, action: Any, say: Say, going_on: GoingOn) -> Odds | None:
    """None where the dice are too many, or once the game is under way: then cards that the seat cannot see may change
    what comes of them."""
    if "phase" not in state.dtype.names or game.phases[int(state.phase)] not in game.setup_phases:
        return None
    seat, found = int(game.rules["actor"](state)), []
    for draw in range(REDRAWS):
        start = copy(state)
        game.rules["determinize"](start, seat, draw)
        found.append(_exact(game, start, action, say, going_on))
    return found[0] if all(_same(found[0], other) for other in found[1:]) else None


def _same(one: Odds | None, other: Odds | None) -> bool:
    return (one and [(c.fraction, c.text) for c in one.chances]) == (
        other and [(c.fraction, c.text) for c in other.chances]
    )


def _repeated(game: Game, state: Any, action: Any) -> tuple[dict[Key, Fraction], int] | None:
    """The chances of a throw of one or two dice that is made again until it decides, and its dice; None for others.
    Such a throw looks after every undecided one exactly as it did at first."""
    for dice in (1, 2):
        decided, undecided = _round(game, state, action, [], dice)
        if not decided or not undecided:
            continue
        again = [_round(game, state, action, faces, dice) for faces in undecided]
        if all(found == decided and len(rest) == len(undecided) for found, rest in again):
            return {key: Fraction(count, sum(decided.values())) for key, count in decided.items()}, dice
    return None


def _round(game: Game, state: Any, action: Any, before: list[int], dice: int) -> tuple[dict[Key, int], list[list[int]]]:
    """How often so many dice, after others, decide for what, and those that do not decide."""
    decided: dict[Key, int] = {}
    undecided: list[list[int]] = []
    for faces in product(range(1, kernel_dice.FACES + 1), repeat=dice):
        log, thrown = _run(game, state, action, [*before, *faces])
        if thrown > len(before) + dice:
            undecided.append([*before, *faces])
        else:
            key = _headline(game, log)
            decided[key] = decided.get(key, 0) + 1
    return decided, undecided


def _sampled(game: Game, state: Any, action: Any, say: Say, samples: int, going_on: GoingOn = on_and_on) -> Odds:
    found: dict[Key, int] = {}
    most = 0
    seat, log = int(game.rules["actor"](state)), one(LOG)
    determinize, apply = game.rules["determinize"], game.rules["apply"]
    for sample in range(samples):
        going_on()
        after = copy(state)
        determinize(after, seat, sample)
        draws, log.n = int(after.dice.draws), 0
        apply(after, action, log)
        key = _headline(game, log)
        found[key] = found.get(key, 0) + 1
        most = max(most, int(after.dice.draws) - draws)
    chances = []
    for key, count in found.items():
        p = count / samples
        chances.append(Chance(p, math.sqrt(p * (1 - p) / samples), None, _events(key, say)))
    return Odds(False, most, samples, _sorted(chances))


def _events(key: Key, say: Say) -> tuple[Said, ...]:
    return tuple(say(code, list(numbers)) for code, numbers in key)


def _sorted(chances: list[Chance]) -> tuple[Chance, ...]:
    return tuple(sorted(chances, key=lambda chance: -chance.probability))

"""The match of the database."""

import logging
from collections.abc import Sequence

from escaramuza.engine import agreement
from escaramuza.engine.errors import EscaramuzaError, Refused, find_game
from escaramuza.engine.match import Match
from escaramuza.server.store import Entry, Stored
from escaramuza.server.words import Problem

log = logging.getLogger("escaramuza.server")


def rebuild(stored: Stored) -> Match:
    """The match of the database, replayed by the rules it was played under."""
    game = find_game(stored.game)
    if stored.rules != game.version:
        raise Problem("OTHER_RULES", 409, game=game.name, found=stored.rules, known=game.version)
    seats = {seat: info["agent"] or info["name"] or seat for seat, info in stored.seats.items()}
    try:
        match = Match(stored.game, seed=stored.seed, options=stored.options, seats=seats, position=stored.position)
    except EscaramuzaError as error:
        raise _damaged(stored.id, 0, error) from error
    match = follow(match, stored.steps, stored.id)
    match.offers = offers_of(stored.entries)
    return match


def offers_of(entries: Sequence[Entry]) -> dict[str, int]:
    """After how many actions each seat last offered a draw, those among what was taken back too."""
    found: dict[str, int] = {}
    standing: list[bool] = []
    for entry in entries:
        if entry.kept is not None:
            del standing[entry.kept :]
            continue
        said = agreement.is_word(entry.action)
        if said:
            seat, word = agreement.read(entry.action)
            if word == agreement.OFFER_DRAW:
                found[seat] = standing.count(True)
        standing.append(not said)
    return found


def follow(match: Match, entries: Sequence[Entry], id: str) -> Match:
    """A match with what has happened since."""
    after = match.copy()
    for entry in entries:
        if entry.kept is not None:
            after = after.rewound(entry.kept)
            continue
        at = len(after.steps) + 1
        try:
            after.repeat(entry.action, entry.dice)
            if after.hash != entry.hash:
                raise Refused("FILE_HASH", expected=entry.hash, found=after.hash)
        except EscaramuzaError as error:
            raise _damaged(id, at, error) from error
    return after


def changes_of(entries: Sequence[Entry], seq: int = 1, steps: int = 0) -> list[tuple[int, int]]:
    """For each entry the seq after it, and how many of the steps before it stayed."""
    found = []
    for entry in entries:
        seq, kept = seq + 1, steps if entry.kept is None else entry.kept
        steps = kept + (entry.kept is None)
        found.append((seq, kept))
    return found


def _damaged(id: str, at: int, error: Exception) -> Problem:
    log.error("match %s does not replay at step %s", id, at, exc_info=error)
    return Problem("DAMAGED", 500, step=at)

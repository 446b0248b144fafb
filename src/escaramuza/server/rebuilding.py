"""The match of the database."""

import logging

from escaramuza.engine.errors import EscaramuzaError, Refused, find_game
from escaramuza.engine.match import Match
from escaramuza.server.store import Stored
from escaramuza.server.words import Problem

log = logging.getLogger("escaramuza.server")


def rebuild(stored: Stored) -> Match:
    """The match of the database, replayed by the rules it was played under."""
    spec = find_game(stored.game)
    if stored.rules != spec.version:
        raise Problem("OTHER_RULES", 409, game=spec.name, found=stored.rules, known=spec.version)
    seats = {seat: info["agent"] or info["name"] or seat for seat, info in stored.seats.items()}
    at = 0
    try:
        match = Match(stored.game, seed=stored.seed, options=stored.options, seats=seats, position=stored.position)
        for entry in stored.steps:
            at += 1
            match.act(entry.action, entry.dice)
            if match.hash != entry.hash:
                raise Refused("FILE_HASH", expected=entry.hash, found=match.hash)
    except EscaramuzaError as error:
        log.error("match %s does not replay at step %s", stored.id, at, exc_info=error)
        raise Problem("DAMAGED", 500, step=at) from error
    return match

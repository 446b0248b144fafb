"""Who did what in a match: losses of each side, and what each piece did to the enemy, as its steps were seen."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from escaramuza.engine.match import Match
from escaramuza.server import catalogue
from escaramuza.server.catalogue import Text
from escaramuza.server.changes import changes, pieces_of

# Where pieces go that come back.
NOT_LOST = ("hand", "hidden", "reserve")


class BestPiece(BaseModel):
    """A piece, how many enemies fell by it, and the damage it did."""

    id: int
    side: str
    name: str | Text
    felled: int
    damage: int


class Tally(BaseModel):
    """How many each side lost, and the piece of each side that did most; none where nobody did anything."""

    lost: dict[str, int]
    best: dict[str, BestPiece | None]


@dataclass
class _Record:
    """What is counted while the match is read."""

    felled: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    damage: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    lost: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    # Whoever struck a piece last: what comes of it may be decided steps later.
    by: dict[int, int] = field(default_factory=dict)
    known: dict[int, Mapping[str, Any]] = field(default_factory=dict)


def tally_of(match: Match) -> Tally:
    """Losses and best pieces of a match, as everybody may know them once it is over."""
    record = _Record()
    before = match.game.view(match.steps[0].before, match.options) if match.steps else {}
    for number, step in enumerate(match.steps):
        state = match.steps[number + 1].before if number + 1 < len(match.steps) else match.state
        after = match.game.view(state, match.options)
        _count(record, before, after, changes(before, after, step.events, match.game))
        before = after
    sides = match.game.sides
    return Tally(
        lost={side: record.lost[side] for side in sides}, best={side: _best(match, record, side) for side in sides}
    )


def _count(record: _Record, before: Mapping[str, Any], after: Mapping[str, Any], seen: list[Any]) -> None:
    """A piece that is hit or falls does so by whoever struck it last, or came to its place."""
    record.known |= pieces_of(before) | pieces_of(after)
    by = record.by
    moved = {_spot(change["way"][-1]): change["id"] for change in seen if change["kind"] == "move" and change["way"]}
    for change in seen:
        match change["kind"]:
            case "strike":
                by[change["target"]] = change["id"]
            case "hit" if change["id"] in by:
                record.damage[by[change["id"]]] += change["points"]
            case "vanish" if change["to"] not in NOT_LOST:
                piece = record.known[change["id"]]
                record.lost[piece["side"]] += 1
                taker = by.get(change["id"], moved.get(_spot(change["at"])))
                if taker is not None and record.known[taker]["side"] != piece["side"]:
                    record.felled[taker] += 1


def _spot(spot: Any) -> Any:
    return tuple(spot) if isinstance(spot, list) else spot


def _best(match: Match, record: _Record, side: str) -> BestPiece | None:
    """Who felled most, then who did most damage, then the first."""
    own = [id for id, piece in sorted(record.known.items()) if piece["side"] == side]
    did = [id for id in own if record.felled[id] or record.damage[id]]
    if not did:
        return None
    id = max(did, key=lambda one: (record.felled[one], record.damage[one], -one))
    name = _name(match, record.known[id])
    return BestPiece(id=id, side=side, name=name, felled=record.felled[id], damage=record.damage[id])


def _name(match: Match, piece: Mapping[str, Any]) -> str | Text:
    name = piece.get("name")
    if isinstance(name, Mapping):
        return Text(**name)
    kind = str(piece.get("class") or piece.get("kind") or "")
    if not name and kind in match.game.locale["en"]["terms"]:
        return catalogue.text_of(match.game, "terms", kind)
    return str(name or kind)

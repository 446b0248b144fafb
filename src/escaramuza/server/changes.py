"""What is to be drawn of a step, piece by id: worked out from the scenes before and after it as a seat sees them, and
from those of its events that the seat may read. Nothing else goes in, so nothing hidden comes out."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from escaramuza.engine.explain import Said
from escaramuza.games.boards import Board
from escaramuza.games.film import Show
from escaramuza.games.game import Game
from escaramuza.games.scene import Spot
from escaramuza.server.wire import Change, Move, Throw

# States in which a piece lies on the board or the table.
STANDING = ("board", "table")
# Where pieces are that the scene has no more.
GONE = "gone"
Piece = Mapping[str, Any]
Pieces = Mapping[int, Piece]


def pieces_of(scene: Mapping[str, Any]) -> dict[int, Piece]:
    """Id → piece: whatever a list of the scene has that belongs to a side and is somewhere."""
    lists = (value for value in scene.values() if isinstance(value, list))
    return {item["id"]: item for items in lists for item in items if _is_piece(item)}


def _is_piece(item: Any) -> bool:
    return isinstance(item, dict) and {"id", "side"} <= item.keys() and ("square" in item or "x" in item)


def spot_of(piece: Piece | None) -> Spot | None:
    """Where a piece is, if it is anywhere to be seen."""
    if piece is None or piece.get("state", STANDING[0]) not in STANDING:
        return None
    square: str | None = piece.get("square")
    return square if "square" in piece else (piece["x"], piece["y"])


def changes(before: Mapping[str, Any], after: Mapping[str, Any], events: Sequence[Said], game: Game) -> list[Change]:
    """What has changed between two scenes."""
    return changes_between(pieces_of(before), pieces_of(after), events, game)


def changes_between(old: Pieces, new: Pieces, events: Sequence[Said], game: Game) -> list[Change]:
    """In the order in which they are seen: who comes, who goes by a way that no event tells, what happens then, who
    vanishes, how all are left."""
    shown = [(event, game.film[event.code]) for event in events if event.code in game.film]
    told = {int(event.numbers[show.of]) for event, show in shown if show.goes}
    return [
        *_arrivals(old, new, told),
        *_Effects(old, new, game.board).of(shown),
        *_vanished(old, new),
        *_left(old, new),
    ]


def _arrivals(old: Pieces, new: Pieces, told: set[int]) -> Iterator[Change]:
    for id, piece in new.items():
        begin, end = spot_of(old.get(id)), spot_of(piece)
        if end is None:
            continue
        if begin is None:
            yield {"kind": "appear", "id": id, "at": end}
        elif id in told or _turned_up(old[id], piece):
            continue
        elif begin != end or old[id].get("facing") != piece.get("facing"):
            yield _move(piece, [begin, end] if begin != end else [begin])


def _turned_up(before: Piece, now: Piece) -> bool:
    """Whether it is only known now who lies there: nobody has gone, although ids say so."""
    return before.get("face_down") is True and not now.get("face_down")


def _move(piece: Piece, way: list[Spot], charge: bool = False) -> Move:
    move: Move = {"kind": "move", "id": piece["id"], "way": way, "charge": charge}
    if "facing" in piece:
        move["facing"] = piece["facing"]
    return move


class _Effects:
    """What events tell, one after the other, of pieces that can be seen: ways, strikes, throws, damage, signs."""

    def __init__(self, old: Pieces, new: Pieces, board: Board | None) -> None:
        self.board = board
        self.pieces = {**old, **new}
        self.spots = {id: spot_of(old.get(id)) or spot_of(new.get(id)) for id in self.pieces}
        self.found: list[Change] = []
        # The throw of a piece that further dice and modifiers belong to, and modifiers told before their die.
        self.throws: dict[int | None, Throw] = {}
        self.early: dict[int | None, list[tuple[str, int]]] = {}

    def of(self, shown: Sequence[tuple[Said, Show]]) -> list[Change]:
        """All of it."""
        for event, show in shown:
            id = int(event.numbers[show.of]) if show.of else None
            if id is None or id in self.pieces:
                self._throw(id, event.numbers, show)
                if id is not None:
                    self._go(id, event.numbers, show)
                    self.found.extend(_signs(id, event.numbers, show))
        return self.found

    def _go(self, id: int, numbers: Mapping[str, Any], show: Show) -> None:
        begin = self.spots[id]
        if not show.goes or begin is None:
            return
        end: Spot = show.goes.spot(numbers, self.board)
        if begin != end:
            self.found.append(_move(self.pieces[id], [begin, end], show.charge))
            self.spots[id] = end

    def _throw(self, id: int | None, numbers: Mapping[str, Any], show: Show) -> None:
        dice, (reason, value) = [int(numbers[name]) for name in show.dice], show.term
        last = self.throws.get(id)
        if dice and last is not None and last["purpose"] == show.purpose and not last["terms"]:
            last["dice"].extend(dice)
        elif dice:
            terms = self.early.pop(id, [])
            self.throws[id] = {
                "kind": "throw",
                "id": id,
                "dice": dice,
                "purpose": show.purpose,
                "terms": terms,
                "total": None,
            }
            self.found.append(self.throws[id])
        if reason:
            terms = self.throws[id]["terms"] if id in self.throws else self.early.setdefault(id, [])
            terms.append((show.reasons[numbers[reason]], int(numbers[value])))
        if show.total and id in self.throws:
            self.throws.pop(id)["total"] = int(numbers[show.total])


def _signs(id: int, numbers: Mapping[str, Any], show: Show) -> Iterator[Change]:
    if show.strikes:
        close = bool(numbers[show.close]) if isinstance(show.close, str) else show.close
        yield {"kind": "strike", "id": id, "target": int(numbers[show.strikes]), "close": close}
    if show.hit:
        yield {"kind": "hit", "id": id, "points": numbers[show.hit] if isinstance(show.hit, str) else show.hit}
    if show.sign:
        times = int(numbers[show.times]) if show.times else 1
        yield {"kind": "sign", "id": id, "sign": show.sign * times, "good": show.good}


def _vanished(old: Pieces, new: Pieces) -> Iterator[Change]:
    for id, piece in old.items():
        at = spot_of(piece)
        if at is not None and spot_of(new.get(id)) is None:
            yield {"kind": "vanish", "id": id, "at": at, "to": new[id]["state"] if id in new else GONE}


def _left(old: Pieces, new: Pieces) -> Iterator[Change]:
    """What is otherwise about each piece that was there before."""
    for id, piece in new.items():
        # Most pieces are as they were.
        if id in old and old[id] != piece:
            fields = {name: value for name, value in piece.items() if old[id].get(name) != value}
            if fields:
                yield {"kind": "set", "id": id, "fields": fields}

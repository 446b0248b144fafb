"""The one-line text of a position: `<ranks 8 to 1> <w|b> <points left> <c|-> <squares that moved, or ->`."""

import re
from typing import Any

from escaramuza.games.basics import NotationError
from escaramuza.games.tactics import state, tables
from escaramuza.kernel import grid

FIELDS = 5
MOST_POINTS = 24


def clear(s: Any) -> None:
    """All pieces in hand, nothing decided."""
    s.winner = state.NOBODY
    s.attacker = state.NOBODY
    s.board[:] = state.EMPTY
    for i in range(tables.UNITS):
        unit = s.units[i]
        unit.side = i // tables.PIECES
        unit.kind = tables.UNIT_CLASS[i % tables.PIECES]
        unit.at = state.OFF
        unit.moved = 0


def parse_position(s: Any, text: str) -> None:
    """Put a game into the middle of a turn: both sides have had their first one (T-E3). Options and dice stay."""
    fields = text.split()
    if len(fields) != FIELDS:
        raise NotationError("POSITION_FIELDS", expected=FIELDS, found=len(fields))
    ranks, side, points, charge, moved = fields
    clear(s)
    _read_ranks(s, ranks)
    if side not in ("w", "b"):
        raise NotationError("POSITION_SIDE", text=side)
    if not re.fullmatch("[0-9]{1,2}", points) or int(points) > MOST_POINTS:
        raise NotationError("POSITION_POINTS", text=points, most=MOST_POINTS)
    if charge not in ("c", "-"):
        raise NotationError("POSITION_CHARGE", text=charge)
    s.phase = state.TURN
    s.side = tables.WHITE if side == "w" else tables.BLACK
    s.attacker = s.side
    s.points = int(points)
    s.charge = int(charge == "c")
    s.ready[:] = 1
    s.had_turn[:] = 1
    for name in [] if moved == "-" else moved.split(","):
        square = grid.square_number(name)
        if square is None or not 0 <= square < grid.SQUARES:
            raise NotationError("POSITION_MOVED", text=name)
        if s.board[square] == state.EMPTY or s.units[s.board[square]].side != s.side:
            raise NotationError("POSITION_MOVED", text=name)
        s.units[s.board[square]].moved = 1


def _read_ranks(s: Any, text: str) -> None:
    ranks = text.split("/")
    if len(ranks) != grid.SIZE:
        raise NotationError("POSITION_RANKS", expected=grid.SIZE, found=len(ranks))
    for y, rank in zip(range(grid.SIZE - 1, -1, -1), ranks, strict=True):
        x = 0
        for letter in rank:
            if letter in "12345678":
                x += int(letter)
                continue
            if letter.upper() not in tables.LETTERS:
                raise NotationError("POSITION_LETTER", text=letter, letters=tables.LETTERS)
            if x < grid.SIZE:
                _put(
                    s,
                    tables.WHITE if letter.isupper() else tables.BLACK,
                    tables.LETTERS.index(letter.upper()),
                    y * grid.SIZE + x,
                )
            x += 1
        if x != grid.SIZE:
            raise NotationError("POSITION_RANK", rank=y + 1, expected=grid.SIZE, found=x)
    for side in (tables.WHITE, tables.BLACK):
        if s.units[side * tables.PIECES + tables.PIECES - 1].at == state.OFF:
            raise NotationError("POSITION_NO_GUARD", letter="K" if side == tables.WHITE else "k")


def _put(s: Any, side: int, kind: int, square: int) -> None:
    first = side * tables.PIECES + kind * tables.EACH
    for i in range(first, first + (1 if kind == tables.GUARD else tables.EACH)):
        if s.units[i].at == state.OFF:
            s.units[i].at = square
            s.board[square] = i
            return
    letter = tables.LETTERS[kind] if side == tables.WHITE else tables.LETTERS[kind].lower()
    raise NotationError("POSITION_TOO_MANY", letter=letter, most=1 if kind == tables.GUARD else tables.EACH)


def format_position(s: Any) -> str:
    """The text of a position; squares that moved in alphabetical order. Hidden pieces stand on no square."""
    board, units = s.board.tolist(), s.units.tolist()
    ranks = []
    for y in range(grid.SIZE - 1, -1, -1):
        rank, empty = "", 0
        for there in board[y * grid.SIZE : (y + 1) * grid.SIZE]:
            if there == state.EMPTY:
                empty += 1
                continue
            side, kind, _, _ = units[there]
            letter = tables.LETTERS[kind]
            rank += (str(empty) if empty else "") + (letter if side == tables.WHITE else letter.lower())
            empty = 0
        ranks.append(rank + (str(empty) if empty else ""))
    mover = int(s.side)
    moved = sorted(grid.square_name(at) for side, _, at, has_moved in units if side == mover and has_moved and at >= 0)
    fields = ["/".join(ranks), "wb"[mover], str(s.points), "c" if s.charge else "-", ",".join(moved) or "-"]
    return " ".join(fields)

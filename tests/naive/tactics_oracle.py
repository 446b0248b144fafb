"""A slow, plain reading of the Tactics rules, kept apart from the real engine to check it.

Ruling numbers such as T-R4 refer to the project's RULINGS.md.
"""

from __future__ import annotations

from dataclasses import dataclass

FILES = "abcdefgh"
RANKS = "12345678"
SQUARES = [file + rank for rank in RANKS for file in FILES]

CLASSES = "ASPHBGMK"
GUARD = "K"
ORTHOGONAL_COST = 2
DIAGONAL_COST = 3

# T-F1, with the guard, which everyone takes, written out in each row.
TAKES = {
    "A": "BGMK",
    "S": "AGMK",
    "P": "ASHK",
    "H": "ASBK",
    "B": "SPGK",
    "G": "PHMK",
    "M": "PHBK",
    "K": "ASPHBGMK",
}


@dataclass(frozen=True)
class Position:
    """A moment within one player's turn, after the dice were thrown."""

    pieces: dict[str, str]
    side: str
    points: int
    charge: bool
    moved: frozenset[str]


def parse(text: str) -> Position:
    """Read the one-line form of a position; ValueError when it makes no sense."""
    fields = text.split()
    if len(fields) != 5:
        raise ValueError(f"expected five fields: {text!r}")
    board, side, points, charge, moved_text = fields
    if side not in ("w", "b"):
        raise ValueError(f"side must be w or b: {side!r}")
    if charge not in ("c", "-"):
        raise ValueError(f"charge must be c or -: {charge!r}")
    if not points.isdecimal():
        raise ValueError(f"points must be a whole number: {points!r}")

    rows = board.split("/")
    if len(rows) != 8:
        raise ValueError(f"expected eight ranks: {board!r}")
    pieces: dict[str, str] = {}
    for rank, row in zip(reversed(RANKS), rows, strict=True):
        spread = ""
        for mark in row:
            if mark in RANKS:
                spread += "." * int(mark)
            elif mark.upper() in CLASSES:
                spread += mark
            else:
                raise ValueError(f"unknown piece {mark!r} on rank {rank}")
        if len(spread) != 8:
            raise ValueError(f"rank {rank} does not have eight squares: {row!r}")
        for file, mark in zip(FILES, spread, strict=True):
            if mark != ".":
                pieces[file + rank] = mark

    moved = frozenset() if moved_text == "-" else frozenset(moved_text.split(","))
    for square in moved:
        if square not in pieces or owner(pieces[square]) != side:
            raise ValueError(f"no moved piece of {side} stands on {square}")
    return Position(pieces, side, int(points), charge == "c", moved)


def show(position: Position) -> str:
    """Write a position in the form `parse` reads, moved squares in alphabetical order."""
    rows = []
    for rank in reversed(RANKS):
        row = "".join(position.pieces.get(file + rank, ".") for file in FILES)
        for length in range(8, 0, -1):
            row = row.replace("." * length, str(length))
        rows.append(row)
    charge = "c" if position.charge else "-"
    moved = ",".join(sorted(position.moved)) or "-"
    return f"{'/'.join(rows)} {position.side} {position.points} {charge} {moved}"


def owner(piece: str) -> str:
    """The side a piece letter belongs to."""
    return "w" if piece.isupper() else "b"


def takes(attacker: str, victim: str) -> bool:
    """Whether the attacker may capture the victim when it reaches it."""
    return owner(attacker) != owner(victim) and victim.upper() in TAKES[attacker.upper()]


def distance(start: str, target: str) -> tuple[int, int]:
    """How many files and how many ranks lie from one square to another."""
    files = abs(FILES.index(start[0]) - FILES.index(target[0]))
    ranks = abs(RANKS.index(start[1]) - RANKS.index(target[1]))
    return files, ranks


def halfway(start: str, target: str) -> str:
    """The square a two-square charge passes over."""
    file = FILES[(FILES.index(start[0]) + FILES.index(target[0])) // 2]
    rank = RANKS[(RANKS.index(start[1]) + RANKS.index(target[1])) // 2]
    return file + rank


def cost(start: str, target: str) -> int | None:
    """Points for going between two squares in a line of one or two steps, else None."""
    going = distance(start, target)
    if going in ((1, 0), (0, 1)):
        return ORTHOGONAL_COST
    if going == (1, 1):
        return DIAGONAL_COST
    if going in ((2, 0), (0, 2)):
        return ORTHOGONAL_COST + ORTHOGONAL_COST
    if going == (2, 2):
        return DIAGONAL_COST + DIAGONAL_COST
    return None


def may_go(position: Position, start: str, target: str) -> bool:
    """Whether the player to move may take the piece on start to target."""
    pieces = position.pieces
    if start not in pieces or owner(pieces[start]) != position.side:
        return False
    if start in position.moved:
        return False
    price = cost(start, target)
    if price is None or price > position.points:
        return False
    if 2 in distance(start, target):
        if not position.charge:
            return False
        if halfway(start, target) in pieces:
            return False
    return target not in pieces or takes(pieces[start], pieces[target])


def legal(position: Position) -> list[str]:
    """Every action open to the player to move, sorted; stopping is always one (T-R5)."""
    actions = ["end"]
    for start in SQUARES:
        for target in SQUARES:
            if may_go(position, start, target):
                sign = "x" if target in position.pieces else "-"
                actions.append(start + sign + target)
    return sorted(actions)


def play(position: Position, action: str) -> Position | None:
    """The position after an action, or None when the turn or the game is over with it."""
    if action not in legal(position):
        raise ValueError(f"{action!r} is not legal in {show(position)}")
    if action == "end":
        return None
    start, target = action[:2], action[3:]
    captured = position.pieces.get(target)
    if captured is not None and captured.upper() == GUARD:
        return None

    pieces = dict(position.pieces)
    pieces[target] = pieces.pop(start)
    price = cost(start, target)
    assert price is not None
    left = position.points - price
    after = Position(pieces, position.side, left, position.charge, position.moved | {target})
    if legal(after) == ["end"]:
        return None
    return after


def perft(position: Position, depth: int) -> int:
    """Count the sequences of at most depth actions within this turn."""
    if depth == 0:
        return 1
    total = 0
    for action in legal(position):
        after = play(position, action)
        total += 1 if after is None else perft(after, depth - 1)
    return total

"""Many units at once: a CSV with their figures in, the same with cost, rank and points out."""

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from escaramuza.barracks.words import BarracksError
from escaramuza.games.escarmouche import ranks
from escaramuza.games.escarmouche.tables import (
    ABILITIES,
    CHARACTERISTICS,
    HIGHEST,
    LOWEST,
    MOST_ABILITIES,
    MOST_COST,
)  # fmt: skip
from escaramuza.games.spec import NotationError

NEEDED = (*CHARACTERISTICS, "abilities")
ADDED = ("cost", "rank", "points")
BETWEEN_ABILITIES = ";"
KNOWN = frozenset(ABILITIES)
LONGEST_FIGURE = 20


@dataclass(frozen=True)
class Row:
    """A row of the result, or what is wrong with it; rows are counted from 1 below the header, lines from 1."""

    number: int
    line: int
    cells: list[str]
    cost: int = 0
    problem: NotationError | BarracksError | None = None

    @property
    def dear(self) -> bool:
        """Whether such a unit may not play."""
        return self.problem is None and self.cost > MOST_COST


class Table:
    """The header of the result at once; the rows one by one."""

    def __init__(self, lines: Iterable[str], file: str) -> None:
        self._reader = csv.reader(lines)
        try:
            given = next(self._reader, [])
        except csv.Error as error:
            raise BarracksError("CSV_HEADER", file=file, needed=", ".join(NEEDED)) from error
        names = [name.strip().lower() for name in given]
        missing = [name for name in NEEDED if name not in names]
        if missing:
            raise BarracksError("CSV_COLUMNS", file=file, missing=", ".join(missing), needed=", ".join(NEEDED))
        self._width = len(given)
        self._at = {name: names.index(name) for name in NEEDED}
        # A table that was priced before is priced anew, not widened.
        self._kept = [i for i, name in enumerate(names) if name not in ADDED]
        self.header = [*(given[i] for i in self._kept), *ADDED]

    def rows(self) -> Iterator[Row]:
        """Every row that is not empty."""
        number = 0
        while True:
            line = self._reader.line_num + 1
            try:
                cells = next(self._reader)
            except StopIteration:
                return
            except csv.Error:
                number += 1
                yield Row(number, line, [], problem=BarracksError("CSV_ROW"))
                continue
            if cells:
                number += 1
                yield self._row(number, line, cells)

    def _row(self, number: int, line: int, cells: list[str]) -> Row:
        if len(cells) != self._width:
            problem = BarracksError("CSV_WIDTH", found=len(cells), expected=self._width)
            return Row(number, line, cells, problem=problem)
        try:
            health, range, move, power = (_figure(name, cells[self._at[name]]) for name in CHARACTERISTICS)
            abilities = _abilities(cells[self._at["abilities"]])
        except NotationError as error:
            return Row(number, line, cells, problem=error)
        cost = ranks.cost(health, range, move, power, abilities)
        rank = ranks.rank(cost, len(abilities))
        kept = [cells[i] for i in self._kept]
        return Row(number, line, [*kept, str(cost), rank, str(ranks.points(rank))], cost)


def _figure(name: str, cell: str) -> int:
    text = cell.strip()
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_FIGURE and LOWEST <= int(text) <= HIGHEST:
        return int(text)
    raise NotationError("UNIT_FIGURE", what=name, text=text[:20], low=LOWEST, high=HIGHEST)


def _abilities(cell: str) -> tuple[str, ...]:
    found = tuple(name for part in cell.split(BETWEEN_ABILITIES) if (name := part.strip()))
    for ability in found:
        if ability not in KNOWN:
            raise NotationError("UNKNOWN_ABILITY", text=ability[:40], abilities=", ".join(ABILITIES))
    if len(found) > MOST_ABILITIES:
        raise NotationError("TOO_MANY_ABILITIES", where="abilities", most=MOST_ABILITIES)
    if len(set(found)) < len(found):
        raise NotationError("SAME_ABILITY", text=found[0])
    return found

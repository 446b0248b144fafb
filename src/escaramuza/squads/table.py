"""Many units at once: a CSV with their figures in, the same with cost, rank and points out."""

import csv
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import ranks, tables
from escaramuza.squads.words import SquadError, one_line

NEEDED = (*tables.CHARACTERISTICS, "abilities")
ADDED = ("cost", "rank", "points")
BETWEEN_ABILITIES = ";"
KNOWN = frozenset(tables.ABILITIES)
LONGEST_FIGURE = 20
LONGEST_SHOWN = 40
LONGEST_HEADER_SHOWN = 120
# A cell in quotes may go on over several lines, but not over all that follows a stray quote.
MOST_LINES = 1000
# What other programs put between columns.
SEPARATORS = (";", "\t", "|")
# How the first bytes of UTF-16 look where UTF-8 is expected.
UTF16_MARKS = ("\udcff\udcfe", "\udcfe\udcff")


@dataclass(frozen=True)
class Row:
    """A row of the result, or what is wrong with it; rows are counted from 1 below the header, lines from 1."""

    number: int
    line: int
    cells: list[str]
    cost: int = 0
    problem: NotationError | SquadError | None = None

    @property
    def over_budget(self) -> bool:
        """Whether such a unit may not play."""
        return self.problem is None and self.cost > tables.MOST_COST


class Records:
    """The records of a CSV: their first line and their cells, none where they are not CSV.

    A row that was no good over several lines can be given back: then its first line alone counts as that row.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._again: deque[str] = deque()
        self._taken: list[str] = []
        self._ended = 0

    def __iter__(self) -> Iterator[tuple[int, list[str] | None]]:
        while True:
            self._taken = []
            first = self._next()
            if first is None:
                return
            yield self._ended, self._cells(first)

    def give_back(self) -> None:
        """Read the last record's further lines again, as rows of their own."""
        further = self._taken[1:]
        self._ended -= len(further)
        self._again.extendleft(reversed(further))
        del self._taken[1:]

    def goes_on(self) -> bool:
        """Whether the last record had more than one line."""
        return len(self._taken) > 1

    def _next(self) -> str | None:
        line = self._again.popleft() if self._again else next(self._lines, None)
        if line is not None:
            self._ended += 1
            self._taken.append(line)
        return line

    def _cells(self, first: str) -> list[str] | None:
        try:
            alone = csv.reader((first, ""))
            cells = next(alone)
            # Where a quote is open, the reader asks for more than the one line.
            return cells if alone.line_num == 1 else next(csv.reader(self._all_of(first), strict=True))
        except csv.Error:
            return None

    def _all_of(self, first: str) -> Iterator[str]:
        yield first
        while len(self._taken) < MOST_LINES and (line := self._next()) is not None:
            yield line


class Table:
    """The header of the result at once; the rows one by one."""

    def __init__(self, lines: Iterable[str], file: str) -> None:
        self._records = Records(lines)
        _, first = next(iter(self._records), (0, []))
        given = _checked_header(first, file)
        names = _names(given)
        self._width = len(names)
        self._at = {name: names.index(name) for name in NEEDED}
        # A table that was priced before is priced again, not widened.
        self._kept = [i for i, name in enumerate(names) if name not in ADDED]
        self.header = [*(given[i] for i in self._kept), *ADDED]

    def rows(self) -> Iterator[Row]:
        """Every row that is not empty."""
        number = 0
        for line, cells in self._records:
            if cells == []:
                continue
            number += 1
            row = self._row(number, line, cells)
            if row.problem is not None and self._records.goes_on() and self._swallowed(cells):
                self._records.give_back()
            yield row

    def _swallowed(self, cells: list[str] | None) -> bool:
        """Whether a stray quote took other rows in, and not just a note of several lines."""
        if cells is None or len(cells) != self._width:
            return True
        return any(len(cells[i].splitlines()) > 1 for i in self._at.values())

    def _row(self, number: int, line: int, cells: list[str] | None) -> Row:
        if cells is None:
            return Row(number, line, [], problem=SquadError("CSV_ROW"))
        if len(cells) != self._width:
            problem = SquadError("CSV_WIDTH", found=len(cells), expected=self._width)
            return Row(number, line, cells, problem=problem)
        try:
            health, range, move, power = (_figure(name, cells[self._at[name]]) for name in tables.CHARACTERISTICS)
            abilities = _abilities(cells[self._at["abilities"]])
        except NotationError as error:
            return Row(number, line, cells, problem=error)
        cost = ranks.cost(health, range, move, power, abilities)
        rank = ranks.rank(cost, len(abilities))
        kept = [cells[i] for i in self._kept]
        return Row(number, line, [*kept, str(cost), rank, str(ranks.points(rank))], cost)


def _checked_header(given: list[str] | None, file: str) -> list[str]:
    """The first line if it names the columns; if not, a sentence says what it looks like."""
    needed = ", ".join(NEEDED)
    if given is None:
        raise SquadError("CSV_HEADER", file=file, needed=needed)
    if not "".join(given).strip():
        raise SquadError("CSV_NO_HEADER", file=file, needed=needed)
    line = ",".join(given)
    if "\0" in line or line.startswith(UTF16_MARKS):
        raise SquadError("CSV_UTF16", file=file)
    names = _names(given)
    missing = [name for name in NEEDED if name not in names]
    if not missing:
        return given
    for separator in SEPARATORS:
        if len(given) == 1 and set(_names(line.split(separator))).intersection(NEEDED):
            raise SquadError("CSV_SEPARATOR", file=file, separator=separator.replace("\t", "\\t"))
    found = one_line(", ".join(name.strip() for name in given), LONGEST_HEADER_SHOWN)
    raise SquadError("CSV_COLUMNS", file=file, missing=", ".join(missing), found=found, needed=needed)


def _names(given: list[str]) -> list[str]:
    return [name.strip().lower() for name in given]


def _figure(name: str, cell: str) -> int:
    text = cell.strip()
    if (
        text.isascii()
        and text.isdigit()
        and len(text) <= LONGEST_FIGURE
        and tables.LOWEST <= int(text) <= tables.HIGHEST
    ):
        return int(text)
    raise NotationError(
        "UNIT_FIGURE", what=name, text=one_line(text, LONGEST_FIGURE), low=tables.LOWEST, high=tables.HIGHEST
    )


def _abilities(cell: str) -> tuple[str, ...]:
    found = tuple(name for part in cell.split(BETWEEN_ABILITIES) if (name := part.strip()))
    for ability in found:
        if ability not in KNOWN:
            raise NotationError(
                "UNKNOWN_ABILITY", text=one_line(ability, LONGEST_SHOWN), abilities=", ".join(tables.ABILITIES)
            )
    if len(found) > tables.MOST_ABILITIES:
        raise NotationError("TOO_MANY_ABILITIES", where="abilities", most=tables.MOST_ABILITIES)
    if len(set(found)) < len(found):
        raise NotationError("SAME_ABILITY", text=found[0])
    return found

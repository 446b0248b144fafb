"""Tables of codes that are their own constants: what is written down once gives the number that rules use, the clause
it comes from, what its numbers are, and how an action is written.

    class Why(Codes):
        TOO_FAR = "D-4", "steps:count"

`Why.TOO_FAR` is a whole number wherever rules use it, compiled or not.
"""

from enum import IntEnum
from typing import Self

from escaramuza.kernel.buffers import OK


class Codes(IntEnum):
    """Reasons or events, counted from 1 (0 is OK): each its clause and its numbers as "name:kind name:kind". A number
    without a kind is a count."""

    clause: str
    numbers: tuple[tuple[str, str], ...]

    def __new__(cls, clause: str, numbers: str = "") -> Self:
        """The next one."""
        value = OK + 1 + len(cls.__members__)
        code = int.__new__(cls, value)
        code._value_ = value
        code.clause = clause
        code.numbers = tuple((part.partition(":")[0], part.partition(":")[2] or "count") for part in numbers.split())
        return code

    @classmethod
    def of(cls, number: int) -> Self:
        """The one that a rule told by its number."""
        return cls.__call__(number)


class Kinds(IntEnum):
    """Kinds of action, counted from 0: each how it is written, with the fields of the action that it needs, as
    "{at}-{to}"."""

    form: str

    def __new__(cls, form: str) -> Self:
        """The next one."""
        value = len(cls.__members__)
        kind = int.__new__(cls, value)
        kind._value_ = value
        kind.form = form
        return kind

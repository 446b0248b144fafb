"""Answers that may be too close to call: True, False or None."""

from __future__ import annotations

from collections.abc import Iterable

Fuzzy = bool | None
# Tenths of a millimetre: nearer to a limit than this nothing is said.
NEAR = 3.0


def at_most(value: float, limit: float, margin: float = NEAR) -> Fuzzy:
    """Whether a length is within a limit."""
    return None if abs(value - limit) <= margin else value < limit


def all_of(answers: Iterable[Fuzzy]) -> Fuzzy:
    """Whether all hold."""
    unsure = False
    for answer in answers:
        if answer is False:
            return False
        unsure |= answer is None
    return None if unsure else True


def any_of(answers: Iterable[Fuzzy]) -> Fuzzy:
    """Whether one holds."""
    return no(all_of(no(answer) for answer in answers))


def no(answer: Fuzzy) -> Fuzzy:
    """The contrary."""
    return None if answer is None else not answer


class Verdict:
    """What is demanded of an action, with the first demand that fails."""

    def __init__(self) -> None:
        self.answer: Fuzzy = True
        self.reason = ""

    def need(self, answer: Fuzzy, reason: str) -> Verdict:
        """One more demand."""
        if answer is False and self.answer is not False:
            self.answer, self.reason = False, reason
        elif answer is None and self.answer is True:
            self.answer, self.reason = None, reason
        return self

    def __bool__(self) -> bool:
        """Whether it is worth asking on: nothing has failed yet."""
        return self.answer is not False


def refuse(reason: str) -> Verdict:
    """A plain no."""
    return Verdict().need(False, reason)

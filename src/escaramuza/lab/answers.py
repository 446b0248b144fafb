"""An answer that people read: the question, one sentence, figures with intervals, the design, how to repeat it."""

from dataclasses import dataclass, field
from typing import Any

from escaramuza.agents import names
from escaramuza.lab.errors import words
from escaramuza.lab.statistics import Estimate
from escaramuza.words import FALLBACK


@dataclass(frozen=True)
class Figure:
    """One figure: what it is of, and in what it is counted."""

    label: str
    estimate: Estimate
    # share: of a hundred; points: a difference of shares; rating: Elo; number: as it is; worth: in points of health,
    # with what the rules say beside it.
    unit: str = "share"
    beside: float | None = None

    def text(self, number: float, lang: str = FALLBACK) -> str:
        """A number of it as it is read."""
        if self.unit == "share":
            return percent(number, lang)
        if self.unit == "points":
            return f"{decimal(100 * number, 1, lang, signed=True)}"
        if self.unit == "rating":
            return decimal(number, 0, lang, signed=True)
        if self.unit == "worth":
            return decimal(number, 2, lang)
        return decimal(number, 0 if number == round(number) else 1, lang)

    def interval(self, lang: str) -> str:
        """From where to where."""
        return f"{self.text(self.estimate.low, lang)} – {self.text(self.estimate.high, lang)}"

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        beside = {} if self.beside is None else {"published": self.beside}
        return {"label": self.label, "unit": self.unit, **self.estimate.as_json(), **beside}


@dataclass(frozen=True)
class Section:
    """Figures that belong together, with what one must know to read them."""

    title: str
    figures: list[Figure]
    note: str = ""
    # Where a line is drawn through the plot, such as 50%.
    reference: float | None = None


@dataclass(frozen=True)
class Answer:
    """A question answered, in one language."""

    lang: str
    question: str
    sentence: str
    sections: list[Section]
    design: list[str]
    repeat: str
    games: int
    seconds: float
    warnings: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "question": self.question,
            "answer": self.sentence,
            "sections": [
                {"title": s.title, "note": s.note, "figures": [f.as_json() for f in s.figures]} for s in self.sections
            ],
            "design": self.design,
            "repeat": self.repeat,
            "games": self.games,
            "seconds": self.seconds,
            "warnings": self.warnings,
        }


def say(key: str, lang: str, **blanks: Any) -> str:
    """A text of the lab."""
    return words.text(key, lang, **blanks)


# Numbers as they are written in a language: with a comma in Spanish and French, and spaces that do not break.
SPACE = "\u202f"


def decimal(number: float, places: int, lang: str, signed: bool = False) -> str:
    """A number with so many places, its thousands apart."""
    # Adding nothing takes the sign off a nought.
    text = f"{round(number, places) + 0.0:{'+' if signed else ''},.{places}f}".replace("-", "−")
    return text if lang == "en" else text.replace(",", SPACE).replace(".", ",")


def whole(number: float, lang: str) -> str:
    """A whole number, its thousands apart."""
    return decimal(number, 0, lang)


def percent(share: float, lang: str) -> str:
    """A share of a hundred."""
    return decimal(100 * share, 1, lang) + ("%" if lang == "en" else f"{SPACE}%")


def agent_text(agent: str, lang: str) -> str:
    """An agent as people who play call it."""
    found = names.parse(agent)
    if found.budget is None:
        return say(f"AGENT_{found.kind.upper()}", lang)
    limits = {"SIMS": found.budget.sims, "TIME": found.budget.seconds, "TURN": found.budget.turn}
    texts = [
        say(f"AGENT_{name}", lang, number=decimal(limit, 0 if limit == round(limit) else 1, lang))
        for name, limit in limits.items()
        if limit is not None
    ]
    if found.wobble:
        texts.append(say("AGENT_WOBBLE", lang, number=decimal(found.wobble, 0, lang)))
    return say("AGENT_SEARCH", lang, limits=", ".join(texts))

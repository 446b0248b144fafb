"""Units and squads as people write them: their form, what is wrong with them, and the short ways to name one."""

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError, field_validator

from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import ranks, tables

LONGEST_NAME = 40
LONGEST_QUOTE = 120
LONGEST_ICON = 40
# Longer lists are not even looked at; between the two a squad is a draft with too many units.
LONGEST_LIST = 4 * tables.MOST_UNITS
DEFAULT_ICON = "swordman"
READY_FILE = Path(__file__).parent / "ready.json"
# A squad in short: units with `;` between, each as health/range/move/power and its abilities with `+`.
SHORT_UNIT = re.compile(r"(\d{1,3})/(\d{1,3})/(\d{1,3})/(\d{1,3})((?:\+[a-z-]+)*)")

Figure = Annotated[int, Field(ge=tables.LOWEST, le=tables.HIGHEST, strict=True)]
Quote = Annotated[str, StringConstraints(strip_whitespace=True, max_length=LONGEST_QUOTE)]
Words = dict[Literal["es", "fr", "en"], Quote]
# Characters that are not text: controls, halves of characters, line ends, and marks that turn the writing direction.
UNSEEN = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
TURNING = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Characters that take room at most: spaces and format marks by category, and those that are blank all the same.
UNMARKED = frozenset({"Cf", "Zs"})
BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]+")


def is_text(text: str) -> bool:
    """Whether it is one line that can be seen; emoji with their joiners and hard spaces are text too."""
    return not any(c in TURNING or unicodedata.category(c) in UNSEEN for c in text)


def shows_something(text: str) -> bool:
    """Whether at least one character of it leaves a mark on the page."""
    return any(unicodedata.category(c) not in UNMARKED for c in BLANK.sub("", text))


def seen(name: str) -> str:
    """A name that can be seen and told from none."""
    if not shows_something(name):
        raise ValueError(name)
    return name


Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME), AfterValidator(seen)
]


class Unit(BaseModel):
    """A unit: four characteristics, up to two different abilities, and what is on its card besides (E-R1)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name
    health: Figure
    range: Figure
    move: Figure
    power: Figure
    abilities: Annotated[tuple[str, ...], Field(max_length=tables.MOST_ABILITIES)] = ()
    icon: Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,40}$")] = DEFAULT_ICON
    quote: Quote | Words = ""

    @field_validator("name", "quote")
    @classmethod
    def _printable(cls, text: Any) -> Any:
        for part in text.values() if isinstance(text, dict) else (text,):
            if not is_text(part):
                raise NotationError("UNIT_TEXT", text="".join(filter(is_text, part))[:LONGEST_NAME])
        return text

    @field_validator("abilities")
    @classmethod
    def _known_and_different(cls, abilities: tuple[str, ...]) -> tuple[str, ...]:
        for ability in abilities:
            if ability not in tables.ABILITIES:
                raise NotationError(
                    "UNKNOWN_ABILITY", text=ability[:LONGEST_NAME], abilities=", ".join(tables.ABILITIES)
                )
        if len(set(abilities)) < len(abilities):
            raise NotationError("SAME_ABILITY", text=abilities[0])
        return abilities

    @property
    def cost(self) -> int:
        """E-F1."""
        return ranks.cost(self.health, self.range, self.move, self.power, self.abilities)

    @property
    def rank(self) -> str:
        """E-F2."""
        return ranks.rank(self.cost, len(self.abilities))

    @property
    def points(self) -> int:
        """Its rank points."""
        return ranks.points(self.rank)

    def quote_in(self, lang: str) -> str:
        """What it says, in a language."""
        if isinstance(self.quote, str):
            return self.quote
        words = {str(name): quote for name, quote in self.quote.items()}
        return words.get(lang) or next(iter(words.values()), "")


class Squad(BaseModel):
    """A squad as its player writes it down; whether it may play is for `problems`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name
    units: Annotated[tuple[Unit, ...], Field(max_length=LONGEST_LIST)] = ()

    @field_validator("name")
    @classmethod
    def _printable(cls, name: str) -> str:
        if not is_text(name):
            raise NotationError("UNIT_TEXT", text="".join(filter(is_text, name)))
        return name

    @property
    def points(self) -> int:
        """Rank points of all its units."""
        return sum(unit.points for unit in self.units)


Form = TypeVar("Form", Unit, Squad)
FIELDS = frozenset({*Unit.model_fields, *Squad.model_fields})
# What is said of a field of text or a list that is not as it should be: code and its limit.
TEXT_LIMITS = {
    "name": ("UNIT_NAME", LONGEST_NAME),
    "quote": ("UNIT_QUOTE", LONGEST_QUOTE),
    "abilities": ("TOO_MANY_ABILITIES", tables.MOST_ABILITIES),
}


def problems(squad: Squad) -> list[tuple[int | None, NotationError]]:
    """What keeps a squad from playing: (number of the unit or None, what is wrong)."""
    found: list[tuple[int | None, NotationError]] = []
    if not squad.units:
        found.append((None, NotationError("SQUAD_EMPTY", most=tables.MOST_UNITS)))
    if len(squad.units) > tables.MOST_UNITS:
        found.append((None, NotationError("SQUAD_TOO_MANY", found=len(squad.units), most=tables.MOST_UNITS)))
    for number, unit in enumerate(squad.units):
        if unit.cost > tables.MOST_COST:
            found.append(
                (number, NotationError("UNIT_TOO_DEAR", unit=unit.name, cost=unit.cost, most=tables.MOST_COST))
            )
    if squad.points > tables.MOST_POINTS:
        found.append((None, NotationError("SQUAD_POINTS", points=squad.points, most=tables.MOST_POINTS)))
    return found


def legal_squad(given: Any) -> Squad:
    """The squad that an option names: itself, a ready one's id, a share code, or its short form. It must be legal."""
    squad = given if isinstance(given, Squad) else read_squad(given)
    for _, problem in problems(squad):
        raise problem
    return squad


def read_squad(given: Any) -> Squad:
    """A squad from any of its forms."""
    if not isinstance(given, str):
        return checked(Squad, given)
    text = given.strip()
    if text in ready_squads():
        return ready_squads()[text]
    if SHORT_UNIT.match(text):
        return from_short(text)
    from escaramuza.games.escarmouche import sharing

    if not sharing.looks_like_code(text):
        raise NotationError("UNKNOWN_SQUAD", text=text[:LONGEST_NAME], ready=", ".join(ready_squads()))
    shared = sharing.decode(text)
    return shared if isinstance(shared, Squad) else Squad(name=shared.name, units=(shared,))


def checked(model: type[Form], given: Any) -> Form:
    """A unit or a squad out of plain data; what is wrong with it is said in one piece."""
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise cause_of(error) from error


def from_short(text: str) -> Squad:
    """The squad of a short text such as `4/1/3/2+charge;3/3/2/2`; units are named A, B, C …"""
    units = []
    parts = text.split(";")
    if len(parts) > LONGEST_LIST:
        raise NotationError("SQUAD_TOO_MANY", found=len(parts), most=tables.MOST_UNITS)
    for number, part in enumerate(parts):
        found = SHORT_UNIT.fullmatch(part.strip())
        if found is None:
            raise NotationError("SHORT_UNIT", text=part.strip()[:LONGEST_NAME])
        figures = dict(zip(("health", "range", "move", "power"), map(int, found.groups()[:4]), strict=True))
        form = {"name": chr(ord("A") + number % 26), **figures, "abilities": found[5].split("+")[1:]}
        units.append(checked(Unit, form))
    return Squad(name=";".join(part.strip() for part in parts)[:LONGEST_NAME], units=tuple(units))


def cause_of(error: ValidationError) -> NotationError:
    """What is wrong with a unit or a squad, out of pydantic's words."""
    return cause_of_first(error.errors()[0])


def cause_of_first(first: Mapping[str, Any]) -> NotationError:
    """The same out of one of pydantic's findings."""
    inner = first.get("ctx", {}).get("error")
    if isinstance(inner, NotationError):
        return inner
    where = place_of(first["loc"])
    what = where.rpartition(".")[2]
    if first["type"] in ("missing", "extra_forbidden"):
        return NotationError("FIELD_MISSING" if first["type"] == "missing" else "FIELD_UNKNOWN", where=where)
    if what in tables.CHARACTERISTICS:
        return NotationError(
            "UNIT_FIGURE", what=where, text=str(first["input"])[:20], low=tables.LOWEST, high=tables.HIGHEST
        )
    if what == "icon":
        return NotationError("UNIT_ICON", text=str(first["input"])[:LONGEST_ICON], most=LONGEST_ICON)
    if what == "units" and first["type"] == "too_long":
        return NotationError("SQUAD_TOO_MANY", found=first["ctx"]["actual_length"], most=tables.MOST_UNITS)
    code, most = TEXT_LIMITS.get(what, ("SQUAD_FORM", 0))
    return NotationError(code, where=where, most=most)


def place_of(path: tuple[int | str, ...]) -> str:
    """Where in a unit or a squad something stands, as `units[2].health`; units are counted from 1."""
    place = ""
    for part in path:
        if isinstance(part, int):
            place += f"[{part + 1}]" if place.endswith("units") else ""
        elif part in FIELDS or not place:
            place += f".{part[:LONGEST_NAME]}" if place else part[:LONGEST_NAME]
        elif place.endswith("]"):
            place += f".{part[:LONGEST_NAME]}"
    return place or "squad"


@cache
def ready_list() -> list[dict[str, Any]]:
    """The ready-made squads with their worlds, in the order of the gallery."""
    loaded: list[dict[str, Any]] = json.loads(READY_FILE.read_text(encoding="utf-8"))
    return loaded


@cache
def ready_squads() -> dict[str, Squad]:
    """Id → ready-made squad."""
    return {entry["id"]: Squad.model_validate(entry["squad"]) for entry in ready_list()}

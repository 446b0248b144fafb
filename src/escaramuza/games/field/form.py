"""The form of a map as plain data, and what is wrong with one that does not have it."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator

from escaramuza.games.basics import NotationError

LONGEST_NAME = 40
# Farther out, or in longer lists, nothing is even looked at; up to there a map is a draft with something wrong.
FARTHEST = 30_000
LONGEST_LIST = 100

Length = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST, strict=True)]
Point = tuple[Length, Length]
Points = Annotated[tuple[Point, ...], Field(max_length=LONGEST_LIST)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME)]


class TableMap(BaseModel):
    """What every battlefield has; whether it can be played on is for its game's `problems`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Name
    width: Length
    height: Length

    @field_validator("name")
    @classmethod
    def _one_line(cls, name: str) -> str:
        if not name.isprintable():
            raise NotationError("MAP_NAME", most=LONGEST_NAME)
        return name


def cause_of(
    first: Mapping[str, Any], kinds: tuple[str, ...], roles: tuple[str, ...], most: Mapping[str, tuple[str, int]]
) -> NotationError:
    """What is wrong with the form of a map, out of one of pydantic's findings; `most` has the code and the limit of
    lists that are too long even for a draft."""
    inner = first.get("ctx", {}).get("error")
    if isinstance(inner, NotationError):
        return inner
    where = _place_of(first["loc"])
    what = where.rpartition(".")[2]
    if first["type"] in ("missing", "extra_forbidden"):
        return NotationError("MAP_FIELD_MISSING" if first["type"] == "missing" else "MAP_FIELD_UNKNOWN", where=where)
    if what == "kind":
        return NotationError("MAP_KIND", where=where, kinds=", ".join(kinds))
    if what.startswith("roles"):
        return NotationError("MAP_ROLE", where=where, roles=", ".join(roles))
    if what == "name":
        return NotationError("MAP_NAME", most=LONGEST_NAME)
    if what in most and first["type"] == "too_long":
        code, limit = most[what]
        return NotationError(code, found=first["ctx"]["actual_length"], most=limit)
    return NotationError("MAP_FORM", where=where)


def _place_of(path: tuple[int | str, ...]) -> str:
    """Where in a map something stands, as `terrain[2].corners[3]`, counted from 1."""
    place = ""
    for part in path:
        if isinstance(part, int):
            place += f"[{part + 1}]"
        else:
            place += f".{part[:LONGEST_NAME]}" if place else part[:LONGEST_NAME]
    return place or "map"

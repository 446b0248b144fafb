"""What people agree on before a match, beside the options of its rules: when a deserted match may be claimed, and
whether they may ask the machine for help, what those who come by a link bring."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

DAY = 24 * 3600
LONGEST = 60 * DAY
Seconds = Annotated[int, Field(ge=1, le=LONGEST)]


class Terms(BaseModel):
    """Seconds after which a match is deserted by whoever is to decide and does not, none for never; whether hints are
    given although people play against each other; whether those who come by a link bring their own squad or army, and
    how many points or units it may have."""

    model_config = ConfigDict(extra="forbid")

    claim_after: Seconds | None = 3 * DAY
    hints: bool = False
    brings: bool = False
    most: Annotated[int, Field(ge=1, le=1000)] | None = None


def of_json(found: Mapping[str, Any] | None) -> Terms:
    """As the database keeps them; matches from before there were any have the usual ones."""
    return Terms() if found is None else Terms.model_validate(found)


def people(seats: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """The seats that people hold."""
    return {seat for seat, info in seats.items() if not info["agent"]}


def between_people(seats: Mapping[str, Mapping[str, Any]], side_of: Mapping[str, str]) -> bool:
    """Whether people play against people."""
    return len({side_of[seat] for seat in people(seats)}) > 1

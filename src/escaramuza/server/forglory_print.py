"""REST: print and play for For Glory."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from escaramuza.games.forglory.armies import LONGEST_TEXT
from escaramuza.games.forglory.maps import BOOK, BattleMap
from escaramuza.press import forglory
from escaramuza.press.forglory import PARTS
from escaramuza.server.pdfs import PDF, as_sent, pdf_response

router = APIRouter(prefix="/api/forglory")

Part = Literal["units", "markers", "ruler", "map", "summary", "armies", "score"]
Army = Annotated[str, Field(max_length=LONGEST_TEXT)]


def _given(map: Any) -> Any:
    return as_sent(map, BOOK)


class ForGloryPrintBody(BaseModel):
    """What to print, for which battle or armies and map, at which scale, on which paper and in which language."""

    model_config = ConfigDict(extra="forbid")

    what: Annotated[list[Part], Field(min_length=1, max_length=len(PARTS))]
    battle: Annotated[str, Field(max_length=40)] | None = None
    map: Annotated[str | BattleMap | None, BeforeValidator(_given)] = None
    south_army: Army | None = None
    north_army: Army | None = None
    scale: Literal["half", "one", "double"] = "one"
    paper: Literal["a4", "letter"] = "a4"
    lang: Literal["es", "fr", "en"] = "en"
    full_size_map: bool = False


@router.post("/print", response_class=Response, responses=PDF)
async def print_pdf(request: Request, body: ForGloryPrintBody) -> Response:
    """Labels of units and officers, markers, measuring sticks, map, tables, army and score sheets as a PDF."""
    return await pdf_response(request, "forglory", body, "for-glory")


def printed(given: dict[str, Any]) -> bytes:
    """The PDF."""
    body = ForGloryPrintBody(**given)
    wanted = forglory.order(
        body.what,
        body.paper,
        body.lang,
        body.battle,
        body.map,
        body.south_army,
        body.north_army,
        body.scale,
        body.full_size_map,
    )
    return forglory.print_forglory(wanted)

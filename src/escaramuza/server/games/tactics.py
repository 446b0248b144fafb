"""REST for Tactics: print and play."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from escaramuza.press import tactics as press
from escaramuza.server.pdfs import PDF, pdf_response

GAME = "tactics"
router = APIRouter(prefix=f"/api/{GAME}")

Part = Literal["board", "tokens", "summary"]


class TacticsPrintBody(BaseModel):
    """What to print, on which paper and in which language."""

    model_config = ConfigDict(extra="forbid")

    what: Annotated[list[Part], Field(min_length=1, max_length=len(press.PARTS))]
    paper: Literal["a4", "letter"] = "a4"
    lang: Literal["es", "fr", "en"] = "en"


@router.post("/print", response_class=Response, responses=PDF)
async def print_pdf(request: Request, body: TacticsPrintBody) -> Response:
    """The board, the pieces of both sides and a reference sheet as a PDF."""
    return await pdf_response(request, GAME, body, GAME)


def printed(given: dict[str, Any]) -> bytes:
    """The PDF."""
    body = TacticsPrintBody(**given)
    return press.print_tactics(press.order(body.what, body.paper, body.lang))

"""REST: print and play for Escaramuzas de Café."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from escaramuza.games.cafe.armies import PUBLISHED
from escaramuza.games.cafe.maps import BOOK, Map
from escaramuza.press import cafe
from escaramuza.press.cafe import PARTS
from escaramuza.server.pdfs import PDF, as_sent, pdf_response

router = APIRouter(prefix="/api/cafe")

Part = Literal["units", "tokens", "cards", "markers", "ruler", "map", "summary", "score"]
Army = Annotated[str, Field(max_length=100)]


def _given(map: Any) -> Any:
    return as_sent(map, BOOK)


class CafePrintBody(BaseModel):
    """What to print, for which armies and map, on which paper and in which language."""

    model_config = ConfigDict(extra="forbid")

    what: Annotated[list[Part], Field(min_length=1, max_length=len(PARTS))]
    map: Annotated[str | Map | None, BeforeValidator(_given)] = None
    blue_army: Army = PUBLISHED
    red_army: Army = PUBLISHED
    paper: Literal["a4", "letter"] = "a4"
    lang: Literal["es", "fr", "en"] = "en"
    full_size_map: bool = False


@router.post("/print", response_class=Response, responses=PDF)
async def print_pdf(request: Request, body: CafePrintBody) -> Response:
    """Units, tokens, cards, markers, ruler, map, rules and score sheet as a PDF."""
    return await pdf_response(request, "cafe", body, "escaramuzas-de-cafe")


def printed(given: dict[str, Any]) -> bytes:
    """The PDF."""
    body = CafePrintBody(**given)
    wanted = cafe.order(body.what, body.paper, body.lang, body.map, body.blue_army, body.red_army, body.full_size_map)
    return cafe.print_cafe(wanted)

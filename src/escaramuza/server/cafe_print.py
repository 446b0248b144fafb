"""REST: print and play for Escaramuzas de Café."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from escaramuza.barracks.press import cafe
from escaramuza.barracks.press.cafe import PARTS
from escaramuza.games.cafe.armies import PUBLISHED
from escaramuza.games.cafe.maps import Map, checked
from escaramuza.server.rest import FAILS

router = APIRouter(prefix="/api/cafe")

Part = Literal["units", "tokens", "cards", "markers", "ruler", "map", "summary", "score"]
Army = Annotated[str, Field(max_length=100)]


def _given(map: Any) -> Any:
    """A map by its name or code is looked up later, where that holds up nobody; half letters could not be quoted."""
    if isinstance(map, str):
        return map.encode("utf-8", "replace").decode()
    return None if map is None else checked(map)


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


@router.post(
    "/print",
    response_class=Response,
    responses={**FAILS, 200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}},
)
async def print_pdf(request: Request, body: CafePrintBody) -> Response:
    """Units, tokens, cards, markers, ruler, map, rules and score sheet as a PDF."""
    pdf = await request.app.state.printer.run(lambda: _printed(body))
    headers = {"Content-Disposition": 'attachment; filename="escaramuzas-de-cafe.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=headers)


def _printed(body: CafePrintBody) -> bytes:
    wanted = cafe.order(
        body.what, body.paper, body.lang, body.map, body.blue_army, body.red_army, body.full_size_map
    )  # fmt: skip
    return cafe.print_cafe(wanted)

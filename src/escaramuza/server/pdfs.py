"""What the games that are printed share: a map as it was sent, a PDF as the answer."""

import base64
from typing import Any

from fastapi import Request
from fastapi.responses import Response
from pydantic import BaseModel

from escaramuza.games.field.book import MapBook
from escaramuza.server.orders import Failed, Order, once
from escaramuza.server.rest import FAILS, guest_of, hub_of
from escaramuza.server.words import Problem

PDF: dict[int | str, dict[str, Any]] = {
    **FAILS,
    200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}},
}


def as_sent(map: Any, book: MapBook[Any]) -> Any:
    """A map by its name or code is looked up later, where that holds up nobody; half letters could not be quoted."""
    if isinstance(map, str):
        return map.encode("utf-8", "replace").decode()
    return None if map is None else book.checked(map)


async def pdf_response(request: Request, game_id: str, body: BaseModel, name: str) -> Response:
    """A file to download, printed in its turn by `printed` of what the server has for the game."""
    given = {"game": game_id, "body": body.model_dump(mode="json")}
    order = Order("print", f"print {once()}", guest_of(request), "", given)
    try:
        pdf = base64.b64decode(await hub_of(request).jobs.do(order))
    except Failed as error:
        raise Problem("FAULT", 500) from error
    headers = {"Content-Disposition": f'attachment; filename="{name}.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=headers)

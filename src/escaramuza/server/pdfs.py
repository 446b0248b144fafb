"""What the games that are printed share: a map as it was sent, a PDF as the answer."""

from typing import Any

from fastapi.responses import Response

from escaramuza.games.field.book import MapBook
from escaramuza.server.rest import FAILS

PDF: dict[int | str, dict[str, Any]] = {
    **FAILS,
    200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}},
}


def as_sent(map: Any, book: MapBook[Any]) -> Any:
    """A map by its name or code is looked up later, where that holds up nobody; half letters could not be quoted."""
    if isinstance(map, str):
        return map.encode("utf-8", "replace").decode()
    return None if map is None else book.checked(map)


def pdf_response(pdf: bytes, name: str) -> Response:
    """A file to download."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=headers)

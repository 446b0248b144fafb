"""REST for Escaramuzas de Café: its maps, its units for whoever puts an army together, and print and play."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from escaramuza.games.cafe import armies, maps, tables
from escaramuza.games.cafe.maps import Map
from escaramuza.press import cafe as press
from escaramuza.server.maps import Catalogue, Limits, map_routes
from escaramuza.server.pdfs import PDF, as_sent, pdf_response

GAME = "cafe"
router = APIRouter(prefix=f"/api/{GAME}")

Part = Literal["units", "tokens", "cards", "markers", "ruler", "map", "summary", "score"]
ArmyText = Annotated[str, Field(max_length=100)]


class CafeLimits(Limits):
    """The limits of Escaramuzas de Café: how far apart and how deep zones are, how large objectives, how far apart."""

    least_width: int = maps.LEAST_WIDTH
    most_width: int = maps.MOST_WIDTH
    least_height: int = maps.LEAST_HEIGHT
    most_height: int = maps.MOST_HEIGHT
    pieces: int = maps.MOST_PIECES
    objectives: list[int] = Field(default=list(maps.COUNTS))
    least_gap: int = maps.LEAST_GAP
    least_zone: int = maps.LEAST_ZONE
    patch: int = tables.PATCH
    apart: int = maps.APART


class MapCatalogue(Catalogue[Map]):
    """All that an editor of maps needs to know; the first ready map is the default."""

    limits: CafeLimits = CafeLimits()


map_routes(router, maps.BOOK, maps.ROLES, MapCatalogue)


class UnitFigures(BaseModel):
    """A kind of unit: its letter in armies, its name among the terms, its figures; a move in tenths of a millimetre."""

    letter: str
    type: str
    health: int
    resistance: int
    shooting: int
    fighting: int
    move: int


class ArmyCatalogue(BaseModel):
    """All that an editor of armies needs to know: the kinds of unit in the order in which armies are written, how many
    units an army has, and armies to start from, as counts by letter, with the number of the published one."""

    units: list[UnitFigures]
    least: int
    most: int
    ready: list[dict[str, int]]
    published: int


@router.get("/armies")
async def army_catalogue() -> ArmyCatalogue:
    """The kinds of unit with their figures, the limits of armies, and armies to start from."""
    return ArmyCatalogue(
        units=[
            UnitFigures(
                letter=letter,
                type=tables.TYPES[kind],
                health=int(tables.HEALTH[kind]),
                resistance=int(tables.RESISTANCE[kind]),
                shooting=int(tables.SHOOTING[kind]),
                fighting=int(tables.FIGHTING[kind]),
                move=int(tables.MOVE[kind]),
            )
            for kind, letter in enumerate(tables.LETTERS)
        ],
        least=tables.FEWEST_UNITS,
        most=tables.MOST_UNITS,
        ready=[armies.army_counts(text) for text in armies.READY],
        published=armies.READY.index(armies.PUBLISHED),
    )


def _given(map: Any) -> Any:
    return as_sent(map, maps.BOOK)


class CafePrintBody(BaseModel):
    """What to print, for which armies and map, on which paper and in which language."""

    model_config = ConfigDict(extra="forbid")

    what: Annotated[list[Part], Field(min_length=1, max_length=len(press.PARTS))]
    map: Annotated[str | Map | None, BeforeValidator(_given)] = None
    blue_army: ArmyText = armies.PUBLISHED
    red_army: ArmyText = armies.PUBLISHED
    paper: Literal["a4", "letter"] = "a4"
    lang: Literal["es", "fr", "en"] = "en"
    full_size_map: bool = False


@router.post("/print", response_class=Response, responses=PDF)
async def print_pdf(request: Request, body: CafePrintBody) -> Response:
    """Units, tokens, cards, markers, ruler, map, rules and score sheet as a PDF."""
    return await pdf_response(request, GAME, body, "escaramuzas-de-cafe")


def printed(given: dict[str, Any]) -> bytes:
    """The PDF."""
    body = CafePrintBody(**given)
    wanted = press.order(body.what, body.paper, body.lang, body.map, body.blue_army, body.red_army, body.full_size_map)
    return press.print_cafe(wanted)

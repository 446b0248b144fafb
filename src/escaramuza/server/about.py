"""REST: the games, how far they are prepared, their rules, quick references and pictures."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel

from escaramuza.engine.errors import find_game
from escaramuza.games import registry
from escaramuza.games.diagrams import Diagram, Shown, Window
from escaramuza.games.game import Game
from escaramuza.press import reference as quick
from escaramuza.server import catalogue
from escaramuza.server.catalogue import GameInfo, Text
from escaramuza.server.orders import Order
from escaramuza.server.readiness import GameReadiness
from escaramuza.server.rest import FAILS, GameId, guest_of, hub_of

router = APIRouter(prefix="/api")
PICTURE: dict[int | str, dict[str, Any]] = {**FAILS, 200: {"content": {"image/*": {}}}}
PICTURE_SECONDS = 3600


class DiagramInfo(BaseModel):
    """A diagram beside a clause: what part of its board or table is drawn and how, and what is said below it."""

    id: str
    caption: Text
    window: Window
    shows: list[Shown]


class ClauseInfo(BaseModel):
    """A clause in our own words."""

    id: str
    text: Text
    diagrams: list[DiagramInfo]


class SectionInfo(BaseModel):
    """A chapter of the rulebook."""

    id: str
    text: Text
    clauses: list[ClauseInfo]


class RulesInfo(BaseModel):
    """The rules of a game."""

    sections: list[SectionInfo]


class ReferenceBlock(BaseModel):
    """A part of a quick reference: sentences, a table with its head, or both."""

    title: str
    lines: list[str]
    head: list[str]
    rows: list[list[str]]


class ReferenceInfo(BaseModel):
    """The quick reference of a game in one language."""

    blocks: list[ReferenceBlock]


@router.get("/games")
async def games() -> list[GameInfo]:
    """The games that can be played."""
    return [catalogue.game_info(game) for game in registry.ready()]


@router.get("/readiness")
async def readiness(request: Request, wanted: Annotated[str, Query(max_length=80)] = "") -> list[GameReadiness]:
    """How far each game is; the wanted one is prepared first."""
    hub = hub_of(request)
    known = hub.readiness
    if wanted in registry.ids():
        known.want(wanted)
        hub.awaited.add(wanted)
    found = [known.of(game_id) for game_id in registry.ids()]
    for game in found:
        # Whoever thinks for agents has the game before the first of them has to, and so has whoever answers questions.
        if game.id in hub.awaited and game.state == "ready":
            hub.awaited.discard(game.id)
            hub.jobs.expect(game.id)
            hub.questions.jobs.expect(game.id)
    return found


@router.get("/games/{game}/rules", responses=FAILS)
async def rules(game_id: GameId) -> RulesInfo:
    """The rules, clause by clause, in our own words."""
    game = find_game(game_id)
    sections = [
        SectionInfo(
            id=section,
            text=catalogue.text_of(game, "terms", f"section:{section}"),
            clauses=[
                ClauseInfo(
                    id=clause.id,
                    text=catalogue.text_of(game, "clauses", clause.id),
                    diagrams=[_told(game, diagram) for diagram in game.diagrams if diagram.clause == clause.id],
                )
                for clause in game.clauses
                if clause.section == section
            ],
        )
        for section in game.sections
    ]
    return RulesInfo(sections=sections)


def _told(game: Game, diagram: Diagram) -> DiagramInfo:
    caption = catalogue.text_of(game, "diagrams", diagram.id)
    return DiagramInfo(id=diagram.id, caption=caption, window=diagram.window, shows=list(diagram.shows))


@router.get("/games/{game}/diagrams", responses=FAILS, response_model=None)
async def diagrams(request: Request, game_id: GameId) -> Response:
    """The diagrams of the rules, each as a scene with what the rules say of it."""
    game, hub = find_game(game_id), hub_of(request)
    if game.id not in hub.diagrams:
        await hub.readiness.must_be_ready(game.id)
        order = Order("diagrams", f"diagrams {game.id}", guest_of(request), game.id, {"game": game.id})
        hub.diagrams[game.id] = bytes(await hub.questions.answer(order))
    return Response(hub.diagrams[game.id], media_type="application/json")


@router.get("/games/{game}/picture", response_class=FileResponse, responses=PICTURE)
async def picture(game_id: GameId) -> FileResponse:
    """What lists of games show it with."""
    return FileResponse(find_game(game_id).picture, headers={"Cache-Control": f"public, max-age={PICTURE_SECONDS}"})


@router.get("/games/{game}/reference", responses=FAILS)
async def reference(game_id: GameId, lang: Literal["es", "fr", "en"] = "en") -> ReferenceInfo:
    """What players look up at the table: the course of a turn, costs, tables."""
    return ReferenceInfo(blocks=[ReferenceBlock(**block) for block in quick.blocks(find_game(game_id), lang)])

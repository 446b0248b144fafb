"""REST: the lab. What it can be asked, and a question whose answer sharpens line by line."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from escaramuza.engine.errors import find_game
from escaramuza.games import registry
from escaramuza.lab.asked import question
from escaramuza.lab.asked.answer import Gathering
from escaramuza.lab.asked.question import LabQuestion, Strength
from escaramuza.maps import library as maps
from escaramuza.server.catalogue import Text
from escaramuza.server.inquiries import Inquiries, LabNews
from escaramuza.server.rest import FAILS, guest_of, hub_of
from escaramuza.server.words import Problem
from escaramuza.squads import GAME

router = APIRouter(prefix="/api/lab")
LINES = "application/x-ndjson"


class LabGame(BaseModel):
    """A game in the lab: the options whose effect can be asked for, and whether it is played on maps."""

    id: str
    name: str
    options: list[str]
    maps: bool


class LabInfo(BaseModel):
    """Whether the lab is open, else why not; how much a question may cost here; who can play."""

    open: bool
    why: Text | None
    games: list[LabGame]
    agents: dict[Strength, str]
    most_games: int
    most_seconds: float


@router.get("")
async def about(request: Request) -> LabInfo:
    """What the lab can be asked."""
    settings = hub_of(request).settings
    is_open = settings.lab == "on"
    return LabInfo(
        open=is_open,
        why=None if is_open else Text(**Problem("LAB_OFF").text),
        games=[_game(id) for id in registry.ids()] if is_open else [],
        agents=question.AGENTS,
        most_games=settings.experiment_games,
        most_seconds=settings.experiment_seconds,
    )


def _game(id: str) -> LabGame:
    game = registry.get(id)
    simple = [name for name, field in game.option_fields.items() if not any(field.get(part) for part in question.PARTS)]
    return LabGame(id=id, name=game.name, options=simple, maps=id in maps.mapped())


@router.post(
    "",
    response_model=None,
    responses={
        **FAILS,
        200: {"model": LabNews, "content": {LINES: {}}, "description": "A line of JSON for each news."},
    },
)
async def ask(request: Request, body: LabQuestion) -> StreamingResponse:
    """Ask: news of it line by line, until it is answered well enough. Whoever goes away has it ended."""
    hub, guest = hub_of(request), guest_of(request)
    lab = hub.lab
    lab.must_be_on()
    lab.must_have_room(guest)
    await hub.readiness.must_be_ready(find_game(getattr(body, "game", GAME)).id)
    most = hub.settings.experiment_games
    # Maps take a while to be checked.
    run = await hub.questions.read(guest, lambda: Gathering(question.inquiry_of(body, most)))
    # Fronts must not keep lines back until there are many.
    headers = {"X-Accel-Buffering": "no", "Cache-Control": "no-store"}
    return StreamingResponse(_lines(lab, guest, run), media_type=LINES, headers=headers)


async def _lines(lab: Inquiries, guest: str, run: Gathering) -> AsyncIterator[str]:
    async with aclosing(lab.news(guest, run)) as told:
        async for news in told:
            yield news.model_dump_json() + "\n"

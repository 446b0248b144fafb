"""REST: whether the server is there, and whether it can be used."""

import asyncio

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from escaramuza import __version__
from escaramuza.server.rest import hub_of
from escaramuza.server.store import Gone

router = APIRouter(prefix="/api/health")
# A database that takes longer to say one word is not ready.
READY_SECONDS = 5.0


class Health(BaseModel):
    """The server is there."""

    ok: bool
    version: str


class Ready(BaseModel):
    """Whether the server can be used: its database answers, and there is somebody who thinks for agents."""

    ready: bool
    database: bool
    workers: int


@router.get("")
async def health() -> Health:
    """Whether the server is there."""
    return Health(ok=True, version=__version__)


@router.get("/ready", responses={503: {"model": Ready}})
async def ready(request: Request, response: Response) -> Ready:
    """Whether the database and the workers are there; 503 where they are not."""
    hub = hub_of(request)
    try:
        async with asyncio.timeout(READY_SECONDS):
            await hub.store.run(lambda connection: connection.execute(select(1)).scalar())
            workers = await hub.jobs.workers()
        found = Ready(ready=workers > 0, database=True, workers=workers)
    except (SQLAlchemyError, Gone, TimeoutError):
        found = Ready(ready=False, database=False, workers=0)
    response.status_code = 200 if found.ready else 503
    return found

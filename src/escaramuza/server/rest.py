"""REST: new matches, finished matches, positions."""

import asyncio
import logging
import time
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from escaramuza.engine import record
from escaramuza.engine.agreement import Reason as EndReason
from escaramuza.engine.errors import find_game
from escaramuza.engine.match import Match
from escaramuza.server import arriving, keeping, limits
from escaramuza.server.changes import changes
from escaramuza.server.hub import Analysing, Hub
from escaramuza.server.live import LiveMatch
from escaramuza.server.messages import step_message
from escaramuza.server.orders import Failed, Order, once
from escaramuza.server.tally import Tally, tally_of
from escaramuza.server.terms import Terms
from escaramuza.server.wire import Frame, Replay, SeatInfo, Step
from escaramuza.server.words import Fault, Problem

router = APIRouter(prefix="/api")
Token = Annotated[str, Path(min_length=1, max_length=64)]
# A game in a path, by its id.
GameId = Annotated[str, Path(alias="game")]
Short = Annotated[str, Field(max_length=80)]
LONGEST_POSITION = 4000
encode = msgspec.json.Encoder().encode
# How often it is looked whether somebody still waits for an analysis.
LOOK_SECONDS = 0.5
log = logging.getLogger("escaramuza.server")


class ErrorAnswer(BaseModel):
    """An error as it is answered."""

    error: Fault


class NewMatch(BaseModel):
    """What a new match is made of."""

    model_config = ConfigDict(extra="forbid")

    game: Short
    seats: dict[Short, Short] = {}
    options: dict[Short, Any] = {}
    names: dict[Short, Short] = {}
    position: Annotated[str, Field(max_length=LONGEST_POSITION)] | None = None
    terms: Terms = Terms()


class MadeMatch(BaseModel):
    """The keys to a new match."""

    tokens: dict[str, str]
    spectator: str
    mine: str | None


class Arrival(BaseModel):
    """Who sits down, and what they bring if they are asked for it."""

    model_config = ConfigDict(extra="forbid")

    name: Short = ""
    brought: Any = None


class MatchFile(BaseModel):
    """A match file to take in."""

    model_config = ConfigDict(extra="forbid")

    file: str


class ImportedMatch(BaseModel):
    """Where the match of a file is now."""

    token: str
    finished: bool


class RematchWish(BaseModel):
    """How somebody would like a rematch; whoever asks first decides."""

    same_sides: bool = False


class Rematch(BaseModel):
    """The key to the same seat's place in a rematch."""

    token: str


class MatchInfo(BaseModel):
    """What a token opens."""

    game: str
    role: str
    # Whether a decision of this seat is awaited.
    your_turn: bool
    finished: bool
    outcome: dict[str, int] | None
    reason: EndReason | None
    seats: dict[str, SeatInfo]
    # The seats that agree to delete it.
    leaving: list[str]


class Deletion(BaseModel):
    """Whether a match is deleted, the seats that agree to it, and those that still have to."""

    deleted: bool
    agreed: list[str]
    waiting: list[str]


class Verified(BaseModel):
    """The dice of a finished match, checked."""

    ok: bool
    steps: int
    dice: int
    seed: str
    commitment: str


class AnalysisPoint(BaseModel):
    """One step of the curve."""

    step: int
    expected: float
    dice: float
    decision: float
    turning: bool


class Analysis(BaseModel):
    """How far the analysis is, or the analysis."""

    share: float
    points: list[AnalysisPoint] | None


def guest_of(request: Request) -> str:
    """Who asks."""
    return limits.guest_of(request.client.host if request.client else "")


def hub_of(request: Request) -> Hub:
    """The hub of this server."""
    hub: Hub = request.app.state.hub
    return hub


FAILS: dict[int | str, dict[str, Any]] = {
    403: {"model": ErrorAnswer},
    404: {"model": ErrorAnswer},
    409: {"model": ErrorAnswer},
    413: {"model": ErrorAnswer},
    422: {"model": ErrorAnswer},
    429: {"model": ErrorAnswer},
    503: {"model": ErrorAnswer},
}


@router.post("/matches", status_code=201, responses=FAILS)
async def create(request: Request, body: NewMatch) -> MadeMatch:
    """A new match; the tokens are the keys to its seats."""
    made = await hub_of(request).create(
        body.game, body.seats, body.options, body.names, body.position, body.terms, guest_of(request)
    )
    return MadeMatch(**made)


@router.post("/matches/import", status_code=201, responses=FAILS)
async def import_match(request: Request, body: MatchFile) -> ImportedMatch:
    """Take in a match file."""
    return ImportedMatch(**await hub_of(request).import_match(body.file, guest_of(request)))


@router.post("/matches/{token}/rematch", status_code=201, responses=FAILS)
async def rematch(request: Request, token: Token, body: RematchWish | None = None) -> Rematch:
    """The same match again, with the sides changed unless wished otherwise; whoever asks later gets the same one."""
    return Rematch(**await hub_of(request).rematch(token, body is not None and body.same_sides))


@router.post("/matches/{token}/again", status_code=201, responses=FAILS)
async def again(request: Request, token: Token) -> Rematch:
    """The same match again with the same sides, for whoever plays alone or shares a screen; each time a new one."""
    return Rematch(**await hub_of(request).again(token))


@router.get("/matches/{token}", responses=FAILS)
async def look(request: Request, token: Token) -> MatchInfo:
    """What a token opens."""
    hub = hub_of(request)
    live, seats = await hub.find(token)
    return MatchInfo(
        game=live.match.game.id,
        role=seats[0] if seats else "spectator",
        your_turn=live.match.actor in seats,
        finished=live.match.actor is None,
        outcome=live.match.outcome,
        reason=live.match.reason,
        seats=live.who(),
        leaving=live.leaving,
    )


@router.post("/matches/{token}/arrive", status_code=204, responses=FAILS)
async def arrive(request: Request, token: Token, body: Arrival) -> None:
    """Say what one is called, and bring a squad or an army where the host allows it."""
    await arriving.arrive(hub_of(request), token, body.name, body.brought, guest_of(request))


@router.delete("/matches/{token}", responses=FAILS)
async def delete(request: Request, token: Token) -> Deletion:
    """Delete a match for good, or agree to it: where other people have played too, all of them have to."""
    found = await keeping.agree_to_delete(hub_of(request), token)
    return Deletion(deleted=found.deleted, agreed=found.agreed, waiting=found.waiting)


@router.post("/matches/{token}/keep", status_code=204, responses=FAILS)
async def keep(request: Request, token: Token) -> None:
    """Not agree to delete a match, or think better of it."""
    await keeping.keep(hub_of(request), token)


async def _finished(request: Request, token: str) -> LiveMatch:
    live, _ = await hub_of(request).find(token)
    if live.match.actor is not None:
        raise Problem("NOT_OVER", 409)
    return live


@router.get(
    "/matches/{token}/file",
    response_model=None,
    responses={**FAILS, 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def file(request: Request, token: Token) -> PlainTextResponse:
    """The match file of a finished match."""
    live = await _finished(request, token)
    name = f"{live.match.game.id}-{live.id[:8]}.match"
    return PlainTextResponse(
        record.dumps(live.match), headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.get("/matches/{token}/verify", responses=FAILS)
async def verify(request: Request, token: Token) -> Verified:
    """Replay a finished match from its file and check every die against the commitment."""
    live = await _finished(request, token)
    match = live.match
    again = await hub_of(request).questions.read(guest_of(request), lambda: record.loads(record.dumps(match)))
    return Verified(
        ok=again.hash == live.match.hash and again.commitment == live.match.commitment,
        steps=len(again.steps),
        dice=int(again.state.dice.draws),
        seed=f"{again.seed:032x}",
        commitment=again.commitment,
    )


# Checking all of a long match again each time would take longer than making it; tests do.
@router.get("/matches/{token}/replay", responses=FAILS, response_model=None)
async def replay(request: Request, token: Token) -> Response:
    """A finished match, scene by scene."""
    live = await _finished(request, token)
    match, seats = live.match, live.who()
    # Also written beside the event loop: a battle's scenes are many megabytes.
    text = await hub_of(request).questions.read(guest_of(request), lambda: encode(_replay(match, seats)))
    return Response(text, media_type="application/json")


def _replay(match: Match, seats: dict[str, SeatInfo]) -> Replay:
    return {
        "game": match.game.id,
        "seats": seats,
        "seed": f"{match.seed:032x}",
        "commitment": match.commitment,
        "outcome": match.outcome,
        "reason": match.reason,
        "frames": _frames(match),
    }


def _frames(match: Match) -> list[Frame]:
    """The start, then each step with the scene after it."""
    states = [*(step.before for step in match.steps), match.state]
    scenes = [match.game.view(state, match.options) for state in states]
    steps: list[Step | None] = [None]
    for number, step in enumerate(match.steps):
        drawn = changes(scenes[number], scenes[number + 1], step.events, match.game)
        steps.append(step_message(number, step, False, drawn))
    return [
        {"scene": scene, "step": step, "position": match.game.format_position(state)}
        for scene, step, state in zip(scenes, steps, states, strict=True)
    ]


@router.get("/matches/{token}/tally", responses=FAILS)
async def tally(request: Request, token: Token) -> Tally:
    """Who did what in a finished match: whom each side lost, and who did most."""
    live = await _finished(request, token)
    match = live.match
    return await hub_of(request).questions.read(guest_of(request), lambda: tally_of(match))


@router.post("/matches/{token}/analysis", responses=FAILS)
async def analysis(request: Request, token: Token) -> Analysis:
    """Start the analysis of a finished match, or ask how far it is."""
    hub = hub_of(request)
    live = await _finished(request, token)
    stored = await hub.store.analysis(live.id)
    if stored is not None:
        return Analysis(share=1.0, points=[AnalysisPoint(**point) for point in stored])
    if len(live.match.steps) > hub.settings.longest_match:
        raise Problem("TOO_LONG", 413, most=hub.settings.longest_match)
    if live.id not in hub.analyses:
        hub.analyses[live.id] = Analysing(time.monotonic())
        hub.tasks.add(task := asyncio.create_task(_analyse(hub, live, guest_of(request))))
        task.add_done_callback(hub.tasks.discard)
    analysing = hub.analyses[live.id]
    analysing.asked = time.monotonic()
    return Analysis(share=analysing.share, points=None)


async def _analyse(hub: Hub, live: LiveMatch, guest: str) -> None:
    """Analyse a match and keep what came of it; one that nobody asks for any more is given up."""
    analysing, patience = hub.analyses[live.id], hub.settings.analysis_patience
    data = {"game": live.match.game.id, "file": record.dumps(live.match)}
    order = Order("analyse", f"analyse {live.id}", guest, live.match.game.id, data)
    work = asyncio.ensure_future(hub.jobs.do(order, analysing.note))
    try:
        while not work.done():
            await asyncio.wait({work}, timeout=LOOK_SECONDS)
            if time.monotonic() - analysing.asked > patience:
                return
        await hub.store.keep_analysis(live.id, work.result())
    except Failed as error:
        log.warning("match %s cannot be analysed: %s", live.id, error)
    finally:
        work.cancel()
        hub.analyses.pop(live.id, None)


@router.get("/positions/{game}", responses=FAILS, response_model=None)
async def position(
    request: Request, game_id: GameId, p: Annotated[str, Query(max_length=LONGEST_POSITION)]
) -> Response:
    """The scene of a written position; other words of the query are options of the match, such as its squads."""
    game = find_game(game_id)
    options = {name: value for name, value in request.query_params.items() if name != "p"}
    await hub_of(request).readiness.must_be_ready(game.id)
    data = {"game": game.id, "position": p, "options": options}
    drawn = await hub_of(request).questions.answer(Order("scene", once(), guest_of(request), game.id, data))
    return Response(bytes(drawn), media_type="application/json")

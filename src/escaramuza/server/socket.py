"""The table's WebSocket: questions and actions of one guest."""

import asyncio
import json
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, Self
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from sqlalchemy.exc import SQLAlchemyError

from escaramuza.engine.errors import EscaramuzaError
from escaramuza.games.spec import Place
from escaramuza.server import messages
from escaramuza.server.actor import Actor, Guest
from escaramuza.server.hub import Hub
from escaramuza.server.limits import Bucket
from escaramuza.server.readiness import Unprepared
from escaramuza.server.store import Gone
from escaramuza.server.words import Problem, problem_of

log = logging.getLogger("escaramuza.server")
router = APIRouter()
MOST_ACTIONS = 64
OUTBOX = 256
HELLO_SECONDS = 20.0
PREPARING_SECONDS = 0.5
FARTHEST = 100_000
# What may take a while is answered beside the conversation, so many at a time; whoever goes gets no answer.
QUESTIONS = ("why", "odds", "threats", "look", "hint")
MOST_QUESTIONS = 16
Length = Annotated[int, Field(strict=True, ge=-FARTHEST, le=FARTHEST)]
CLOSE_DEAD, CLOSE_TAKEN, CLOSE_STRANGER, CLOSE_BUSY = 4404, 4409, 4403, 4429


class Message(BaseModel):
    """What a client may say."""

    model_config = ConfigDict(extra="ignore")

    type: str = Field(max_length=20)
    id: int | str | None = None
    seq: int = 0
    steps: int = Field(default=0, ge=0)
    action: str = Field(default="", max_length=80)
    unit: int = Field(default=-1, ge=-1, le=10_000)
    x: Length | None = None
    y: Length | None = None
    facing: Length = 0
    actions: list[str] = Field(default=[], max_length=MOST_ACTIONS)

    @model_validator(mode="after")
    def _a_place_has_both(self) -> Self:
        if (self.x is None) != (self.y is None):
            raise ValueError("x and y go together")
        return self

    @property
    def place(self) -> Place | None:
        """Where a unit should be thought to stand; None for where it does."""
        return None if self.x is None or self.y is None else (self.x, self.y, self.facing)


@router.websocket("/api/table/{token}")
async def table(socket: WebSocket, token: str) -> None:
    """Sit down at a table, or watch it."""
    hub: Hub = socket.app.state.hub
    await socket.accept()
    if not _same_site(socket):
        await _close(socket, Problem("STRANGER", 403), CLOSE_STRANGER)
        return
    guest = socket.client.host if socket.client else ""
    if hub.connections[guest] >= hub.settings.most_connections or not hub.arrivals.take(guest):
        await _close(socket, Problem("TOO_FAST", 429), CLOSE_BUSY)
        return
    hub.connections[guest] += 1
    try:
        actor, seats = await _find(socket, hub, token)
        await Connection(socket, actor, seats, hub).serve()
    except Problem as problem:
        await _close(socket, problem, CLOSE_DEAD)
    except WebSocketDisconnect:
        return
    except Exception as error:
        log.error("a table cannot be opened", exc_info=error)
        gone = isinstance(error, SQLAlchemyError | Gone)
        await _close(socket, Problem("NO_DATABASE" if gone else "FAULT", 503), CLOSE_BUSY)
    finally:
        hub.connections[guest] -= 1
        if not hub.connections[guest]:
            del hub.connections[guest]


async def _find(socket: WebSocket, hub: Hub, token: str) -> tuple[Actor, list[str]]:
    """The match of a token; while its game is being prepared the guest is told how far it is."""
    while True:
        try:
            return await hub.find(token)
        except Unprepared as unprepared:
            await socket.send_json({"type": "preparing", **unprepared.now.model_dump()})
        await asyncio.sleep(PREPARING_SECONDS)


def _same_site(socket: WebSocket) -> bool:
    """Browsers say where a page comes from; another site's page may not use a guest's links."""
    origin = socket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == socket.headers.get("host")


async def _close(socket: WebSocket, problem: Problem, code: int) -> None:
    await socket.send_json({"type": "bye", "error": problem.as_json()})
    await socket.close(code)


class Connection:
    """One guest's connection, from hello to goodbye."""

    def __init__(self, socket: WebSocket, actor: Actor, seats: list[str], hub: Hub) -> None:
        self.socket = socket
        self.name = socket.client.host if socket.client else ""
        self.actor = actor
        self.hub = hub
        self.guest = Guest(seats, self.tell, self.name)
        self.bucket = Bucket(hub.settings.messages_burst, hub.settings.messages_rate)
        self.outbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue(OUTBOX)
        self.open_questions: set[asyncio.Task[None]] = set()

    def tell(self, message: dict[str, Any]) -> None:
        """Put a message into the outbox; a guest that lets it fill up is not listening and is let go."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.actor.leave(self.guest)
            self.closing = asyncio.create_task(self.close())

    async def serve(self) -> None:
        """Answer until the guest goes, says nothing at first, or stops listening."""
        writer = asyncio.create_task(self.write())
        self.actor.connections += 1
        try:
            text = await asyncio.wait_for(self._hear(), HELLO_SECONDS)
            while True:
                await self.answer(text)
                text = await self._hear()
        except TimeoutError:
            await self.close()
        except WebSocketDisconnect:
            pass
        finally:
            self.actor.connections -= 1
            self.actor.leave(self.guest)
            for task in (writer, *self.open_questions):
                task.cancel()

    async def _hear(self) -> str:
        """The guest's next message; whoever sends no text, or is gone already, is gone."""
        try:
            return await self.socket.receive_text()
        except (RuntimeError, KeyError) as error:
            raise WebSocketDisconnect from error

    async def write(self) -> None:
        """What the guest is told, in order; a goodbye is the last of it. One that is gone is noticed by the reader."""
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                message = await self.outbox.get()
                await self.socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
                if message["type"] == "bye":
                    await self.socket.close(CLOSE_TAKEN)
                    return

    async def close(self) -> None:
        """Hang up."""
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.socket.close(CLOSE_BUSY)

    async def answer(self, text: str) -> None:
        """One message: an answer, a refusal, or an update; a question is answered later."""
        try:
            if len(text) > self.hub.settings.longest_message:
                raise Problem("TOO_LARGE", 413, most=self.hub.settings.longest_message)
            message = _read(text)
        except Problem as problem:
            self.bucket.take()
            self.tell({"type": "reply", "id": None, "ok": False, "error": problem.as_json()})
            return
        question = message.type in QUESTIONS
        if not self.bucket.take() or (question and len(self.open_questions) >= MOST_QUESTIONS):
            self.refuse(message, Problem("TOO_FAST", 429).as_json())
        elif not question:
            await self.reply(message)
        else:
            task = asyncio.create_task(self.reply(message))
            self.open_questions.add(task)
            task.add_done_callback(self.open_questions.discard)

    async def reply(self, message: Message) -> None:
        """Do what a message asks for, and say what came of it."""
        try:
            data = await self.carry_out(message)
            if data is not None:
                self.tell({"type": "reply", "id": message.id, "ok": True, "data": data})
        except Problem as problem:
            self.refuse(message, problem.as_json())
            if problem.code == "STALE":
                await self.actor.tell_again(self.guest)
        except EscaramuzaError as error:
            self.refuse(message, problem_of(error))
        except Exception as error:
            log.error("match %s: %.200s", self.actor.id, message, exc_info=error)
            self.refuse(message, Problem("FAULT", 500).as_json())

    def refuse(self, message: Message, error: dict[str, Any]) -> None:
        """Say why not."""
        self.tell({"type": "reply", "id": message.id, "ok": False, "error": error})

    async def carry_out(self, message: Message) -> dict[str, Any] | None:
        """What a message asks for; None where nothing is answered."""
        match message.type:
            case "hello":
                await self.actor.join(self.guest, message.seq, message.steps)
                return None
            case "ping":
                self.tell({"type": "pong"})
                return None
            case "act":
                await self.actor.act(self.guest, message.seq, message.actions)
                return {}
            case "undo":
                await self.actor.undo(self.guest, message.seq)
                return {}
            case "hint":
                # A guest has one hint in work, or agents would wait for many.
                async with self.hub.questions.hint_of(self.name):
                    return await self.actor.hint(self.guest)
            case "why" | "odds" | "threats" | "look":
                return await self.hub.questions.answer(self.name, self.question(message))
        raise Problem("BAD_MESSAGE", 422, why=f"type {message.type!r}")

    def must_play(self) -> None:
        """Questions about actions are for the seat that decides: the answer could tell others a secret."""
        if self.actor.match.actor is None or self.actor.match.actor not in self.guest.seats:
            raise Problem("NOT_YOUR_TURN", 409)

    def question(self, message: Message) -> Callable[[], dict[str, Any]]:
        """What works out the answer: about the match as it stands now, from what the guest sees."""
        match_now = self.actor.match
        eyes = messages.viewpoint(match_now, self.guest.seats)
        match message.type:
            case "why":
                self.must_play()
                return lambda: messages.why(match_now, message.action)
            case "odds":
                self.must_play()
                return lambda: messages.odds(match_now.odds(message.action))
            case "look":
                return lambda: match_now.look(message.unit, eyes, message.place)
        return lambda: {"pieces": match_now.spec.threats(match_now.seen_by(eyes))}


def _read(text: str) -> Message:
    try:
        return Message.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        raise Problem("BAD_MESSAGE", 422, why=f"{'.'.join(map(str, first['loc']))} {first['msg']}".strip()) from error

"""The table's WebSocket: questions and actions of one guest."""

import json
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from escaramuza.engine.errors import EscaramuzaError
from escaramuza.server import messages
from escaramuza.server.actor import Actor, Guest
from escaramuza.server.hub import Hub
from escaramuza.server.limits import Bucket
from escaramuza.server.words import Problem, problem_of

router = APIRouter()
MOST_ACTIONS = 64
CLOSE_DEAD, CLOSE_TAKEN, CLOSE_STRANGER = 4404, 4409, 4403


class Message(BaseModel):
    """What a client may say."""

    model_config = ConfigDict(extra="ignore")

    type: str = Field(max_length=20)
    id: int | str | None = None
    seq: int = 0
    steps: int = Field(default=0, ge=0)
    action: str = Field(default="", max_length=80)
    actions: list[str] = Field(default=[], max_length=MOST_ACTIONS)


@router.websocket("/api/table/{token}")
async def table(socket: WebSocket, token: str) -> None:
    """Sit down at a table, or watch it."""
    hub: Hub = socket.app.state.hub
    await socket.accept()
    if not _same_site(socket):
        await _close(socket, Problem("STRANGER", 403), CLOSE_STRANGER)
        return
    try:
        actor, seats = await hub.find(token)
    except Problem as problem:
        await _close(socket, problem, CLOSE_DEAD)
        return
    await Connection(socket, actor, seats, hub).serve()


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
        self.actor = actor
        self.hub = hub
        self.guest = Guest(seats, self.send)
        self.bucket = Bucket(hub.settings.messages_burst, hub.settings.messages_rate)

    async def send(self, message: dict[str, Any]) -> None:
        """Send; a goodbye also closes."""
        await self.socket.send_text(json.dumps(message, ensure_ascii=False, separators=(",", ":")))
        if message["type"] == "bye":
            await self.socket.close(CLOSE_TAKEN)

    async def serve(self) -> None:
        """Answer until the guest goes."""
        try:
            while True:
                await self.answer(await self.socket.receive_text())
        except (WebSocketDisconnect, RuntimeError, KeyError):
            pass
        finally:
            await self.actor.leave(self.guest)

    async def answer(self, text: str) -> None:
        """One message: an answer, a refusal, or an update."""
        id: int | str | None = None
        try:
            if not self.bucket.take():
                raise Problem("TOO_FAST", 429)
            if len(text) > self.hub.settings.longest_message:
                raise Problem("TOO_LARGE", 413, most=self.hub.settings.longest_message)
            message = _read(text)
            id = message.id
            data = await self.carry_out(message)
            if data is not None:
                await self.send({"type": "reply", "id": id, "ok": True, "data": data})
        except Problem as problem:
            await self.send({"type": "reply", "id": id, "ok": False, "error": problem.as_json()})
            if problem.code == "STALE":
                await self.send(messages.update(self.actor, self.guest))
        except EscaramuzaError as error:
            await self.send({"type": "reply", "id": id, "ok": False, "error": problem_of(error)})

    async def carry_out(self, message: Message) -> dict[str, Any] | None:
        """What a message asks for; None where nothing is answered."""
        match message.type:
            case "hello":
                await self.actor.join(self.guest, message.seq, message.steps)
                return None
            case "ping":
                await self.send({"type": "pong"})
                return None
            case "act":
                await self.actor.act(self.guest, message.seq, message.actions)
                return {}
            case "undo":
                await self.actor.undo(self.guest, message.seq)
                return {}
            case "why":
                self.must_play()
                return messages.why(self.actor.match, message.action)
            case "odds":
                self.must_play()
                return messages.odds(self.actor.match.odds(message.action))
            case "threats":
                return {"pieces": self.threats()}
            case "hint":
                return await self.actor.hint(self.guest)
        raise Problem("BAD_MESSAGE", 422, why=f"type {message.type!r}")

    def must_play(self) -> None:
        """Questions about actions are for the seat that decides: the answer could tell others a secret."""
        if self.actor.match.actor is None or self.actor.match.actor not in self.guest.seats:
            raise Problem("NOT_YOUR_TURN", 409)

    def threats(self) -> list[dict[str, Any]]:
        """Threats on what the guest sees."""
        match = self.actor.match
        return match.spec.threats(match.seen_by(messages.viewpoint(match, self.guest.seats)))


def _read(text: str) -> Message:
    try:
        return Message.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        raise Problem("BAD_MESSAGE", 422, why=f"{'.'.join(map(str, first['loc']))} {first['msg']}".strip()) from error

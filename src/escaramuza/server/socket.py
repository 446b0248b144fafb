"""The table's WebSocket: questions and actions of one guest."""

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError
from sqlalchemy.exc import SQLAlchemyError

from escaramuza.engine.errors import EscaramuzaError
from escaramuza.server import messages, metrics, wire
from escaramuza.server.guests import Guest
from escaramuza.server.hub import Hub
from escaramuza.server.limits import Bucket, guest_of
from escaramuza.server.live import LiveMatch
from escaramuza.server.orders import Order, once
from escaramuza.server.readiness import Unprepared
from escaramuza.server.store import Gone
from escaramuza.server.words import Fault, Problem, problem_of
from escaramuza.server.work import about

log = logging.getLogger("escaramuza.server")
router = APIRouter()
OUTBOX = 256
HELLO_SECONDS = 20.0
PREPARING_SECONDS = 0.5
LONGEST_TYPE = 20
LONGEST_READ = 2000
WITH_ID = TypeAdapter(wire.FromClient)
# Ten times as fast as the standard library's, which takes more than a millisecond for a large battle.
encode = msgspec.json.Encoder().encode
# What may take a while is answered beside the conversation, so many at a time; whoever goes gets no answer.
MOST_QUESTIONS = 16
SLOW_SECONDS = 0.2
CLOSE_DEAD, CLOSE_TAKEN, CLOSE_STRANGER, CLOSE_BUSY = 4404, 4409, 4403, 4429


@router.websocket("/api/table/{token}")
async def table(socket: WebSocket, token: str) -> None:
    """Sit down at a table, or watch it."""
    hub: Hub = socket.app.state.hub
    await socket.accept()
    if not _same_site(socket):
        await _close(socket, Problem("STRANGER", 403), CLOSE_STRANGER)
        return
    guest = guest_of(socket.client.host if socket.client else "")
    if hub.connections[guest] + hub.attendance.elsewhere[
        guest
    ] >= hub.settings.most_connections or not hub.arrivals.take(guest):
        await _close(socket, Problem("TOO_FAST", 429), CLOSE_BUSY)
        return
    hub.connections[guest] += 1
    try:
        live, seats = await _find(socket, hub, token)
        await Connection(socket, live, seats, hub).serve()
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


async def _find(socket: WebSocket, hub: Hub, token: str) -> tuple[LiveMatch, list[str]]:
    """The match of a token; while its game is being prepared the guest is told how far it is."""
    while True:
        try:
            return await hub.find(token)
        except Unprepared as unprepared:
            await socket.send_json(wire.Preparing(**unprepared.now.model_dump()).model_dump())
        await asyncio.sleep(PREPARING_SECONDS)


def _same_site(socket: WebSocket) -> bool:
    """Browsers say where a page comes from; another site's page may not use a guest's links."""
    origin = socket.headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:
        # No browser says where such a page would be.
        return False


async def _close(socket: WebSocket, problem: Problem, code: int) -> None:
    bye: wire.Bye = {"type": "bye", "error": problem.as_json()}
    await socket.send_json(bye)
    await socket.close(code)


class Connection:
    """One guest's connection, from hello to goodbye."""

    def __init__(self, socket: WebSocket, live: LiveMatch, seats: list[str], hub: Hub) -> None:
        self.socket = socket
        self.name = guest_of(socket.client.host if socket.client else "")
        self.live = live
        self.hub = hub
        self.guest = Guest(seats, self.tell, self.name)
        self.bucket = Bucket(hub.settings.messages_burst, hub.settings.messages_rate)
        self.outbox: asyncio.Queue[wire.FromServer] = asyncio.Queue(OUTBOX)
        self.open_questions: set[asyncio.Task[None]] = set()

    def tell(self, message: wire.FromServer) -> None:
        """Put a message into the outbox; a guest that lets it fill up is not listening and is let go."""
        try:
            self.outbox.put_nowait(message)
        except asyncio.QueueFull:
            self.live.leave(self.guest)
            self.closing = asyncio.create_task(self.close())

    async def serve(self) -> None:
        """Answer until the guest goes, says nothing at first, or stops listening."""
        writer = asyncio.create_task(self.write())
        self.live.connections += 1
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
            self.live.connections -= 1
            self.live.leave(self.guest)
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
        try:
            while True:
                message = await self.outbox.get()
                await self.socket.send_text(encode(message).decode())
                if message["type"] == "bye":
                    await self.socket.close(CLOSE_TAKEN)
                    return
        except (WebSocketDisconnect, RuntimeError):
            return
        except TypeError as error:
            # Something in it is not JSON: better no connection than one that says nothing any more.
            log.error("match %s: a message cannot be written", self.live.id, exc_info=error)
            await self.close()

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
            self.tell({"type": "reply", "id": _id_of(text), "ok": False, "error": problem.as_json()})
            return
        question = isinstance(message, wire.Question | wire.AskHint)
        # Questions are paid for by the time that they take.
        action = not question and not isinstance(message, wire.Ping)
        if (
            not self.bucket.take()
            or (question and len(self.open_questions) >= MOST_QUESTIONS)
            or (action and not self.hub.actions.take(self.name))
        ):
            self.refuse(message, Problem("TOO_FAST", 429).as_json())
            # To refuse takes time too: whoever is too fast is heard more slowly.
            await asyncio.sleep(SLOW_SECONDS)
        elif action:
            async with self.hub.places.place(self.name):
                await self.reply(message)
        elif not question:
            await self.reply(message)
        else:
            task = asyncio.create_task(self.reply(message))
            self.open_questions.add(task)
            task.add_done_callback(self.open_questions.discard)

    async def reply(self, message: wire.ToServer) -> None:
        """Do what a message asks for, and say what came of it."""
        try:
            data = await self.carry_out(message)
            if data is not None:
                self.tell({"type": "reply", "id": message.id, "ok": True, "to": message.type, "data": data})
        except Problem as problem:
            self.refuse(message, problem.as_json())
            if problem.code == "STALE":
                await self.live.tell_again(self.guest)
        except EscaramuzaError as error:
            self.refuse(message, problem_of(error))
        except Exception as error:
            log.error("match %s: %.200s", self.live.id, message, exc_info=error)
            self.refuse(message, Problem("FAULT", 500).as_json())

    def refuse(self, message: wire.ToServer, error: Fault) -> None:
        """Say why not."""
        self.tell({"type": "reply", "id": message.id, "ok": False, "error": error})

    async def carry_out(self, message: wire.ToServer) -> Any:
        """What a message asks for, also as written JSON; None where nothing is answered."""
        match message:
            case wire.Hello():
                await self.live.join(self.guest, message.seq, message.steps)
                return None
            case wire.Ping():
                self.tell({"type": "pong"})
                return None
            case wire.Act():
                began = time.perf_counter()
                await self.live.act(self.guest, message.seq, message.actions)
                metrics.action_seconds.labels(self.live.match.game.id).observe(time.perf_counter() - began)
                return {}
            case wire.Undo():
                await self.live.take_backs.ask(self.guest, message.seq)
                return {}
            case wire.AnswerTakeBack():
                await self.live.take_backs.answer(self.guest, message.seq, message.agree)
                return {}
            case wire.MoveNow():
                self.live.opponents.hurry(self.guest.seats, message.seq)
                return {}
            case wire.Say():
                await self.live.endings.say(self.guest, message.word, message.seat)
                return {}
            case wire.AskHint():
                # A guest has one hint in work, or agents would wait for many.
                async with self.hub.questions.hint_of(self.name):
                    return await self.live.hint(self.guest)
        return await self.hub.questions.answer(self.question(message))

    def must_play(self) -> None:
        """Questions about actions are for the seat that decides: the answer could tell others a secret."""
        if self.live.match.actor is None or self.live.match.actor not in self.guest.seats:
            raise Problem("NOT_YOUR_TURN", 409)

    def question(self, message: wire.Question) -> Order:
        """An order to work out the answer: about the match as it stands now, from what the guest sees."""
        match_now = self.live.match
        match message:
            case wire.AskWhy() | wire.AskOdds():
                self.must_play()
                data = {**about(match_now), "action": message.action}
            case _:
                data = about(match_now, match_now.seen_by(messages.viewpoint(match_now, self.guest.seats)))
        if isinstance(message, wire.AskLook):
            data |= {"unit": message.unit, "place": message.place}
        return Order(message.type, once(), self.name, match_now.game.id, data)


def _read(text: str) -> wire.ToServer:
    try:
        return wire.INCOMING.validate_json(text)
    except ValidationError as error:
        raise Problem("BAD_MESSAGE", 422, why=_fault(error.errors()[0])) from error


def _id_of(text: str) -> wire.Id:
    """The id of a message that cannot be read, as far as it has one."""
    with suppress(ValueError, RecursionError):
        return WITH_ID.validate_json(text[:LONGEST_READ]).id
    return None


def _fault(first: Any) -> str:
    """What is wrong with a message, and where."""
    if first["type"] == "union_tag_invalid":
        return f"type {first['ctx']['tag'][:LONGEST_TYPE]!r}"
    if first["type"] == "union_tag_not_found":
        return "type Field required"
    # The first place names only which message it is.
    return f"{'.'.join(map(str, first['loc'][1:]))} {first['msg']}".strip()

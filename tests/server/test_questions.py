"""Questions are worked out by a process of their own: in turns, within a budget, for those who are still there, and
again should it die."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from escaramuza.server import socket
from escaramuza.server.local_jobs import Said
from escaramuza.server.orders import QUESTION, Order, once
from escaramuza.server.questions import Questions
from escaramuza.server.settings import Settings
from escaramuza.server.words import Problem
from tests.server.conftest import Guest, new_match
from tests.server.test_table import MIDDLE, sit


def process_of(client: TestClient) -> int:
    """The process that answers the questions of a server."""
    child = client.app.state.hub.questions.jobs.child  # type: ignore[attr-defined]
    return int(child.process.pid)


def test_a_long_question_keeps_nobody_else_waiting(client: TestClient) -> None:
    """While odds are worked out the others are heard, and the one who asked is too. Should the process die that works
    them out, another one does."""
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire, sit(client, made["tokens"]["black"]) as other:
        white, black = Guest(wire), Guest(other)
        white.hello()
        black.hello()
        assert white.ask(type="why", action="d4xc4")["data"] == {"allowed": True}
        first = process_of(client)
        os.kill(first, signal.SIGSTOP)
        wire.send_json({"type": "odds", "id": "slow", "action": "d4xc4"})
        for guest, session in ((black, other), (white, wire)):
            session.send_json({"type": "ping"})
            guest.until("pong")
        os.kill(first, signal.SIGKILL)
        answer = white.until("reply")
        assert (answer["id"], answer["ok"], answer["data"]["exact"]) == ("slow", True, True)
        assert process_of(client) != first


def test_what_was_asked_by_somebody_who_left_is_not_worked_out(client: TestClient) -> None:
    jobs = client.app.state.hub.questions.jobs  # type: ignore[attr-defined]
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        white.ask(type="why", action="d4xc4")
        os.kill(process_of(client), signal.SIGSTOP)
        for number, option in enumerate(white.state["legal"][:10]):
            wire.send_json({"type": "odds", "id": number, "action": option["action"]})
        wire.send_json({"type": "ping"})
        white.until("pong")
    with sit(client, made["tokens"]["black"]) as wire:
        black = Guest(wire)
        black.hello()
        os.kill(process_of(client), signal.SIGCONT)
        assert black.ask(type="threats")["ok"]
    assert next(jobs.numbers) <= 4, "only what was in work already"


def test_a_fault_in_a_question_is_told(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        with monkeypatch.context() as broken:
            broken.setattr(socket, "about", lambda *_: {})
            assert white.ask(type="look", unit=0)["error"]["code"] == "FAULT"
        assert white.ask(type="why", action="d4xc4")["ok"], "the connection goes on"


class Recorder:
    """In place of a child: what it is told to do, to be answered by hand."""

    def __init__(self, questions: Questions) -> None:
        self.jobs = questions.jobs
        self.jobs.child = self  # type: ignore[assignment]
        self.given: list[int] = []
        self.cancelled: list[int] = []

    def say(self, **words: Any) -> None:
        if "cancel" in words:
            self.cancelled.append(words["cancel"])
        else:
            self.given.append(words["id"])

    def close(self) -> None:
        """It is no process."""

    async def answer(self, seconds: float = 0.0) -> str:
        """Answer what was given last, and say who asked."""
        id = self.given[-1]
        guest = self.jobs.running[id].order.guest
        self.jobs.heard(Said(id, seconds=seconds, answer={"result": msgspec.Raw(b"1")}))
        await settle()
        return guest


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def with_questions(settings: Settings, test: Callable[[Questions, Recorder], Awaitable[None]]) -> None:
    async def run() -> None:
        questions = Questions(settings)
        await test(questions, Recorder(questions))
        questions.close()

    asyncio.run(run())


def ask(questions: Questions, guest: str) -> "asyncio.Task[msgspec.Raw]":
    return asyncio.create_task(questions.answer(Order("odds", once(), guest, "", {})))


def test_guests_take_turns_with_their_questions() -> None:
    """Whatever one guest asks, another's question comes after the one in work."""

    async def test(questions: Questions, child: Recorder) -> None:
        asked = [ask(questions, "greedy") for _ in range(20)]
        await settle()
        asked.append(ask(questions, "modest"))
        await settle()
        assert len(child.given) == 1
        assert [await child.answer() for _ in range(21)] == ["greedy", "modest", *["greedy"] * 19]
        assert {bytes(one.result()) for one in asked} == {b"1"}

    with_questions(Settings(database="sqlite://"), test)


def test_computing_time_has_a_budget() -> None:
    async def test(questions: Questions, child: Recorder) -> None:
        first, second = ask(questions, "a"), ask(questions, "a")
        await settle()
        await child.answer(seconds=5.0)
        assert first.done()
        with pytest.raises(Problem, match="TOO_FAST"):
            await second
        other = ask(questions, "b")
        await settle()
        assert await child.answer() == "b", "another guest has time of its own"
        assert other.done()

    with_questions(Settings(database="sqlite://", answers_burst=1.0, answers_rate=0.001), test)


def test_who_leaves_pays_for_what_is_in_work_and_keeps_its_place_until_then() -> None:
    """Or whoever comes and goes would have as much worked out at once as it likes."""

    async def test(questions: Questions, child: Recorder) -> None:
        lane = questions.jobs.lanes[QUESTION]
        left = ask(questions, "a")
        await settle()
        left.cancel()
        await settle()
        assert (child.cancelled, lane.free) == (child.given, 0)
        back = ask(questions, "a")
        await settle()
        assert len(child.given) == 1
        questions.jobs.heard(Said(child.given[0], seconds=5.0))
        await settle()
        assert await child.answer() == "a"
        assert back.done()
        with pytest.raises(Problem, match="TOO_FAST"):
            await ask(questions, "a")

    with_questions(Settings(database="sqlite://", answers_burst=1.0, answers_rate=0.001), test)

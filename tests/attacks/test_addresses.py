"""Somebody with many connections, or many addresses, is one guest."""

import asyncio
import dataclasses
from typing import Any

import pytest
from starlette.testclient import TestClient

from escaramuza.server import socket
from escaramuza.server.app import create_app
from escaramuza.server.limits import Buckets, Places, guest_of
from escaramuza.server.settings import Settings
from tests.server.conftest import Guest, new_match
from tests.server.test_table import MIDDLE, sit


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff:ffff:ffff:ffff", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("fe80::1%eth0", "fe80::2%eth1", True),
        ("testclient", "testclient", True),
        ("", "127.0.0.1", False),
    ],
)
def test_who_is_the_same_guest(one: str, other: str, same: bool) -> None:
    assert (guest_of(one) == guest_of(other)) is same


def test_a_network_of_addresses_has_the_limits_of_one(settings: Settings) -> None:
    limited = dataclasses.replace(settings, requests_burst=5, requests_rate=0.01)
    with TestClient(create_app(limited)) as client:
        neighbours = [TestClient(client.app, client=(f"2001:db8::{number:x}", 1)) for number in range(1, 8)]
        assert [one.get("/api/health").status_code for one in neighbours] == [200] * 5 + [429] * 2
        assert TestClient(client.app, client=("2001:db8:0:1::1", 1)).get("/api/health").status_code == 200


def test_many_connections_have_the_actions_of_one_guest(settings: Settings) -> None:
    """Actions and greetings are counted over all of them; asking whether the server is there is free."""
    limited = dataclasses.replace(settings, actions_burst=6, actions_rate=0.01)
    with TestClient(create_app(limited)) as client:
        tokens = [
            new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)["tokens"]["white"]
            for _ in range(2)
        ]
        with sit(client, tokens[0]) as one, sit(client, tokens[1]) as two:
            first, second = Guest(one), Guest(two)
            first.hello()
            second.hello()
            moves = [first.act(first.state["legal"][0]["action"]) for _ in range(5)]
            assert [answer["ok"] for answer in moves] == [True] * 4 + [False]
            assert moves[-1]["error"]["code"] == "TOO_FAST"
            assert second.act(second.state["legal"][0]["action"])["error"]["code"] == "TOO_FAST"
            two.send_json({"type": "ping"})
            second.until("pong")
            elsewhere = TestClient(client.app, client=("192.0.2.9", 1))
            with sit(elsewhere, tokens[1]) as three:
                third = Guest(three)
                third.hello()
                assert third.act(third.state["legal"][0]["action"])["ok"]


def test_very_many_guests_are_not_looked_through_at_each_request(monkeypatch: pytest.MonkeyPatch) -> None:
    buckets = Buckets(5, 0.001)
    for number in range(Buckets.MOST + 2):
        buckets.take(str(number))
    tidied = buckets.tidied
    kept = buckets.buckets
    buckets.take("one more")
    assert buckets.tidied == tidied and buckets.buckets is kept


def test_one_guest_s_actions_wait_for_each_other_and_nobody_else() -> None:
    """Four of them are in work, however many connections want more; others come at once."""

    async def attack() -> None:
        places, hold = Places(4), asyncio.Event()
        begun: list[str] = []

        async def action(guest: str) -> None:
            async with places.place(guest):
                begun.append(guest)
                await hold.wait()

        greedy = [asyncio.create_task(action("greedy")) for _ in range(100)]
        modest = asyncio.create_task(action("modest"))
        await asyncio.sleep(0.01)
        assert (begun.count("greedy"), begun.count("modest")) == (4, 1)
        gone = greedy.pop()
        gone.cancel()
        hold.set()
        await asyncio.gather(*greedy, modest)
        assert begun.count("greedy") == 99
        assert not places.places, "nothing is remembered of those who want nothing"

    asyncio.run(attack())


def test_whoever_is_too_fast_is_heard_more_slowly(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refusing takes time too: a connection that does not wait for its bucket is made to."""
    slept: list[float] = []
    real = asyncio.sleep

    async def sleep(seconds: float, *more: Any) -> Any:
        if seconds == socket.SLOW_SECONDS:
            slept.append(seconds)
            return None
        return await real(seconds, *more)

    monkeypatch.setattr(socket.asyncio, "sleep", sleep)
    limited = dataclasses.replace(settings, messages_burst=3, messages_rate=0.01)
    with TestClient(create_app(limited)) as client:
        made = new_match(client, position=MIDDLE)
        with sit(client, made["tokens"]["white"]) as wire:
            white = Guest(wire)
            white.hello()
            answers = [white.ask(type="why", action="e2-e4") for _ in range(6)]
    assert [answer["ok"] for answer in answers] == [True] * 2 + [False] * 4
    assert len(slept) == 4

"""What a guest, a second writer or a failing database cannot do to a match."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from escaramuza import Match
from escaramuza.engine import record
from escaramuza.server.app import create_app
from escaramuza.server.opening import open_engine
from escaramuza.server.orders import THOUGHT
from escaramuza.server.settings import Settings
from escaramuza.server.store import Entry, Stale, Store
from tests.server.conftest import Guest, new_match, written
from tests.server.test_table import MIDDLE, play_on, sit, while_an_agent_thinks

WIN_NEXT = "6Sk/8/8/8/8/8/8/K7 w 11 - -"


def moves_of(guest: Guest) -> list[str]:
    return [option["action"] for option in guest.state["legal"] if option["kind"] == "move"]


def test_a_finished_match_is_finished(client: TestClient, settings: Settings) -> None:
    made = new_match(client, seats={"white": "person", "black": "person"}, position=WIN_NEXT)
    with sit(client, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        assert guest.act("g8xh8")["ok"]
        assert guest.state["seed"] is not None
        assert guest.state["can_undo"] is False
        assert guest.ask(type="undo")["error"]["code"] == "OVER"
        assert guest.ask(type="hint")["error"]["code"] == "NOT_YOUR_TURN"
    with TestClient(create_app(settings)) as again, sit(again, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        assert guest.state["outcome"] is not None
        assert guest.ask(type="undo")["error"]["code"] == "OVER"


def test_of_two_writers_one_is_told_that_it_is_late(client: TestClient, settings: Settings) -> None:
    """Two servers on one database: what was confirmed stays, and the late one shows it."""
    made = new_match(client, position=MIDDLE, seats={"white": "person", "black": "person"})
    token = made["tokens"]["white"]
    with TestClient(create_app(settings)) as other, sit(client, token) as one_wire, sit(other, token) as other_wire:
        one, late = Guest(one_wire), Guest(other_wire)
        one.hello()
        late.hello()
        first, second, third = moves_of(one)[:3]
        assert one.act(first)["ok"]
        assert late.act(second)["error"]["code"] == "STALE"
        late.wait_for(one.state["seq"])
        assert [step["action"] for step in late.state["steps"]] == [one.state["steps"][0]["action"]]
        assert one.ask(type="undo")["ok"]
        # The same wish at the same head is granted to both, and done once.
        assert late.ask(type="undo")["ok"]
        late.wait_for(one.state["seq"])
        assert late.state["steps"] == []
        assert late.act(third)["ok"]
        assert one.act(first)["error"]["code"] == "STALE"
    with TestClient(create_app(settings)) as again, sit(again, token) as wire:
        guest = Guest(wire)
        guest.hello()
        assert [step["action"] for step in guest.state["steps"]] == [late.state["steps"][0]["action"]]


def test_nothing_stored_is_removed_and_seq_never_restarts(client: TestClient, settings: Settings) -> None:
    made = new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        for move in moves_of(guest)[:3]:
            assert guest.act(move)["ok"]
            assert guest.ask(type="undo")["ok"]
        before = guest.state["seq"]
    engine = open_engine(settings.database)
    with engine.connect() as connection:
        kept = connection.execute(text("SELECT action, kept FROM steps ORDER BY number")).all()
    engine.dispose()
    assert [keeps for _, keeps in kept] == [None, 0] * 3
    with TestClient(create_app(settings)) as again, sit(again, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        assert guest.state["seq"] == before
        assert guest.state["steps"] == []


def test_an_entry_is_stored_for_the_head_it_was_judged_on(settings: Settings) -> None:
    async def check() -> None:
        store = Store(settings.database)
        row = {
            "id": "m",
            "game": "tactics",
            "rules": 1,
            "options": {},
            "seats": {},
            "position": None,
            "seed": "0" * 32,
            "finished": False,
        }
        await store.create(row, {"t": []})
        one, two = Entry("roll", "a" * 16, []), Entry("attack", "b" * 16, [3])
        await store.append("m", 0, [one], False)
        with pytest.raises(Stale):
            await store.append("m", 0, [two], False)
        with pytest.raises(Stale):
            await store.append("m", 2, [two], False)
        await store.append("m", 1, [two], True)
        with pytest.raises(Stale):
            await store.append("m", 2, [Entry("undo", "a" * 16, [], kept=1)], False)
        found = await store.load("m")
        assert found is not None
        assert found.entries == [one, two]
        store.close()

    asyncio.run(check())


def test_who_only_pings_keeps_its_match(settings: Settings) -> None:
    """A connection that has not said hello is one all the same: its match is not forgotten beside another copy."""
    quick = Settings(database=settings.database, web=settings.web, idle_seconds=0.0)
    with TestClient(create_app(quick)) as client:
        made = new_match(client, position=MIDDLE)
        with sit(client, made["tokens"]["white"]) as wire:
            wire.send_json({"type": "ping"})
            assert wire.receive_json()["type"] == "pong"
            client.app.state.hub.forget_idle()  # type: ignore[attr-defined]
            assert len(client.app.state.hub.live) == 1  # type: ignore[attr-defined]
        # The server notices that it is gone.
        for _ in range(100):
            client.app.state.hub.forget_idle()  # type: ignore[attr-defined]
            if not client.app.state.hub.live:  # type: ignore[attr-defined]
                break
            time.sleep(0.05)
        assert client.app.state.hub.live == {}  # type: ignore[attr-defined]


def test_a_commit_that_was_not_acknowledged_is_looked_up(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The database took the action, and its answer was lost: the action is made, and the match goes on."""
    append = Store.append
    lost: list[str] = []

    async def losing(self: Store, *args: Any) -> None:
        await append(self, *args)
        if len(lost) < 2:
            lost.append("answer")
            raise OperationalError("COMMIT", {}, Exception("server closed the connection unexpectedly"))

    monkeypatch.setattr(Store, "append", losing)
    made = new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        assert guest.act(moves_of(guest)[0])["ok"]
        assert guest.ask(type="undo")["ok"]
        assert guest.act(moves_of(guest)[1])["ok"]
        assert len(guest.state["steps"]) == 1


def test_a_database_that_is_away_for_a_while(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be stored or read: the action is not made; when the database is back the match goes on."""
    append, load = Store.append, Store.load
    away = True

    async def fail(*args: Any) -> Any:
        raise OperationalError("SELECT", {}, Exception("no route to host"))

    async def sometimes(self: Store, *args: Any) -> Any:
        return await (fail() if away else append(self, *args))

    async def read(self: Store, *args: Any) -> Any:
        return await (fail() if away else load(self, *args))

    made = new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        monkeypatch.setattr(Store, "append", sometimes)
        monkeypatch.setattr(Store, "load", read)
        refused = guest.act(moves_of(guest)[0])
        assert refused["error"]["code"] == "IN_DOUBT"
        assert guest.ask(type="undo")["error"]["code"] == "NOT_STORED"
        away = False
        assert guest.act(moves_of(guest)[0])["ok"]
        assert len(guest.state["steps"]) == 1


def test_an_agent_stops_thinking_about_what_is_taken_back(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when storing the take-back takes a while, in which the agent could begin to think again."""
    append = Store.append

    async def slow(self: Store, *args: Any) -> None:
        if args[2][0].kept is not None:
            await asyncio.sleep(1)
        await append(self, *args)

    monkeypatch.setattr(Store, "append", slow)
    with while_an_agent_thinks(client) as white:
        assert white.ask(type="undo")["ok"]
        live = list(client.app.state.hub.live.values())[-1]  # type: ignore[attr-defined]
        for _ in range(200):
            if live.opponents.thinking.done():
                break
            time.sleep(0.05)
        assert live.opponents.thinking.done(), "the agent still thinks"


def test_an_agent_tries_again_after_a_fault(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    from escaramuza.server import opponents

    monkeypatch.setattr(opponents, "AGAIN_SECONDS", (0.01, 0.02))
    append = Store.append
    faults = 3

    async def failing(self: Store, *args: Any) -> None:
        nonlocal faults
        if faults and args[2] and any(entry.action == "roll" for entry in args[2]):
            faults -= 1
            raise OperationalError("INSERT", {}, Exception("disk full"))
        await append(self, *args)

    monkeypatch.setattr(Store, "append", failing)
    made = new_match(client, seats={"white": "greedy", "black": "link"})
    with sit(client, made["tokens"]["black"]) as wire:
        guest = Guest(wire)
        guest.hello()
        while not guest.state["steps"]:
            guest.receive()
    assert faults == 0


def test_an_agent_that_decides_what_is_not_allowed_thinks_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the beginning; and who is wrong about a position again and again lets a plainer agent decide."""
    from escaramuza.server import local_jobs, opponents

    monkeypatch.setattr(opponents, "AGAIN_SECONDS", (0.01, 0.02))
    do, asked = local_jobs.LocalJobs.do, []

    async def wrong(self: Any, order: Any, *args: Any) -> Any:
        if order.kind != "move" or len(asked) == 3:
            return await do(self, order, *args)
        asked.append((order.data["agent"], order.data["match"] != "", order.key))
        return ("end", "a1-a2", "no words of this game")[len(asked) - 1]

    monkeypatch.setattr(local_jobs.LocalJobs, "do", wrong)
    made = new_match(client, seats={"white": "search:sims=10", "black": "link"})
    with sit(client, made["tokens"]["black"]) as wire:
        guest = Guest(wire)
        guest.hello()
        while not guest.state["steps"]:
            guest.receive()
    assert [(agent, remembers) for agent, remembers, _ in asked] == [
        ("search:sims=10", True),
        ("search:sims=10", False),
        ("greedy", False),
    ]
    assert len({key for *_, key in asked}) == 3, "each is a thought of its own"


def test_spectators_never_lock_a_player_out(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    from escaramuza.server import live

    monkeypatch.setattr(live, "MOST_SPECTATORS", 1)
    made = new_match(client, position=MIDDLE)
    with sit(client, made["spectator"]) as one, sit(client, made["spectator"]) as two:
        watcher, late = Guest(one), Guest(two)
        watcher.hello()
        two.send_json({"type": "hello", "id": 1})
        assert late.until("reply")["error"]["code"] == "TOO_MANY"
        with sit(client, made["tokens"]["white"]) as wire:
            white = Guest(wire)
            assert white.hello()["you"] == ["white"]


@pytest.mark.parametrize(("same", "places"), [(False, (["black"], ["white"])), (True, (["white"], ["black"]))])
def test_a_rematch_survives_a_restart(
    client: TestClient, settings: Settings, same: bool, places: tuple[list[str], list[str]]
) -> None:
    """With the sides changed, or kept where whoever asked first wished it."""
    made = new_match(client, position=WIN_NEXT)
    with sit(client, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        guest.act("g8xh8")
    asked = client.post(f"/api/matches/{made['tokens']['white']}/rematch", json={"same_sides": same})
    assert asked.status_code == 201, asked.text
    with TestClient(create_app(settings)) as again:
        joined = again.post(f"/api/matches/{made['tokens']['black']}/rematch").json()
        with sit(again, asked.json()["token"]) as one, sit(again, joined["token"]) as two:
            white, black = Guest(one), Guest(two)
            white.hello()
            black.hello()
            assert white.state["commitment"] == black.state["commitment"], "it is the same match"
            assert (white.state["you"], black.state["you"]) == places


@pytest.mark.parametrize(("game_id", "seats"), [("tactics", ("white", "black")), ("cafe", ("blue", "red"))])
def test_nobody_else_can_compute_a_random_deployment(client: TestClient, game_id: str, seats: tuple[str, str]) -> None:
    """The same match brought in twice offers two different deployments at random."""
    offered = []
    for _ in range(2):
        match = Match(game_id, seed=1, seats=dict.fromkeys(seats, "x"))
        lots = random.Random(1)
        while "random" not in match.shortcuts(0, seats[0]):
            match.act(lots.choice(match.legal()))
        answer = client.post("/api/matches/import", json={"file": record.dumps(match)})
        assert answer.status_code == 201, answer.text
        with sit(client, answer.json()["token"]) as wire:
            guest = Guest(wire)
            guest.hello()
            offered.append(written(guest.state["shortcuts"]["random"]))
            seq = guest.state["seq"]
            assert written(guest.hello(seq=0)["shortcuts"]["random"]) == offered[-1], "who looks again sees the same"
            assert offered[-1] != match.shortcuts(seq, guest.state["eyes"])["random"]
    assert offered[0] != offered[1]


def test_a_file_is_measured_as_it_is_read(settings: Settings) -> None:
    short = Settings(database=settings.database, web=settings.web, longest_match=3)
    match = Match("tactics", seed=2)
    lots = random.Random(2)
    for _ in range(8):
        match.act(lots.choice(match.legal()))
    with TestClient(create_app(short)) as client:
        for end in ("\n", "\r", "\r\n", "\x0b", "\u2028"):
            file = record.dumps(match).replace("\n", end)
            answer = client.post("/api/matches/import", json={"file": file})
            assert (answer.status_code, answer.json()["error"]["code"]) == (413, "TOO_LONG"), repr(end)


def test_a_match_of_other_rules_says_so(client: TestClient, settings: Settings) -> None:
    made = new_match(client, position=MIDDLE)
    engine = open_engine(settings.database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE matches SET rules = 99"))
    engine.dispose()
    with TestClient(create_app(settings)) as again:
        with sit(again, made["tokens"]["white"]) as wire:
            error = wire.receive_json()["error"]
        assert error["code"] == "OTHER_RULES"
        assert "99" in error["text"]["es"]
        answer = again.get(f"/api/matches/{made['tokens']['white']}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "OTHER_RULES")


def test_a_match_that_does_not_replay_says_so(client: TestClient, settings: Settings) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        white.act(moves_of(white)[0])
    engine = open_engine(settings.database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE steps SET hash = 'ffffffffffffffff'"))
    engine.dispose()
    with TestClient(create_app(settings)) as again:
        answer = again.get(f"/api/matches/{made['tokens']['white']}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (500, "DAMAGED")


def test_sqlite_waits_for_the_disk(settings: Settings) -> None:
    """A confirmed action outlives a power cut."""
    engine = open_engine(settings.database)
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2, "2 is FULL"
    engine.dispose()


def test_a_deleted_database_is_noticed(client: TestClient, settings: Settings, tmp_path: Path) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        (tmp_path / "test.db").unlink()
        assert white.act(moves_of(white)[0])["error"]["code"] == "NOT_STORED"
    answer = client.post("/api/matches", json={"game": "tactics", "seats": {}})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "NO_DATABASE")


@pytest.mark.parametrize("path", ["/" + "a" * 300, "/" + "a/" * 3000, "/%00", "/assets/" + "é" * 200])
def test_any_path_gets_an_answer_with_the_headers(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (404, 503)
    assert "content-security-policy" in answer.headers
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_fault_is_told_as_a_sentence_with_the_headers(settings: Settings) -> None:
    def fail() -> Any:
        raise ZeroDivisionError

    app = create_app(settings)
    app.add_api_route("/api/fault", fail)
    # Routes are tried in their order, and the page takes every path: the fault comes first here.
    app.router.routes.insert(0, app.router.routes.pop())
    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get("/api/fault")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "FAULT"
    assert "content-security-policy" in answer.headers


def test_only_known_hosts_are_answered(settings: Settings) -> None:
    careful = Settings(database=settings.database, web=settings.web, hosts=("127.0.0.1", "localhost"))
    with TestClient(create_app(careful)) as client:
        assert client.get("/api/health", headers={"host": "localhost:8000"}).status_code == 200
        answer = client.get("/api/health", headers={"host": "evil.example"})
        assert answer.status_code == 400
        assert "content-security-policy" in answer.headers


def test_play_goes_on_across_many_take_backs(client: TestClient, settings: Settings) -> None:
    """Random play with take-backs, read again after each few actions, is what the seats saw."""
    made = new_match(client, position=MIDDLE)
    lots = random.Random(9)
    with sit(client, made["tokens"]["white"]) as white, sit(client, made["tokens"]["black"]) as black:
        guests = {"white": Guest(white), "black": Guest(black)}
        for guest in guests.values():
            guest.hello()
        for _ in range(15):
            if guests["white"].state["actor"] is None:
                break
            play_on(guests, lots)
            for guest in guests.values():
                if guest.state["can_undo"] and lots.random() < 0.4:
                    assert guest.ask(type="undo")["ok"]
                    for other in guests.values():
                        other.wait_for(guest.state["seq"])
        seen = [step["action"] for step in guests["white"].state["steps"]]
        seq = guests["white"].state["seq"]
    with TestClient(create_app(settings)) as again, sit(again, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        assert [step["action"] for step in guest.state["steps"]] == seen
        assert guest.state["seq"] == seq


def test_a_hint_is_not_thought_to_the_end_for_somebody_who_left(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from escaramuza.server import live

    monkeypatch.setattr(live, "HINT", "search:time=600")
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        wire.send_json({"type": "hint", "id": 1})
        wire.send_json({"type": "ping"})
        white.until("pong")
    jobs = client.app.state.hub.jobs  # type: ignore[attr-defined]
    for _ in range(600):
        if jobs.lanes[THOUGHT].free == jobs.settings.thinkers:
            break
        time.sleep(0.05)
    assert jobs.lanes[THOUGHT].free == jobs.settings.thinkers, "every thinker is free again"


def test_an_agent_goes_on_after_a_doubt(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a turn is stored, the answer lost, and the database cannot be read: pressed again, the match has gone
    on, and the agent whose turn it is by then acts."""
    append, load = Store.append, Store.load
    trouble = ["append", "load"]

    async def losing(self: Store, *args: Any) -> None:
        await append(self, *args)
        if "append" in trouble:
            trouble.remove("append")
            raise OperationalError("COMMIT", {}, Exception("gone"))

    async def reading(self: Store, *args: Any) -> Any:
        if "load" in trouble:
            trouble.remove("load")
            raise OperationalError("SELECT", {}, Exception("gone"))
        return await load(self, *args)

    made = new_match(client, seats={"white": "person", "black": "greedy"}, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        monkeypatch.setattr(Store, "append", losing)
        monkeypatch.setattr(Store, "load", reading)
        assert white.act("end")["error"]["code"] == "IN_DOUBT"
        assert white.act("end")["error"]["code"] == "STALE"
        while not any(step["seat"] == "black" for step in white.state["steps"]):
            white.receive()


def test_a_batch_whose_answer_is_lost_is_looked_up(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another head refuses may be one's own entry, stored before."""
    append = Store.append
    again = 1

    async def twice(self: Store, *args: Any) -> None:
        nonlocal again
        await append(self, *args)
        if again:
            again -= 1
            await append(self, *args)

    monkeypatch.setattr(Store, "append", twice)
    made = new_match(client, seats={"white": "person", "black": "person"}, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        assert white.act(moves_of(white)[0])["ok"]
        assert len(white.state["steps"]) == 1


def test_an_agent_never_acts_on_what_it_has_not_seen(client: TestClient, settings: Settings) -> None:
    """In doubt, and overtaken by another server, an agent's action is given up: nothing is taken back for it."""
    made = new_match(client, seats={"white": "link", "black": "link"}, position=MIDDLE)
    token = made["tokens"]["white"]
    with TestClient(create_app(settings)) as other, sit(client, token) as wire, sit(other, token) as beside:
        white, quick = Guest(wire), Guest(beside)
        white.hello()
        quick.hello()
        for move in moves_of(quick)[:2]:
            quick.act(move)
        (live,) = client.app.state.hub.live.values()  # type: ignore[attr-defined]
        live.doubt = True
        client.portal.call(live.opponents._act_for_agent, moves_of(white)[2], live.seq)  # type: ignore[union-attr]
        white.wait_for(quick.state["seq"])
        assert [step["action"] for step in white.state["steps"]] == [step["action"] for step in quick.state["steps"]]
        assert live.head == quick.state["seq"] - 1


def test_a_match_that_was_over_once_stays_over(client: TestClient, settings: Settings) -> None:
    """Older servers took back after the end, and left the match marked as finished."""
    made = new_match(client, seats={"white": "person", "black": "greedy"}, position=MIDDLE)
    engine = open_engine(settings.database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE matches SET finished = 1"))
    engine.dispose()
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        assert white.act(moves_of(white)[0])["error"]["code"] == "OVER"
    with TestClient(create_app(settings)) as again, sit(again, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        assert white.act(moves_of(white)[0])["error"]["code"] == "OVER"
        assert white.ask(type="undo")["error"]["code"] == "OVER"


def test_whoever_is_too_fast_is_told_which_message_was(settings: Settings) -> None:
    slow = Settings(database=settings.database, web=settings.web, messages_burst=3, messages_rate=0.0)
    with TestClient(create_app(slow)) as client:
        made = new_match(client, position=MIDDLE)
        with sit(client, made["tokens"]["white"]) as wire:
            white = Guest(wire)
            white.hello()
            white.ask(type="why", action="d4xc4")
            white.ask(type="why", action="d4xc4")
            refused = white.ask(type="why", action="d4xc4")
            assert (refused["id"], refused["error"]["code"]) == (3, "TOO_FAST")


def test_no_actions_are_no_message(client: TestClient) -> None:
    made = new_match(client, position=MIDDLE)
    with sit(client, made["tokens"]["white"]) as wire:
        white = Guest(wire)
        white.hello()
        assert white.act()["error"]["code"] == "BAD_MESSAGE"


def test_two_servers_make_one_rematch(client: TestClient, settings: Settings) -> None:
    made = new_match(client, position=WIN_NEXT)
    with sit(client, made["tokens"]["white"]) as wire:
        guest = Guest(wire)
        guest.hello()
        guest.act("g8xh8")
    with TestClient(create_app(settings)) as other:
        # Both know the match before either is asked.
        assert other.get(f"/api/matches/{made['tokens']['black']}").status_code == 200
        tokens = [
            server.post(f"/api/matches/{made['tokens'][seat]}/rematch").json()["token"]
            for server, seat in ((client, "white"), (other, "black"))
        ]
        with sit(other, tokens[0]) as one, sit(other, tokens[1]) as two:
            assert Guest(one).hello()["commitment"] == Guest(two).hello()["commitment"]


def test_a_table_that_cannot_be_opened_says_why(client: TestClient, settings: Settings, tmp_path: Path) -> None:
    made = new_match(client, position=MIDDLE)
    engine = open_engine(settings.database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE matches SET position = 'nonsense'"))
    engine.dispose()
    with TestClient(create_app(settings)) as again:
        with sit(again, made["tokens"]["white"]) as wire:
            assert wire.receive_json()["error"]["code"] == "DAMAGED"
        (tmp_path / "test.db").unlink()
        with sit(again, made["tokens"]["white"]) as wire:
            assert wire.receive_json()["error"]["code"] == "NO_DATABASE"

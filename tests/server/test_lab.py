"""The lab of the app: a question is a stream of news, bounded, in turns, and ended with whoever asked."""

import asyncio
import dataclasses
import json
from collections.abc import AsyncGenerator, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from escaramuza.games.cafe.maps import BOOK
from escaramuza.games.escarmouche.squads import ready_squads
from escaramuza.lab.asked.answer import Gathering
from escaramuza.lab.asked.question import LabQuestion, inquiry_of
from escaramuza.lab.running import Run, Work
from escaramuza.server.app import create_app
from escaramuza.server.inquiries import Inquiries, LabNews
from escaramuza.server.local_jobs import LocalJobs
from escaramuza.server.orders import LAB, Order
from escaramuza.server.settings import Settings
from escaramuza.words import LANGUAGES

FAIR = {"kind": "fair", "game": "tactics"}
GAMES = 24


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    place = tmp_path_factory.mktemp("lab")
    return Settings(database=f"sqlite:///{place / 'test.db'}", web=place, experiment_games=GAMES, most_seconds=1000.0)


@pytest.fixture(scope="module")
def client(settings: Settings) -> Iterator[TestClient]:
    """One server for all: its child loads the rules once."""
    with TestClient(create_app(settings)) as opened:
        yield opened


def asked(client: TestClient, **body: Any) -> list[LabNews]:
    answer = client.post("/api/lab", json=body)
    assert answer.status_code == 200, answer.text
    return [LabNews.model_validate_json(line) for line in answer.text.splitlines()]


def refused(client: TestClient, **body: Any) -> dict[str, str]:
    answer = client.post("/api/lab", json=body)
    assert answer.status_code == 422, answer.text
    text: dict[str, str] = answer.json()["error"]["text"]
    assert set(text) == set(LANGUAGES) and all(text.values())
    return text


def made(body: dict[str, Any], games: int = GAMES) -> Gathering:
    return Gathering(inquiry_of(TypeAdapter(LabQuestion).validate_python(body), games))


def test_a_question_is_answered_and_tells_how_to_repeat_it(client: TestClient) -> None:
    told = asked(client, **FAIR, seed=7)
    assert told[0].state == "waiting"
    last = told[-1]
    assert (last.state, last.end, last.games, last.share) == ("done", "games", GAMES, 1.0)
    assert last.repeat == f"escaramuza lab fair tactics --agent greedy --precision 1 --budget {GAMES} --seed 7"
    assert last.answer is not None and last.answer.games == GAMES
    begins = last.answer.parts[0].figures[0]
    assert 0 <= begins.low <= begins.value <= begins.high <= 1
    assert str(GAMES) in last.answer.sure["fr"]
    played = Run(made({**FAIR, "seed": 7}).plan.experiment, Work(workers=1)).go().rows
    first = (played["first"] + 1) / 2
    assert begins.value == pytest.approx(first.mean()), "the games of the command line"


def test_what_was_found_is_kept(client: TestClient) -> None:
    found = asked(client, **FAIR)[-1]
    assert asked(client, **FAIR) == [found]


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "length", "game": "escarmouche"},
        {"kind": "luck", "game": "tactics"},
        {"kind": "rule", "game": "escarmouche", "option": "scenario"},
        {"kind": "squads", "squads": [squad.model_dump() for squad in list(ready_squads().values())[:3]]},
        {"kind": "field", "squad": list(ready_squads().values())[1].model_dump()},
        {"kind": "map", "game": "cafe", "map": BOOK.default().model_dump(mode="json"), "agent": "random"},
    ],
    ids=lambda body: body["kind"],
)
def test_every_question_has_an_answer(client: TestClient, body: dict[str, Any]) -> None:
    last = asked(client, **body)[-1]
    assert last.end == "games" and last.answer is not None, last.fault
    for part in last.answer.parts:
        for figure in part.figures:
            assert figure.low <= figure.value <= figure.high, part.id
    assert last.repeat.startswith("escaramuza lab ")
    assert ("experiment.toml" in last.repeat) == bool(last.file)


def test_a_map_says_where_its_favour_comes_from(client: TestClient) -> None:
    body = {"kind": "map", "game": "cafe", "map": BOOK.default().model_dump(mode="json"), "agent": "random"}
    answer = asked(client, **body)[-1].answer
    assert answer is not None and answer.source is not None
    assert [part.id for part in answer.parts][:2] == ["side", "objectives"]
    assert len(answer.parts[1].figures) == 3


def test_bad_input_is_one_sentence(client: TestClient) -> None:
    squad = ready_squads()["morvane"].model_dump()
    assert "deployment, turn_limit" in refused(client, kind="rule", game="tactics", option="colour")["en"]
    assert "at least two values" in refused(client, kind="rule", game="tactics", option="turn_limit", values=[5])["en"]
    assert "two squads" in refused(client, kind="squads", squads=[squad, squad])["en"]
    refused(client, kind="rule", game="tactics", option="turn_limit", values=[-3, 10])
    refused(client, kind="field", squad={**squad, "units": []})
    refused(client, kind="field", squad={**squad, "colour": 1})
    refused(client, kind="map", game="tactics", map={})
    refused(client, kind="map", game="cafe", map={"name": "x"})
    refused(client, kind="wish", game="tactics")
    refused(client, kind="luck", game="tactics", agent="random")
    refused(client, **FAIR, precision=0)
    assert client.post("/api/lab", json={"kind": "fair", "game": "chess"}).status_code == 404


def test_no_word_of_a_guest_is_taken_for_a_file(client: TestClient) -> None:
    for body in ({"kind": "squads", "squads": ["/etc/passwd", "morvane"]}, {"kind": "field", "squad": "/etc/passwd"}):
        refused(client, **body)
    refused(client, kind="rule", game="escarmouche", option="white_squad", values=["/etc/passwd", "morvane"])


def test_an_operator_switches_it_off(settings: Settings, tmp_path: Path) -> None:
    with TestClient(
        create_app(dataclasses.replace(settings, database=f"sqlite:///{tmp_path / 'x.db'}", lab="off"))
    ) as client:
        info = client.get("/api/lab").json()
        answer = client.post("/api/lab", json=FAIR)
    assert not info["open"] and "switched off" in info["why"]["en"] and info["games"] == []
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "LAB_OFF")


def test_what_it_can_be_asked(client: TestClient) -> None:
    info = client.get("/api/lab").json()
    assert info["open"] and info["most_games"] == GAMES
    games = {game["id"]: game for game in info["games"]}
    assert games["tactics"]["options"] == ["deployment", "turn_limit"] and not games["tactics"]["maps"]
    assert "white_squad" not in games["escarmouche"]["options"] and games["cafe"]["maps"]


def test_computing_is_bounded(settings: Settings, tmp_path: Path) -> None:
    bounded = dataclasses.replace(
        settings, database=f"sqlite:///{tmp_path / 'x.db'}", experiment_games=10_000_000, experiment_seconds=1.0
    )
    with TestClient(create_app(bounded)) as client:
        last = asked(client, **FAIR, precision=0.2)[-1]
    assert (last.state, last.end) == ("done", "time")
    assert last.games < 10_000_000


class Slow:
    """Jobs that take for ever, and who waits for them."""

    def __init__(self) -> None:
        self.waiting: list[Order] = []

    async def do(self, order: Order, progress: Any = None) -> Any:
        self.waiting.append(order)
        try:
            await asyncio.Event().wait()
        finally:
            self.waiting.remove(order)


@pytest.fixture
def slow(settings: Settings) -> Inquiries:
    return Inquiries(settings, Slow())  # type: ignore[arg-type]


async def started(lab: Inquiries, guest: str, seed: int) -> AsyncGenerator[LabNews, None]:
    stream = lab.news(guest, made({**FAIR, "seed": seed}))
    assert (await anext(stream)).state == "waiting"
    return stream


def test_who_goes_has_nothing_computed_any_more(slow: Inquiries) -> None:
    async def run() -> None:
        stream = await started(slow, "ana", 1)
        assert (await anext(stream)).state == "waiting"
        assert len(slow.jobs.waiting) == 1 and slow.open["ana"] == 1  # type: ignore[attr-defined]
        await stream.aclose()
        await asyncio.sleep(0)
        assert not slow.jobs.waiting and not slow.open  # type: ignore[attr-defined]

    asyncio.run(run())


def test_a_guest_has_only_so_many_open(slow: Inquiries) -> None:
    async def run() -> None:
        streams = [await started(slow, "ana", seed) for seed in range(slow.settings.experiments_each)]
        more = [news async for news in slow.news("ana", made({**FAIR, "seed": 99}))]
        assert more[-1].state == "failed" and more[-1].fault is not None
        assert more[-1].fault["code"] == "LAB_ONE_AT_A_TIME"
        other = await started(slow, "berta", 1)
        for stream in (*streams, other):
            await stream.aclose()

    asyncio.run(run())


def test_the_child_stops_when_nobody_wants_it(settings: Settings) -> None:
    """A stretch of an hour is given up at once, and the next one finds its place free."""

    async def run() -> None:
        jobs = LocalJobs(settings)
        plan = made({**FAIR, "precision": 0.2}, 10_000_000).plan.experiment.model_dump_json()
        order = Order("play", "a", "ana", "tactics", {"experiment": plan, "rows": [0, 10_000_000], "seconds": 3600})
        work = asyncio.create_task(jobs.do(order))
        await asyncio.sleep(0.5)
        work.cancel()
        short = {"experiment": plan, "rows": [0, 4], "seconds": 0.1}
        found = await asyncio.wait_for(jobs.do(Order("play", "b", "ana", "tactics", short)), 300)
        assert json.dumps(found) and found["seconds"] < 3600
        assert jobs.lanes[LAB].queue == 0 and not jobs.running
        jobs.close()

    asyncio.run(run())

"""REST: new matches, files, positions, rules, headers and limits; and the whole contract by schemathesis."""

import dataclasses
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.testclient import TestClient

from escaramuza import Match
from escaramuza.engine import record
from escaramuza.server.app import create_app
from escaramuza.server.settings import Settings
from tests import effort
from tests.server.conftest import new_match

GOLDEN = Path(__file__).parent.parent / "golden" / "tactics" / "greedy-greedy-open.match"
WIN_NEXT = "6Sk/8/8/8/8/8/8/K7 w 11 - -"


def error_of(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert set(error["text"]) == {"es", "fr", "en"}
    assert all(error["text"].values())
    code: str = error["code"]
    return code


def test_games_and_their_options(client: TestClient) -> None:
    games = {game["id"]: game for game in client.get("/api/games").json()}
    assert list(games) == ["tactics", "escarmouche", "cafe", "forglory"]
    options = {option["name"]: option for option in games["tactics"]["options"]}
    assert options["deployment"]["choices"] == ["secret", "open"]
    assert options["turn_limit"]["default"] == 200
    assert {"easy", "normal", "hard"} < set(games["tactics"]["levels"])
    for game in games.values():
        assert len(game["levels"]) >= 5
        assert [level["seconds"] for level in game["levels"].values()] == sorted(
            level["seconds"] for level in game["levels"].values()
        )
    assert games["tactics"]["terms"]["axe"] == {"es": "hacha", "fr": "hache", "en": "axe"}


def test_rules_by_section(client: TestClient) -> None:
    sections = client.get("/api/games/tactics/rules").json()["sections"]
    ids = [clause["id"] for section in sections for clause in section["clauses"]]
    assert {"T-M8", "T-R10", "T-F1"} <= set(ids)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess"}, 404, "UNKNOWN_GAME"),
        ({"game": "tactics", "seats": {"red": "person"}}, 422, "BAD_SEATS"),
        ({"game": "tactics", "seats": {"white": "clever"}}, 422, "UNKNOWN_AGENT"),
        ({"game": "tactics", "seats": {"white": "search:sims=10000000"}}, 422, "TOO_STRONG"),
        ({"game": "tactics", "seats": {"white": "search:time=3600"}}, 422, "TOO_STRONG"),
        ({"game": "tactics", "options": {"turn_limit": -1}}, 422, "BAD_OPTION"),
        ({"game": "tactics", "position": "nonsense"}, 422, "POSITION_FIELDS"),
        ({"game": "tactics", "names": {"white": "two\nlines"}}, 422, "BAD_NAME"),
        ({}, 422, "BAD_MESSAGE"),
        ({"game": "tactics", "extra": 1}, 422, "BAD_MESSAGE"),
    ],
)
def test_impossible_matches(client: TestClient, body: dict[str, Any], status: int, code: str) -> None:
    assert error_of(client.post("/api/matches", json=body), status) == code


def test_what_a_token_opens(client: TestClient) -> None:
    made = new_match(client, seats={"white": "person", "black": "hard"}, names={"white": "Ana"})
    assert made["mine"] == "white"
    info = client.get(f"/api/matches/{made['tokens']['white']}").json()
    assert (info["role"], info["finished"], info["game"]) == ("white", False, "tactics")
    assert info["seats"]["white"] == {"name": "Ana", "kind": "person", "online": False}
    assert info["seats"]["black"]["kind"] == "agent"
    watching = client.get(f"/api/matches/{made['spectator']}").json()
    assert (watching["role"], watching["your_turn"]) == ("spectator", False)
    assert error_of(client.get("/api/matches/nothing"), 404) == "DEAD_LINK"


@pytest.mark.parametrize("what", ["file", "replay", "verify"])
def test_an_unfinished_match_tells_no_seed(client: TestClient, what: str) -> None:
    made = new_match(client)
    assert error_of(client.get(f"/api/matches/{made['tokens']['white']}/{what}"), 409) == "NOT_OVER"


def test_a_finished_file_is_taken_in_and_replayed(client: TestClient) -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    taken = client.post("/api/matches/import", json={"file": text}).json()
    assert taken["finished"] is True
    assert client.get(f"/api/matches/{taken['token']}/file").text == text
    frames = client.get(f"/api/matches/{taken['token']}/replay").json()["frames"]
    assert frames[0]["step"] is None
    assert frames[-1]["scene"]["phase"] == "finished"
    verified = client.get(f"/api/matches/{taken['token']}/verify").json()
    assert verified["ok"] is True
    assert verified["dice"] > 0


def test_an_unfinished_file_goes_on(client: TestClient) -> None:
    match = Match("tactics", seed=7, seats={"white": "Ana", "black": "greedy"})
    match.act("roll")
    taken = client.post("/api/matches/import", json={"file": record.dumps(match)}).json()
    assert taken["finished"] is False
    info = client.get(f"/api/matches/{taken['token']}").json()
    assert info["seats"]["black"]["kind"] == "agent"
    assert info["seats"]["white"]["name"] == "Ana"


def test_a_match_that_is_too_long_is_refused(client: TestClient) -> None:
    text = GOLDEN.read_text(encoding="utf-8") + "1 end 0000000000000000\n" * 6000
    assert error_of(client.post("/api/matches/import", json={"file": text}), 413) == "TOO_LONG"


def test_a_long_value_is_not_echoed_whole(client: TestClient) -> None:
    answer = client.post("/api/matches", json={"game": "tactics", "options": {"turn_limit": "9" * 300_000}})
    assert error_of(answer, 422) == "BAD_OPTION"
    assert len(answer.text) < 2000


def test_a_broken_file_is_refused_with_its_line(client: TestClient) -> None:
    text = GOLDEN.read_text(encoding="utf-8").replace("seed 0", "seed 1")
    answer = client.post("/api/matches/import", json={"file": text})
    assert error_of(answer, 422) == "FILE_COMMITMENT"
    assert "8" in answer.json()["error"]["text"]["es"]
    assert error_of(client.post("/api/matches/import", json={"file": "hello"}), 422) == "FILE_FOREIGN"


def played(client: TestClient) -> str:
    """A match that white could have won at once, and won two turns later."""
    match = Match("tactics", seed=7, position=WIN_NEXT)
    match.act("end", dice=[1, 2])
    match.act("h8-h7", dice=[2, 3])
    match.act("g8xh7")
    token: str = client.post("/api/matches/import", json={"file": record.dumps(match)}).json()["token"]
    return token


def test_an_analysis_that_nobody_asks_for_is_given_up(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = client.app.state.hub  # type: ignore[attr-defined]
    monkeypatch.setattr(hub, "settings", dataclasses.replace(hub.settings, analysis_patience=-1.0))
    token = played(client)
    assert client.post(f"/api/matches/{token}/analysis").json()["points"] is None
    for _ in range(600):
        if not hub.analyses:
            break
        time.sleep(0.05)
    assert not hub.analyses
    assert client.post(f"/api/matches/{token}/analysis").json() == {"share": 0.0, "points": None}, "nothing was kept"


def test_an_analysis_adds_up(client: TestClient) -> None:
    """Each point's dice and decision together are the change to the next point."""
    token = played(client)
    answer = client.post(f"/api/matches/{token}/analysis").json()
    while answer["points"] is None:
        assert 0 <= answer["share"] <= 1
        time.sleep(0.1)
        answer = client.post(f"/api/matches/{token}/analysis").json()
    points = answer["points"]
    assert [point["step"] for point in points] == [0, 1, 2, 3]
    for point, after in pairwise(points):
        assert point["dice"] + point["decision"] == pytest.approx(after["expected"] - point["expected"], abs=0.001)
    assert points[0]["expected"] > 0.9, "white could take the guard"
    assert points[0]["decision"] < -0.05, "and did not"
    assert points[-1]["expected"] == 1.0
    assert client.post(f"/api/matches/{token}/analysis").json() == answer


def test_positions(client: TestClient) -> None:
    answer = client.get("/api/positions/tactics", params={"p": WIN_NEXT}).json()
    assert answer["position"] == WIN_NEXT
    assert len(answer["scene"]["pieces"]) == 3
    assert error_of(client.get("/api/positions/tactics", params={"p": "x"}), 422) == "POSITION_FIELDS"
    assert error_of(client.get("/api/positions/chess", params={"p": WIN_NEXT}), 404) == "UNKNOWN_GAME"


def test_every_answer_is_guarded(client: TestClient) -> None:
    for path in ("/api/health", "/api/nothing", "/api/matches/x", "/"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_pages_are_served_and_nothing_beside_them(settings: Settings) -> None:
    settings.web.mkdir()
    (settings.web / "assets").mkdir()
    (settings.web / "index.html").write_text("<p>page</p>", encoding="utf-8")
    (settings.web / "assets" / "a.js").write_text("1", encoding="utf-8")
    (settings.web.parent / "secret.txt").write_text("secret", encoding="utf-8")
    with TestClient(create_app(settings)) as client:
        for path in ("/", "/m/token", "/rules/tactics"):
            assert client.get(path).text == "<p>page</p>"
        assert "immutable" in client.get("/assets/a.js").headers["cache-control"]
        for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt"):
            assert "secret" not in client.get(path).text
        assert error_of(client.get("/api/nothing"), 404) == "DEAD_LINK"
        assert error_of(client.get("/%00"), 404) == "DEAD_LINK"


def test_a_page_that_is_not_built_says_how(client: TestClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 503
    assert "make play" in answer.text


def test_requests_are_limited(settings: Settings) -> None:
    tight = dataclasses.replace(settings, requests_burst=2, requests_rate=0.001, longest_body=1000)
    with TestClient(create_app(tight)) as client:
        assert error_of(client.post("/api/matches/import", json={"file": "x" * 2000}), 413) == "TOO_LARGE"
        assert client.get("/api/health").status_code == 200
        assert error_of(client.get("/api/health"), 429) == "TOO_FAST"


def test_a_body_that_hides_its_length_is_cut_off(settings: Settings) -> None:
    tight = dataclasses.replace(settings, longest_body=1000)

    def endless() -> Iterator[bytes]:
        yield b'{"file": "'
        for _ in range(1000):
            yield b"x" * 100
        yield b'"}'

    with TestClient(create_app(tight)) as client:
        answer = client.post("/api/matches/import", content=endless(), headers={"content-type": "application/json"})
        assert error_of(answer, 413) == "TOO_LARGE"


def test_the_contract_holds(settings: Settings) -> None:
    """Schemathesis: whatever fits the schema, or does not, gets an answer that the schema promises."""
    app = create_app(dataclasses.replace(settings, requests_burst=10**9))
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", app, timeout=effort.PATIENCE)

    with TestClient(app) as client:
        # The first page takes its time: whoever prints it has to be started.
        assert client.post("/api/cafe/print", json={"what": ["score"]}).status_code == 200
        for result in schema.get_all_operations():
            operation = result.ok()

            @hypothesis_settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None)
            @given(case=operation.as_strategy())
            def check(case: Any) -> None:
                # That a text is a match file, or a name a game, is more than a schema can say.
                case.call_and_validate(excluded_checks=[positive_data_acceptance])

            check()

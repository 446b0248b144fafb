"""`escaramuza` without a command: which port it takes, and what it says."""

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from escaramuza.cli import main, ports, serve


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A port that somebody listens on, as if it were the usual one."""
    with socket.socket() as other:
        other.bind((ports.HERE, 0))
        other.listen()
        port = other.getsockname()[1]
        monkeypatch.setattr(ports, "USUAL_PORT", port)
        monkeypatch.setattr(ports, "LAST_PORT", port + 99)
        yield port


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    calls: list[dict[str, Any]] = []
    monkeypatch.setattr(serve, "serve", lambda **options: calls.append(options))
    return calls


def start() -> int | str | None:
    with pytest.raises(SystemExit) as ended:
        main.run([])
    return ended.value.code


@pytest.mark.parametrize(("lang", "word"), [("es", "ocupado"), ("fr", "pris"), ("en", "taken")])
def test_a_taken_port_is_passed_over_and_named(
    taken: int,
    served: list[dict[str, Any]],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    lang: str,
    word: str,
) -> None:
    monkeypatch.setenv("LC_ALL", f"{lang}_XX.UTF-8")
    assert start() == 0
    port = served[0]["port"]
    assert taken < port <= taken + 99
    assert served == [{"port": port, "browser": True}]
    said = capsys.readouterr().out
    assert word in said and str(taken) in said and str(port) in said


def test_the_usual_port_needs_no_word(
    taken: int, served: list[dict[str, Any]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "_is_free", lambda _: True)
    assert start() == 0
    assert served == [{"port": taken, "browser": True}]
    assert capsys.readouterr().out == ""


def test_where_no_port_is_free_serving_says_so(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "_is_free", lambda _: False)
    assert ports.free_port() == taken

"""Several people and agents at one terminal: who is told what, and when the others look away."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.toy import GAME, add_toy

from escaramuza import Match
from escaramuza.cli import kept, play, prompt, session
from escaramuza.cli.arena import _show
from escaramuza.lab.arena import First, Report, Score

Screen = Callable[[Match, list[str]], str]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Screen:
    """Plays a match with what is typed; all that stood on the screen, prompts included."""
    add_toy(monkeypatch)
    monkeypatch.setattr(kept, "keep", lambda match: None)
    monkeypatch.setattr(kept, "forget", lambda match: None)
    for module in (session, prompt):
        monkeypatch.setattr(module, "draw", lambda match, seat, lang: print(f"<board of {seat}>"))

    def typing(lines: Iterator[str]) -> Callable[[Any, str], str]:
        def read(_: Any, question: str) -> str:
            print(f"<{question}>")
            return next(lines, "quit")

        return read

    def shown(match: Match, lines: list[str]) -> str:
        monkeypatch.setattr(session.Session, "read", typing(iter(lines)))
        session.Session(match, "en", ask_dice=False).run()
        return capsys.readouterr().out

    return shown


def test_a_hand_is_covered_before_the_next_one_looks(screen: Screen) -> None:
    seats = dict.fromkeys(GAME.seats[:4], "person")
    match = Match(GAME.id, seed=1, options={"players": 2}, seats=seats)
    text = screen(match, ["draw 1", "", "stay", "log", "stay", "stay", "", "log"])
    mine, _, rest = text.partition("<Red, it is your turn at the screen")
    others, handed, again = rest.partition("<Blue, it is your turn at the screen")
    assert "Blue draws a 3." in mine
    assert "draws" not in others
    assert handed
    assert "Blue draws a 3." in again
    assert "<Blue-2, it is" not in text, "nobody there has a card to hide"


def test_what_an_agent_draws_is_its_own(screen: Screen) -> None:
    seats = {"blue": "person", "red": "greedy", "blue-2": "greedy", "red-2": "greedy"}
    text = screen(Match(GAME.id, seed=1, options={"players": 2}, seats=seats), ["draw 1"])
    assert text.count("Blue draws") == 1
    assert "Red: draw 2" in text
    assert "Red takes 2." in text
    assert "Red draws" not in text
    assert "Blue-2 draws" not in text


def test_agents_of_a_side_share_its_player(monkeypatch: pytest.MonkeyPatch) -> None:
    add_toy(monkeypatch)
    match = play._new_match(GAME, ("person", "greedy"), "red", {"players": "2"}, None, 1, "en")
    assert match.seats == {"blue": "greedy", "red": "person", "blue-2": "greedy", "red-2": "person"}


def test_the_arena_tells_how_whoever_begins_does(capsys: pytest.CaptureFixture[str]) -> None:
    for first, told in ((First(20, 11.0), True), (First(), False)):
        score = Score(wins=10, losses=10, by_side={"blue": 0.5, "red": 0.5}, first=first)
        report = Report(GAME.id, ("greedy", "greedy"), 1, 20, score, 1.0)
        _show(report, "en", False, GAME.locale["en"]["terms"])
        assert ("score of the first player: 55.0% (95%: " in capsys.readouterr().out) == told

"""Seats that depend on the options, events for one seat alone, steps that brought something to light."""

import copy

import pytest
from tests.toy import GAME, SEATS, add_toy

from escaramuza import Match
from escaramuza.agents.search import Budget, SearchAgent
from escaramuza.engine import record
from escaramuza.engine.errors import Refused
from escaramuza.engine.eyes import guarded
from escaramuza.games import registry


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> str:
    return add_toy(monkeypatch)


def codes(match: Match, seat: str | None) -> list[list[str]]:
    return [[event.code for event in step.events] for step in match.history(seat) if step is not None]


@pytest.mark.parametrize("players", [1, 2, 3])
def test_the_options_decide_who_sits_at_the_table(toy: str, players: int) -> None:
    match = Match(toy, seed=1, options={"players": players}, seats={"red": "Ana"})
    assert match.seat_names == SEATS[: 2 * players]
    assert list(match.seats.values())[:2] == ["blue", "Ana"]
    turns = []
    while match.actor is not None:
        turns.append(match.actor)
        match.act("stay")
    assert turns == 2 * list(match.seat_names)
    assert match.outcome == {"blue": 0, "red": 0}


def test_a_seat_of_other_options_is_none(toy: str) -> None:
    with pytest.raises(Refused, match="blue, red"):
        Match(toy, seats={"blue-2": "Ana"})
    match = Match(toy, options={"players": 2})
    assert match.seat_number("red-2") == 3
    with pytest.raises(Refused, match="blue-3"):
        match.view("blue-3")


def test_games_with_the_same_seats_always_have_all_of_them() -> None:
    game = registry.get("tactics")
    assert game.seats_for(game.options()) == game.seats == ("white", "black")
    assert game.seats_by_choice == {}
    assert game.sides_for(game.options()) == {"white": "white", "black": "black"}


def test_every_seat_plays_for_a_side(toy: str) -> None:
    assert GAME.sides_for(GAME.options(players=2)) == {"blue": "blue", "red": "red", "blue-2": "blue", "red-2": "red"}
    assert {choice: len(seats) for choice, seats in GAME.seats_by_choice.items()} == {"1": 2, "2": 4, "3": 6}


def test_a_choice_among_numbers_may_be_text(toy: str) -> None:
    assert Match(toy, options={"players": "2"}).seat_names == SEATS[:4]
    for wrong in ("4", "2.0", " 2", "two"):
        with pytest.raises(Refused, match=r"1 \| 2 \| 3"):
            Match(toy, options={"players": wrong})


def test_an_event_for_one_seat_is_told_to_nobody_else(toy: str) -> None:
    match = Match(toy, seed=1, options={"players": 2})
    match.act("draw 2")
    match.act("stay")
    assert codes(match, "blue") == [["TAKEN", "DRAWN", "DRAWN"], ["STAYED"]]
    for other in ("red", "blue-2", "red-2", None):
        assert codes(match, other) == [["TAKEN"], ["STAYED"]]
    assert match.withheld("blue") == frozenset()
    assert match.withheld("red") == match.withheld(None) == {(0, 1), (0, 2)}
    assert [event.code for event in match.events] == ["TAKEN", "DRAWN", "DRAWN", "STAYED"]


def test_all_is_told_once_the_match_is_over(toy: str) -> None:
    match = Match(toy, seed=1)
    for _ in range(3):
        match.act("draw 1")
    assert codes(match, None) == 3 * [["TAKEN"]]
    match.act("draw 1")
    assert match.actor is None
    assert codes(match, None) == 4 * [["TAKEN", "DRAWN"]]


def test_the_match_file_keeps_the_whole(toy: str) -> None:
    match = Match(toy, seed=1, options={"players": 2}, seats={"blue-2": "Ana", "red-2": "greedy"})
    for action in ("draw 2", "stay", "draw 1"):
        match.act(action)
    text = record.dumps(match)
    assert "\n1 draw 2 " in text
    again = record.loads(text)
    assert again.seats == match.seats
    assert [step.events for step in again.steps] == [step.events for step in match.steps]
    assert record.dumps(again) == text


def test_what_came_to_light_is_not_taken_back(toy: str) -> None:
    match = Match(toy, seed=1)
    match.act("stay")
    assert match.steps[-1].why_final is None
    match.undo()
    match.act("draw 1")
    assert match.steps[-1].why_final == "UNDO_STOPS_AT_SECRET"
    with pytest.raises(Refused) as refused:
        match.undo()
    assert refused.value.code == "UNDO_STOPS_AT_SECRET"


def test_an_event_can_be_final_in_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    game = copy.copy(registry.get("tactics"))
    game.final_events = frozenset({"PIECE_MOVED"})
    monkeypatch.setattr(registry, "get", lambda game_id: game)
    match = Match("tactics", position="7k/8/8/8/8/3A4/8/K7 w 11 - -")
    match.act("d3-d4")
    assert match.steps[-1].why_final == "UNDO_STOPS_AT_SECRET"


def test_odds_count_no_hidden_cards_out(toy: str) -> None:
    """Matches that look the same to the deciding seat have the same odds, and every card is among them."""
    first, second = (Match(toy, seed=seed) for seed in (1, 2))
    assert first.odds("draw 1").as_json() == second.odds("draw 1").as_json()
    cards = {chance.events[-1].numbers["card"] for chance in first.odds("draw 1").chances}
    assert cards == {1, 2, 3, 4, 5, 6}


def test_drawn_cards_are_no_dice(toy: str) -> None:
    assert not Match(toy, seed=1).needs_dice("draw 2")


def test_a_line_of_thought_is_about_what_the_seat_knows(toy: str) -> None:
    first, second = (Match(toy, seed=seed) for seed in (1, 2))
    thoughts = [SearchAgent(Budget(sims=60)).think(GAME, match.state) for match in (first, second)]
    assert thoughts[0].line == thoughts[1].line
    assert thoughts[0].line[0] == thoughts[0].action


def test_who_sees_what_others_at_the_screen_must_not(toy: str) -> None:
    match = Match(toy, seed=1)
    assert not match.guards("blue")
    match.act("draw 1")
    assert match.guards("blue")
    assert not match.guards("red")
    assert guarded({"secret": True}, "white")
    assert not guarded({"secret": False}, "white")
    assert not guarded({}, "white")


def test_a_look_may_be_from_a_place(toy: str) -> None:
    match = Match(toy, seed=1)
    assert match.look(3) == {"unit": 3, "place": None}
    assert match.look(3, "red", (10, 20, 30)) == {"unit": 3, "place": (10, 20, 30)}
    escarmouche = Match("escarmouche", seed=1)
    assert escarmouche.look(0, None, (1, 2, 3)) == escarmouche.look(0)

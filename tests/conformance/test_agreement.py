"""Every game can end by agreement: its rules are not asked, and nothing of it stays hidden."""

import random

import pytest

from escaramuza import Match
from escaramuza.engine import agreement, record
from escaramuza.games import registry
from escaramuza.kernel.jit import COMPILED
from tests.conformance.setups import GAMES, options_of

pytestmark = pytest.mark.rules(COMPILED)
each_game = pytest.mark.parametrize("game_id", GAMES)


def begun(game_id: str, lot: int) -> Match:
    """A match in which every side has acted, and some more."""
    match = Match(game_id, seed=lot, options=options_of(registry.get(game_id), lot))
    lots = random.Random(lot)
    while not agreement.began(match):
        match.act(lots.choice(match.legal()))
    for _ in range(5):
        if match.actor is not None:
            match.act(lots.choice(match.legal()))
    return match


@each_game
@pytest.mark.parametrize("lot", [1, 2, 3])
def test_every_word_ends_it_as_it_says(game_id: str, lot: int) -> None:
    match = begun(game_id, lot)
    if match.actor is None:
        match = match.rewound(len(match.steps) - 1)
    first, other = (next(s for s in match.seat_names if match.side_of[s] == side) for side in match.game.sides)
    waiting = first if match.side_of[str(match.actor)] != match.side_of[first] else other
    ends = {
        "resigned": [f"@{first} resign"],
        "agreed": [f"@{first} offer-draw", f"@{other} accept-draw"],
        "deserted": [f"@{waiting} claim"],
    }
    for reason, words in ends.items():
        ended = match.copy()
        for word in words:
            ended.repeat(word)
        assert (ended.actor, ended.reason, ended.hash) == (None, reason, match.hash)
        assert ended.outcome is not None
        assert set(ended.outcome) == set(match.game.sides)
        again = record.loads(record.dumps(ended))
        assert (again.outcome, again.reason, again.hash) == (ended.outcome, reason, match.hash)


@each_game
def test_nothing_stays_hidden_after_it(game_id: str) -> None:
    match = begun(game_id, 4)
    if match.actor is None:
        match = match.rewound(len(match.steps) - 1)
    match.say(match.seat_names[0], "resign")
    everything = match.game.view(match.state, match.options)
    for seat in (None, *match.seat_names):
        assert match.view(seat) == everything
        assert not match.concealed(seat)
        assert not match.withheld(seat)


@each_game
def test_it_can_be_called_off_before_it_began(game_id: str) -> None:
    match = Match(game_id, seed=5, options=options_of(registry.get(game_id), 5))
    match.say(match.seat_names[-1], "abort")
    assert (match.reason, match.actor) == ("aborted", None)
    assert record.loads(record.dumps(match)).reason == "aborted"


@each_game
def test_no_action_of_its_notation_looks_like_a_word(game_id: str) -> None:
    match = begun(game_id, 6)
    assert not any(agreement.is_word(step.action) for step in match.steps)
    assert not any(agreement.is_word(action) for action in match.legal())
    codes = {code.name for code in match.game.events}
    assert not codes & set(agreement.SENTENCES.values())

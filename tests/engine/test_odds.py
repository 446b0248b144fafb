"""Odds against counting by hand."""

from fractions import Fraction
from functools import partial

import pytest

from escaramuza import Match
from escaramuza.engine import explain, odds

POSITION = "7k/8/8/8/8/3A4/8/K7 w 11 - -"


def test_the_dice_of_the_next_turn_are_exact() -> None:
    found = Match("tactics", position=POSITION).odds("end")
    assert found.exact
    assert found.dice == 2
    shares = {
        (chance.events[-1].code, chance.events[-1].numbers["points"]): chance.fraction for chance in found.chances
    }
    expected: dict[tuple[str, int], Fraction] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            double = first == second
            key = ("POINTS_DOUBLES" if double else "POINTS", (first + second) * (2 if double else 1))
            expected[key] = expected.get(key, Fraction()) + Fraction(1, 36)
    assert shares == expected
    assert sum(chance.probability for chance in found.chances) == pytest.approx(1)
    assert [c.probability for c in found.chances] == sorted((c.probability for c in found.chances), reverse=True)


def test_an_action_without_dice_is_certain() -> None:
    found = Match("tactics", position=POSITION).odds("d3-d4")
    assert (found.exact, found.dice, len(found.chances)) == (True, 0, 1)
    assert found.chances[0].probability == 1
    assert found.chances[0].events[0].code == "PIECE_MOVED"


@pytest.mark.parametrize("game_id", ["tactics", "escarmouche", "cafe"])
def test_a_throw_that_is_made_again_until_it_decides_is_exact(game_id: str) -> None:
    """The die-off is thrown again and again while it is tied: an even chance is one half, not 50.5%."""
    found = Match(game_id, seed=1).odds("roll")
    assert found.exact
    assert [chance.fraction for chance in found.chances] == [Fraction(1, 2)] * 2
    assert (found.dice, found.samples) == (2, 0)


def test_many_dice_are_sampled_with_their_error() -> None:
    """A throw of more dice than can be counted out, none of which is made again."""
    match = Match("tactics", position=POSITION)
    exact = match.odds("end")
    action = match.game.parse_action(match.state, "end")
    found = odds._sampled(match.game, match.state, action, partial(explain.event, match.game), odds.SAMPLES)
    assert (exact.exact, found.exact, found.samples) == (True, False, odds.SAMPLES)
    shares = {chance.text: chance for chance in found.chances}
    for true in exact.chances:
        chance = shares[true.text]
        assert chance.error is not None
        assert abs(chance.probability - true.probability) < 5 * chance.error
        assert chance.fraction is None


def test_odds_do_not_touch_the_match_or_tell_its_dice() -> None:
    """The odds are the same for matches that differ only in their seed."""
    first, second = (Match("tactics", seed=seed, position=POSITION) for seed in (1, 2))
    before = first.hash
    assert first.odds("end").as_json() == second.odds("end").as_json()
    assert first.hash == before


def test_odds_as_json() -> None:
    data = Match("tactics", position=POSITION).odds("end").as_json()
    assert data["exact"] is True
    assert data["chances"][0]["fraction"] == "1/6"
    assert data["chances"][0]["events"][0]["sentence"]

"""Turning points of an analysis: steps, turns and slides that decided a match."""

from itertools import pairwise

from escaramuza.server.analysis import turning_points


def test_a_step_that_changes_much_turns_the_match() -> None:
    assert turning_points([0.5, 0.5, 0.8, 0.8], ["white", "white", "black"]) == {1}


def test_small_steps_of_one_turn_turn_it_together() -> None:
    """No step of white's turn loses 15%, the turn does: its worst step is told."""
    assert turning_points([0.5, 0.45, 0.36, 0.32, 0.33], ["white", "white", "white", "black"]) == {1}


def test_the_same_change_over_both_sides_turns_is_none() -> None:
    assert turning_points([0.5, 0.42, 0.34, 0.33], ["white", "black", "white"]) == set()


def test_a_slow_slide_has_a_turning_point() -> None:
    """From 43% to nothing in steps of less than 10%, each in a turn of its own."""
    expected = [0.43, 0.38, 0.30, 0.24, 0.18, 0.12, 0.06, 0.0]
    assert all(before - after < 0.15 for before, after in pairwise(expected))
    assert turning_points(expected, ["white", "black"] * 3 + ["white"]) == {1}


def test_an_even_match_has_none() -> None:
    assert turning_points([0.5, 0.55, 0.48, 0.52, 0.5], ["white", "black", "white", "black"]) == set()


def test_a_match_without_steps() -> None:
    assert turning_points([0.5], []) == set()

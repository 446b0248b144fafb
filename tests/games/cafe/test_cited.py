"""Which clause an event cites, where that depends on what happened."""

import pytest

from escaramuza.engine.explain import event
from escaramuza.games import registry

GAME = registry.get("cafe")


@pytest.mark.clause("C-D2", "C-C2", "C-C4", "C-D5", "C-G1", "C-G2", "C-G7", "C-G4", "C-G6", "C-G10", "C-R10")
@pytest.mark.parametrize(
    ("name", "numbers", "clause"),
    [
        ("ATTACKED", {"close": 0}, "C-D2"),
        ("ATTACKED", {"close": 1}, "C-C2"),
        ("PANICKED", {"close": 0}, "C-D5"),
        ("PANICKED", {"close": 1}, "C-C4"),
        ("POINTS_SCORED", {"column": 0, "points": 2}, "C-G1"),
        ("POINTS_SCORED", {"column": 1, "points": 1}, "C-G2"),
        ("POINTS_SCORED", {"column": 1, "points": 3}, "C-G7"),
        ("POINTS_SCORED", {"column": 1, "points": 4}, "C-R10"),
        ("POINTS_SCORED", {"column": 2, "points": 1}, "C-G3"),
        ("POINTS_SCORED", {"column": 2, "points": 2}, "C-G5"),
        ("POINTS_SCORED", {"column": 3, "points": 1}, "C-G4"),
        ("POINTS_SCORED", {"column": 3, "points": 2}, "C-G6"),
        ("POINTS_SCORED", {"column": 4, "points": 6}, "C-G10"),
        ("POINTS_SCORED", {"column": 7, "points": 3}, "C-G8"),
    ],
)
def test_an_event_cites_the_clause_of_what_it_tells(name: str, numbers: dict[str, int], clause: str) -> None:
    code = GAME.events[name]
    wanted = [numbers.get(word, 0) for word, _ in code.numbers]
    said = event(GAME, code, wanted)
    assert said.clause == clause
    assert all(said.text(lang) for lang in ("es", "fr", "en"))

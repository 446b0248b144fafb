"""Open procedures: how many lie on each other, and what is left of those that are over."""

from random import Random
from typing import Any

from escaramuza import Match
from escaramuza.games.cafe.state import DEEPEST

PLAIN = {"name": "plain", "objectives": [[4500, 1000], [4500, 3000], [4500, 5000]]}
ARMIES = {"map": PLAIN, "blue_army": "T5", "red_army": "T5"}


def blank_above(s: Any) -> bool:
    """Whether all frames that are not in use are as they were at the start."""
    blank = Match("cafe").state.frames[-1].tobytes()
    return all(f.tobytes() == blank for f in s.frames[s.depth :])


def test_the_deepest_stack_leaves_one_frame_blank() -> None:
    """A tourniquet for the knife that comes before the extra move that follows a move."""
    position = "20,30;5,45;5,48;5,51;5,54 80,10;26,30;85,48;85,51;85,54 1 b 7:7 b --- 0:0 cheetah,tourniquet|knife"
    match = Match("cafe", seed=1, options=ARMIES, position=position)
    for action in ("use b1", "run@23,30", "card:cheetah", "card:knife r2 b1"):
        match.act(action)
    assert match.legal() == ["no", "card:tourniquet"]
    assert match.state.depth == DEEPEST - 1
    assert blank_above(match.state)


def test_what_is_over_leaves_nothing() -> None:
    position = "20,30;23,33;26,30;29,33;20,36 20,33;23,30;26,33;29,30;23,36 1 b 12:12 b --- 0:0 {}"
    hands = "knife,cheetah,ma,instinct|false-orders,knife,tourniquet,divine-wind"
    match = Match(
        "cafe", seed=3, options=ARMIES | {"blue_army": "E5", "red_army": "E5"}, position=position.format(hands)
    )
    lots = Random(3)
    for _ in range(60):
        if match.actor is None:
            break
        match.act(lots.choice([action for action in match.legal() if action != "pass"] or match.legal()))
        assert match.state.depth < DEEPEST
        assert blank_above(match.state)

"""For Glory against a slow oracle that shares no code with the rules.

ESCARAMUZA_FORGLORY_GAMES sets how many battles are compared (a few by default), ESCARAMUZA_FORGLORY_FROM the first
one's number.
"""

import os
from collections import Counter
from random import Random

GAMES = int(os.environ.get("ESCARAMUZA_FORGLORY_GAMES", "6"))
FIRST = int(os.environ.get("ESCARAMUZA_FORGLORY_FROM", "0"))
LONGEST = 400
JUDGED = 10


def compare_a_battle(lot: int) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """A battle by lot on both sides: what was compared, judged, and too close to call."""
    from escaramuza.games.forglory import state
    from tests.naive.forglory.pair import Pair
    from tests.naive.forglory.setups import crowd, options_by_lot, start

    random = Random(lot)
    options = options_by_lot(lot)
    pair = Pair(start(options, lot), lot, f"lot {lot}")
    crowded = random.random() < 0.3
    while pair.question.phase != state.FINISHED and len(pair.steps) < LONGEST:
        if not crowded and pair.question.phase == state.ORDERS:
            crowded = True
            pair.compare()
            crowd(pair.s, random)
            steps = pair.steps
            compared, judged, skipped = pair.compared, pair.judged, pair.skipped
            pair = Pair(pair.s, lot, f"lot {lot}, crowd after {len(steps)} steps")
            for mine, old in ((pair.compared, compared), (pair.judged, judged), (pair.skipped, skipped)):
                mine.update(old)
        pair.step(JUDGED)
    pair.compare()
    return pair.compared, pair.judged, pair.skipped


# What has to be compared at least, over all battles: the names of events, modifiers, judged kinds.
ENOUGH = {
    "LEADERSHIP_PASSED": 10, "MORALE_PASSED": 5, "FIRE_RESULT": 5, "MELEE_RESULT": 1, "PUSHED": 3, "HIT": 3,
    "INITIATIVE": 10, "group": 10, "objective": 5, "unit": 1000, "officer": 1000, "sheet": 100, "ROUND_OVER": 5,
    "modifier distance": 10, "modifier quality": 10, "modifier category": 5,
}  # fmt: skip
JUDGED_KINDS = ("MOVE", "BEND", "MARCH", "CHARGE", "SHOOT", "RETREAT", "PLACE", "RIDE", "USE", "REACT", "ASSIGN")


def test_random_battles_agree_with_the_oracle() -> None:
    compared: Counter[str] = Counter()
    judged: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    for lot in range(FIRST, FIRST + GAMES):
        for total, found in zip((compared, judged, skipped), compare_a_battle(lot), strict=True):
            total.update(found)
    few = {name: compared[name] for name, least in ENOUGH.items() if compared[name] < least}
    assert not few
    for kind in JUDGED_KINDS:
        answers = {
            answer: sum(n for key, n in judged.items() if key.endswith(f" {kind} {answer}")) for answer in (True, False)
        }
        assert min(answers.values()) > 0, (kind, answers)
    assert sum(skipped.values()) < sum(compared.values()) / 20
    unsure = sum(n for key, n in judged.items() if key.endswith(" None"))
    assert unsure < sum(judged.values()) / 4, (unsure, sum(judged.values()))

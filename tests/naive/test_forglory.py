"""For Glory against a slow oracle that shares no code with the rules.

ESCARAMUZA_FORGLORY_GAMES sets how many battles are compared (a few by default), ESCARAMUZA_FORGLORY_FROM the first
one's number.
"""

import os
from collections import Counter
from random import Random

from tests.effort import tries

GAMES = int(os.environ.get("ESCARAMUZA_FORGLORY_GAMES", "4"))
FIRST = int(os.environ.get("ESCARAMUZA_FORGLORY_FROM", "0"))
LONGEST = 400
JUDGED = 10
MELEES = tries(20, 200)


def compare_a_battle(lot: int) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """A battle at random on both sides: what was compared, judged, and too close to call."""
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


def compare_a_melee(lot: int) -> Counter[str]:
    """A charge that another unit joins, against two units one behind the other: when they lose, the one that is pushed
    first is in the other's way or leaves it (G-R65). Played to the end of the orders; what was compared."""
    from escaramuza.games.forglory import GAME, kinds, state
    from tests.naive.forglory.feed import Act
    from tests.naive.forglory.pair import Pair
    from tests.naive.forglory.setups import start

    random = Random(lot)
    army = "3LnInf / 2LnInf"
    ground = {"map": {"name": "open ground"}, "objectives": 0, "south_army": army, "north_army": army}
    s = start(GAME.options.model_validate(ground), lot)
    behind, aside = round(46.9 - random.random() / 2, 2), round(60 - random.random() / 12, 2)
    south = f"60,58/270;72,{behind + 1.55:.2f}/180;80,70/270;5,88/270;11,88/270"
    north = f"60,50/90;{aside},{behind}/90;62,28/90;115,2/90;109,2/90"
    officers = "70,62:3;8,85:3;3,85:3 50,36:3;112,5:3;117,5:3"
    GAME.parse_position(s, f"{south} {north} {officers} - . 1 0,0,0,0,0,0:0,0,0,0,0,0 sg1:7*")
    pair = Pair(s, lot, f"melee {lot}")
    first = Act(kinds.CHARGE, 0, 40, 6000, 5000)
    second = Act(kinds.JOIN, 1, 40, 6000, round(100 * behind) + 155)
    wanted = {
        state.ORDERS: Act(kinds.USE, 0),
        state.ORDER: first,
        state.JOINING: second,
        state.REACT: Act(kinds.DECLINE),
    }
    while pair.question.phase in wanted and pair.check(wanted[pair.question.phase]) == 0:
        pair.compare()
        pair.act(wanted[pair.question.phase])
    while pair.question.phase == state.PUSHES:
        pair.step(JUDGED)
    pair.compare()
    return pair.compared


# What has to be compared at least, over all battles: the names of events, modifiers, judged kinds.
ENOUGH = {
    "LEADERSHIP_PASSED": 10,
    "MORALE_PASSED": 5,
    "FIRE_RESULT": 5,
    "MELEE_RESULT": 1,
    "PUSHED": 3,
    "HIT": 3,
    "INITIATIVE": 10,
    "group": 10,
    "objective": 5,
    "unit": 1000,
    "officer": 1000,
    "sheet": 100,
    "ROUND_OVER": 5,
    "modifier distance": 10,
    "modifier quality": 10,
    "modifier category": 5,
}
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


def test_the_order_of_pushes_agrees_with_the_oracle() -> None:
    compared: Counter[str] = Counter()
    for lot in range(MELEES):
        compared.update(compare_a_melee(lot))
    assert compared["MELEE_RESULT"] >= MELEES // 2
    assert compared["order of pushes"] >= MELEES // 5

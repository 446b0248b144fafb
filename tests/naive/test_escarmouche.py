"""Escarmouche against a slow oracle that shares no code with the rules: random play and counts of the tree."""

import re
from collections import defaultdict
from itertools import combinations
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from escaramuza import Match
from escaramuza.engine import perft
from tests.effort import tries
from tests.naive import escarmouche_oracle as oracle
from tests.naive.escarmouche_oracle import Card, Position

LONGEST = 60
MOST_POINTS = MOST_COST = 30
OBSTACLE_ZONE = [square for square in oracle.BOARD if 2 <= square[1] <= 5 and square not in oracle.CENTRE]
OUTCOME = {"white": {"white": 1, "black": -1}, "black": {"white": -1, "black": 1}, None: {"white": 0, "black": 0}}


def both(white: str, black: str, text: str, scenario: str = "standard", turn_limit: int = 0) -> tuple[Match, Position]:
    """The same position for the project and for the oracle."""
    options = {"white_squad": white, "black_squad": black, "scenario": scenario, "turn_limit": turn_limit}
    match = Match("escarmouche", options=options, position=text, seed=1)
    return match, Position.parse(white, black, text, scenario, turn_limit)


class Pair:
    """A match and the oracle's position, which must agree in everything after each action."""

    def __init__(self, white: str, black: str, text: str, scenario: str = "standard", turn_limit: int = 0) -> None:
        self.given = (white, black, text, scenario, turn_limit)
        self.match, self.position = both(*self.given)
        self.played: list[str] = []
        self.before: list[Position] = []
        self.compare()

    def act(self, action: str) -> None:
        """The same action on both sides."""
        self.played.append(action)
        self.before.append(self.position)
        self.match.act(action)
        self.position = self.position.play(action)
        self.compare()

    def undo(self) -> None:
        """One action back on both sides."""
        self.match.undo()
        self.played.pop()
        self.position = self.before.pop()

    def compare(self) -> None:
        """Legal actions, the seat that decides, the outcome, and the position where it can be written."""
        told = f"{self.given} {self.played}"
        match, position = self.match, self.position
        legal, expected = match.legal(), position.legal()
        assert len(legal) == len(set(legal)), f"an action is listed twice: {told}"
        assert set(legal) - expected == set(), f"legal only for the project: {told}"
        assert expected - set(legal) == set(), f"legal only for the oracle: {told}"
        assert match.actor == position.actor, told
        if position.over:
            assert match.outcome == OUTCOME[position.winner], told
        elif position.phase == "turn":
            assert match.position == position.text(), told

    def read_anew(self) -> None:
        """What was written can be read, and is the same position."""
        white, black, _, scenario, _ = self.given
        match, position = both(white, black, self.match.position, scenario)
        assert match.position == self.match.position
        assert set(match.legal()) == position.legal() == self.position.legal()


def random_abilities(random: Random) -> tuple[str, ...]:
    """None, one or two; those that seldom have a target are more frequent."""
    seldom = ["guardian", "guardian", "guardian", "sweep", "forward", "devastating-strike", "overcharge", "overcharge"]
    bag = [*oracle.ABILITY_COSTS, *seldom]
    return tuple(dict.fromkeys(random.choice(bag) for _ in range(random.choice((0, 1, 1, 1, 2)))))


def random_squad(random: Random) -> list[Card]:
    """One to six units within the points, most with abilities: a few good ones, or more that are cheap."""
    dearest = random.choice((6, 6, 6, 10, 15))
    size = random.choice((1, 2, 3, 4, 5, 5, 6, 6))
    cards: list[Card] = []
    left = MOST_POINTS
    for _ in range(30):
        card = Card(
            random.choice((1, 1, 2, 3, 4, 6)),
            random.choice((1, 1, 1, 2, 3, 5)),
            random.choice((1, 1, 2, 3)),
            random.choice((1, 1, 1, 2, 3)),
            random_abilities(random),
        )
        points = card.points
        if card.cost <= MOST_COST and points <= min(dearest, left):
            cards.append(card)
            left -= points
        if len(cards) == size:
            break
    return cards or [Card(3, 1, 2, 1)]


def random_units(random: Random, cards: list[Card], squares: list[oracle.Square], marks: list[str]) -> str:
    """The units of one side; at least one of them lives."""
    alive = random.randrange(len(cards))
    standing = [i for i in range(len(cards)) if i == alive or random.randrange(8) > 0]
    parts = ["-"] * len(cards)
    for i in standing:
        health = random.choice((cards[i].health, random.randint(1, cards[i].health)))
        guarded = re.search("g([1-6])", marks[i])
        kept = marks[i] if guarded is None or int(guarded[1]) - 1 in standing else marks[i].replace(guarded[0], "")
        parts[i] = f"{oracle.name(squares.pop())}:{health}" + (f":{kept}" if kept else "")
    return ",".join(parts)


def waiting_marks(random: Random, card: Card, others: list[int]) -> str:
    """What a unit may bear while the other side has its turn."""
    lasting = [""]
    if "tactical-retreat" in card.abilities:
        lasting.append("r")
    if "overcharge" in card.abilities:
        lasting.append("x")
    if "guardian" in card.abilities and others:
        lasting += [f"g{random.choice(others)}", f"g{random.choice(others)}"]
    return random.choice(["", "", "s"]) + random.choice(["", "", "", "p"]) + random.choice(lasting)


def moving_marks(random: Random, card: Card) -> str:
    """What a unit may bear from before while its own side has its turn."""
    drained = ["", "", "X"] if "overcharge" in card.abilities else [""]
    return random.choice(["", "", "s"]) + random.choice(["", "", "", "P"]) + random.choice(drained)


def done_marks(random: Random, card: Card, marks: str, others: list[int]) -> str:
    """What the first action of a turn adds to the unit that made it."""
    added = ["n"] if "X" in marks else ["n", "na"]
    for ability in card.abilities:
        if ability == "overcharge":
            added += [] if "X" in marks else ["nox"]
        elif ability == "tactical-retreat":
            added.append("nur")
        elif ability == "guardian":
            added += [f"nug{random.choice(others)}"] if others else []
        elif "X" not in marks or ability not in oracle.ATTACKING:
            added.append("nu")
    return marks + random.choice(added)


def random_position(random: Random, white: list[Card], black: list[Card], scenario: str) -> str:
    """A position that a game could have come to, crowded more often than not."""
    side = random.choice("wb")
    moving, waiting = (white, black) if side == "w" else (black, white)
    actions = random.choice((1, 2))
    marks = [moving_marks(random, card) for card in moving]
    if actions == 1:
        i = random.randrange(len(moving))
        marks[i] = done_marks(random, moving[i], marks[i], others(moving, i))
    other_marks = [waiting_marks(random, card, others(waiting, i)) for i, card in enumerate(waiting)]
    obstacles = random.sample(OBSTACLE_ZONE, random.choice((0, 1, 2)) if scenario == "centre" else 0)
    size = random.choice((4, 5, 8))
    corner = random.randint(0, 8 - size), random.randint(0, 8 - size)
    area = [s for s in oracle.BOARD if 0 <= s[0] - corner[0] < size and 0 <= s[1] - corner[1] < size]
    squares = [square for square in area if square not in obstacles]
    random.shuffle(squares)
    own = random_units(random, moving, squares, marks)
    enemy = random_units(random, waiting, squares, other_marks)
    first, second = (own, enemy) if side == "w" else (enemy, own)
    markers = f"{random.randint(0, 4)}:{random.randint(0, 4)}" if scenario == "centre" else "-"
    return f"{first} {second} {side} {actions} {','.join(map(oracle.name, obstacles)) or '-'} {markers}"


def others(cards: list[Card], i: int) -> list[int]:
    """The numbers of the other units of a squad."""
    return [number for number in range(1, len(cards) + 1) if number != i + 1]


def kind(action: str) -> str:
    """move, attack, an answer, or the name of the ability."""
    if ":" in action:
        return action.split(":")[0]
    return {"-": "move", "x": "attack"}[action[2]] if len(action) == 5 else action


def choose(random: Random, actions: set[str]) -> str:
    """Any action, moves less often than each other kind: there are far more of them than of anything else."""
    kinds = defaultdict(list)
    for action in sorted(actions):
        kinds[kind(action)].append(action)
    bag = [name for name in sorted(kinds) for _ in range(1 if name == "move" else 2)]
    return random.choice(kinds[random.choice(bag)])


@settings(max_examples=tries(60, 600), deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**40))
def test_random_play_agrees_with_the_oracle(seed: int) -> None:
    random = Random(seed)
    white, black = random_squad(random), random_squad(random)
    scenario = random.choice(("standard", "centre", "centre"))
    text = random_position(random, white, black, scenario)
    squads = ";".join(card.short() for card in white), ";".join(card.short() for card in black)
    turn_limit = random.choice((0, 0, 7))
    if not Position.parse(*squads, text, scenario).legal():
        return
    pair = Pair(*squads, text, scenario, turn_limit)
    while not pair.position.over and len(pair.played) < LONGEST:
        pair.act(choose(random, pair.position.legal()))
        if pair.position.phase == "turn" and random.randrange(10) == 0:
            pair.read_anew()


# (white, black, position, scenario, turn limit, actions, the position or the winner after them)
BY_HAND = [
    # A stance cancels one point once.
    ("1/1/1/2", "4/1/1/1", "d4 d5:4:s w 2 - -", "standard", 0, "d4xd5", "d4:1:an d5:3 w 1 - -"),
    (
        "1/1/1/1+defensive-stance",
        "1/1/1/1",
        "d4 d8 w 2 - -",
        "standard",
        0,
        "defensive-stance:d4",
        "d4:1:uns d8 w 1 - -",
    ),
    # A guardian takes all with its own stance and without the target's; excess does not come back.
    (
        "1/1/1/2",
        "4/1/1/1;4/1/1/1+guardian",
        "d4 d5:4:s,e6:4:sg1 w 2 - -",
        "standard",
        0,
        "d4xd5 guard:e6",
        "d4:1:an d5:4:s,e6:3:g1 w 1 - -",
    ),
    (
        "1/1/1/2",
        "4/1/1/1;4/1/1/1+guardian",
        "d4 d5:4:s,e6:4:sg1 w 2 - -",
        "standard",
        0,
        "d4xd5 no-guard",
        "d4:1:an d5:3,e6:4:sg1 w 1 - -",
    ),
    (
        "1/1/1/2",
        "4/1/1/1;4/1/1/1+guardian",
        "d4 d5,e6:1:g1 w 2 - -",
        "standard",
        0,
        "d4xd5 guard:e6",
        "d4:1:an d5,- w 1 - -",
    ),
    (
        "1/1/1/1",
        "1/1/1/1;3/1/1/1+guardian",
        "d4 d5,d6:3:g1 w 2 - -",
        "standard",
        0,
        "d4xd5 no-guard",
        "d4:1:an -,d6 w 1 - -",
    ),
    # Suppression comes with a redirected hit too, leaves one action and ends with that turn.
    (
        "2/1/1/1+suppressing-fire",
        "3/1/1/1;3/1/1/1+guardian",
        "d4 d6,e7:3:g1 w 1 - -",
        "standard",
        0,
        "suppressing-fire:d4xd6 guard:e7",
        "d4 d6:3:P,e7:2 b 2 - -",
    ),
    (
        "2/1/1/1+suppressing-fire",
        "3/1/1/1;3/1/1/1",
        "d4 d6:3:P,e7:2 b 2 - -",
        "standard",
        0,
        "d6-d7 e7-e8",
        "d4 d7,e8:2 w 2 - -",
    ),
    ("1/1/1/1", "3/1/1/1", "h1 a8:3:P b 2 - -", "standard", 0, "a8-a7", "h1 a7 w 2 - -"),
    # Overcharge after the ordinary attack and before it; drained in the next turn, not longer.
    ("2/1/1/1+overcharge", "4/1/1/1", "d4 d5 w 2 - -", "standard", 0, "d4xd5 overcharge:d4xd5", "d4:2:x d5:2 b 2 - -"),
    (
        "2/1/1/1+overcharge",
        "4/1/1/1",
        "d4 d5 w 2 - -",
        "standard",
        0,
        "overcharge:d4xd5 d4xd5 d5-d6 d6-d5",
        "d4:2:X d5:2 w 2 - -",
    ),
    ("2/1/1/1+overcharge", "4/1/1/1", "d4:2:X d5:2 w 2 - -", "standard", 0, "d4-d3 d3-d4", "d4 d5:2 b 2 - -"),
    # A devastating strike settles the target first, then costs one health that nothing saves.
    ("1/1/1/1+devastating-strike", "4/1/1/1", "d4 d5 w 2 - -", "standard", 0, "devastating-strike:d4xd5", "white"),
    ("1/1/1/1+devastating-strike", "5/1/1/1", "d4 d5 w 2 - -", "standard", 0, "devastating-strike:d4xd5", "black"),
    (
        "2/1/1/1+devastating-strike;1/1/1/1",
        "5/1/1/1",
        "d4:1:s,a1 d5 w 2 - -",
        "standard",
        0,
        "devastating-strike:d4xd5",
        "-,a1 d5:1 w 1 - -",
    ),
    # A sweep strikes in the order of the numbers and leaves out who has gone meanwhile, or is retreated.
    (
        "1/1/1/1+sweep",
        "1/1/1/1;2/1/1/1+guardian;1/1/1/1",
        "d4 d5,e5:1:g1,e4 w 2 - -",
        "standard",
        0,
        "sweep:d4 guard:e5",
        "d4:1:un d5,-,- w 1 - -",
    ),
    (
        "1/1/1/1+sweep",
        "1/1/1/1+tactical-retreat;2/1/1/1;1/1/1/1",
        "d4 d5:1:r,e5,e4 w 2 - -",
        "standard",
        0,
        "sweep:d4",
        "d4:1:un d5:1:r,e5:1,- w 1 - -",
    ),
    ("1/1/1/1+sweep", "1/1/1/1;1/1/1/1", "d4 d5,e5 w 2 - -", "standard", 0, "sweep:d4", "white"),
    # Retreat and guard end when their owner's next turn starts.
    (
        "1/1/1/1+tactical-retreat;1/1/1/1+guardian",
        "1/1/1/1+tactical-retreat;1/1/1/1+guardian",
        "a1:1:unr,b1:1:g1 h8:1:r,h7:1:g1 w 1 - -",
        "standard",
        0,
        "a1-a2",
        "a2:1:r,b1:1:g1 h8,h7 b 2 - -",
    ),
    # Forward! asks for a second ally while there is one that can move.
    (
        "1/1/1/1+forward;1/1/1/1;1/1/1/1",
        "1/1/1/1",
        "d4,d3,d2 h8 w 2 - -",
        "standard",
        0,
        "forward:d4,d3-c3 d2-c2",
        "d4:1:un,c3,c2 h8 w 1 - -",
    ),
    (
        "1/1/1/1+forward;1/1/1/1;1/1/1/1",
        "1/1/1/1",
        "d4,d3,d2 h8 w 2 - -",
        "standard",
        0,
        "forward:d4,d3-c3 done",
        "d4:1:un,c3,d2 h8 w 1 - -",
    ),
    (
        "1/1/1/1+forward;1/1/1/1;1/1/1/1",
        "1/1/1/1",
        "d5,d3:1:Pn,d1 h8 w 1 - -",
        "standard",
        0,
        "forward:d5,d3-c3",
        "d5,c3,d1 h8 b 2 - -",
    ),
    # Control of the centre comes at the end of a turn, before the limit; a marker is lost, never below 0.
    ("1/1/1/1", "1/1/1/1", "c4 h8 w 1 - 3:1", "centre", 0, "c4-d4", "d4 h8 b 2 - 4:0"),
    ("1/1/1/1", "1/1/1/1", "c4 h8 w 1 - 2:0", "centre", 0, "c4-d4", "d4 h8 b 2 - 3:0"),
    ("1/1/1/1", "1/1/1/1", "c4 e5 w 1 - 2:2", "centre", 0, "c4-d4", "d4 e5 b 2 - 2:2"),
    ("1/1/1/1", "1/1/1/1", "c4 h8 w 1 - 4:1", "centre", 1, "c4-d4", "white"),
    ("1/1/1/1", "1/1/1/1", "c4 h8 w 1 - 3:1", "centre", 1, "c4-d4", "draw"),
    ("1/1/1/1", "1/1/1/1", "c4 h8 w 1 - -", "standard", 2, "c4-d4 h8-h7 h7-h8", "draw"),
    # Who can do nothing passes: drained and shut in.
    (
        "1/1/1/1;1/1/1/1;1/1/1/1",
        "3/1/1/1+overcharge",
        "a2,b1,b2 a1:3:x w 1 - -",
        "standard",
        0,
        "b1xa1",
        "a2,b1,b2 a1:2 w 2 - -",
    ),
    ("1/1/1/1;1/1/1/1;1/1/1/1", "3/1/1/1+overcharge", "a2,b1,b2 a1:3:x w 1 - -", "standard", 2, "b1xa1", "draw"),
    (
        "1/1/1/1;1/1/1/1;1/1/1/1;1/1/1/1",
        "3/1/1/1+overcharge",
        "a2,b1,b2,d4 a1:3:sx w 1 - 2:2",
        "centre",
        0,
        "b1xa1",
        "a2,b1,b2,d4 a1 w 2 - 3:1",
    ),
    (
        "1/1/1/1+tactical-retreat;1/1/1/1+tactical-retreat;1/1/1/1+tactical-retreat",
        "3/1/1/1",
        "a2:1:unr,b1:1:r,c2:1:r a1 w 1 - -",
        "standard",
        0,
        "tactical-retreat:c2-b2",
        "a2,b1,b2 a1 w 2 - -",
    ),
    # Feint moves a suppressed ally that has acted; what it guards and who guards it stay.
    (
        "1/1/1/1+feint;1/1/1/1+guardian",
        "1/1/1/1",
        "d4,d3:1:unPg1 h8 w 1 - -",
        "standard",
        0,
        "feint:d4~d3",
        "d3,d4:1:g1 h8 b 2 - -",
    ),
]


@pytest.mark.parametrize(("white", "black", "text", "scenario", "turn_limit", "actions", "expected"), BY_HAND)
def test_by_hand(
    white: str, black: str, text: str, scenario: str, turn_limit: int, actions: str, expected: str
) -> None:
    pair = Pair(white, black, text, scenario, turn_limit)
    for action in actions.split():
        pair.act(action)
    position = pair.position
    assert (position.winner or "draw" if position.over else position.text()) == expected


# (white, black, position, scenario, actions before the count, depth)
COUNTED = [
    ("4/1/3/2+charge;3/3/2/2", "5/1/2/3", "e2,c1:2:s e7 w 2 - -", "standard", "", 2),
    ("4/1/3/2+charge;3/3/2/2", "5/1/2/3;2/2/2/1+sweep", "e4,c3 e6,d5:1 w 2 - -", "standard", "", 2),
    (
        "3/1/2/1+forward;2/1/2/1;2/1/1/1;2/1/2/1",
        "3/1/2/1+guardian;2/1/1/1",
        "c3,c4,d3,b2 d5,e6 w 2 - -",
        "standard",
        "",
        3,
    ),
    (
        "3/1/2/1+forward;2/1/2/1;2/1/1/1",
        "3/1/2/1;2/1/1/1",
        "c3,c4:1,d3 d5,e6 w 2 - -",
        "standard",
        "forward:c3,c4-c5",
        3,
    ),
    (
        "3/2/2/1+overcharge;2/1/1/1+feint",
        "3/1/1/1;3/1/1/1+tactical-retreat",
        "d4,d3 d6,e5:2:r w 2 - -",
        "standard",
        "",
        2,
    ),
    ("3/2/2/1+overcharge;2/1/1/1+feint", "3/1/1/1;3/1/1/1", "d4:3:X,d3:2:P d6,e5 w 2 - -", "standard", "", 2),
    (
        "4/3/1/1+precision-shot;2/1/1/1+tactical-retreat",
        "3/1/1/1+guardian;2/1/1/1",
        "b2,c3 d4,e5:2 w 2 c4 1:3",
        "centre",
        "",
        2,
    ),
    (
        "3/1/1/1+sweep;3/1/1/1+devastating-strike",
        "1/1/1/1;2/1/1/1+guardian;1/1/1/1",
        "d4,e3:1 d5,e5:2:g1,e4 w 2 f3,c5 4:2",
        "centre",
        "",
        2,
    ),
    (
        "3/1/1/1+sweep;3/1/1/1+devastating-strike",
        "1/1/1/1;2/1/1/1+guardian;1/1/1/1",
        "d4,e3:1 d5,e5:2:g1,e4 w 2 f3,c5 4:2",
        "centre",
        "sweep:d4",
        2,
    ),
    (
        "3/4/1/1+suppressing-fire;2/1/2/1+defensive-stance",
        "2/1/2/1+energy-bolt;2/1/1/1",
        "a1,b3 e5,d3 b 2 c3,c4 0:0",
        "centre",
        "",
        2,
    ),
    (
        "1/1/3/1;1/1/3/1;1/1/3/1;1/1/3/1;1/1/3/1;1/1/3/1",
        "1/1/3/1;1/1/3/1;1/1/3/1;1/1/3/1;1/1/3/1;1/1/3/1",
        "a1,b1,c1,d1,e1,f1 a8,b8,c8,d8,e8,f8 w 2 - -",
        "standard",
        "",
        2,
    ),
]


@pytest.mark.parametrize(("white", "black", "text", "scenario", "before", "depth"), COUNTED)
def test_counts_agree_with_the_oracle(
    white: str, black: str, text: str, scenario: str, before: str, depth: int
) -> None:
    pair = Pair(white, black, text, scenario)
    for action in before.split():
        pair.act(action)
    expected = oracle.perft(pair.position, depth)
    assert expected > 0
    assert perft.count(pair.match.game, pair.match.state, depth) == expected


@pytest.mark.parametrize("marks", ["", "P", "X", "PX", "n", "an", "un", "onx", "nP", "nX", "unX", "onxP"])
def test_every_two_abilities_under_every_mark(marks: str) -> None:
    """All that a unit may still do, and what comes of it: friends and enemies are close, one enemy is retreated."""
    for abilities in combinations(oracle.ABILITY_COSTS, 2):
        if "overcharge" not in abilities and set("oxX") & set(marks):
            continue
        white = f"{Card(2, 2, 1, 1, abilities).short()};1/1/1/1"
        black = "2/1/1/1;1/1/1/1+tactical-retreat;3/1/1/1"
        unit = f"d4:2:{marks}" if marks else "d4"
        pair = Pair(white, black, f"{unit},d3 d5:2:s,e5:1:r,b4 w {1 if 'n' in marks else 2} - -")
        for action in sorted(pair.position.legal()):
            if kind(action) != "move":
                pair.act(action)
                pair.undo()


# (white, black, position, scenario, depth): every line of play but for plain moves.
WALKED = [
    # Several guardians of one unit, one who guards a guardian, stances; sweep and devastating strike.
    (
        "1/1/1/1+sweep;1/1/1/1+devastating-strike",
        "3/1/1/1;3/1/1/1+guardian;2/1/1/1+guardian;1/1/1/1+guardian",
        "d4,e3 d5:2:s,e5:3:sg1,e4:2:g1,c5:1:g2 w 2 - -",
        "standard",
        6,
    ),
    (
        "1/1/1/1+sweep;1/1/1/1+devastating-strike",
        "3/1/1/1;3/1/1/1+guardian;2/1/1/1+guardian;1/1/1/1+guardian",
        "d4,e3 d5:2,e5:1:g3,e4:2:g1,c5:1:g3 w 1 - 4:4",
        "centre",
        6,
    ),
    # Two units that guard each other against suppression and bolts.
    (
        "2/1/1/1+suppressing-fire;1/1/1/1+energy-bolt;1/1/1/1+overcharge",
        "3/1/1/1+guardian;3/1/1/1+guardian;1/1/1/1+feint",
        "c3,d3,e3:1:X d5:2:g2,e5:2:sg1,e4 w 2 - -",
        "standard",
        6,
    ),
    # Overcharge, precision shot past units but not past an obstacle, retreat and charge.
    (
        "2/2/1/1+overcharge;1/3/1/1+precision-shot",
        "2/1/1/1+tactical-retreat;2/1/1/1+charge;1/1/1/1+defensive-stance",
        "c3,b2 c5,e5,d4 w 2 c4,b3 0:0",
        "centre",
        5,
    ),
]


@pytest.mark.parametrize(("white", "black", "text", "scenario", "depth"), WALKED)
def test_every_line_but_moves(white: str, black: str, text: str, scenario: str, depth: int) -> None:
    pair = Pair(white, black, text, scenario)
    assert walk(pair, depth) > 100


def walk(pair: Pair, depth: int) -> int:
    """Play every line to a depth, without plain moves unless there is nothing else; the number of positions."""
    actions = pair.position.legal()
    chosen = [action for action in sorted(actions) if kind(action) != "move"] or sorted(actions)[:1]
    count = 1
    for action in chosen if depth > 0 else []:
        pair.act(action)
        count += walk(pair, depth - 1)
        pair.undo()
    return count

"""What every registered game must pass."""

import hashlib
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from escaramuza import Match
from escaramuza.agents.players import fresh
from escaramuza.engine import record
from escaramuza.engine.setting_up import valid_options
from escaramuza.games import registry
from escaramuza.games.basics import MORE_RULES, RULES
from escaramuza.games.game import Game
from escaramuza.kernel.buffers import ACTION, LOG, NONE, OK, OVER, WHY, copy, one, silent_log
from escaramuza.kernel.dice import below
from escaramuza.kernel.jit import CHECKED, COMPILED, MODE
from escaramuza.words import LANGUAGES
from tests.conformance.setups import GAMES, many_games, options_of, start_of
from tests.effort import tries

LONGEST = 5000
SAME_SETUP = 500
# What holds in compiled games holds in plain ones: test_modes compares all that the rules answer in them.
pytestmark = pytest.mark.rules(COMPILED, CHECKED)
# Bounds show in fewer games.
FEWER = 1 if MODE == COMPILED else 10
EXAMPLES = tries(20, 200)
SOME = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
seeds = st.integers(0, 2**40)
depths = st.integers(0, 300)
each_game = pytest.mark.parametrize("game_id", GAMES)


class Played:
    """A random game up to some depth, or to its end."""

    def __init__(self, game_id: str, seed: int, depth: int = LONGEST) -> None:
        self.game: Game = registry.get(game_id)
        self.bulk = self.game.compiled("escaramuza.engine.bulk")
        self.options = options_of(self.game, seed)
        self.seats = len(self.game.seats_for(self.options))
        self.state = fresh(self.game, self.options, seed)
        self.start = copy(self.state)
        self.buffer = np.zeros(self.game.max_actions, ACTION)
        self.actions = np.zeros(depth, ACTION)
        self.count = int(self.bulk.random_game(self.state, seed, self.buffer, silent_log(), self.actions))

    def legal(self) -> list[Any]:
        count = self.game.rules["legal_actions"](self.state, self.buffer)
        return [copy(self.buffer[i]) for i in range(count)]


def digest(state: Any) -> str:
    return hashlib.blake2b(state.tobytes(), digest_size=8).hexdigest()


@each_game
@SOME
@given(seed=seeds, depth=depths)
@example(seed=7916, depth=117).via("a division of For Glory that fits between the places of the lattice only")
def test_legal_actions_are_what_check_allows(game_id: str, seed: int, depth: int) -> None:
    played = Played(game_id, seed, depth)
    why = one(WHY)
    check = played.game.rules["check"]
    legal = {action.tobytes() for action in played.legal()}
    allowed = {a.tobytes() for a in played.game.every_action(played.state) if check(played.state, a, why) == OK}
    if legal and not allowed:
        # No place of the lattice has room: one between them is offered.
        (squeezed,) = played.legal()
        assert check(played.state, squeezed, why) == OK
    else:
        assert legal == allowed
    assert len(played.legal()) == len(legal), "an action is listed twice"


@each_game
@SOME
@given(seed=seeds, depth=depths)
@example(seed=405, depth=251).via("a unit of For Glory that goes to places between those of the lattice")
def test_proposed_actions_are_legal(game_id: str, seed: int, depth: int) -> None:
    """Where places are free they need not be among those that the list chose."""
    played = Played(game_id, seed, depth)
    check, why = played.game.rules["check"], one(WHY)
    legal = played.legal()
    count = played.game.rules["propose"](played.state, played.buffer)
    for action in played.buffer[:count]:
        assert check(played.state, action, why) == OK, played.game.format_action(played.state, action)
    assert (count > 0) == bool(legal)


@each_game
@SOME
@given(seed=seeds, depth=depths)
def test_every_decision_has_its_share_of_a_turn(game_id: str, seed: int, depth: int) -> None:
    played = Played(game_id, seed, depth)
    if played.game.rules["actor"](played.state) != OVER:
        before = played.state.tobytes()
        assert 0 < played.game.share_of_turn(played.state) <= 1
        assert played.state.tobytes() == before


@each_game
@SOME
@given(seed=seeds, depth=depths)
def test_looking_changes_nothing(game_id: str, seed: int, depth: int) -> None:
    played = Played(game_id, seed, depth)
    game, rules, before = played.game, played.game.rules, digest(played.state)
    why = one(WHY)
    for number, action in enumerate(game.every_action(played.state)):
        if number % 7 == seed % 7:
            rules["check"](played.state, action, why)
    for seat in range(-1, played.seats):
        out = copy(played.state)
        rules["observe"](played.state, seat, out)
        game.view(out, played.options)
    for side in range(len(game.sides)):
        rules["value"](played.state, side)
    rules["actor"](played.state)
    rules["legal_actions"](played.state, played.buffer)
    rules["propose"](played.state, played.buffer)
    game.format_position(played.state)
    for seat in range(played.seats):
        game.shortcuts(played.state, seat, 0)
    assert digest(played.state) == before


@each_game
@SOME
@given(seed=seeds, depth=depths)
def test_every_legal_action_applies(game_id: str, seed: int, depth: int) -> None:
    played = Played(game_id, seed, depth)
    for action in played.legal():
        after, log = copy(played.state), one(LOG)
        played.game.rules["apply"](after, action, log)
        assert digest(after) != digest(played.state)
        assert log.n > 0
        assert log.lost == 0
        for event in log.events[: log.n]:
            assert int(event.code) in list(played.game.events)


@each_game
@SOME
@given(seed=seeds)
def test_the_log_changes_nothing(game_id: str, seed: int) -> None:
    played = Played(game_id, seed)
    loud, log, why = copy(played.start), one(LOG), one(WHY)
    for i in range(played.count):
        log.n = 0
        assert played.game.rules["check"](loud, played.actions[i], why) == OK
        played.game.rules["apply"](loud, played.actions[i], log)
    assert digest(loud) == digest(played.state)


@each_game
@SOME
@given(seed=seeds)
def test_games_end_and_repeat(game_id: str, seed: int) -> None:
    first, second = Played(game_id, seed), Played(game_id, seed)
    assert first.game.rules["actor"](first.state) == OVER
    assert first.game.rules["legal_actions"](first.state, first.buffer) == 0
    assert digest(first.state) == digest(second.state)
    results = np.zeros(len(first.game.sides), np.int64)
    first.game.rules["outcome"](first.state, results)
    assert results.sum() == 0
    assert set(results.tolist()) <= {-1, 0, 1}
    for side, result in enumerate(results.tolist()):
        assert np.sign(first.game.rules["value"](first.state, side)) == result


@each_game
@SOME
@given(seed=seeds, depth=depths)
def test_values_of_the_sides_are_opposite(game_id: str, seed: int, depth: int) -> None:
    played = Played(game_id, seed, depth)
    values = [int(played.game.rules["value"](played.state, side)) for side in range(len(played.game.sides))]
    assert sum(values) == 0
    assert max(abs(value) for value in values) <= 1000


@each_game
@SOME
@given(seed=seeds, depth=depths)
def test_notation_goes_both_ways(game_id: str, seed: int, depth: int) -> None:
    played = Played(game_id, seed, depth)
    texts = set()
    for action in played.legal():
        text = played.game.format_action(played.state, action)
        assert played.game.parse_action(played.state, text).tobytes() == action.tobytes()
        texts.add(text)
    assert len(texts) == len(played.legal())


@each_game
@SOME
@given(seed=seeds, depth=depths, lot=seeds)
def test_a_view_holds_nothing_hidden(game_id: str, seed: int, depth: int, lot: int) -> None:
    """Two positions that differ only in what a seat cannot know look the same to that seat."""
    played = Played(game_id, seed, depth)
    game = played.game
    acting = int(game.rules["actor"](played.state))
    if acting == OVER:
        return
    other = copy(played.state)
    game.rules["determinize"](other, acting, lot)
    seen, seen_other = copy(played.state), copy(other)
    game.rules["observe"](played.state, acting, seen)
    game.rules["observe"](other, acting, seen_other)
    assert seen.tobytes() == seen_other.tobytes()
    assert game.view(seen, played.options) == game.view(seen_other, played.options)


@each_game
@SOME
@given(seed=seeds, depth=depths)
def test_dice_to_come_are_never_seen(game_id: str, seed: int, depth: int) -> None:
    played = Played(game_id, seed, depth)
    for seat in range(-1, played.seats):
        seen = copy(played.state)
        played.game.rules["observe"](played.state, seat, seen)
        assert seen.dice.key.tobytes() != played.state.dice.key.tobytes()


@each_game
@settings(SOME, max_examples=EXAMPLES // 3)
@given(seed=seeds, depth=depths)
def test_match_files_go_both_ways(game_id: str, seed: int, depth: int) -> None:
    match = Match(game_id, seed=seed, options=options_of(registry.get(game_id), seed))
    lots = np.random.default_rng(seed)
    for _ in range(depth):
        if match.actor is None:
            break
        legal = match.legal()
        match.act(legal[int(lots.integers(len(legal)))])
    text = record.dumps(match)
    again = record.loads(text)
    assert again.hash == match.hash
    assert [step.action for step in again.steps] == [step.action for step in match.steps]
    assert record.dumps(again) == text


@each_game
@SOME
@given(seed=seeds, depth=depths)
def test_an_action_drawn_without_a_list_is_the_one_that_the_list_has(game_id: str, seed: int, depth: int) -> None:
    played = Played(game_id, seed, depth)
    rules, state = played.game.rules, played.state
    if rules["actor"](state) == OVER:
        return
    listed, single = (np.zeros(played.game.max_actions, ACTION) for _ in range(2))
    count = rules["legal_actions"](state, listed)
    rules["sample"](state, seed, depth, single)
    assert single[0].tobytes() == listed[below(seed, depth, count)].tobytes()
    for each, listing in (("each_action", "legal_actions"), ("each_proposal", "propose")):
        if each in rules:
            count = rules[listing](state, listed)
            assert rules[each](state, single, NONE) == count
            for number in range(count):
                rules[each](state, single, number)
                assert single[0].tobytes() == listed[number].tobytes()


@each_game
def test_a_game_is_complete(game_id: str) -> None:
    game = registry.get(game_id)
    assert set(game.rules) - set(MORE_RULES) == set(RULES)
    ids = [clause.id for clause in game.clauses]
    assert len(ids) == len(set(ids))
    assert {clause.section for clause in game.clauses} == set(game.sections)
    cited = {code.clause for code in [*game.reasons, *game.events]}
    assert cited <= set(ids)
    named = {code.name for code in game.events}
    assert game.headlines | game.secret_events | game.final_events <= named


@each_game
def test_seats_are_a_prefix_of_all_and_alternate_between_the_sides(game_id: str) -> None:
    game = registry.get(game_id)
    seats = game.seats_by_choice or {"": game.seats}
    assert max(seats.values(), key=len) == game.seats
    for choice, names in seats.items():
        assert names == game.seats[: len(names)]
        assert len(names) % 2 == 0
        options = valid_options(game, {game.seats_option: choice} if game.seats_option else {})
        assert game.seats_for(options) == names
        assert list(game.sides_for(options).values()) == [game.sides[number % 2] for number in range(len(names))]
    assert {*game.seats, *game.sides} <= set(game.locale["en"]["terms"])


@each_game
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_code_has_its_sentence(game_id: str, lang: str) -> None:
    game = registry.get(game_id)
    local, english = game.locale[lang], game.locale["en"]
    assert set(local["clauses"]) == {clause.id for clause in game.clauses}
    assert set(local["options"]) == set(game.options.model_fields)
    for kind, table in (("reasons", game.reasons), ("events", game.events)):
        assert set(local[kind]) == {code.name for code in table}
        for code in table:
            words = {name: game.number_text(sort, 0, local["terms"]) for name, sort in code.numbers}
            assert local[kind][code.name].format(**words)
    for kind in english:
        assert set(local[kind]) == set(english[kind])


@pytest.mark.slow
@pytest.mark.parametrize("share", [20, pytest.param(1, marks=pytest.mark.long)])
@each_game
def test_many_games_end_and_replay(game_id: str, share: int) -> None:
    """Random games at full speed; each replays, checked action by action, to the same position."""
    game = registry.get(game_id)
    bulk = game.compiled("escaramuza.engine.bulk")
    kept, buffer, log, why = np.zeros(LONGEST, ACTION), np.zeros(game.max_actions, ACTION), silent_log(), one(WHY)
    for seed in range(many_games(game) // share // FEWER):
        if seed % (SAME_SETUP // share) == 0:
            start = start_of(game, seed)
        state, again = copy(start), copy(start)
        state.dice.key[0] = again.dice.key[0] = seed
        count = bulk.random_game(state, seed, buffer, log, kept)
        assert game.rules["actor"](state) == OVER
        assert bulk.replay(again, kept, count, log, why) == count
        assert again.tobytes() == state.tobytes()

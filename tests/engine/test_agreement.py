"""Matches that end by agreement: words are steps, in files too, and the rules know nothing of them."""

from pathlib import Path

import pytest

from escaramuza import Match
from escaramuza.engine import agreement, record
from escaramuza.engine.errors import BadMatchFile, IllegalAction, Refused
from escaramuza.words import LANGUAGES

FOUR = {"players": 2}


def deployed() -> Match:
    """Tactics once both sides are placed."""
    match = Match("tactics", seed=1)
    match.act("roll")
    match.act("attack")
    for _ in range(2):
        for action in match.shortcuts()["line"]:
            match.act(action)
        match.act("ready")
    return match


def test_resigning_ends_the_match_and_leaves_the_position() -> None:
    match = deployed()
    before = match.hash
    step = match.say("black", "resign")
    assert (match.actor, match.outcome, match.reason) == (None, {"white": 1, "black": -1}, "resigned")
    assert (step.action, step.hash, match.hash) == ("@black resign", before, before)
    assert [event.text("en") for event in step.events] == ["Black resigns."]
    assert match.legal() == []
    with pytest.raises(IllegalAction, match="over"):
        match.act("end")


def test_a_draw_is_offered_and_accepted() -> None:
    match = deployed()
    match.say("white", "offer-draw")
    assert match.actor is not None
    assert match.talk.offered_by == "white"
    match.say("black", "accept-draw")
    assert (match.outcome, match.reason) == ({"white": 0, "black": 0}, "agreed")


def test_an_offer_can_be_declined_and_withdrawn() -> None:
    match = deployed()
    match.say("white", "offer-draw")
    match.say("black", "decline-draw")
    assert match.talk.offered_by is None
    match.say("white", "offer-draw")
    match.say("white", "withdraw-draw")
    assert match.talk.offered_by is None
    assert match.actor is not None


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["black accept-draw"], "NO_DRAW_OFFERED"),
        (["black decline-draw"], "NO_DRAW_OFFERED"),
        (["white offer-draw", "white accept-draw"], "NO_DRAW_OFFERED"),
        (["white offer-draw", "black withdraw-draw"], "NO_DRAW_OFFERED"),
        (["white offer-draw", "black offer-draw"], "DRAW_OFFERED"),
        (["white abort"], "TOO_LATE_TO_ABORT"),
        (["white decline-resign"], "NOBODY_RESIGNS"),
        (["white withdraw-resign"], "NOBODY_RESIGNS"),
        (["white wish-resign", "white wish-resign"], "RESIGNING_ALREADY"),
        (["white resign", "black resign"], "MATCH_OVER"),
        (["white shout"], "UNKNOWN_WORD"),
        (["grey resign"], "NO_SUCH_SEAT"),
    ],
)
def test_words_that_make_no_sense_are_refused_with_their_reason(words: list[str], code: str) -> None:
    match = deployed()
    *before, last = [f"@{word}" for word in words]
    for word in before:
        match.repeat(word)
    steps = len(match.steps)
    with pytest.raises(Refused) as refused:
        match.repeat(last)
    assert refused.value.code == code
    assert len(match.steps) == steps


def test_only_the_other_side_can_desert_a_match() -> None:
    match = deployed()
    other = next(seat for seat in match.seat_names if seat != match.actor)
    with pytest.raises(Refused, match="your own side"):
        match.say(str(match.actor), "claim")
    match.say(other, "claim")
    assert match.reason == "deserted"
    assert match.outcome is not None
    assert match.outcome[other] == 1


def test_a_match_can_be_called_off_until_every_side_has_acted() -> None:
    match = Match("tactics", seed=1)
    match.act("roll")
    with pytest.raises(Refused, match="every side"):
        match.say("black", "claim")
    match.say("white", "abort")
    assert (match.reason, match.outcome) == ("aborted", {"white": 0, "black": 0})


def test_offers_are_not_repeated_at_once() -> None:
    match = deployed()
    assert agreement.why_no_offer(match, "white") is None
    match.say("white", "offer-draw")
    match.say("black", "decline-draw")
    refusal = agreement.why_no_offer(match, "white")
    assert refusal is not None
    assert (refusal.code, refusal.numbers) == ("DRAW_AGAIN", {"actions": agreement.OFFER_AGAIN})
    assert agreement.why_no_offer(match, "black") is None
    for _ in range(agreement.OFFER_AGAIN):
        match.act("end")
    assert agreement.why_no_offer(match, "white") is None


def test_taking_back_does_not_free_the_next_offer() -> None:
    match = deployed()
    match.act(next(action for action in match.legal() if action != "end"))
    match.say("white", "offer-draw")
    match.say("black", "decline-draw")
    match.undo()
    refusal = agreement.why_no_offer(match, "white")
    assert refusal is not None
    assert (refusal.code, refusal.numbers) == ("DRAW_AGAIN", {"actions": agreement.OFFER_AGAIN + 1})
    assert agreement.why_no_offer(match, "black") is None
    text = record.dumps(match)
    assert record.dumps(record.loads(text)) == text
    for _ in range(agreement.OFFER_AGAIN + 1):
        match.act("end")
    assert agreement.why_no_offer(match, "white") is None


def test_a_draft_that_was_dropped_offered_nothing() -> None:
    match = deployed()
    match.copy().say("white", "offer-draw")
    assert agreement.why_no_offer(match, "white") is None


def test_nobody_offers_a_draw_before_it_began() -> None:
    refusal = agreement.why_no_offer(Match("tactics", seed=1), "white")
    assert refusal is not None
    assert refusal.code == "DRAW_TOO_EARLY"


def test_a_side_of_people_resigns_when_all_of_them_do() -> None:
    match = Match("cafe", seed=1, options=FOUR)
    first, second = (seat for seat in match.seat_names if match.side_of[seat] == "blue")
    people = set(match.seat_names)
    assert agreement.resignation_waits_for(match, first, people) == [second]
    match.say(first, "wish-resign")
    assert match.actor is not None
    assert agreement.resignation_waits_for(match, second, people) == []
    match.say(second, "decline-resign")
    assert match.talk.resigning == frozenset()
    match.say(first, "wish-resign")
    match.say(second, "resign")
    assert match.outcome == {"blue": -1, "red": 1}


def test_machines_go_with_their_people_and_speak_where_there_are_none() -> None:
    match = Match("cafe", seed=1, options=FOUR)
    blue = [seat for seat in match.seat_names if match.side_of[seat] == "blue"]
    red = [seat for seat in match.seat_names if match.side_of[seat] == "red"]
    match.say(blue[0], "offer-draw")
    assert agreement.draw_waits_for(match, {blue[0]}) == [red[0]]
    assert agreement.draw_waits_for(match, {blue[0], red[1]}) == [red[1]]
    assert set(agreement.draw_waits_for(match, set(match.seat_names))) == {*red, blue[1]}
    assert agreement.resignation_waits_for(match, blue[0], {blue[0]}) == []


def test_taking_back_takes_back_what_was_said_since() -> None:
    match = Match("tactics", seed=1, options={"deployment": "open"})
    match.act("roll")
    match.act("attack")
    seat = match.actor
    match.act(match.legal()[0])
    match.say("white", "wish-resign")
    assert match.undo().seat == seat
    assert match.talk.resigning == frozenset()
    assert match.steps[-1].action == "attack"


def test_a_match_that_was_resigned_is_not_taken_back() -> None:
    match = deployed()
    match.say("white", "resign")
    with pytest.raises(Refused, match="over"):
        match.undo()


def test_an_earlier_moment_of_the_match_goes_on() -> None:
    match = deployed()
    steps = len(match.steps)
    match.say("white", "offer-draw")
    match.say("black", "accept-draw")
    assert match.rewound(steps).actor is not None
    assert match.rewound(steps + 1).talk.offered_by == "white"
    assert match.copy().reason == "agreed"


def test_secrets_are_out_when_a_match_is_over() -> None:
    match = Match("tactics", seed=1)
    match.act("roll")
    match.act("attack")
    seat = str(match.actor)
    other = next(one for one in match.seat_names if one != seat)
    match.act(match.legal()[0])
    assert match.concealed(other)
    assert match.view(other)["hidden"]
    match.say(other, "resign")
    assert not match.concealed(other)
    assert len(match.view(other)["pieces"]) == 1
    assert None not in match.history(None)


def test_words_stand_in_the_file_and_are_read_again(tmp_path: Path) -> None:
    match = deployed()
    match.say("white", "offer-draw")
    match.say("black", "decline-draw")
    match.act("end")
    match.say("white", "resign")
    text = record.dumps(match)
    assert "@white offer-draw" in text
    again = record.loads(text)
    assert (again.outcome, again.reason) == (match.outcome, "resigned")
    assert [step.action for step in again.steps] == [step.action for step in match.steps]
    assert record.dumps(again) == text


def test_a_file_with_a_word_that_makes_no_sense_is_refused() -> None:
    match = deployed()
    match.say("white", "offer-draw")
    text = record.dumps(match)
    for wrong in ("@black withdraw-draw", "@white shout", "@grey resign"):
        with pytest.raises(BadMatchFile):
            record.loads(text.replace("@white offer-draw", wrong))


def test_nobody_throws_dice_with_a_word() -> None:
    match = deployed()
    match.say("white", "resign")
    text = record.dumps(match)
    with pytest.raises(BadMatchFile, match="throws no dice") as refused:
        record.loads(text.replace("@white resign", "@white resign dice 3"))
    assert refused.value.code == "FILE_WORD_DICE"


def test_nothing_follows_the_word_that_ends_a_match() -> None:
    match = deployed()
    match.say("white", "resign")
    lines = record.dumps(match).splitlines()
    number = len(match.steps)
    more = [*lines[:-1], f"{number + 1} end {match.hash}", f"steps {number + 1}"]
    with pytest.raises(BadMatchFile, match="over before"):
        record.loads("\n".join(more))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_word_has_its_sentence(lang: str) -> None:
    match = deployed()
    assert {len(set(agreement.SENTENCES.values())), len(agreement.SENTENCES)} == {11}
    for word in ("offer-draw", "withdraw-draw", "wish-resign", "resign"):
        (said,) = match.say("white", word).events
        assert match.game.locale[lang]["terms"]["white"] in said.text(lang)

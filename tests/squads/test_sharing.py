"""Share codes: they bring back what went in, and nothing else ever gets through."""

import base64
import string
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import sharing, squads
from escaramuza.games.escarmouche.squads import LONGEST_LIST, Squad
from tests.squads import drafts

BASE = string.ascii_letters + string.digits + "-_"


def refused(text: str) -> str:
    with pytest.raises(NotationError) as caught:
        sharing.decode(text)
    return caught.value.code


def packed(start: str, data: bytes) -> str:
    """A code with a right checksum around any data."""
    checksum = (zlib.crc32(start.encode() + data) & 0xFFFFFF).to_bytes(3)
    return start + base64.urlsafe_b64encode(checksum + data).decode().rstrip("=")


@given(st.one_of(drafts.units, drafts.squads))
@settings(deadline=None)
def test_there_and_back(what: object) -> None:
    code = sharing.encode(what)  # type: ignore[arg-type]
    assert sharing.decode(code) == what
    assert set(code) <= set(BASE), "fits into a link as it is"
    assert sharing.looks_like_code(code)


@given(st.one_of(st.text(), st.binary().map(lambda data: packed("S1", data)), st.text(BASE).map("U1".__add__)))
@settings(deadline=None)
def test_foreign_texts_are_refused(text: str) -> None:
    assert refused(text) in ("CODE_DAMAGED", "CODE_VERSION")


@given(drafts.units, st.data())
@settings(deadline=None)
def test_a_changed_letter_is_noticed(unit: object, data: st.DataObject) -> None:
    code = sharing.encode(unit)  # type: ignore[arg-type]
    at = data.draw(st.integers(0, len(code) - 1))
    other = data.draw(st.sampled_from(BASE).filter(lambda letter: letter != code[at]))
    assert refused(code[:at] + other + code[at + 1 :]) in ("CODE_DAMAGED", "CODE_VERSION")
    assert refused(code[:at]) == "CODE_DAMAGED"
    assert refused(code + other) == "CODE_DAMAGED"


def test_a_unit_is_no_squad() -> None:
    code = sharing.encode(drafts.unit())
    assert refused("S" + code[1:]) == "CODE_DAMAGED"


def test_a_code_broken_over_lines_is_read() -> None:
    code = sharing.encode(squads.ready_squads()["morvane"])
    assert sharing.decode(f" {code[:60]}\n{code[60:]}\r\n") == sharing.decode(code)


def test_what_a_sentence_leaves_behind_a_code_is_no_part_of_it() -> None:
    code = sharing.encode(squads.ready_squads()["morvane"])
    for after in (".", ",", ";", ")", ">", ").", ">,\n"):
        assert sharing.looks_like_code(code + after)
        assert sharing.decode(code + after) == squads.read_squad(code + after) == sharing.decode(code)
    assert refused(code + "!") == "CODE_DAMAGED"


def test_a_later_version_says_so() -> None:
    code = sharing.encode(drafts.unit())
    assert refused(code[0] + "2" + code[2:]) == "CODE_VERSION"


@pytest.mark.parametrize("length", [10**5, 10**7])
def test_a_small_code_cannot_unpack_into_a_large_text(length: int) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    bomb = packer.compress(bytes(length)) + packer.flush()
    assert refused(packed("S1", b"\x01" + bomb)) == "CODE_DAMAGED"


def test_an_endless_code_is_not_even_looked_at() -> None:
    assert refused("S1" + "A" * 10**6) == "CODE_DAMAGED"


def test_the_longest_draft_fits() -> None:
    unit = drafts.unit(name="𝔸" * 40, icon="a" * 40, quote="𝔹" * 120)
    squad = Squad(name="ℂ" * 40, units=tuple(unit for _ in range(LONGEST_LIST)))
    assert sharing.decode(sharing.encode(squad)) == squad


def test_a_code_speaks_one_language() -> None:
    squad = squads.ready_squads()["morvane"]
    for lang in ("es", "fr", "en"):
        shared = sharing.decode(sharing.encode(squad, lang))
        assert isinstance(shared, Squad)
        assert [unit.quote for unit in shared.units] == [unit.quote_in(lang) for unit in squad.units]


def test_codes_are_short() -> None:
    for squad in squads.ready_squads().values():
        assert len(sharing.encode(squad)) < 400
        assert all(len(sharing.encode(unit)) < 130 for unit in squad.units)

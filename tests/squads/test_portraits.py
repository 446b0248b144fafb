"""Pictures of one's own: which are taken, which are refused and why, and where they go."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader
from typer.testing import CliRunner

from escaramuza import press
from escaramuza.cli.barracks import app
from escaramuza.games.escarmouche import squads
from escaramuza.games.escarmouche.squads import Squad
from escaramuza.press.typesetting import PressError
from escaramuza.squads import library, portraits
from escaramuza.squads.words import SquadError
from tests.squads import pictures

MORVANE = squads.ready_squads()["morvane"]
NAMES = [unit.name for unit in MORVANE.units]
GOOD = pictures.text_of(pictures.jpeg())


@pytest.mark.parametrize(
    "jpeg",
    [
        pictures.jpeg(),
        pictures.jpeg(mode="L"),
        pictures.jpeg(512, 100),
        pictures.jpeg(progressive=True),
    ],
)
def test_small_jpegs_are_taken_as_they_are(jpeg: bytes) -> None:
    assert portraits.jpeg_of(pictures.text_of(jpeg), "Ana") == jpeg


REFUSED = {
    "a number": (7, "PORTRAIT_FORM"),
    "an address": ("https://example.org/ana.jpg", "PORTRAIT_FORM"),
    "a drawing that could hold scripts": ("data:image/svg+xml;base64,PHN2Zy8+", "PORTRAIT_FORM"),
    "no base64": (portraits.PREFIX + "####", "PORTRAIT_FORM"),
    "nothing": (portraits.PREFIX, "PORTRAIT_FORM"),
    "a text": (pictures.text_of(b"Once upon a time"), "PORTRAIT_FORM"),
    "a PNG": (pictures.text_of(pictures.png()), "PORTRAIT_FORM"),
    "half a picture": (pictures.text_of(pictures.jpeg()[:300]), "PORTRAIT_FORM"),
    "a head alone": (pictures.text_of(b"\xff\xd8\xff\xd9"), "PORTRAIT_FORM"),
    "colours of a printer": (pictures.text_of(pictures.jpeg(mode="CMYK")), "PORTRAIT_FORM"),
    "a thousand scans": (pictures.text_of(pictures.many_scans()), "PORTRAIT_FORM"),
    "too many bytes": (pictures.text_of(pictures.noise()), "PORTRAIT_LONG"),
    "megabytes": (portraits.PREFIX + "A" * 4_000_000, "PORTRAIT_LONG"),
    "too many pixels": (pictures.text_of(pictures.jpeg(513, 256)), "PORTRAIT_LARGE"),
    "a bomb": (pictures.text_of(pictures.bomb()), "PORTRAIT_LARGE"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_whatever_else_is_refused_by_name(kind: str) -> None:
    text, code = REFUSED[kind]
    with pytest.raises(SquadError) as refused:
        portraits.jpeg_of(text, "Ana")
    assert refused.value.code == code
    assert all("Ana" in refused.value.sentence(lang) for lang in ("es", "fr", "en"))


@given(st.binary(max_size=300), st.integers(0, 600), st.booleans())
@settings(deadline=None)
def test_damage_is_refused_or_harmless(put: bytes, at: int, over: bool) -> None:
    whole = pictures.jpeg()
    damaged = whole[:at] + put + whole[at + (len(put) if over else 0) :]
    try:
        assert portraits.jpeg_of(pictures.text_of(damaged), "Ana") == damaged
    except SquadError:
        return


def images(pdf: bytes) -> list[Image.Image]:
    """The pictures on the first page."""
    return [picture.image for picture in PdfReader(io.BytesIO(pdf)).pages[0].images if picture.image]


def printed(parts: list[str], *given: str | None) -> bytes:
    return press.print_squad(press.order(MORVANE, "a4", parts, "en", "http://127.0.0.1:8000", given))


@pytest.mark.parametrize("part", ["cards", "tokens"])
def test_a_picture_is_printed_and_the_others_keep_their_drawings(part: str) -> None:
    found = images(printed([part], None, GOOD))
    assert {picture.size for picture in found} == {(256, 256)}
    assert all(abs(a - b) < 6 for a, b in zip(found[0].convert("RGB").getpixel((99, 99)), pictures.RED, strict=True))
    assert images(printed([part])) == []


def test_what_only_a_decoder_sees_is_a_sentence_too() -> None:
    whole = pictures.jpeg()
    table = whole.index(b"\xff\xc4")
    # Codes of the first table that cannot be.
    broken = whole[: table + 5] + b"\xff" * 16 + whole[table + 21 :]
    with pytest.raises((PressError, SquadError)) as refused:
        printed(["cards"], pictures.text_of(broken))
    assert refused.value.code in ("BAD_PICTURE", "PORTRAIT_FORM")


def test_more_pictures_than_units_are_refused() -> None:
    with pytest.raises(SquadError, match=r"\(7\).*\(4\)") as refused:
        portraits.jpegs_of([None] * 7, NAMES)
    assert refused.value.code == "PORTRAIT_UNITS"


def with_pictures(squad: Squad, *given: object) -> str:
    """A squad file as the Barracks save it."""
    data = json.loads(library.dumps(squad))
    for unit, picture in zip(data["squad"]["units"], given, strict=False):
        unit["portrait"] = picture
    return json.dumps(data)


def test_files_carry_pictures_that_only_printing_looks_at(tmp_path: Path) -> None:
    file = tmp_path / "squad.json"
    file.write_text(with_pictures(MORVANE, GOOD, "no picture"), encoding="utf-8")
    assert library.find(str(file)) == MORVANE
    assert library.find_pictured(str(file))[1][:2] == (GOOD, "no picture")
    run = CliRunner().invoke(app, ["print", str(file), "-o", str(tmp_path / "x.pdf"), "--lang", "en"])
    assert isinstance(run.exception, SquadError) and NAMES[1] in str(run.exception)
    file.write_text(with_pictures(MORVANE, GOOD), encoding="utf-8")
    run = CliRunner().invoke(app, ["print", str(file), "-o", str(tmp_path / "x.pdf"), "--lang", "en"])
    assert run.exit_code == 0, run.exception
    assert images((tmp_path / "x.pdf").read_bytes())


def test_a_unit_alone_keeps_its_picture(tmp_path: Path) -> None:
    unit = json.loads(library.dumps(MORVANE.units[0]))
    unit["unit"]["portrait"] = GOOD
    file = tmp_path / "unit.json"
    file.write_text(json.dumps(unit), encoding="utf-8")
    assert library.find_pictured(str(file)) == (MORVANE.units[0], (GOOD,))

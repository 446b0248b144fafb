"""Pictures of units for the tests: real JPEGs, and files that only claim to be."""

import base64
import io

from PIL import Image

from escaramuza.squads.portraits import PREFIX

RED = (220, 20, 60)


def text_of(data: bytes) -> str:
    """As it stands in a squad file."""
    return PREFIX + base64.b64encode(data).decode()


def jpeg(width: int = 256, height: int = 256, mode: str = "RGB", progressive: bool = False) -> bytes:
    """One colour all over."""
    colour = {"RGB": RED, "L": 90, "CMYK": (0, 200, 100, 20)}[mode]
    return _saved(Image.new(mode, (width, height), colour), "JPEG", progressive=progressive)


def noise() -> bytes:
    """As much as 256 pixels a side can hold."""
    return _saved(Image.effect_noise((256, 256), 120).convert("RGB"), "JPEG", quality=95)


def png() -> bytes:
    return _saved(Image.new("RGB", (64, 64), RED), "PNG")


def bomb() -> bytes:
    """A few hundred bytes that call themselves 65,500 pixels wide and high."""
    small = bytearray(jpeg(16, 16))
    frame = small.index(b"\xff\xc0")
    small[frame + 5 : frame + 9] = (65_500).to_bytes(2, "big") * 2
    return bytes(small)


def many_scans() -> bytes:
    """A picture whose last scan is repeated a thousand times."""
    whole = jpeg(progressive=True)
    last = whole.rindex(b"\xff\xda")
    return whole[:last] + whole[last:-2] * 1000 + b"\xff\xd9"


def _saved(picture: Image.Image, form: str, **how: object) -> bytes:
    file = io.BytesIO()
    picture.save(file, form, **how)  # type: ignore[arg-type]
    return file.getvalue()

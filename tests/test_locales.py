"""Every message in every language, with the same blanks to fill."""

import json
import string
from pathlib import Path

import pytest

from escaramuza.words import LANGUAGES

SOURCE = Path(__file__).parent.parent / "src" / "escaramuza"
FOLDERS = sorted(path.parent for path in SOURCE.rglob("locale/en.json"))


def flat(data: dict[str, object], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, dict):
            found |= flat(value, f"{prefix}{key}/")
        else:
            found[prefix + key] = str(value)
    return found


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_a_translation_has_the_same_messages(folder: Path, lang: str) -> None:
    english = flat(json.loads((folder / "en.json").read_text(encoding="utf-8")))
    other = flat(json.loads((folder / f"{lang}.json").read_text(encoding="utf-8")))
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert blanks(other[key]) == blanks(text), key
    same = [key for key, text in english.items() if other[key] == text and len(text.split()) > 2]
    assert same == [], "left in English"


def test_all_locales_are_looked_at() -> None:
    assert len(FOLDERS) >= 3

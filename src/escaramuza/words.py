"""Texts of a package in every language, from `locale/<language>.json` beside its code. Games have more kinds of
words in theirs: see `games.basics`."""

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("es", "fr", "en")
FALLBACK = "en"


class Words:
    """The texts of the package that a file belongs to."""

    def __init__(self, file: str) -> None:
        self.folder = Path(file).parent / "locale"

    def of(self, lang: str) -> Mapping[str, str]:
        """Every text in a language."""
        return load(self.folder / f"{lang if lang in LANGUAGES else FALLBACK}.json")

    def text(self, key: str, lang: str, **blanks: Any) -> str:
        """One text with its blanks filled."""
        return self.of(lang)[key].format(**blanks)

    def texts(self, key: str, **blanks: Any) -> dict[str, str]:
        """One text in all languages."""
        return {lang: self.text(key, lang, **blanks) for lang in LANGUAGES}


@cache
def load(file: Path) -> Mapping[str, Any]:
    """What is in a file of texts."""
    text = file.read_text(encoding="utf-8")
    loaded: dict[str, Any] = tomllib.loads(text) if file.suffix == ".toml" else json.loads(text)
    return loaded

"""Words about squads, and what is wrong with a unit, a squad or a file as one sentence."""

from pathlib import Path

from escaramuza.engine import explain
from escaramuza.engine.errors import EscaramuzaError, WordedError
from escaramuza.games import registry
from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche.squads import is_text
from escaramuza.squads import GAME
from escaramuza.words import FALLBACK, LANGUAGES, Words

FOLDER = Path(__file__).parent


WORDS = Words(__file__)
text, texts = WORDS.text, WORDS.texts


def one_line(text: str, most: int) -> str:
    """The beginning of something that people wrote, to be quoted in a sentence: line breaks and controls are spaces."""
    return " ".join("".join(c if is_text(c) else " " for c in text[: 4 * most]).split())[:most]


def sentence(error: NotationError, lang: str) -> str:
    """What is wrong with a unit or a squad, in the words of the game."""
    return explain.misread(registry.get(GAME), error).text(lang)


def sentences(error: NotationError) -> dict[str, str]:
    """The same in all languages."""
    return {lang: sentence(error, lang) for lang in LANGUAGES}


class Unfit(EscaramuzaError):
    """A unit, a squad or a code that cannot be read; `place` says where it stood, if that helps."""

    def __init__(self, error: NotationError, place: str = "") -> None:
        super().__init__(error.code)
        self.code = error.code
        self.error = error
        self.place = place

    def sentence(self, lang: str = FALLBACK) -> str:
        said = sentence(self.error, lang)
        return f"{self.place}: {said}" if self.place else said


class SquadError(WordedError):
    """Something that cannot be done with units and squads."""

    words = WORDS

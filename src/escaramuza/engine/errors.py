"""What can go wrong, typed: each error carries a code and its numbers, and reads as one sentence."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from escaramuza.engine import explain
from escaramuza.engine.explain import Said
from escaramuza.games import registry
from escaramuza.games.game import Game
from escaramuza.games.registry import BrokenGame, UnknownGame
from escaramuza.words import FALLBACK, Words


class EscaramuzaError(Exception, ABC):
    """An error that a person can act on."""

    code = ""

    @abstractmethod
    def sentence(self, lang: str = FALLBACK) -> str:
        """What is wrong, and what would be right."""

    def __str__(self) -> str:
        return self.sentence()


class WordedError(EscaramuzaError):
    """Something that a package cannot do: a code of its own and the words that fill its sentence."""

    words: ClassVar[Words]

    def __init__(self, code: str, **blanks: Any) -> None:
        super().__init__(code)
        self.code = code
        self.blanks = blanks

    def sentence(self, lang: str = FALLBACK) -> str:
        return self.words.text(self.code, lang, **self.blanks)


class IllegalAction(EscaramuzaError):
    """The rules forbid it."""

    def __init__(self, action: str, reason: Said) -> None:
        super().__init__(action)
        self.action = action
        self.reason = reason
        self.code = reason.code

    def sentence(self, lang: str = FALLBACK) -> str:
        return self.reason.cited(lang)


class BadPosition(EscaramuzaError):
    """A text that is not a position of the game."""

    def __init__(self, reason: Said) -> None:
        super().__init__(reason.code)
        self.reason = reason
        self.code = reason.code

    def sentence(self, lang: str = FALLBACK) -> str:
        return explain.say("BAD_POSITION", lang, reason=self.reason.text(lang))


class BadOption(EscaramuzaError):
    """An option whose value the game itself explains, such as a squad that may not play."""

    def __init__(self, option: str, reason: Said) -> None:
        super().__init__(reason.code)
        self.option = option
        self.reason = reason
        self.code = reason.code

    def sentence(self, lang: str = FALLBACK) -> str:
        return explain.say("BAD_OPTION_VALUE", lang, option=self.option, reason=self.reason.text(lang))


class Refused(EscaramuzaError):
    """The engine cannot do that: a code of its own and the numbers that fill the sentence."""

    def __init__(self, code: str, **numbers: Any) -> None:
        super().__init__(code)
        self.code = code
        self.numbers = numbers

    def sentence(self, lang: str = FALLBACK) -> str:
        return explain.say(self.code, lang, **self.numbers)


class BadMatchFile(Refused):
    """A match file that is damaged or not one of ours, with the line that is wrong."""

    def __init__(self, line: int, code: str, **numbers: Any) -> None:
        super().__init__(code, **numbers)
        self.line = line

    def sentence(self, lang: str = FALLBACK) -> str:
        inner = self.numbers.get("reason")
        if isinstance(inner, EscaramuzaError):
            reason = explain.say(self.code, lang, **{**self.numbers, "reason": inner.sentence(lang)})
        else:
            reason = super().sentence(lang)
        return explain.say("LINE", lang, line=self.line, reason=reason)


def find_game(game_id: str) -> Game:
    """A game by its id; a sentence where there is none, or where it cannot be loaded."""
    try:
        return registry.get(game_id)
    except UnknownGame as error:
        raise Refused("UNKNOWN_GAME", game=game_id, games=", ".join(registry.ids())) from error
    except BrokenGame as error:
        raise Refused("GAME_BROKEN", game=game_id, why=str(error)) from error

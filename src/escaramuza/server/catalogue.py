"""The games as clients see them: seats, sides, options, words."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel

from escaramuza.agents import levels
from escaramuza.engine.setting_up import valid_options
from escaramuza.games.game import Game
from escaramuza.words import LANGUAGES

Kind = Literal["choice", "number", "flag", "squad", "map", "army", "battle"]
# Options that are more than a value of their own; games mark them in their schema.
MARKED: tuple[Kind, ...] = ("squad", "map", "army", "battle")


class Text(BaseModel):
    """The same in three languages."""

    es: str
    fr: str
    en: str


class OptionInfo(BaseModel):
    """A house rule that can be chosen."""

    name: str
    kind: Kind
    choices: list[str] | None = None
    minimum: int | None = None
    maximum: int | None = None
    default: bool | int | str
    text: Text


class SeatsByOption(BaseModel):
    """The option that decides how many seats a match has, and its values with their seats."""

    option: str
    seats: dict[str, list[str]]


class BoardInfo(BaseModel):
    """What a game is played on: a grid of so many squares, or a plane in tenths of a millimetre (0 where the scene says
    how large it is)."""

    kind: Literal["grid", "plane"]
    width: int
    height: int


class LevelInfo(BaseModel):
    """A level of opponents, weakest first: the agent, its seconds for a whole turn, and how strong it was measured."""

    agent: str
    seconds: int
    strength: levels.Strength | None = None


class GameInfo(BaseModel):
    """A game and what a new match of it can choose; `seats` are all that a match can have."""

    id: str
    name: str
    about: Text
    board: BoardInfo | None = None
    # Kind of action → how it is written, for games whose kinds say it.
    forms: dict[str, str] = {}
    seats: list[str] = []
    sides: list[str] = []
    side_of: dict[str, str] = {}
    seats_by_option: SeatsByOption | None = None
    options: list[OptionInfo] = []
    # What the worth of a squad or an army that guests bring is counted in, where they bring one.
    brings: Literal["points", "units"] | None = None
    levels: dict[str, LevelInfo] = {}
    terms: dict[str, Text] = {}


def game_info(game: Game) -> GameInfo:
    """A game as clients see it."""
    terms = {word: text_of(game, "terms", word) for word in game.locale["en"]["terms"]}
    board = game.board
    return GameInfo(
        id=game.id,
        name=game.name,
        about=terms.get("about", Text(es="", fr="", en="")),
        board=None if board is None else BoardInfo(kind=board.kind, width=board.width, height=board.height),
        forms={kind.name.lower(): kind.form for kind in game.actions or ()},
        seats=list(game.seats),
        sides=list(game.sides),
        side_of=_side_of(game),
        seats_by_option=_seats_by_option(game),
        options=[_option(game, option) for option in game.options.model_fields],
        brings=game.brings,
        levels=_levels(game),
        terms=terms,
    )


def _levels(game: Game) -> dict[str, LevelInfo]:
    strengths = levels.strengths(game.id)
    return {
        id: LevelInfo(agent=agent, seconds=levels.SECONDS[id], strength=strengths.get(id))
        for id, agent in levels.agents(game.id).items()
    }


def _side_of(game: Game) -> dict[str, str]:
    """Seat → side; the options with the most seats know them all."""
    if game.seats_option is None:
        return game.sides_for(game.options())
    most = max(game.seats_by_choice, key=lambda value: len(game.seats_by_choice[value]))
    return game.sides_for(valid_options(game, {game.seats_option: most}))


def _seats_by_option(game: Game) -> SeatsByOption | None:
    if game.seats_option is None:
        return None
    seats = {value: list(names) for value, names in game.seats_by_choice.items()}
    return SeatsByOption(option=game.seats_option, seats=seats)


def text_of(game: Game, kind: str, key: str) -> Text:
    """A text of the game's own, in all languages."""
    return Text(**{lang: game.locale[lang][kind][key] for lang in LANGUAGES})


def _option(game: Game, name: str) -> OptionInfo:
    field = game.option_fields[name]
    choices = [str(choice) for choice in field["enum"]] if "enum" in field else None
    return OptionInfo(
        name=name,
        kind=_kind(field),
        choices=choices,
        minimum=field.get("minimum"),
        maximum=field.get("maximum"),
        default=_default(game, name, field),
        text=text_of(game, "options", name),
    )


def _kind(field: Mapping[str, Any]) -> Kind:
    marked = next((kind for kind in MARKED if field.get(kind)), None)
    if marked is not None:
        return marked
    return "choice" if "enum" in field else "flag" if field.get("type") == "boolean" else "number"


def _default(game: Game, name: str, field: Mapping[str, Any]) -> bool | int | str:
    """The default of an option; of a squad or a map the id of the ready-made one."""
    if "default" in field:
        default: bool | int | str = field["default"]
        return default
    chosen = game.options.model_fields[name].get_default(call_default_factory=True)
    return next(id for id, thing in game.ready_made(name).items() if thing == chosen)

"""An experiment: a game, what is varied, how far, and how sure one wants to be. Written as a TOML file, or made by a
question; the same experiment always has the same rows, however many cores play them."""

import hashlib
import json
import tomllib
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from escaramuza.agents import names
from escaramuza.agents.names import AgentName
from escaramuza.engine.errors import find_game
from escaramuza.engine.setting_up import valid_options
from escaramuza.games.basics import GameOptions
from escaramuza.games.game import Game
from escaramuza.kernel.dice import below, mix
from escaramuza.lab.errors import LabError

MOST_GAMES = 1_000_000_000
MOST_CELLS = 10_000
FINEST, COARSEST = 0.01, 50.0
AGENT = "agent"
# What pydantic calls what it misses, as it is written in a file.
KINDS = {"list_type": "[…, …]", "dict_type": "[table]", "string_type": '"…"', "bool_type": "true, false"}
KINDS |= dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "1, 2, 3 …")
KINDS |= dict.fromkeys(("float_type", "float_parsing"), "0.5, 1 …")
KINDS |= {"literal_error": "all-pairs, one-at-a-time, random"}
Design = Literal["all-pairs", "one-at-a-time", "random"]


class Experiment(BaseModel):
    """As the file says it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    game: str
    question: str = ""
    # Factor → its values: an option of the game; `agent`; or what both sides have of their own (`squad`, `army`).
    factors: dict[str, list[Any]] = Field(default_factory=dict)
    # Options that are the same in all games.
    options: dict[str, Any] = Field(default_factory=dict)
    # Another set-up for each pair of games, where the game knows how to mix them.
    mixed: bool = False
    design: Design = "all-pairs"
    # In points of a hundred: half of the width of an interval. None: all games of the budget are played, no fewer.
    precision: Annotated[float, Field(gt=0)] | None = 1.0
    budget: Annotated[int, Field(ge=2)] = 100_000
    seed: Annotated[int, Field(ge=0, lt=1 << 62)] = 0
    # Whether estimates over the game are kept, for comebacks.
    swings: bool = False


@dataclass(frozen=True)
class Party:
    """Who plays a side: an agent, and what that side brings along."""

    agent: str
    brings: tuple[tuple[str, Any], ...] = ()

    @property
    def text(self) -> str:
        """A short name."""
        return " · ".join([*(str(value) for _, value in self.brings), self.agent])


@dataclass(frozen=True)
class Cell:
    """One combination: the settings of both sides, and the two parties."""

    settings: tuple[tuple[str, Any], ...]
    parties: tuple[Party, Party]

    @property
    def mirrored(self) -> bool:
        """Whether both parties are the same, so that changing seats changes nothing."""
        return self.parties[0] == self.parties[1]


def shared_by_sides(game: Game) -> tuple[str, ...]:
    """What each side has an option of its own for: `white_squad` and `black_squad` are `squad`."""
    first, *others = game.sides
    fields = game.options.model_fields
    found = [name.removeprefix(f"{first}_") for name in fields if name.startswith(f"{first}_")]
    return tuple(name for name in found if all(f"{side}_{name}" in fields for side in others))


def read(path: Path) -> Experiment:
    """An experiment from its file."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LabError("NOT_TOML", file=path.name, why=str(error)) from error
    except UnicodeDecodeError as error:
        raise LabError("NOT_TOML", file=path.name, why="UTF-8") from error
    return checked(given)


def checked(given: dict[str, Any]) -> Experiment:
    """What was given, as an experiment."""
    try:
        return Experiment.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "?"
        if first["type"] == "extra_forbidden":
            raise LabError("UNKNOWN_FIELD", field=where, known=", ".join(Experiment.model_fields)) from error
        if first["type"] == "missing":
            raise LabError("FIELD_MISSING", field=where) from error
        raise LabError("BAD_FIELD", field=where, value=str(first.get("input"))[:60], why=_why(first)) from error


def check_numbers(experiment: Experiment) -> None:
    """Refuse a precision that nothing reaches, and more games than anybody has time for."""
    if experiment.precision is not None and not FINEST <= experiment.precision <= COARSEST:
        raise LabError("BAD_PRECISION", precision=experiment.precision, low=FINEST, high=COARSEST)
    if experiment.budget > MOST_GAMES:
        raise LabError("BAD_BUDGET", budget=experiment.budget, most=MOST_GAMES)


def _why(problem: Any) -> str:
    """What a value of an experiment must be, as short as numbers say it."""
    bounds, given = {"ge": "≥", "gt": ">", "le": "≤", "lt": "<"}, problem.get("ctx", {})
    found = [f"{sign} {given[name]}" for name, sign in bounds.items() if name in given]
    return found[0] if found else KINDS.get(problem["type"], problem["type"])


class Plan:
    """An experiment with everything looked up and checked: its cells, and the row of each number."""

    def __init__(self, experiment: Experiment, options: list[dict[str, Any]] | None = None) -> None:
        """`options` are those of each cell where somebody has looked them up already."""
        self.experiment = experiment
        self.game: Game = find_game(experiment.game)
        check_numbers(experiment)
        if experiment.mixed and self.game.mixed is None:
            raise LabError("NOT_MIXED", game=self.game.name)
        self.shared = shared_by_sides(self.game)
        for name, values in experiment.factors.items():
            if name != AGENT and name not in self.shared and name not in self.game.options.model_fields:
                known = (AGENT, *self.shared, *self.game.options.model_fields)
                raise LabError("UNKNOWN_FACTOR", factor=name, game=self.game.name, known=", ".join(known))
            if not values:
                raise LabError("EMPTY_FACTOR", factor=name)
            again = next((value for place, value in enumerate(values) if value in values[:place]), None)
            if again is not None:
                raise LabError("TWICE", factor=name, value=str(again)[:60])
        self.cells = self._cells()
        if not self.cells:
            raise LabError("EMPTY_DESIGN")
        if len(self.cells) > MOST_CELLS:
            raise LabError("LARGE_DESIGN", cells=len(self.cells), most=MOST_CELLS)
        if experiment.budget < 2 * len(self.cells):
            raise LabError("SMALL_BUDGET", budget=experiment.budget, cells=len(self.cells), least=2 * len(self.cells))
        self.agents = {party.agent: names.parse(party.agent) for cell in self.cells for party in cell.parties}
        self.options = options or [self._options(cell) for cell in self.cells]

    def __reduce__(self) -> tuple[type["Plan"], tuple[Experiment, list[dict[str, Any]]]]:
        """On its way to another machine a plan takes along what its files held: they are not there."""
        return Plan, (self.experiment, self.options)

    def _cells(self) -> list[Cell]:
        factors = self.experiment.factors
        ours = {name: values for name, values in factors.items() if name in self.shared}
        settings = {name: values for name, values in factors.items() if name not in ours and name != AGENT}
        agents = [str(agent) for agent in factors.get(AGENT, ["greedy"])]
        parties = [
            Party(agent, tuple(zip(ours, brought, strict=True)))
            for agent in agents
            for brought in product(*ours.values())
        ]
        contests = self._contests(parties, bool(ours))
        combined = self._settings(settings)
        return [Cell(tuple(chosen.items()), pair) for chosen in combined for pair in contests]

    def _contests(self, parties: list[Party], contested: bool) -> list[tuple[Party, Party]]:
        """Everybody against everybody; where only agents differ, each also against itself, since fairness depends on
        skill; one alone plays itself."""
        if len(parties) == 1:
            return [(parties[0], parties[0])]
        if self.experiment.design == "one-at-a-time":
            return [(parties[0], other) for other in parties[1:]]
        pairs = list(combinations(parties, 2))
        if contested:
            return pairs
        return [*((party, party) for party in parties), *pairs]

    def _settings(self, settings: dict[str, list[Any]]) -> list[dict[str, Any]]:
        if self.experiment.design != "one-at-a-time":
            return [dict(zip(settings, chosen, strict=True)) for chosen in product(*settings.values())]
        base = {name: values[0] for name, values in settings.items()}
        found = [base]
        for name, values in settings.items():
            found += [{**base, name: value} for value in values[1:]]
        return found

    def _options(self, cell: Cell) -> dict[str, Any]:
        """The options of a cell with the first party on the first side; those of a match, checked once."""
        given = {**self.experiment.options, **dict(cell.settings)}
        for side, party in zip(self.game.sides, cell.parties, strict=False):
            given |= {f"{side}_{name}": value for name, value in party.brings}
        given = {name: self._found(name, value) for name, value in given.items()}
        valid_options(self.game, given)
        return given

    def _found(self, name: str, value: Any) -> Any:
        """A squad or a map may be a file or a code."""
        field = self.game.option_fields.get(name, {})
        if isinstance(value, str) and field.get("squad"):
            from escaramuza.squads import library

            return library.squad_of(library.find(value))
        if isinstance(value, str) and field.get("map"):
            from escaramuza.maps import library as maps

            return maps.find(value, self.game.id)
        return value

    @cached_property
    def digest(self) -> str:
        """Tells experiments apart: other rows have another one. Precision and budget only say when to stop. What files
        hold, the rules, and what agents weigh belong to it."""
        said = self.experiment.model_dump(mode="json", exclude={"precision", "budget", "question"})
        played = [self.game.version, dict(self.game.weights), asdict(self.game.search)]
        text = json.dumps([said, self.options, played], sort_keys=True, default=_plain)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def cell_of(self, pair: int) -> int:
        """The number of the cell that a pair of games belongs to."""
        if self.experiment.design == "random":
            return int(below(self.experiment.seed, pair, len(self.cells)))
        return pair % len(self.cells)

    def lot_of(self, row: int) -> int:
        """Dice and lots of a row: those of its pair, unless changing seats would only play the same game again."""
        cell = self.cells[self.cell_of(row // 2)]
        number = row if cell.mirrored and not self.experiment.mixed else row // 2
        return int(mix(self.experiment.seed, number)) >> 2

    def options_of(self, row: int) -> GameOptions:
        """The options of a row: every second game has the parties on each other's side."""
        number = self.cell_of(row // 2)
        given = self.options[number]
        if self.experiment.mixed:
            ours = self._valid(number)
            chosen: GameOptions = _drawn(self.game.id, self.lot_of(row)).model_copy(
                update={name: getattr(ours, name) for name in given}
            )
        else:
            chosen = self._valid(number)
        return self.game.swapped(chosen) if row % 2 else chosen

    def _valid(self, number: int) -> GameOptions:
        if number not in self._known:
            self._known[number] = valid_options(self.game, self.options[number])
        return self._known[number]

    @cached_property
    def _known(self) -> dict[int, GameOptions]:
        return {}

    def agents_of(self, row: int) -> tuple[AgentName, AgentName]:
        """The agents of the first and the second side."""
        one, other = (self.agents[party.agent] for party in self.cells[self.cell_of(row // 2)].parties)
        return (other, one) if row % 2 else (one, other)


@lru_cache(maxsize=64)
def _drawn(game_id: str, lot: int) -> Any:
    """Options at random: both games of a pair have them, and a battlefield takes longer to draw than to play on."""
    mixed = find_game(game_id).mixed
    assert mixed is not None
    return mixed(lot)


def _plain(value: Any) -> Any:
    """A squad or a map, as what it holds."""
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else str(value)

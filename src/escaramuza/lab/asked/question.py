"""What the app asks: a question, the game, and how well those play who play it; and the experiment that answers it."""

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from escaramuza.engine.errors import EscaramuzaError, find_game
from escaramuza.engine.setting_up import valid_options
from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import sharing
from escaramuza.games.escarmouche.squads import Squad, ready_squads
from escaramuza.games.game import Game
from escaramuza.games.scene import Text
from escaramuza.lab import questions
from escaramuza.lab.asked.words import plain
from escaramuza.lab.errors import LabError
from escaramuza.lab.experiment import AGENT, Experiment, checked
from escaramuza.maps import library as maps
from escaramuza.maps.library import BadMap
from escaramuza.squads import GAME

Strength = Literal["random", "greedy", "search"]
# Quick search: the same games wherever they are played, so simulations and no clock.
AGENTS: dict[Strength, str] = {"random": "random", "greedy": "greedy", "search": "search:sims=16"}
WEAKER: dict[str, str] = {"greedy": "random", "search": "greedy"}
Short = Annotated[str, Field(max_length=80)]
Value = bool | int | Annotated[str, Field(max_length=80)]
MOST_VALUES, MOST_SQUADS = 6, 6
FILE = "experiment.toml"
# Options that are more than a value; a game's own marks.
PARTS = ("squad", "map", "army", "battle")


class LabAsked(BaseModel):
    """What all questions say."""

    model_config = ConfigDict(extra="forbid")

    agent: Strength = "greedy"
    # In points of a hundred, half of the width of an interval.
    precision: Annotated[float, Field(ge=0.2, le=20)] = 1.0
    seed: Annotated[int, Field(ge=0, le=2**53 - 1)] = 0


class LabFair(LabAsked):
    """Does it matter who begins, and which side one has?"""

    kind: Literal["fair"]
    game: Short


class LabLength(LabAsked):
    """How long is a game?"""

    kind: Literal["length"]
    game: Short


class LabLuck(LabAsked):
    """How much is luck: how often does the next weaker player win?"""

    kind: Literal["luck"]
    game: Short
    agent: Literal["greedy", "search"] = "greedy"


class LabRule(LabAsked):
    """What does an option change? Without values, its usual ones."""

    kind: Literal["rule"]
    game: Short
    option: Short
    values: Annotated[list[Value], Field(max_length=MOST_VALUES)] = []


class LabSquads(LabAsked):
    """Which of these squads is stronger?"""

    kind: Literal["squads"]
    squads: Annotated[list[Squad], Field(min_length=2, max_length=MOST_SQUADS)]


class LabField(LabAsked):
    """How does a squad do against the ready ones?"""

    kind: Literal["field"]
    squad: Squad


class LabMap(LabAsked):
    """Is a battlefield fair to both sides?"""

    kind: Literal["map"]
    game: Short
    map: dict[str, Any]


LabQuestion = Annotated[
    LabFair | LabLength | LabLuck | LabRule | LabSquads | LabField | LabMap, Field(discriminator="kind")
]


@dataclass(frozen=True)
class Inquiry:
    """A question with its experiment, what things in it are called, and how to repeat it."""

    kind: str
    strength: Strength
    experiment: Experiment
    # Squad as it is written in the experiment → its name.
    names: dict[str, Text]
    # The command; where that says `FILE`, the experiment has to be kept as a file.
    command: tuple[str, ...] = ()

    @property
    def agent(self) -> str:
        """The agent that plays."""
        return str(self.experiment.factors[AGENT][0])

    def repeat(self, games: int) -> str:
        """The command that plays the same games."""
        if not self.command:
            return f"escaramuza lab run {FILE}"
        count = ("--games", str(games)) if self.kind == "length" else ("--budget", str(games))
        precise = () if self.kind == "length" else ("--precision", f"{self.experiment.precision:g}")
        return shlex.join(["escaramuza", "lab", *self.command, *precise, *count, "--seed", str(self.experiment.seed)])

    def as_file(self, games: int) -> str:
        """The experiment as a file for `escaramuza lab run`; whatever is in it is written in TOML as in JSON."""
        told = self.experiment.model_copy(update={"budget": max(games, 2)}).model_dump(mode="json")
        tables = {name: told.pop(name) for name in ("options", "factors")}
        lines = [f"{name} = {json.dumps(value)}" for name, value in told.items()]
        for name, table in tables.items():
            lines += ["", f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in table.items())]
        return "\n".join(lines) + "\n"


def inquiry_of(asked: Any, most_games: int) -> Inquiry:
    """The experiment that answers a question, with at most so many games."""
    how = {"precision": asked.precision, "seed": asked.seed, "budget": most_games}
    made: Inquiry = MAKERS[asked.kind](asked, AGENTS[asked.agent], how)
    return made


def _fair(asked: LabFair, agent: str, how: dict[str, Any]) -> Inquiry:
    made = questions.fair(asked.game, agent, **how)
    return Inquiry("fair", asked.agent, made, {}, ("fair", asked.game, "--agent", agent))


def _length(asked: LabLength, agent: str, how: dict[str, Any]) -> Inquiry:
    made = questions.fair(asked.game, agent, **how)
    return Inquiry("length", asked.agent, made, {}, ("length", asked.game, "--agent", agent))


def _luck(asked: LabLuck, agent: str, how: dict[str, Any]) -> Inquiry:
    weak = AGENTS[WEAKER[asked.agent]]  # type: ignore[index]
    made = questions.dice(asked.game, agent, weak, **how)
    return Inquiry("luck", asked.agent, made, {}, ("dice", asked.game, "--agent", weak, "--agent", agent))


def _rule(asked: LabRule, agent: str, how: dict[str, Any]) -> Inquiry:
    game = find_game(asked.game)
    simple = [name for name, field in game.option_fields.items() if not any(field.get(part) for part in PARTS)]
    if asked.option not in simple:
        raise LabError("NO_OPTION", game=game.name, option=asked.option, known=", ".join(simple))
    values = list(dict.fromkeys(asked.values)) or usual_values(game, asked.option)
    if len(values) < 2:
        raise LabError("NO_VALUES", option=asked.option)
    # Always the usual set-up: another map might have no room for the option.
    made = checked({"game": game.id, "factors": {asked.option: values, AGENT: [agent]}, "swings": True, **how})
    return Inquiry("rule", asked.agent, made, {})


def usual_values(game: Game, option: str) -> list[Any]:
    """The values of an option that are worth comparing: all of a few; of a number half, the default and the double;
    without those that the usual set-up does not allow."""
    field = game.option_fields[option]
    if "enum" in field:
        found = list(field["enum"])
    elif field.get("type") == "boolean":
        found = [False, True]
    else:
        default, least, most = field["default"], field.get("minimum", 0), field.get("maximum", 1 << 30)
        found = sorted({max(least, min(most, value)) for value in (default // 2, default, default * 2)})
    return [value for value in found if _allowed(game, {option: value})][:MOST_VALUES]


def _allowed(game: Game, options: dict[str, Any]) -> bool:
    try:
        valid_options(game, options)
    except EscaramuzaError:
        return False
    return True


def _squads(asked: LabSquads, agent: str, how: dict[str, Any]) -> Inquiry:
    names = {_written(squad): plain(squad.name) for squad in asked.squads}
    made = questions.squads(list(names), agent, **how)
    if len(names) > 2:
        return Inquiry("squads", asked.agent, made.model_copy(update={"design": "random"}), names)
    return Inquiry("squads", asked.agent, made, names, ("squads", *names, "--agent", agent))


def _field(asked: LabField, agent: str, how: dict[str, Any]) -> Inquiry:
    mine = _written(asked.squad)
    field = {id: squad for id, squad in ready_squads().items() if squad != asked.squad}
    names = {mine: plain(asked.squad.name), **{id: plain(squad.name) for id, squad in field.items()}}
    # An opponent at random for each pair of games; in the second of them the squads change sides.
    factors = {"black_squad": list(field), AGENT: [agent]}
    options = {"white_squad": mine}
    made = checked({"game": GAME, "factors": factors, "options": options, "design": "random", **how})
    return Inquiry("field", asked.agent, made, names)


def _written(squad: Squad) -> str:
    """A squad as an experiment names it: a ready one by its id, another by its code. Never a word of a guest's, which
    could be the name of a file."""
    known: Sequence[str] = [id for id, ready in ready_squads().items() if ready == squad]
    return known[0] if known else sharing.encode(squad)


def _map(asked: LabMap, agent: str, how: dict[str, Any]) -> Inquiry:
    game = find_game(asked.game)
    if game.id not in maps.mapped():
        raise LabError("UNKNOWN_FACTOR", factor="map", game=game.name, known=", ".join(game.option_fields))
    own = maps.book(game.id)
    try:
        field = own.checked(asked.map)
    except NotationError as error:
        raise BadMap(error, game_id=game.id) from error
    code = own.encode(field)
    usual = game.option_fields["objectives"]["default"]
    options: dict[str, Any] = {}
    if 0 < len(field.objectives) < usual:
        options["objectives"] = len(field.objectives)
    [made] = questions.on_map(field, [agent], options=options, **how)
    chosen = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    command = ("map", code, "--game", game.id, "--agent", agent, *chosen)
    return Inquiry("map", asked.agent, made, {"map": plain(field.name)}, command)


MAKERS: dict[str, Any] = {
    "fair": _fair,
    "length": _length,
    "luck": _luck,
    "rule": _rule,
    "squads": _squads,
    "field": _field,
    "map": _map,
}

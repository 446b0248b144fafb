"""What every game offers. Engine, agents and interfaces know a game only as a Game.

A game is a subclass: it names its rules, its position, its codes and its words, and overrides what it does differently.
The defaults fit a simple game on a board; see docs/add-a-game.md, which walks through one.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, Literal

import numpy as np

from escaramuza.games import basics, drawing
from escaramuza.games import film as films
from escaramuza.games.basics import Clause, GameOptions, NotationError, Place, SearchSettings, Words
from escaramuza.games.boards import Board, Grid, Plane
from escaramuza.games.codes import Codes, Kinds
from escaramuza.games.diagrams import Diagram
from escaramuza.games.diagrams import read as read_diagrams
from escaramuza.games.estimate import Weights
from escaramuza.games.notation import ActionTexts, format_state, parse_state
from escaramuza.games.scene import SquareReach
from escaramuza.kernel import buffers, jit
from escaramuza.kernel.dice import FACES
from escaramuza.words import LANGUAGES

USUAL = "escaramuza.games.usual"
HOME = Path(__file__).parent
FEW = 20
MOST_TURNS = 1_000_000
PLAYOUT = 200


class Game:
    """One game. `seats` are all that a match can have; those of one match are `seats_for` its options."""

    id: str
    name: str
    version: int = 1
    # How much there is to learn, 1 to 5: lists begin with the lightest.
    weight: int = 1
    board: Board | None = None
    state: np.dtype[Any]
    # Where the functions named in RULES are, each in the first module that has it; what is missing has a default.
    modules: Sequence[ModuleType]
    # What is written down in tables: kinds of action, reasons, events, clauses.
    actions: type[Kinds] | None = None
    reasons: type[Codes]
    events: type[Codes]
    clauses: Sequence[Clause]
    # The rulebook's headings; by default in the order of the clauses.
    sections: tuple[str, ...] = ()
    sides: tuple[str, ...] = ("white", "black")
    seats: tuple[str, ...] = ()
    # The phases of a match, the last one the end; the classes of pieces.
    phases: tuple[str, ...] = ("turn", "finished")
    setup_phases: frozenset[str] = frozenset()
    classes: tuple[str, ...] = ()
    # Kind of number → the terms that stand for 0, 1, …; `side`, `seat`, `phase` and `class` are known.
    kinds: Mapping[str, Sequence[str]] = {}
    # What is said of a number that has no term; the number itself where this is None.
    unnamed: str | None = None
    # The lowest and the highest number of a position's field; see `parse_position`.
    limits: Mapping[str, tuple[int, int]] = {}
    # The numbers that a field of an action can have; see `every_action`.
    ranges: Mapping[str, range] = {}
    max_actions: int = 256
    options: type[GameOptions] = GameOptions
    # Without a `value` of its own a game is judged by playing it on at random.
    search: SearchSettings
    # Level of opponent → simulations for a decision and how much it errs, where it differs from most games; see
    # `escaramuza.agents.levels`.
    levels: Mapping[str, tuple[int, float]] = {}
    # What its estimate weighs; `judge` is handed these or others, `value` has them built in.
    weights: Weights = Weights()
    # What an action comes to, for the odds. By default all events but those that tell a die.
    headlines: frozenset[str]
    # Events that something is done for: a hint names those that its action may bring.
    gains: frozenset[str] = frozenset()
    # Events that can be a secret for a while; events that bring something to light, whose step cannot be taken back.
    secret_events: frozenset[str] = frozenset()
    final_events: frozenset[str] = frozenset()
    # Packages with words that it shares with other games.
    shared: tuple[Path, ...] = ()

    # What only some games have.
    # Options for one game of a series, at random: figures must not rest on a single set-up.
    mixed: Callable[[int], Any] | None = None
    # What a unit could do from where it is, or as if it were elsewhere, for a client to draw.
    look: Callable[[Any, int, Place | None], Mapping[str, Any]] | None = None
    # What its events show besides what its scenes tell; by default the dice that they name.
    film: films.Film
    # The seats of a match with these options, a prefix of `seats`; one option with few values decides it.
    seats_of: Callable[[Any], tuple[str, ...]] | None = None
    # What the worth of a squad or an army that guests bring is counted in; None where they have nothing to bring.
    brings: Literal["points", "units"] | None = None
    # The number of the seat that alone may read an event; None where all may.
    private: Callable[[str, Mapping[str, Any]], int | None] | None = None

    NEEDED: ClassVar = ("id", "name", "state", "modules", "reasons", "events", "clauses")

    def __init__(self) -> None:
        missing = [name for name in self.NEEDED if not hasattr(self, name)]
        if missing:
            raise TypeError(f"{type(self).__name__} has no {', '.join(missing)}")
        self.folder = Path(sys.modules[type(self).__module__].__file__ or "").parent
        self.seats = self.seats or self.sides
        self.sections = self.sections or tuple(dict.fromkeys(clause.section for clause in self.clauses))
        self.classes = self.classes or (() if self.actions is None else ("piece",))
        self.kinds = {"side": self.sides, "seat": self.seats, "phase": self.phases, "class": self.classes, **self.kinds}
        self.texts = None if self.actions is None else ActionTexts(self.actions, self.board)
        self.film = getattr(self, "film", None) or films.dice_of(self.events)
        self.rules = self._rules()
        if not hasattr(self, "search"):
            judged = any(hasattr(module, "value") for module in self.modules)
            self.search = SearchSettings() if judged else SearchSettings(playout=PLAYOUT)
        if not hasattr(self, "headlines"):
            tells_a_die = {code.name for code in self.events if "die" in dict(code.numbers).values()}
            self.headlines = frozenset(code.name for code in self.events) - tells_a_die

    def _rules(self) -> dict[str, Any]:
        modules = reversed(self.modules)
        own = {name: getattr(module, name) for module in modules for name in basics.RULES if hasattr(module, name)}
        usual = jit.for_game(USUAL, self.id, own) if len(own) < len(basics.RULES) else None
        if usual is not None:
            # What the game has itself also counts for the rules that are built upon it.
            usual.__dict__.update(own)
        found = {name: own.get(name, getattr(usual, name, None)) for name in basics.RULES}
        found["propose"] = found["propose"] or found["legal_actions"]
        lacking = [name for name, rule in found.items() if rule is None]
        if lacking:
            raise TypeError(f"the rules of {self.id} have no {', '.join(lacking)}")
        modules = reversed(self.modules)
        found |= {name: getattr(m, name) for m in modules for name in basics.MORE_RULES if hasattr(m, name)}
        return {name: jit.foundation(rule) for name, rule in found.items()}

    # A match

    def new(self, s: Any, options: Any, seed: int) -> None:
        """Fill a fresh position, which is all zeros."""
        raise NotImplementedError(f"{type(self).__name__}.new")

    def names(self, options: Any) -> Mapping[str, Mapping[str, str]]:
        """Names that belong to a match, such as those of its units: language → term → text."""
        return {}

    def swapped(self, options: Any) -> Any:
        """The options of a rematch with the sides changed."""
        return options

    def ready_made(self, option: str) -> Mapping[str, Any]:
        """What comes with the game for an option that takes more than a word, such as maps: id → value."""
        return {}

    def worth(self, brought: Any) -> int:
        """What counts against the host's limit of something that a guest brings, see `brings`."""
        return 0

    def shortcuts(self, s: Any, seat: int, seed: int) -> Mapping[str, list[str]]:
        """Named sequences of actions that save work, such as ready-made deployments."""
        return {}

    # Texts

    def parse_action(self, s: Any, text: str) -> Any:
        """The action that a text names; whether it is legal is for `check`."""
        assert self.texts is not None
        return self.texts.parse(text)

    def format_action(self, s: Any, a: Any) -> str:
        """The text of an action in a position."""
        assert self.texts is not None
        return self.texts.format(a)

    def every_action(self, s: Any) -> Iterable[Any]:
        """Every action that can be written down, legal or not, and some beyond the edges: `check` is tested with them.
        Where a field has no known range, the legal actions."""
        assert self.texts is not None
        ranges = {**self._usual_ranges(s), **self.ranges}
        if all(field in ranges for fields in self.texts.fields.values() for field in fields):
            return self.texts.every(ranges)
        out = np.zeros(self.max_actions, buffers.ACTION)
        return out[: self.rules["legal_actions"](s, out)]

    def _usual_ranges(self, s: Any) -> dict[str, range]:
        found: dict[str, range] = {}
        if isinstance(self.board, Grid):
            found |= dict.fromkeys(("at", "to"), range(-1, self.board.squares + 1))
        if "units" in s.dtype.names:
            found |= dict.fromkeys(("unit", "target"), range(-1, len(s.units) + 1))
        return found

    def parse_position(self, s: Any, text: str) -> None:
        """Read a position; every number must be within the limits of its field."""
        sides = len(self.sides)
        usual = {
            "side": (0, sides - 1),
            "winner": (-1, sides - 1),
            "phase": (0, len(self.phases) - 1),
            "kind": (0, len(self.classes) - 1),
            "faces": (0, FACES),
            "turns": (0, MOST_TURNS),
            "turn_limit": (0, MOST_TURNS),
        }
        if isinstance(self.board, Grid):
            usual["at"] = (-1, self.board.squares - 1)
        parse_state(s, text, {**usual, **self.limits})
        if "units" in s.dtype.names and "at" in s.units.dtype.names:
            taken = [at for at in s.units["at"].ravel().tolist() if at >= 0]
            twice = next((at for at in taken if taken.count(at) > 1), None)
            if twice is not None:
                raise NotationError("SQUARE_SHARED", square=self.number_text("square", twice, {}))

    def format_position(self, s: Any) -> str:
        """The text of a position."""
        return format_state(s)

    def clause_of(self, code: Codes, numbers: Mapping[str, int]) -> str:
        """The clause that a reason or an event comes from; where that depends on its numbers a game says how."""
        return code.clause

    def number_text(self, kind: str, number: int, terms: Mapping[str, str]) -> str:
        """A number of a reason or an event as a player would say it."""
        if kind == "square" and isinstance(self.board, Grid):
            return self.board.name(number)
        if kind not in self.kinds:
            return str(number)
        names = self.kinds[kind]
        if not 0 <= number < len(names):
            return str(number) if self.unnamed is None else self.unnamed
        return terms.get(names[number], self.unnamed or names[number])

    # What is seen

    def view(self, s: Any, options: Any) -> Mapping[str, Any]:
        """The scene that a client draws, from a position as a seat sees it."""
        return drawing.scene_of(self, s)

    def pieces(self, s: Any) -> list[drawing.GenericPiece]:
        """The pieces of that scene."""
        return drawing.pieces_of(self, s)

    def describe(self, s: Any, actions: Any) -> Sequence[Mapping[str, Any]]:
        """What a client shows of each action before it is made."""
        return drawing.options_of(self, s, actions)

    def threats(self, s: Any) -> Sequence[Mapping[str, Any]]:
        """The pieces of the side to move that could be taken if it stopped here, each with its probability."""
        return []

    def reach(self, s: Any) -> Sequence[SquareReach]:
        """The squares that the other side could strike or enter next if the side to move stopped here."""
        return []

    def secret_now(self, s: Any) -> bool:
        """Whether somebody does something that others may not see."""
        return False

    def conceals(self, s: Any, seat: int) -> Callable[[str, Mapping[str, Any]], bool] | None:
        """Which events a seat may not hear of yet; None while there are no secrets."""
        return None

    def exposes(self, before: Any, after: Any) -> bool:
        """Whether a step told others something hidden by its mere course: it cannot be taken back."""
        return False

    def obvious(self, s: Any, actions: Any) -> Any:
        """How obvious each of some actions is, as a number: what a beginner would do first has the highest. By default
        nothing is."""
        return np.zeros(len(actions))

    def share_of_turn(self, s: Any) -> float:
        """How much of the time for a whole turn a decision deserves. All of it where a turn is one decision; over those
        of a turn or an activation about 1 in all, over a deployment about 2."""
        return 1.0

    def opener(self, s: Any) -> int:
        """The side that began, from a finished position; -1 where nobody did, or where it is not known."""
        return int(jit.plain(self.rules["began"])(s)) if "began" in self.rules else -1

    # What follows from these

    def seats_for(self, options: Any) -> tuple[str, ...]:
        """The seats of a match with these options."""
        return self.seats if self.seats_of is None else self.seats_of(options)

    def sides_for(self, options: Any) -> dict[str, str]:
        """Seat → the side it plays for in a match with these options, whatever the position."""
        s, side_of = buffers.one(self.state), jit.plain(self.rules["side_of"])
        return {seat: self.sides[int(side_of(s, number))] for number, seat in enumerate(self.seats_for(options))}

    @cached_property
    def option_fields(self) -> Mapping[str, Mapping[str, Any]]:
        """Option → what it takes, as its JSON schema says it."""
        fields: dict[str, dict[str, Any]] = self.options.model_json_schema().get("properties", {})
        return fields

    @cached_property
    def seats_option(self) -> str | None:
        """The option that decides how many seats there are, if any."""
        if self.seats_of is None:
            return None
        return next(name for name in self.option_fields if len(set(self._seats_with(name).values())) > 1)

    @cached_property
    def seats_by_choice(self) -> Mapping[str, tuple[str, ...]]:
        """The value of that option, as text → the seats."""
        return {} if self.seats_option is None else self._seats_with(self.seats_option)

    def _seats_with(self, option: str) -> dict[str, tuple[str, ...]]:
        """The seats for each value of an option that has only few, all else as by default."""
        field = self.option_fields[option]
        low, high = field.get("minimum", 0), field.get("maximum", -1)
        values = field.get("enum", range(low, high + 1) if high - low < FEW else ())
        return {str(value): self.seats_for(self.options.model_construct(**{option: value})) for value in values}

    @cached_property
    def locale(self) -> Mapping[str, Words]:
        """The game's words, by language; what a language lacks is said in English."""
        return {lang: self._lent(lang, self.words(lang)) for lang in LANGUAGES}

    def words(self, lang: str) -> Words:
        """The words that come with the game's own packages."""
        return basics.words_of((*self.shared, self.folder), lang)

    def _lent(self, lang: str, own: Words) -> Words:
        """These words and, where the game lacks some that it asks for, those that fit every game."""
        usual = basics.words_of((HOME,), lang)
        asked = {
            "reasons": {code.name for code in self.reasons},
            "terms": {*self.sides, *self.seats, *self.phases, *self.classes},
        }
        lent: dict[str, dict[str, str]] = {kind: {} for kind in ("terms", "actions", "options", "notation", "clauses")}
        for kind, wanted in asked.items():
            lent[kind] = {name: text for name, text in usual[kind].items() if name in wanted}
        lent["terms"] |= {f"section:{section}": section for section in self.sections}
        if self.texts is not None:
            lent["notation"] = dict(usual["notation"])
            lent["actions"] = {kind.name: self.texts.help(kind, own.get("choices", {})) for kind in self.texts.kinds}
        return {kind: {**lent.get(kind, {}), **own.get(kind, {})} for kind in {**lent, **own}}

    @cached_property
    def picture(self) -> Path:
        """What lists of games show it with: `picture.jpg`, `.png` or `.svg` in its folder, or a plain board."""
        return next(iter(sorted(self.folder.glob("picture.*"))), HOME / "picture.svg")

    @cached_property
    def diagrams(self) -> tuple[Diagram, ...]:
        """The positions that its rules pages draw: `diagrams.json` in its folder, if it has one."""
        board = self.board or Plane()
        return read_diagrams(self.folder, (0, 0, board.width, board.height))

    @cached_property
    def section_of(self) -> Mapping[str, str]:
        """Clause → the rulebook's heading that it is under."""
        return {clause.id: clause.section for clause in self.clauses}

    @cached_property
    def number_kinds(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """Kind of message → code → what its numbers are."""
        tables = {"reasons": self.reasons, "events": self.events}
        return {kind: {c.name: dict(c.numbers) for c in table} for kind, table in tables.items()}

    def compiled(self, template: str) -> ModuleType:
        """A template module (playouts, search) over this game's rules."""
        return jit.for_game(template, self.id, self.rules)

    def examples(self) -> dict[str, tuple[Any, ...]]:
        """The rules that a match calls, with example arguments."""
        s, a, why, log = (
            buffers.one(self.state),
            buffers.one(buffers.ACTION),
            buffers.one(buffers.WHY),
            buffers.silent_log(),
        )
        actions = np.zeros(self.max_actions, buffers.ACTION)
        results = np.zeros(len(self.sides), np.int64)
        return {
            "actor": (s,),
            "side_of": (s, 0),
            "check": (s, a, why),
            "legal_actions": (s, actions),
            "sample": (s, 0, 0, actions),
            "propose": (s, actions),
            "apply": (s, a, log),
            "outcome": (s, results),
            "value": (s, 0),
            "judge": (s, 0, self.weights.array),
            "observe": (s, 0, s),
            "determinize": (s, 0, 0),
        }

    def tasks(self) -> list[tuple[Any, tuple[Any, ...]]]:
        """The same, to be compiled before the first move."""
        return [(self.rules[name], examples) for name, examples in self.examples().items()]

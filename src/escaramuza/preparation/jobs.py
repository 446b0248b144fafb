"""What has to be compiled for a purpose, job by job; jobs of a later wave build upon those of the waves before."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from escaramuza.agents.rehearsal import rehearse
from escaramuza.engine.prepare import MATCH
from escaramuza.games import registry
from escaramuza.games.game import Game
from escaramuza.kernel import jit

BULK, TREE = "escaramuza.engine.bulk", "escaramuza.agents.tree"
# What can be needed besides the rules of a match: opponents that search or are greedy, whole games between
# agents, everything a table in the browser shows, playouts, exact counts, series of random games, experiments.
SEARCH, GREEDY, ARENA, TABLE = "search", "greedy", "arena", "table"
PLAYOUTS, PERFT, SERIES, LAB = "playouts", "perft", "series", "lab"
TEMPLATES = {
    SEARCH: ((TREE, "grow"),),
    GREEDY: ((BULK, "greedy_choice"),),
    ARENA: ((BULK, "advance"),),
    TABLE: ((BULK, "throws"),),
    PLAYOUTS: ((BULK, "random_games"),),
    PERFT: ((BULK, "perft"),),
    SERIES: ((BULK, "random_game"), (BULK, "replay")),
    LAB: ((BULK, "series"),),
}
# What somebody needs who plays in the browser.
PLAYED = (MATCH, SEARCH, GREEDY, TABLE)
REHEARSAL = "rehearsal"
FIRST, SECOND, LAST = range(3)
# The cost of a job in parts (rules compiled by themselves): an entry is linked and optimised with all that it reaches.
ENTRY_SHARE = 0.075
REHEARSAL_SHARE = 0.15


@dataclass(frozen=True)
class Job:
    """A piece of work for one process: a rule that Python calls, or a rehearsal of a match."""

    game_id: str
    need: str
    wave: int
    template: str
    rule: str

    @property
    def text(self) -> str:
        """As it is written to a worker."""
        return f"{self.game_id} {self.template or '-'} {self.rule}"


def jobs_for(game_id: str, needs: Iterable[str]) -> list[Job]:
    """The jobs of a game for some needs, in order; none where nothing is compiled."""
    if jit.MODE == jit.PLAIN:
        return []
    game, wanted = registry.get(game_id), [MATCH, *(need for need in needs if need != MATCH)]
    found = [Job(game_id, MATCH, FIRST, "", name) for name in _heaviest_first(game)]
    for need in wanted[1:]:
        found += [Job(game_id, need, SECOND, template, rule) for template, rule in TEMPLATES[need]]
    if TABLE in wanted:
        found.append(Job(game_id, TABLE, LAST, "", REHEARSAL))
    return found


def _heaviest_first(game: Game) -> list[str]:
    return sorted(game.examples(), key=lambda name: -len(reach(game.rules[name])))


def do(job: Job) -> None:
    """Do a job in this process."""
    game = registry.get(job.game_id)
    if job.rule == REHEARSAL:
        rehearse(game)
        return
    for rule, examples in tasks_of(game, job):
        rule.compile(examples)


def tasks_of(game: Game, job: Job) -> list[tuple[Any, tuple[Any, ...]]]:
    """The rule of a job with example arguments."""
    if not job.template:
        return [(game.rules[job.rule], game.examples()[job.rule])]
    module = game.compiled(job.template)
    return [(getattr(module, job.rule), module.examples(game)[job.rule])]


def reach(rule: Any) -> set[Any]:
    """A rule and all that it calls, as their names say; what playouts and search stand on is compiled before them."""
    found, open_ends = {rule}, [rule]
    while open_ends:
        function = open_ends.pop().py_func
        above = "__rules__" in function.__globals__
        named = [function.__globals__.get(name) for name in function.__code__.co_names]
        inside = [
            getattr(thing, name, None)
            for thing in named
            for name in function.__code__.co_names
            if type(thing).__name__ == "module"
        ]
        for called in (*named, *inside):
            if hasattr(called, "py_func") and called not in found and not (above and called.foundation):
                found.add(called)
                open_ends.append(called)
    return found


class Cost:
    """What the jobs of a game cost, in parts, and how much of that is done."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        game = registry.get(jobs[0].game_id)
        reached: set[str] = set()
        self.entries: dict[str, float] = {}
        for job in jobs:
            if job.rule == REHEARSAL:
                continue
            [(rule, _)] = tasks_of(game, job)
            below = reach(rule)
            reached |= {name_of(part) for part in below}
            self.entries[name_of(rule)] = 1 + ENTRY_SHARE * len(below)
        self.parts = dict.fromkeys(reached, 1.0)
        counted = sum(self.entries.values()) + len(self.parts)
        self.rehearsal = REHEARSAL_SHARE * counted if any(job.rule == REHEARSAL for job in jobs) else 0.0
        self.total = counted + self.rehearsal
        self.done = 0.0

    def count(self, name: str, entry: bool) -> float:
        """A rule has been compiled, or loaded; what that was worth."""
        table = self.entries if entry else self.parts
        cost = table.pop(name, 0.0)
        self.done += cost
        return cost

    def finish(self, job: Job) -> None:
        """A job is done: its entry, and the rehearsal, count even if nobody reported them."""
        if job.rule == REHEARSAL:
            self.done, self.rehearsal = self.done + self.rehearsal, 0.0
            return
        [(rule, _)] = tasks_of(registry.get(job.game_id), job)
        self.count(name_of(rule), True)
        for part in reach(rule):
            self.count(name_of(part), False)


def name_of(rule: Any) -> str:
    """How a worker names a rule."""
    return f"{rule.py_func.__module__}:{rule.py_func.__name__}"

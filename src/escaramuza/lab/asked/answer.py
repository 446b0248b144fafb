"""What the rows of a question say so far: one sentence, how sure it is, and the figures with their intervals."""

from typing import Any, Literal

import numpy as np
from pydantic import BaseModel

from escaramuza.games.scene import Text
from escaramuza.lab import measures, quantiles
from escaramuza.lab.asked import sharpening
from escaramuza.lab.asked.question import WEAKER, Inquiry
from escaramuza.lab.asked.words import Worded, in_all, number, plain, say, share
from escaramuza.lab.experiment import Plan
from escaramuza.lab.rows import UNKNOWN
from escaramuza.lab.running import Run
from escaramuza.lab.statistics import ALPHA, Estimate

EVEN = 0.5
# Where an objective says more about a map than chance would.
TELLING = 0.1


class LabFigure(BaseModel):
    """A figure and the interval in which it lies with 95% certainty, whenever one looks."""

    label: Text
    value: float
    low: float
    high: float


class LabPart(BaseModel):
    """Figures that belong together: shares of one, or numbers; a line is drawn at the reference."""

    id: str
    title: Text
    note: Text
    unit: Literal["share", "number"]
    reference: float | None
    figures: list[LabFigure]


class LabAnswer(BaseModel):
    """A question answered as far as it is: the sentence, how sure it is, where it comes from, all figures."""

    question: Text
    sentence: Text
    sure: Text
    source: Text | None
    parts: list[LabPart]
    games: int
    # Half of the width of the interval of the figure that the sentence tells; none where it is not a share.
    half: float | None


class Gathering(Run):
    """An experiment whose rows are played elsewhere and come in one stretch after the other."""

    def __init__(self, inquiry: Inquiry) -> None:
        super().__init__(inquiry.experiment)
        self.inquiry = inquiry
        self.budget = inquiry.experiment.budget // 2 * 2
        self.owners: Any = None
        self.goal = self._next_look(self.budget)
        self.enough = False

    @property
    def over(self) -> bool:
        """Whether there is nothing more to play."""
        return self.enough or len(self.rows) >= self.budget

    @property
    def wanted(self) -> range:
        """The rows up to the next look: only there an experiment may end, wherever it is played."""
        return range(len(self.rows), self.goal)

    def take(self, rows: Any, owners: Any, seconds: float) -> None:
        """The next rows."""
        self.rows = np.concatenate([self.rows, rows])
        self.owners = owners if self.owners is None else np.concatenate([self.owners, owners])
        self.games, self.seconds = len(self.rows), self.seconds + seconds
        if len(self.rows) >= self.goal:
            self.enough = self._precise()
            self.goal = self._next_look(self.budget)

    @property
    def precision(self) -> float:
        """How far an interval may reach to either side, in points: every inquiry says it."""
        assert self.plan.experiment.precision is not None
        return self.plan.experiment.precision

    def _precise(self) -> bool:
        if self.inquiry.kind == "length":
            return False
        if self.plan.experiment.design == "random":
            wanted = self.precision / 100
            found = [_mine(self)] if self.inquiry.kind == "field" else [one for _, one in _standings(self)]
            return all(one.half <= wanted for one in found)
        return measures.precise(self.plan, self.rows)

    @property
    def ready(self) -> bool:
        """Whether every combination was played at least once."""
        return len(self.rows) >= 2 * len(self.plan.cells)

    def answer(self) -> LabAnswer:
        """What the rows say so far."""
        told: LabAnswer = TELLERS[self.inquiry.kind](self)
        return told


def _figure(label: Text, found: Estimate) -> LabFigure:
    return LabFigure(label=label, value=found.value, low=found.low, high=found.high)


def _part(
    id: str, figures: list[LabFigure], reference: float | None = None, unit: Any = "share", **more: Any
) -> LabPart:
    title, note = say(f"{id.upper()}_TITLE", **more), say(f"{id.upper()}_NOTE", **more)
    return LabPart(id=id, title=title, note=note, unit=unit, reference=reference, figures=figures)


def _players(run: Gathering) -> Text:
    return say(f"AGENT_{run.inquiry.strength.upper()}")


def _term(plan: Plan, word: str) -> Text:
    return in_all(lambda lang: plan.game.locale[lang]["terms"].get(word, word))


def _side(plan: Plan, number: int = 0) -> Text:
    return _term(plan, plan.game.sides[number])


def _sure(run: Gathering, found: Estimate) -> Text:
    blanks = {"low": share(found.low), "high": share(found.high), "games": number(len(run.rows))}
    return say("SURE", **blanks, players=_players(run))


def _verdict(key: str, found: Estimate, **blanks: Any) -> Text:
    which = "MORE" if found.low > EVEN else "LESS" if found.high < EVEN else "EVEN"
    return say(f"{key}_{which}", share=share(found.value), **blanks)


def _answer(
    run: Gathering, sentence: Text, sure: Text, parts: list[LabPart], half: float | None, **more: Any
) -> LabAnswer:
    kind = run.inquiry.kind
    question = say(f"{kind.upper()}_QUESTION", game=run.plan.game.name, **more)
    return LabAnswer(
        question=question, sentence=sentence, sure=sure, source=None, parts=parts, games=len(run.rows), half=half
    )


def _single(run: Gathering, values: Any) -> Estimate:
    return sharpening.share(values, run.precision)


def _together(run: Gathering, values: Any, count: int) -> Estimate:
    """One of so many whose intervals hold together."""
    return sharpening.share(values, run.precision, ALPHA / count)


def _begins(run: Gathering) -> Estimate | None:
    """The score of whoever begins; none where nobody does, or where that is not known."""
    rows = run.rows
    if not len(rows) or (rows["first"] == UNKNOWN).any():
        return None
    return _single(run, measures.first_values(run.plan, rows))


def _fair_parts(run: Gathering) -> tuple[Estimate | None, Estimate, list[LabPart]]:
    plan, rows = run.plan, run.rows
    first, side = _begins(run), _single(run, measures.side_values(plan, rows))
    draws = _single(run, measures.draw_values(plan, rows))
    parts = []
    if first is not None:
        parts.append(_part("begins", [_figure(say("BEGINS"), first)], EVEN))
    parts.append(_part("side", [_figure(_side(plan), side)], EVEN, side=_side(plan)))
    parts.append(_part("draws", [_figure(say("DRAWN"), draws)]))
    return first, side, parts


def _fair(run: Gathering) -> LabAnswer:
    first, side, parts = _fair_parts(run)
    found = side if first is None else first
    sentence = _verdict("SIDE", side, side=_side(run.plan)) if first is None else _verdict("BEGINS", first)
    return _answer(run, sentence, _sure(run, found), parts, found.half)


def _map(run: Gathering) -> LabAnswer:
    first, side, parts = _fair_parts(run)
    parts[:-1] = reversed(parts[:-1])
    held = _objectives(run)
    if held:
        parts.insert(1, _part("objectives", held, EVEN, side=_side(run.plan)))
    sentence = _verdict("MAP", side, side=_side(run.plan))
    told = _answer(run, sentence, _sure(run, side), parts, side.half, map=run.inquiry.names["map"])
    return told.model_copy(update={"source": _source(run, first, side, held)})


def _objectives(run: Gathering) -> list[LabFigure]:
    """How each objective ends: the first side's, the other's (0), or half of it where it is nobody's."""
    if run.owners is None or not run.owners.shape[1]:
        return []
    held = np.where(run.owners == 0, 1.0, np.where(run.owners == 1, 0.0, 0.5)).reshape(-1, 2, run.owners.shape[1])
    count = run.owners.shape[1]
    values = [held[:, :, place].mean(axis=1) for place in range(count)]
    found = [_together(run, one, count) for one in values]
    return [_figure(say("OBJECTIVE", number=place + 1), one) for place, one in enumerate(found)]


def _source(run: Gathering, first: Estimate | None, side: Estimate, held: list[LabFigure]) -> Text:
    """Where an advantage comes from, as far as that is sure."""
    first_side, second_side = _side(run.plan), _side(run.plan, 1)
    sure = [one for one in held if one.low > EVEN or one.high < EVEN]
    telling = max(sure, key=lambda one: abs(one.value - EVEN), default=None)
    said = []
    if telling is not None and abs(telling.value - EVEN) >= TELLING:
        mine = telling.value > EVEN
        value = telling.value if mine else 1 - telling.value
        blanks = {"objective": telling.label, "side": first_side if mine else second_side, "share": share(value)}
        said.append(say("SOURCE_OBJECTIVE", **blanks))
    if first is not None and (first.low > EVEN or first.high < EVEN):
        said.append(say("SOURCE_BEGINS", share=share(first.value)))
    if not said:
        said.append(say("SOURCE_NONE"))
    return in_all(lambda lang: " ".join(one[lang] for one in said))  # type: ignore[literal-required]


def _length(run: Gathering) -> LabAnswer:
    rows = run.rows
    low, high = np.quantile(rows["actions"], [0.05, 0.95])
    actions = quantiles.quantile(rows["actions"])
    parts = [_part("actions", [_figure(say("MEDIAN"), actions)], unit="number")]
    turns = rows["turns"]
    if (turns > 0).all():
        ends = [(say("SHORT"), 0.05), (say("MEDIAN"), 0.5), (say("LONG"), 0.95)]
        figures = [_figure(label, quantiles.quantile(turns, wanted)) for label, wanted in ends]
        parts.insert(0, _part("turns", figures, unit="number"))
        middle = quantiles.quantile(turns)
        low, high = np.quantile(turns, [0.05, 0.95])
        blanks = {"turns": number(middle.value), "actions": number(actions.value)}
        sentence = say("LENGTH_TURNS", **blanks, low=number(low), high=number(high))
    else:
        middle = actions
        sentence = say("LENGTH_ACTIONS", actions=number(actions.value), low=number(low), high=number(high))
    blanks = {"low": number(middle.low), "high": number(middle.high), "games": number(len(rows))}
    return _answer(run, sentence, say("SURE_MEDIAN", **blanks, players=_players(run)), parts, None)


def _luck(run: Gathering) -> LabAnswer:
    found = _single(run, measures.party_values(run.plan, run.rows, [0]))
    strong = _players(run)
    weak = say(f"AGENT_{WEAKER[run.inquiry.strength].upper()}")
    sentence = say("LUCK", share=share(1 - found.value), strong=strong, weak=weak)
    blanks = {"low": share(1 - found.high), "high": share(1 - found.low), "games": number(len(run.rows))}
    parts = [_part("stronger", [_figure(strong, found)], EVEN)]
    return _answer(run, sentence, say("SURE_SHORT", **blanks), parts, found.half)


def _rule(run: Gathering) -> LabAnswer:
    plan, rows = run.plan, run.rows
    option = next(name for name in plan.experiment.factors if name != "agent")
    labels = [_value(plan, number, option) for number in range(len(plan.cells))]
    kinds: dict[str, tuple[Any, float | None]] = {"begins": (measures.first_values, EVEN)}
    if not (rows["first"] != UNKNOWN).all():
        kinds = {}
    kinds["draws"] = (measures.draw_values, None)
    kinds["comebacks"] = (measures.comeback_values, None)
    length = next((name for name in ("turns", "actions") if (rows[name] > 0).all()), None)
    # Whatever is found to differ is told in one sentence: all intervals hold together.
    count = len(plan.cells) * (len(kinds) + (length is not None))
    parts, half = [], 0.0
    for id, (values, reference) in kinds.items():
        found = [_together(run, values(plan, rows, [number]), count) for number in range(len(plan.cells))]
        half = max(half, *(one.half for one in found))
        parts.append(_part(id, list(map(_figure, labels, found)), reference))
    if length is not None:
        each = [rows[length][rows["cell"] == number] for number in range(len(plan.cells))]
        lengths = [quantiles.quantile(one, alpha=ALPHA / count) for one in each]
        parts.append(_part(length, list(map(_figure, labels, lengths)), unit="number"))
    changed = [part.title for part in parts if _differ(part.figures)]
    listed = in_all(lambda lang: ", ".join(_lower(title[lang]) for title in changed))  # type: ignore[literal-required]
    sentence = say("RULE_CHANGES", what=listed) if changed else say("RULE_SAME")
    blanks = {"points": _points(half), "games": number(len(rows)), "players": _players(run)}
    return _answer(run, sentence, say("SURE_POINTS", **blanks), parts, half)


def _points(half: float) -> Worded:
    return lambda lang: f"{100 * half:.1f}" if lang == "en" else f"{100 * half:.1f}".replace(".", ",")


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _value(plan: Plan, number: int, option: str) -> Text:
    """A value of an option, as the experiment has it; who shows it may have a better word."""
    value = dict(plan.cells[number].settings)[option]
    return say("YES" if value else "NO") if isinstance(value, bool) else plain(str(value))


def _differ(figures: list[LabFigure]) -> bool:
    """Whether any two are surely apart."""
    return max(one.low for one in figures) > min(one.high for one in figures)


def _squad(run: Gathering, party: Any) -> Text:
    return run.inquiry.names[str(dict(party.brings)["squad"])]


def _squads(run: Gathering) -> LabAnswer:
    plan, rows = run.plan, run.rows
    if len(plan.cells) == 1:
        one, other = (_squad(run, party) for party in plan.cells[0].parties)
        found = _single(run, measures.party_values(plan, rows, [0]))
        sentence = _verdict("AGAINST", found, squad=one, other=other)
        return _answer(run, sentence, _sure(run, found), [_part("pair", [_figure(one, found)], EVEN)], found.half)
    figures = [_figure(_squad(run, party), found) for party, found in _standings(run)]
    figures.sort(key=lambda figure: -figure.value)
    best, worst = figures[0], figures[-1]
    key = "SQUADS_APART" if best.low > worst.high else "SQUADS_OPEN"
    blanks = {"best": best.label, "high": share(best.value), "worst": worst.label, "low": share(worst.value)}
    half = max((figure.high - figure.low) / 2 for figure in figures)
    sure = say("SURE_POINTS", points=_points(half), games=number(len(rows)), players=_players(run))
    return _answer(run, say(key, **blanks), sure, [_part("standings", figures, EVEN)], half)


def _standings(run: Gathering) -> list[tuple[Any, Estimate]]:
    """Each squad against all others. Which pair of them plays is drawn at random each time, so every pair of games
    counts by itself."""
    plan, rows = run.plan, run.rows
    parties = list(dict.fromkeys(party for cell in plan.cells for party in cell.parties))
    return [(party, _together(run, measures.field_values(plan, rows, party), len(parties))) for party in parties]


def _mine(run: Gathering) -> Estimate:
    return _single(run, measures.party_values(run.plan, run.rows, list(range(len(run.plan.cells)))))


def _field(run: Gathering) -> LabAnswer:
    plan, rows = run.plan, run.rows
    mine, squad = _mine(run), run.inquiry.names[plan.experiment.options["white_squad"]]
    against = []
    for place, cell in enumerate(plan.cells):
        found = _together(run, measures.party_values(plan, rows, [place]), len(plan.cells))
        against.append(_figure(run.inquiry.names[dict(cell.settings)["black_squad"]], found))
    against.sort(key=lambda figure: -figure.value)
    parts = [_part("field", [_figure(squad, mine)], EVEN), _part("opponents", against, EVEN, squad=squad)]
    return _answer(run, _verdict("FIELD", mine, squad=squad), _sure(run, mine), parts, mine.half, squad=squad)


TELLERS: dict[str, Any] = {
    "fair": _fair,
    "map": _map,
    "length": _length,
    "luck": _luck,
    "rule": _rule,
    "squads": _squads,
    "field": _field,
}

"""Questions that have a command of their own: each makes an experiment, and an answer of its rows."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from escaramuza.engine.errors import find_game
from escaramuza.lab import measures, quantiles, statistics
from escaramuza.lab.answers import Answer, Figure, Section, agent_text, decimal, say, whole
from escaramuza.lab.errors import LabError
from escaramuza.lab.experiment import Experiment, Plan, checked, shared_by_sides
from escaramuza.lab.rows import UNKNOWN
from escaramuza.lab.running import Run
from escaramuza.squads import GAME

EVEN = 0.5
# How many mixed set-ups are looked at to see what is mixed.
LOTS = 8
# Agents from weak to strong, for whoever wants to see fairness by strength.
STRENGTHS = ("greedy", "search:sims=20", "search:sims=100", "search:sims=400")


def fair(game_id: str, agent: str, **how: Any) -> Experiment:
    """Does it matter who begins, and which side one has? An agent against itself."""
    mixed = mixes(game_id, how.get("options") or {})
    return checked({"game": game_id, "factors": {"agent": [agent]}, "mixed": mixed, **how})


def by_strength(game_id: str, agents: Sequence[str], **how: Any) -> list[Experiment]:
    """`fair` for each agent: fairness depends on skill."""
    return [fair(game_id, agent, **how) for agent in agents]


def on_map(field: Any, agents: Sequence[str], **how: Any) -> list[Experiment]:
    """Is a battlefield fair? Both sides have the same army, unless armies are given; by strength."""
    from escaramuza.maps import library

    game = find_game(library.book_of(field).game_id)
    given = {**how.pop("options", {}), "map": field}
    usual = game.options()
    for name in shared_by_sides(game):
        own = [f"{side}_{name}" for side in game.sides]
        if not any(option in given for option in own):
            given |= dict.fromkeys(own, getattr(usual, own[0]))
    return by_strength(game.id, agents, options=given, **how)


def mixes(game_id: str, names: Iterable[str]) -> bool:
    """Whether set-ups are mixed: where the game knows how, and nothing that it would mix is named."""
    mixed = find_game(game_id).mixed
    return mixed is not None and not any(mixed(lot).model_fields_set & set(names) for lot in range(LOTS))


def squads(ids: Sequence[str], agent: str, **how: Any) -> Experiment:
    """Which squad is stronger? Everybody against everybody."""
    if len(ids) < 2:
        raise LabError("FEW_SQUADS")
    return checked({"game": GAME, "factors": {"squad": list(ids), "agent": [agent]}, **how})


def house_rule(game_id: str, option: str, values: Sequence[Any], agent: str, **how: Any) -> Experiment:
    """What does an option change? The same agent, the option one way and the other."""
    factors = {option: list(values), "agent": [agent]}
    mixed = mixes(game_id, (option, *(how.get("options") or {})))
    return checked({"game": game_id, "factors": factors, "mixed": mixed, "swings": True, **how})


def dice(game_id: str, strong: str, weak: str, **how: Any) -> Experiment:
    """How much is luck? A strong agent against a weak one."""
    given = {"game": game_id, "factors": {"agent": [strong, weak]}, "design": "one-at-a-time"}
    return checked({**given, "mixed": mixes(game_id, how.get("options") or {}), **how})


# Answers


def fair_answer(runs: Sequence[Run], lang: str, repeat: str, question: str | None = None) -> Answer:
    """Who begins and which side, by strength of play."""
    game = runs[0].plan.game
    side = game.locale[lang]["terms"].get(game.sides[0], game.sides[0])
    known = all((run.rows["first"] != UNKNOWN).all() for run in runs)
    first = _by_agent(runs, measures.first_values, lang) if known else []
    sides = _by_agent(runs, measures.side_values, lang)
    sections = [Section(say("FIRST_TITLE", lang), first, say("FIRST_NOTE", lang), EVEN)] if known else []
    sections.append(Section(say("SIDE_TITLE", lang, side=side), sides, say("SIDE_NOTE", lang, side=side), EVEN))
    draws = _by_agent(runs, measures.draw_values, lang)
    sections.append(Section(say("DRAWS_TITLE", lang), draws, say("DRAWS_NOTE", lang)))
    what = [(say("WHO_BEGINS", lang), first)] if known else []
    what.append((say("WHO_HAS_SIDE", lang, side=side), sides))
    sentences = [_verdict(figures[-1], name, figures[-1].label, game.name, lang) for name, figures in what]
    if len(runs) > 1:
        sentences.append(_trend(*what[0], lang))
    asked = question or say("FAIR_QUESTION", lang, game=game.name)
    return _answer(asked, " ".join(sentences), sections, runs, lang, repeat)


def _by_agent(runs: Sequence[Run], values: Any, lang: str) -> list[Figure]:
    return [Figure(_who(run, lang), measures.single(run.plan, values(run.plan, run.rows))) for run in runs]


def _who(run: Run, lang: str) -> str:
    return ", ".join(agent_text(agent, lang) for agent in run.plan.agents)


def _trend(what: str, figures: Sequence[Figure], lang: str) -> str:
    """How a figure goes with strength: whether the weakest and the strongest can be told apart."""
    weakest, strongest = figures[0], figures[-1]
    blanks = {
        "what": what,
        "weak": weakest.label,
        "strong": strongest.label,
        "low": weakest.text(weakest.estimate.value, lang),
        "high": strongest.text(strongest.estimate.value, lang),
    }
    return say("TREND_CHANGES" if _extremes(figures) else "TREND_SAME", lang, **blanks)


def _verdict(figure: Figure, what: str, agent: str, game_name: str, lang: str) -> str:
    found = figure.estimate
    blanks = {
        "what": what,
        "game": game_name,
        "agent": agent,
        "share": figure.text(found.value, lang),
        "low": figure.text(found.low, lang),
        "high": figure.text(found.high, lang),
    }
    if found.low > EVEN:
        return say("VERDICT_MORE", lang, **blanks)
    if found.high < EVEN:
        return say("VERDICT_LESS", lang, **blanks)
    return say("VERDICT_EVEN", lang, **blanks)


def squads_answer(run: Run, names: dict[str, str], lang: str, repeat: str, mine: str | None = None) -> Answer:
    """The standings, with ratings and every pair."""
    plan, rows = run.plan, run.rows

    def name(party: Any) -> str:
        squad = str(dict(party.brings)["squad"])
        return names.get(squad, squad)

    pairs = [_pair_figure(plan, rows, number, name, lang) for number in range(len(plan.cells))]
    several = Section(say("PAIRS_TITLE", lang), pairs, say("PAIRS_NOTE", lang), EVEN)
    question = say("SQUADS_QUESTION", lang) if mine is None else say("MINE_QUESTION", lang, squad=mine)
    if len(plan.cells) == 1:
        sentence = _verdict(pairs[0], pairs[0].label, _who(run, lang), plan.game.name, lang)
        return _answer(question, sentence, [several], [run], lang, repeat)
    found = measures.estimates(plan, rows)
    wanted = {target.name: target for target in measures.targets(plan, rows)}
    standings = sorted(
        (Figure(name(wanted[key].party), estimate) for key, estimate in found.items()),
        key=lambda figure: -figure.estimate.value,
    )
    sections = [
        Section(say("FIELD_TITLE", lang), standings, say("TOGETHER_NOTE", lang, count=len(found)), EVEN),
        Section(say("RATING_TITLE", lang), _ratings(plan, rows, name), say("RATING_NOTE", lang), 0.0),
        several,
    ]
    own = next((figure for figure in standings if figure.label == mine), None)
    if own is not None:
        who = say("AGAINST_FIELD", lang, one=own.label)
        sentence = _verdict(own, who, _who(run, lang), plan.game.name, lang)
    else:
        sentence = _spread(standings[0], standings[-1], _who(run, lang), lang)
    return _answer(question, sentence, sections, [run], lang, repeat)


def _spread(best: Figure, worst: Figure, agent: str, lang: str) -> str:
    high, low = best.text(best.estimate.value, lang), worst.text(worst.estimate.value, lang)
    return say("SQUADS_SPREAD", lang, best=best.label, high=high, worst=worst.label, low=low, agent=agent)


def _pair_figure(plan: Plan, rows: Any, number: int, name: Any, lang: str) -> Figure:
    one, other = plan.cells[number].parties
    found = statistics.sequence_of(measures.party_values(plan, rows, [number]), statistics.ALPHA / len(plan.cells))
    return Figure(say("AGAINST", lang, one=name(one), other=name(other)), found)


def _ratings(plan: Plan, rows: Any, name: Any) -> list[Figure]:
    parties = list(dict.fromkeys(party for cell in plan.cells for party in cell.parties))
    labels = [name(party) for party in parties]
    points: dict[tuple[str, str], float] = {}
    for number, cell in enumerate(plan.cells):
        inside = rows["cell"] == number
        got = float(((rows["result"][inside] + 1) / 2).sum())
        one, other = (labels[parties.index(party)] for party in cell.parties)
        points[one, other] = points.get((one, other), 0.0) + got
        points[other, one] = points.get((other, one), 0.0) + float(inside.sum()) - got
    rated = statistics.bradley_terry(labels, points)
    return sorted((Figure(label, rated[label], "rating") for label in labels), key=lambda f: -f.estimate.value)


MEASURES = {
    "FIRST": measures.first_values,
    "DRAWS": measures.draw_values,
    "COMEBACKS": measures.comeback_values,
}


def house_rule_answer(runs: Run | Sequence[Run], option: str, lang: str, repeat: str) -> Answer:
    """What an option does to fairness, length, draws and comebacks: every value against every other, by strength."""
    runs = [runs] if isinstance(runs, Run) else runs
    game = runs[0].plan.game
    sections: list[Section] = []
    said: list[str] = []
    seen = all(run.plan.experiment.swings for run in runs)
    kinds = [kind for kind in (*MEASURES, "LENGTH") if seen or kind != "COMEBACKS"]
    for kind in kinds:
        each = [_values(run, kind, option, lang, len(runs) > 1, len(kinds)) for run in runs]
        changed = _extremes(each[-1])
        if changed is not None:
            low, high = ((figure, figure.text(figure.estimate.value, lang)) for figure in changed)
            blanks = {"low": low[1], "high": high[1], "less": low[0].label, "more": high[0].label}
            said.append(say("RULE_RANGE", lang, what=say(f"{kind}_SHORT", lang), **blanks))
        figures = [figure for run in each for figure in run]
        note, reference = say(f"{kind}_NOTE", lang), EVEN if kind == "FIRST" else None
        sections.append(Section(say(f"{kind}_TITLE", lang), figures, note, reference))
    blanks = {"option": option, "game": game.name, "agent": _who(runs[-1], lang)}
    sentence = say("RULE_CHANGES", lang, **blanks, what="; ".join(said)) if said else say("RULE_SAME", lang, **blanks)
    answer = _answer(say("RULE_QUESTION", lang, **blanks), sentence, sections, runs, lang, repeat)
    meaning = game.locale[lang].get("options", {}).get(option)
    if meaning:
        answer.design.insert(0, say("RULE_MEANS", lang, option=option, meaning=meaning.replace("`", "")))
    return answer


def _values(run: Run, kind: str, option: str, lang: str, several: bool, kinds: int) -> list[Figure]:
    """A figure for each value of the option; the intervals of so many kinds of figures hold together."""
    plan, rows, count = run.plan, run.rows, len(run.plan.cells) * kinds
    figures = []
    for number in range(len(plan.cells)):
        label = f"{option} = {dict(plan.cells[number].settings).get(option)}"
        label = f"{label} · {_who(run, lang)}" if several else label
        if kind == "LENGTH":
            actions = rows["actions"][rows["cell"] == number]
            figures.append(Figure(label, quantiles.quantile(actions, alpha=statistics.ALPHA / count), "number"))
        else:
            figures.append(Figure(label, measures.single(plan, MEASURES[kind](plan, rows, [number]), count)))
    return figures


def _extremes(figures: Sequence[Figure]) -> tuple[Figure, Figure] | None:
    """The lowest and the highest figure, if any two can be told apart: their intervals do not meet."""
    if max(figure.estimate.low for figure in figures) <= min(figure.estimate.high for figure in figures):
        return None
    ordered = sorted(figures, key=lambda figure: figure.estimate.value)
    return ordered[0], ordered[-1]


def dice_answer(runs: Sequence[Run], lang: str, repeat: str) -> Answer:
    """How often the weaker one wins."""
    figures = []
    for run in runs:
        [contest] = [number for number, cell in enumerate(run.plan.cells) if not cell.mirrored]
        one, other = (agent_text(party.agent, lang) for party in run.plan.cells[contest].parties)
        found = measures.single(run.plan, measures.party_values(run.plan, run.rows, [contest]))
        figures.append(Figure(say("AGAINST", lang, one=one, other=other), found))
    game, last = runs[0].plan.game, figures[-1]
    weaker = 1 - last.estimate.value
    sentence = say("DICE_SENTENCE", lang, game=game.name, contest=last.label, share=last.text(weaker, lang))
    sections = [Section(say("DICE_TITLE", lang), figures, say("DICE_NOTE", lang), EVEN)]
    return _answer(say("DICE_QUESTION", lang, game=game.name), sentence, sections, runs, lang, repeat)


def length_answer(runs: Sequence[Run], lang: str, repeat: str) -> Answer:
    """How long a game is: medians, and the range that holds nine of ten games."""
    game = runs[0].plan.game
    actions, turns = [], []
    for run in runs:
        agent = _who(run, lang)
        actions.append(Figure(agent, quantiles.quantile(run.rows["actions"]), "number"))
        if (run.rows["turns"] > 0).all():
            turns.append(Figure(agent, quantiles.quantile(run.rows["turns"]), "number"))
    low, high = (decimal(number, 0, lang) for number in np.quantile(runs[-1].rows["actions"], [0.05, 0.95]))
    last = actions[-1]
    middle = last.text(last.estimate.value, lang)
    blanks = {"game": game.name, "agent": last.label, "actions": middle, "low": low, "high": high}
    sections = [Section(say("LENGTH_TITLE", lang), actions, say("LENGTH_NOTE", lang))]
    if turns:
        sections.append(Section(say("TURNS_TITLE", lang), turns))
    asked, sentence = say("LENGTH_QUESTION", lang, game=game.name), say("LENGTH_SENTENCE", lang, **blanks)
    return _answer(asked, sentence, sections, runs, lang, repeat)


def run_answer(run: Run, lang: str, repeat: str) -> Answer:
    """An experiment of one's own: its targets, and what each factor changes."""
    plan, rows = run.plan, run.rows
    found = measures.estimates(plan, rows)
    figures = [Figure(name, estimate) for name, estimate in found.items()]
    mirrored = all(cell.mirrored for cell in plan.cells)
    title = "FIRST_TITLE" if mirrored else "SCORE_TITLE"
    sections = [Section(say(title, lang), figures, say("TOGETHER_NOTE", lang, count=len(figures)), EVEN)]
    effects = _effects(plan, rows, mirrored)
    if effects:
        sections.append(Section(say("EFFECTS_TITLE", lang), effects, say("EFFECTS_NOTE", lang), 0.0))
    best = max(figures, key=lambda figure: abs(figure.estimate.value - EVEN))
    what = say("BEGINS_IN", lang, cell=best.label) if mirrored else best.label
    sentence = _verdict(best, what, _who(run, lang), plan.game.name, lang)
    question = plan.experiment.question or say("RUN_QUESTION", lang, game=plan.game.name)
    return _answer(question, sentence, sections, [run], lang, repeat)


def _effects(plan: Plan, rows: Any, mirrored: bool) -> list[Figure]:
    names = list(dict.fromkeys(name for cell in plan.cells for name, _ in cell.settings))
    if not names or len(rows) < 2 * len(plan.cells):
        return []
    known = rows["first"] != UNKNOWN
    score = np.where(known, rows["first"], rows["side"]) if mirrored else rows["result"]
    levels = {name: [str(dict(plan.cells[c].settings)[name]) for c in rows["cell"].tolist()] for name in names}
    found = statistics.effects((score + 1) / 2, levels, rows["pair"], interactions=len(names) > 1)
    return [Figure(f"{effect.name} (p = {effect.chance:.2g})", effect.estimate, "points") for effect in found]


def _answer(
    question: str, sentence: str, sections: list[Section], runs: Sequence[Run], lang: str, repeat: str
) -> Answer:
    games, seconds = sum(len(run.rows) for run in runs), sum(run.seconds for run in runs)
    experiment = runs[0].plan.experiment
    blanks = {"games": whole(games, lang), "seconds": decimal(seconds, 0, lang), "cells": len(runs[0].plan.cells)}
    design = [
        say("DESIGN_GAMES", lang, **blanks),
        say("DESIGN_SEED", lang, seed=experiment.seed, digest=", ".join(run.plan.digest for run in runs)),
    ]
    if experiment.precision is not None:
        design.append(say("DESIGN_INTERVALS", lang))
    if len(runs) > 1:
        each = "; ".join(f"{_who(run, lang)}: {whole(len(run.rows), lang)}" for run in runs)
        design.append(say("DESIGN_EACH", lang, each=each))
    gains = [gain for run in runs if (gain := measures.gain(run.plan, run.rows)) is not None]
    if gains:
        design.append(say("DESIGN_PAIRED", lang, gain=decimal(gains[0], 2, lang)))
    return Answer(lang, question, sentence, sections, design, repeat, games, seconds, _warnings(runs, games, lang))


def _warnings(runs: Sequence[Run], games: int, lang: str) -> list[str]:
    """What whoever reads the figures must know first."""
    found = []
    wanted = runs[0].plan.experiment.precision
    if any(run.interrupted for run in runs):
        found.append(say("WARN_INTERRUPTED", lang, games=whole(games, lang)))
    elif wanted is not None:
        short = [_who(run, lang) for run in runs if not measures.precise(run.plan, run.rows)]
        if short:
            points = decimal(wanted, 0 if wanted == round(wanted) else 2, lang)
            found.append(say("WARN_PRECISION", lang, precision=points, agents="; ".join(short)))
    agents = [agent for run in runs for agent in run.plan.agents.values()]
    if any(agent.budget is not None and (agent.budget.seconds or agent.budget.turn) for agent in agents):
        found.append(say("WARN_CLOCK", lang))
    return found

"""What things are worth in Escarmouche, as an answer."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import NormalDist
from typing import Any
from zipfile import BadZipFile

import numpy as np

from escaramuza.agents import names
from escaramuza.agents.players import Agents
from escaramuza.games import registry
from escaramuza.games.escarmouche import tables
from escaramuza.games.game import Game
from escaramuza.kernel import buffers
from escaramuza.kernel.dice import reseed
from escaramuza.lab import cost, pool
from escaramuza.lab.answers import Answer, Figure, Section, agent_text, say, whole
from escaramuza.lab.errors import LabError
from escaramuza.lab.statistics import Estimate
from escaramuza.squads import GAME
from escaramuza.squads.words import text

SIZE = 200
FEWEST_PAIRS = 200
# So many pairs between two looks at whether somebody wants to stop.
PAIRS = 2000


def play(
    games: int,
    folder: Path,
    game: Game,
    workers: int | None = None,
    on_card: bool = False,
    tell: Callable[[int], None] | None = None,
    agent: str = cost.GREEDY,
) -> int:
    """Play on to so many games on all cores, or greedy ones on a graphics card; the number of games that are there."""

    def go_on(done: int) -> bool:
        if tell is not None:
            tell(done)
        return True

    if on_card:
        from escaramuza.engine.card import Card

        return cost.play(games, folder, Card(game).series, game, go_on=go_on)
    cores = workers or os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as crew:
        series = _series(game, crew) if agent == cost.GREEDY else _thinking(game, agent, crew)
        at_once = PAIRS if agent == cost.GREEDY else cores
        try:
            return cost.play(games, folder, series, game, go_on=go_on, at_once=at_once, agent=agent)
        except BaseException:
            crew.shutdown(cancel_futures=True)
            raise


def _series(game: Game, crew: ThreadPoolExecutor) -> cost.Series:
    bulk = game.compiled("escaramuza.engine.bulk")

    def series(starts: Any, cells: Any, deciders: Any, lots: Any, most: int) -> tuple[Any, Any, Any]:
        outcomes, made = np.zeros((len(lots), 2), np.int64), np.zeros(len(lots), np.int64)

        def part(where: slice) -> None:
            size = where.stop - where.start
            finals, trial = np.zeros(size, game.state), np.zeros(1, game.state)
            actions, none = np.zeros(game.max_actions, buffers.ACTION), np.zeros((0, 2), np.int64)
            given = starts, cells[where], deciders[where], lots[where], game.weights.array, finals, trial, actions
            bulk.series(*given, buffers.silent_log(), most, outcomes[where], made[where], none)

        list(crew.map(part, [slice(i, min(i + SIZE, len(lots))) for i in range(0, len(lots), SIZE)]))
        return outcomes, made, None

    return series


def _thinking(game: Game, agent: str, crew: ThreadPoolExecutor) -> cost.Series:
    """Games of agents that decide outside of compiled code."""
    name = names.parse(agent)

    def result(start: Any, lot: int) -> Any:
        state, results = buffers.one(game.state), np.zeros(2, np.int64)
        for field in game.state.names or ():
            state[field] = start[field]
        reseed(state.dice, lot)
        Agents(game, {0: name, 1: name}, lot >> 20).play(state)
        game.rules["outcome"](state, results)
        return results

    def series(starts: Any, cells: Any, deciders: Any, lots: Any, most: int) -> tuple[Any, Any, Any]:
        return np.stack(list(crew.map(result, starts[cells], lots.tolist()))), None, None

    return series


def fitted(folder: Path, games: int | None = None) -> tuple[list[cost.Worth], int, dict[str, Any]]:
    """What was played in a folder, all of it or the first so many games: worths, pairs, how they were played."""
    try:
        played = cost.load(folder, games)
    except (OSError, KeyError, ValueError, BadZipFile) as error:
        raise LabError("NO_COST_ROWS", folder=str(folder)) from error
    pairs = len(played.shares)
    if pairs < FEWEST_PAIRS:
        raise LabError("FEW_COST_ROWS", folder=str(folder), games=2 * pairs, least=2 * FEWEST_PAIRS)
    beta, covariance = cost.fit(played.differences, played.shares, played.squads)
    # Sidak's 95% for as many intervals as there are: with normal estimates they hold together.
    return cost.worths(beta, covariance, _together(len(pool.TARGETS))), pairs, played.about


def answer(
    folder: Path,
    lang: str,
    repeat: str,
    games: int | None = None,
    interrupted: bool = False,
    confirmed: Path | None = None,
) -> Answer:
    """What was played in a folder, and beside it what another agent found in another one."""
    found, pairs, about = fitted(folder, games)
    terms = registry.get(GAME).locale[lang]["terms"]

    def name(worth: cost.Worth) -> str:
        return terms.get(f"ability:{worth.name}") or text(worth.name, lang)

    order = sorted(found, key=lambda worth: -worth.worth)
    figures = [Figure(name(w), Estimate(w.worth, w.low, w.high, pairs), "worth", w.published) for w in order]
    abilities = [worth for worth in found if worth.name in tables.ABILITY_COST]
    under = ", ".join(name(w) for w in abilities if w.low > w.published) or say("NONE", lang)
    over = ", ".join(name(w) for w in abilities if w.high < w.published) or say("NONE", lang)
    who, played = agent_text(about["agent"], lang), whole(about["games"], lang)
    blanks = {"games": played, "agent": who, "squads": whole(about["squads"], lang)}
    sections = [Section(say("COST_TITLE", lang), figures, say("COST_NOTE", lang))]
    sentence = say("COST_SENTENCE", lang, agent=who, under=under, over=over)
    design = [say("COST_DESIGN", lang, **blanks)]
    if confirmed is not None:
        others, their_pairs, theirs = fitted(confirmed)
        of = {w.name: w for w in others}
        again = [of[w.name] for w in order]
        them = agent_text(theirs["agent"], lang)
        figures = [Figure(name(w), Estimate(w.worth, w.low, w.high, their_pairs), "worth", w.published) for w in again]
        sections.append(Section(say("COST_AGAIN", lang, agent=them), figures, say("COST_AGAIN_NOTE", lang, agent=who)))
        apart = [w for w, o in zip(order, again, strict=True) if not o.low <= w.worth <= o.high]
        listed = ", ".join(name(w) for w in apart) or say("NONE", lang)
        sentence += " " + say("COST_APART", lang, agent=them, apart=listed)
        blanks |= {"games": whole(theirs["games"], lang), "agent": them}
        design.append(say("COST_DESIGN", lang, **blanks))
    return Answer(
        lang,
        say("COST_QUESTION", lang),
        sentence,
        sections,
        design,
        repeat if games is not None else f"{repeat} --games {about['games']}",
        about["games"],
        0.0,
        [say("WARN_INTERRUPTED", lang, games=played)] if interrupted else [],
    )


def _together(count: int) -> float:
    return NormalDist().inv_cdf(1 - (1 - 0.95 ** (1 / count)) / 2)

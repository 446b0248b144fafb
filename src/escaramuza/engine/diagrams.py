"""A diagram as it is drawn: its scene, and what the rules say about those it shows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from typing_extensions import TypedDict

from escaramuza.engine.match import Match
from escaramuza.games.basics import Place
from escaramuza.games.diagrams import Diagram
from escaramuza.kernel import buffers

# What is thrown in all diagrams: those that are played on a little always come to the same.
SEED = 0
CENTIMETRE, DEGREE = 100, 10


class WrongDiagram(Exception):
    """The rules say otherwise than a diagram."""


class Drawing(TypedDict):
    """A diagram as it is drawn: the units it is about with what they could do, the actions it marks, and those that the
    rules allow or refuse."""

    shape: str
    id: str
    scene: Mapping[str, Any]
    units: list[int]
    looks: Sequence[Mapping[str, Any]]
    legal: Sequence[Mapping[str, Any]]
    arrows: Sequence[Mapping[str, Any]]
    refused: Sequence[Mapping[str, Any]]


def draw(game_id: str, diagram: Diagram) -> Drawing:
    """Its scene, the units it is about with what they could do, and its actions as they are described."""
    match = Match(game_id, seed=SEED, options=diagram.options, position=diagram.position)
    for action in diagram.play:
        match.act(action)
    scene = match.view(match.actor)
    names = {name: number for number, name in _named(scene)}
    missing = [name for name in diagram.units if name not in names]
    if missing:
        raise WrongDiagram(f"{game_id}: nobody is called {', '.join(missing)} in {diagram.id}")
    units = [names[name] for name in diagram.units]
    return {
        "shape": str(scene["shape"]),
        "id": diagram.id,
        "scene": scene,
        "units": units,
        "looks": _looks(match, diagram, units) if match.game.look else [],
        "legal": _marked(match, diagram, scene),
        "arrows": _judged(match, diagram.arrows, allowed=True),
        "refused": _judged(match, diagram.refused, allowed=False),
    }


def _named(scene: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Everybody who stands there, by square or by name."""
    for piece in (piece for kind in ("pieces", "units", "officers") for piece in scene.get(kind, ())):
        name = piece.get("text") or piece.get("square")
        if name is not None:
            yield int(piece["id"]), str(name)


def _looks(match: Match, diagram: Diagram, units: Sequence[int]) -> Sequence[Mapping[str, Any]]:
    """What each could do, the first of them from the place where it is thought to go."""
    places = [_place(diagram), *(None for _ in units)]
    return [match.look(unit, match.actor, place) for unit, place in zip(units, places, strict=False)]


def _place(diagram: Diagram) -> Place | None:
    if diagram.place is None:
        return None
    x, y, facing = diagram.place
    return round(x * CENTIMETRE), round(y * CENTIMETRE), round(facing * DEGREE)


def _marked(match: Match, diagram: Diagram, scene: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The legal actions of its units that are of the kinds it marks."""
    if not diagram.kinds:
        return []
    names = dict(_named(scene))
    options = _described(match, match.legal())
    return [
        option
        for option in options
        if option["kind"] in diagram.kinds and (option.get("at") or names.get(option.get("unit", -1))) in diagram.units
    ]


def _judged(match: Match, texts: Sequence[str], *, allowed: bool) -> list[Mapping[str, Any]]:
    """Actions that the rules must allow, or refuse."""
    for text in texts:
        if (match.why(text) is None) != allowed:
            raise WrongDiagram(f"{match.game.id}: {text} is {'not ' if allowed else ''}allowed in {match.position}")
    return list(_described(match, texts))


def _described(match: Match, texts: Sequence[str]) -> Sequence[Mapping[str, Any]]:
    actions = np.zeros(len(texts), buffers.ACTION)
    for number, text in enumerate(texts):
        actions[number] = match.game.parse_action(match.state, text)
    return match.game.describe(match.seen_by(match.actor), actions)

"""The types of all that goes over the wire as JSON schemas, WebSocket included, which FastAPI leaves out.

What a game tells is what its functions say they return: `view` a scene, `describe` options, `look` a look, `threats`
threats. A game whose functions return nothing more than a mapping is told of in no detail.
"""

from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_type_hints

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict, is_typeddict

from escaramuza.engine.diagrams import Drawing
from escaramuza.games import drawing, registry
from escaramuza.server import wire

REF = "#/components/schemas/{model}"
# REST answers that are too long to be checked each time; they are told of all the same.
ANSWERS = {
    "/api/matches/{token}/replay": "Replay",
    "/api/games/{game}/diagrams": "Drawings",
    "/api/positions/{game}": "WrittenPosition",
}
# What is answered line by line, each line of this type.
LINES = {"/api/lab": "LabNews"}


class Told:
    """What one game tells: its scene, options, look and threats, and the messages that are made of them."""

    def __init__(self, view: Any, describe: Any, look: Any = None, threats: Any = None) -> None:
        self.scene = _returned(view)
        self.option = _returned(describe)
        self.look = None if look is None else _returned(look)
        self.threat = None if threats is None else _returned(threats)

    def is_typed(self) -> bool:
        """Whether its functions say what they return."""
        return is_typeddict(self.scene) and is_typeddict(self.option)

    @property
    def name(self) -> str:
        """What its types begin with: that of TacticsScene is Tactics."""
        return str(self.scene.__name__).removesuffix("Scene")

    @property
    def shape(self) -> str:
        """What its scenes are marked with."""
        (shape,) = get_args(get_type_hints(self.scene)["shape"])
        return str(shape)

    def update(self) -> Any:
        """Its update."""
        options = list[self.option]  # type: ignore[name-defined]
        return self._made(wire.Update, scene=self.scene, legal=options, shortcuts=dict[str, options])

    def hint(self) -> Any:
        """Its hint."""
        options = list[self.option]  # type: ignore[name-defined]
        return self._made(wire.Hint, line=options, instead=options, reply=options)

    def drawing(self) -> Any:
        """A diagram of its rules as it is drawn."""
        options = list[self.option]  # type: ignore[name-defined]
        look = self.look or wire.Nothing
        looks = list[look]  # type: ignore[valid-type]
        actions = {"legal": options, "arrows": options, "refused": options}
        return self._made(Drawing, scene=self.scene, looks=looks, **actions)

    def _made(self, base: Any, **fields: Any) -> Any:
        """A message with this game's own types in it."""
        own = {**get_type_hints(base, include_extras=True), "shape": Literal[self.shape], **fields}
        return TypedDict(f"{self.name}{base.__name__}", own)  # type: ignore[operator]


def _returned(function: Any) -> Any:
    """What a function says it returns; of a list, one of it."""
    found = function.__annotations__.get("return", Any)
    return next(iter(get_args(found)), found) if getattr(found, "__origin__", None) is list else found


@cache
def told() -> tuple[Told, ...]:
    """Our own games, and any that is drawn as games are by default; what others bring changes nothing of the wire."""
    ours = (game for game in registry.ready() if registry.is_ours(game.id))
    found = (Told(game.view, game.describe, game.look, game.threats) for game in ours)
    return (*filter(Told.is_typed, found), Told(drawing.scene_of, drawing.options_of))


def _union(*types: Any, by: str | None = None) -> Any:
    """One of these, each once; a field may say which."""
    found: Any = Union[tuple(dict.fromkeys(one for one in types if one is not None))]  # noqa: UP007
    return found if by is None else Annotated[found, Field(discriminator=by)]


@cache
def types() -> dict[str, Any]:
    """Name → type of everything that goes over the wire."""
    games = told()
    scene = _union(*(one.scene for one in games), by="shape")
    update = _union(*(one.update() for one in games), by="shape")
    look = _union(*(one.look for one in games), by="shape")
    hint = _union(*(one.hint() for one in games), by="shape")
    threat = _union(*(one.threat for one in games))
    threats = _changed(wire.Threats, pieces=list[threat])  # type: ignore[valid-type]
    answers = {
        "act": wire.Nothing,
        "undo": wire.Nothing,
        "answer_take_back": wire.Nothing,
        "move_now": wire.Nothing,
        "say": wire.Nothing,
        "why": _union(wire.Allowed, wire.NotAllowed),
        "odds": wire.Odds,
        "threats": threats,
        "hint": hint,
        "look": _union(look, wire.Nothing),
    }
    answer = _union(*(_answer(to, data) for to, data in answers.items()), by="to")
    rest = _union(wire.Refusal, wire.Thinking, wire.Presence, wire.Leaving, wire.Bye, wire.Pong, wire.Preparing)
    frame = _changed(wire.Frame, scene=scene)
    return {
        "ToServer": wire.ToServer,
        "Update": update,
        "Answer": answer,
        "FromServer": _union(update, answer, rest),
        "Scene": scene,
        "Option": _union(*(one.option for one in games)),
        "Look": look,
        "Hint": hint,
        "Threat": threat,
        "Why": answers["why"],
        "Replay": _changed(wire.Replay, frames=list[frame]),  # type: ignore[valid-type]
        "Drawings": list[_union(*(one.drawing() for one in games), by="shape")],  # type: ignore[misc]
        "WrittenPosition": _changed(wire.WrittenPosition, scene=scene),
    }


def _answer(to: str, data: Any) -> Any:
    name = f"{to.capitalize()}Answer"
    return TypedDict(name, {**get_type_hints(wire.Answer), "to": Literal[to], "data": data})  # type: ignore[operator]


def _changed(base: Any, **fields: Any) -> Any:
    """A message with more exact types in some of its fields."""
    return TypedDict(base.__name__, {**get_type_hints(base, include_extras=True), **fields})  # type: ignore[operator]


def schemas() -> dict[str, Any]:
    """Name → JSON schema of each of them and of what they are made of."""
    adapters = [(name, "validation", TypeAdapter(type)) for name, type in types().items()]
    named, rest = TypeAdapter.json_schemas(adapters, ref_template=REF)  # type: ignore[arg-type]
    found = dict(rest["$defs"])
    for (name, _), schema in named.items():
        if schema != {"$ref": REF.format(model=name)}:
            found[name] = schema
    return {name: _complete(schema) for name, schema in found.items()}


def _complete(schema: Any) -> Any:
    """A mapping whose keys are known has all of them, as that of the sides has both."""
    if isinstance(schema, list):
        return [_complete(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {name: _complete(one) for name, one in schema.items()}
    keys = schema.get("propertyNames", {}).get("enum") if schema.get("type") == "object" else None
    if keys is None:
        return inner
    inner.pop("propertyNames")
    every = inner.pop("additionalProperties")
    return {**inner, "properties": dict.fromkeys(keys, every), "required": list(keys), "additionalProperties": False}


def openapi(app: FastAPI) -> dict[str, Any]:
    """The description of the web API, as FastAPI makes it, with the rest of the wire."""
    described = get_openapi(title=app.title, version=app.version, routes=app.routes)
    components: dict[str, Any] = described["components"]["schemas"]
    for name, schema in schemas().items():
        if components.setdefault(name, schema) != schema:
            raise ValueError(f"two types of the wire are called {name}")
    for path, name in ANSWERS.items():
        answer = described["paths"][path]["get"]["responses"]["200"]
        answer["content"]["application/json"]["schema"] = {"$ref": REF.format(model=name)}
    for path, name in LINES.items():
        answer = described["paths"][path]["post"]["responses"]["200"]
        answer["content"] = {"application/x-ndjson": {"schema": {"$ref": REF.format(model=name)}}}
    return described

"""The scene that a client draws, from a position as a seat sees it."""

from collections.abc import Callable, Mapping
from typing import Any

from escaramuza.games.escarmouche.actions import action_text
from escaramuza.games.escarmouche.kinds import (
    ABILITY,
    ATTACK,
    DONE,
    FREE_MOVE,
    GUARD,
    MOVE,
    NO_GUARD,
    OBSTACLE,
    PLACE,
    READY,
    ROLL,
)  # fmt: skip
from escaramuza.games.escarmouche.observe import veiled
from escaramuza.games.escarmouche.options import EscarmoucheOptions
from escaramuza.games.escarmouche.preview import effect
from escaramuza.games.escarmouche.rules.acting import guards
from escaramuza.games.escarmouche.scene import (
    EscarmoucheLook,
    EscarmoucheOption,
    EscarmouchePreview,
    EscarmoucheScene,
    EscarmoucheStatus,
    EscarmoucheUnit,
    EscarmoucheZone,
    ForwardAsk,
    GuardianAsk,
    Kind,
    Phase,
    Side,
    State,
)  # fmt: skip
from escaramuza.games.escarmouche.sight import BIT, blockers, reach, visible
from escaramuza.games.escarmouche.state import (
    ABSENT,
    CENTRE_SCENARIO,
    COMING,
    DIE_OFF,
    FINISHED,
    FIRST_DIE,
    FORWARD_ASKS,
    GUARDIAN_ASKS,
    HAND,
    HIDDEN,
    NOBODY,
    NOW,
    OBSTACLES,
    OUT,
    PLACEMENT,
    SECRET,
    TURN,
    WALL,
)  # fmt: skip
from escaramuza.games.escarmouche.tables import (
    ABILITIES,
    CENTRE,
    CHARGE,
    DEFENSIVE_STANCE,
    FORWARD,
    HOME,
    MARKERS_TO_WIN,
    MOST_UNITS,
    NONE,
    OBSTACLE_ZONE,
    SWEEP,
    TACTICAL_RETREAT,
    UNITS,
)  # fmt: skip
from escaramuza.games.spec import Place
from escaramuza.kernel.grid import SQUARES, distance, square_name

PHASES: dict[int, Phase] = {
    DIE_OFF: "die-off", OBSTACLES: "obstacles", PLACEMENT: "placement", FIRST_DIE: "first-die", TURN: "turn",
    FORWARD_ASKS: "forward", GUARDIAN_ASKS: "guardian", FINISHED: "finished",
}  # fmt: skip
SIDES: tuple[Side, Side] = ("white", "black")
# Events that can be a secret for a while.
SECRET_EVENTS = frozenset({"UNIT_PLACED"})
KINDS: dict[int, Kind] = {
    ROLL: "roll", OBSTACLE: "obstacle", PLACE: "place", READY: "ready", MOVE: "move", ATTACK: "attack",
    ABILITY: "ability", FREE_MOVE: "free-move", DONE: "done", GUARD: "guard", NO_GUARD: "no-guard",
}  # fmt: skip
NAMES = [square_name(square) for square in range(SQUARES)]
STATES: dict[int, State] = {HAND: "hand", OUT: "out", HIDDEN: "hidden"}
ZONES: dict[Side, EscarmoucheZone] = {
    side: {"home": [NAMES[n] for n in range(SQUARES) if HOME[i, n]]} for i, side in enumerate(SIDES)
}
CENTRE_NAMES = [NAMES[n] for n in range(SQUARES) if CENTRE[n]]
OBSTACLE_NAMES = [NAMES[n] for n in range(SQUARES) if OBSTACLE_ZONE[n]]

# Kind, unit, target and ability of an action → what it does.
Effects = dict[tuple[int, int, int, int], EscarmouchePreview]


def conceals(s: Any, seat: int) -> Callable[[str, Mapping[str, Any]], bool] | None:
    """Which events are not yet for a seat's ears: where the other side stands, during a secret placement. None while
    there are no secrets."""
    if not veiled(s):
        return None
    return lambda event, numbers: event in SECRET_EVENTS and numbers["side"] != seat


def describe(s: Any, actions: Any) -> list[EscarmoucheOption]:
    """What a client shows of each action before it is made: its text, who, where, and what it does to whom."""
    places = s.units["at"].tolist()
    rows = zip(*(actions[name].tolist() for name in ("kind", "unit", "target", "to", "choice")), strict=True)
    # The same blow from many squares is worked out once.
    effects: Effects = {}
    return [_describe_one(s, places, effects, *row) for row in rows]


def _describe_one(
    s: Any, places: list[int], effects: Effects, kind: int, unit: int, target: int, to: int, choice: int
) -> EscarmoucheOption:
    option: EscarmoucheOption = {"action": action_text(places, kind, unit, target, to, choice), "kind": KINDS[kind]}
    if kind in (ROLL, READY, DONE):
        return option
    walks = kind == ABILITY and choice in (CHARGE, TACTICAL_RETREAT, FORWARD)
    if walks or kind in (OBSTACLE, PLACE, MOVE, FREE_MOVE):
        option["to"] = NAMES[to]
    if kind not in (OBSTACLE, NO_GUARD):
        option["unit"] = unit
    if kind == PLACE:
        option["number"] = unit % MOST_UNITS + 1
    elif kind not in (OBSTACLE, NO_GUARD):
        option["at"] = NAMES[places[unit]]
    if kind == ABILITY:
        option["ability"] = ABILITIES[choice]
    if kind == ATTACK or (kind == ABILITY and choice not in (TACTICAL_RETREAT, DEFENSIVE_STANCE, SWEEP)):
        option["target"] = target
    key = (kind, unit, target, choice)
    if key not in effects:
        effects[key] = effect(s, *key)
    return {**option, **effects[key]}


def view(s: Any, options: EscarmoucheOptions) -> EscarmoucheScene:
    """Everything on the table, in words a client can look up: the board, both squads' cards, their markers (E-M2)."""
    squads = (options.white_squad, options.black_squad)
    return {
        "shape": "escarmouche",
        "phase": PHASES[int(s.phase)],
        "side": SIDES[int(s.side)],
        "winner": None if s.winner == NOBODY else SIDES[s.winner],
        "scenario": "centre" if s.scenario == CENTRE_SCENARIO else "standard",
        "placement": "secret" if s.placement == SECRET else "alternate",
        "secret": bool(veiled(s)),
        "hidden": [side for i, side in enumerate(SIDES) if s.units[i * MOST_UNITS].at == HIDDEN],
        "actions": int(s.actions),
        "dice": s.faces.tolist(),
        "turns": int(s.turns),
        "turn_limit": int(s.turn_limit),
        "obstacles": [NAMES[n] for n in range(SQUARES) if s.board[n] == WALL],
        "markers": {side: int(s.markers[i]) for i, side in enumerate(SIDES)},
        "markers_to_win": MARKERS_TO_WIN,
        "centre": CENTRE_NAMES,
        "zones": ZONES,
        "obstacle_zone": OBSTACLE_NAMES,
        "squads": {side: {"name": squads[i].name, "points": squads[i].points} for i, side in enumerate(SIDES)},
        "units": [_unit(s, i, squads) for i in range(UNITS) if s.units[i].at != ABSENT],
        "ask": _ask(s),
    }


def _unit(s: Any, number: int, squads: tuple[Any, Any]) -> EscarmoucheUnit:
    u = s.units[number]
    card = squads[number // MOST_UNITS].units[number % MOST_UNITS]
    at = int(u.at)
    return {
        "id": number,
        "side": SIDES[int(u.side)],
        "number": number % MOST_UNITS + 1,
        "name": card.name,
        "icon": card.icon,
        "quote": card.quote,
        "cost": card.cost,
        "rank": card.rank,
        "points": card.points,
        "abilities": list(card.abilities),
        "health": int(u.health),
        "max_health": int(u.max_health),
        "range": int(u.range),
        "move": int(u.move),
        "power": int(u.power),
        "square": NAMES[at] if at >= 0 else None,
        "state": STATES.get(at, "board"),
        "acted": int(u.acts),
        "attacked": bool(u.attacked or u.used),
        "statuses": _statuses(s, number),
    }


def _statuses(s: Any, number: int) -> list[EscarmoucheStatus]:
    u = s.units[number]
    found: list[EscarmoucheStatus] = []
    if u.stance:
        found.append({"id": "stance"})
    if u.retreated:
        found.append({"id": "retreated"})
    if u.suppressed in (COMING, NOW):
        found.append({"id": "suppressed" if u.suppressed == NOW else "suppressed-next"})
    if u.drained in (COMING, NOW):
        found.append({"id": "drained" if u.drained == NOW else "drained-next"})
    if u.ward != NONE:
        found.append({"id": "guards", "unit": int(u.ward)})
    return found + [{"id": "guarded", "unit": i} for i in range(UNITS) if guards(s, i, number)]


def _ask(s: Any) -> ForwardAsk | GuardianAsk | None:
    f = s.frame
    if s.phase == FORWARD_ASKS:
        return {"kind": "forward", "unit": int(f.unit), "moved": int(f.target)}
    if s.phase == GUARDIAN_ASKS:
        return {
            "kind": "guardian",
            "attacker": int(f.unit),
            "target": int(f.target),
            "ability": None if f.ability == NONE else ABILITIES[f.ability],
            "damage": int(f.power),
            "guardians": [i for i in range(UNITS) if guards(s, i, f.target)],
        }
    return None


def look(s: Any, unit: int, place: Place | None = None) -> EscarmoucheLook:
    """Where a unit could walk, how far it strikes, what it sees, and what hides the enemies within its range; only from
    where it stands."""
    nothing: EscarmoucheLook = {"shape": "escarmouche", "reach": [], "range": [], "seen": [], "targets": []}
    if not 0 <= unit < UNITS or s.units[unit].at < 0:
        return nothing
    u = s.units[unit]
    at = int(u.at)
    walk = reach(at, int(u.move), s.blocked)
    near = [n for n in range(SQUARES) if n != at and distance(at, n) <= u.range]
    return {
        "shape": "escarmouche",
        "reach": [NAMES[n] for n in range(SQUARES) if walk & BIT[n]],
        "range": [NAMES[n] for n in near],
        "seen": [NAMES[n] for n in near if visible(at, n, s.blocked)],
        "targets": [
            {
                "unit": i,
                "square": NAMES[t.at],
                "visible": bool(visible(at, t.at, s.blocked)),
                "blocked_by": [NAMES[n] for n in range(SQUARES) if blockers(at, int(t.at), s.blocked) & BIT[n]],
            }
            for i, t in enumerate(s.units)
            if t.at in near and t.side != u.side
        ],
    }

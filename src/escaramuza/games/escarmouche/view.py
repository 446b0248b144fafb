"""The scene that a client draws, from a position as a seat sees it."""

from collections.abc import Callable, Mapping
from typing import Any

from escaramuza.games.basics import Place
from escaramuza.games.escarmouche import kinds, sight, state, tables
from escaramuza.games.escarmouche.actions import action_text
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
)
from escaramuza.kernel.bits import BIT
from escaramuza.kernel.grid import SIZE, SQUARES, distance, square_name

PHASES: dict[int, Phase] = {
    state.DIE_OFF: "die-off",
    state.OBSTACLES: "obstacles",
    state.PLACEMENT: "placement",
    state.FIRST_DIE: "first-die",
    state.TURN: "turn",
    state.FORWARD_ASKS: "forward",
    state.GUARDIAN_ASKS: "guardian",
    state.FINISHED: "finished",
}
SIDES: tuple[Side, Side] = ("white", "black")
# Events that can be a secret for a while.
SECRET_EVENTS = frozenset({"UNIT_PLACED"})
KINDS: dict[int, Kind] = {
    kinds.ROLL: "roll",
    kinds.OBSTACLE: "obstacle",
    kinds.PLACE: "place",
    kinds.READY: "ready",
    kinds.MOVE: "move",
    kinds.ATTACK: "attack",
    kinds.ABILITY: "ability",
    kinds.FREE_MOVE: "free-move",
    kinds.DONE: "done",
    kinds.GUARD: "guard",
    kinds.NO_GUARD: "no-guard",
}
NAMES = [square_name(square) for square in range(SQUARES)]
STATES: dict[int, State] = {state.HAND: "hand", state.OUT: "out", state.HIDDEN: "hidden"}
ZONES: dict[Side, EscarmoucheZone] = {
    side: {"home": [NAMES[n] for n in range(SQUARES) if tables.HOME[i, n]]} for i, side in enumerate(SIDES)
}
CENTRE_NAMES = [NAMES[n] for n in range(SQUARES) if tables.CENTRE[n]]
OBSTACLE_NAMES = [NAMES[n] for n in range(SQUARES) if tables.OBSTACLE_ZONE[n]]

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
    if kind in (kinds.ROLL, kinds.READY, kinds.DONE):
        return option
    walks = kind == kinds.ABILITY and choice in (tables.CHARGE, tables.TACTICAL_RETREAT, tables.FORWARD)
    if walks or kind in (kinds.OBSTACLE, kinds.PLACE, kinds.MOVE, kinds.FREE_MOVE):
        option["to"] = NAMES[to]
    if kind not in (kinds.OBSTACLE, kinds.NO_GUARD):
        option["unit"] = unit
    if kind == kinds.PLACE:
        option["number"] = unit % tables.MOST_UNITS + 1
    elif kind not in (kinds.OBSTACLE, kinds.NO_GUARD):
        option["at"] = NAMES[places[unit]]
    if kind == kinds.ABILITY:
        option["ability"] = tables.ABILITIES[choice]
    if kind == kinds.ATTACK or (
        kind == kinds.ABILITY and choice not in (tables.TACTICAL_RETREAT, tables.DEFENSIVE_STANCE, tables.SWEEP)
    ):
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
        "winner": None if s.winner == state.NOBODY else SIDES[s.winner],
        "scenario": "centre" if s.scenario == state.CENTRE_SCENARIO else "standard",
        "placement": "secret" if s.placement == state.SECRET else "alternate",
        "secret": bool(veiled(s)),
        "hidden": [side for i, side in enumerate(SIDES) if s.units[i * tables.MOST_UNITS].at == state.HIDDEN],
        "actions": int(s.actions),
        "actions_per_turn": tables.ACTIONS,
        "dice": s.faces.tolist(),
        "turns": int(s.turns),
        "turn_limit": int(s.turn_limit),
        "obstacles": [NAMES[n] for n in range(SQUARES) if s.board[n] == state.WALL],
        "markers": {side: int(s.markers[i]) for i, side in enumerate(SIDES)},
        "markers_to_win": tables.MARKERS_TO_WIN,
        "centre": CENTRE_NAMES,
        "zones": ZONES,
        "obstacle_zone": OBSTACLE_NAMES,
        "squads": {side: {"name": squads[i].name, "points": squads[i].points} for i, side in enumerate(SIDES)},
        "units": [_unit(s, i, squads) for i in range(tables.UNITS) if s.units[i].at != state.ABSENT],
        "ask": _ask(s),
    }


def _unit(s: Any, number: int, squads: tuple[Any, Any]) -> EscarmoucheUnit:
    u = s.units[number]
    card = squads[number // tables.MOST_UNITS].units[number % tables.MOST_UNITS]
    at = int(u.at)
    return {
        "id": number,
        "side": SIDES[int(u.side)],
        "number": number % tables.MOST_UNITS + 1,
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
    if u.suppressed in (state.COMING, state.NOW):
        found.append({"id": "suppressed" if u.suppressed == state.NOW else "suppressed-next"})
    if u.drained in (state.COMING, state.NOW):
        found.append({"id": "drained" if u.drained == state.NOW else "drained-next"})
    if u.ward != tables.NONE:
        found.append({"id": "guards", "unit": int(u.ward)})
    return found + [{"id": "guarded", "unit": i} for i in range(tables.UNITS) if guards(s, i, number)]


def _ask(s: Any) -> ForwardAsk | GuardianAsk | None:
    f = s.frame
    if s.phase == state.FORWARD_ASKS:
        return {"kind": "forward", "unit": int(f.unit), "moved": int(f.target)}
    if s.phase == state.GUARDIAN_ASKS:
        return {
            "kind": "guardian",
            "attacker": int(f.unit),
            "target": int(f.target),
            "ability": None if f.ability == tables.NONE else tables.ABILITIES[f.ability],
            "damage": int(f.power),
            "guardians": [i for i in range(tables.UNITS) if guards(s, i, f.target)],
        }
    return None


def _corner(at: int, target: int, blocked: Any) -> tuple[int, int]:
    """The corner of a square from which the fewest others stand in the way to a target, the nearest of these."""

    def hindrance(corner: int) -> tuple[int, int]:
        (x, y), (dx, dy) = sight.CORNERS[corner], (target % SIZE - at % SIZE, target // SIZE - at // SIZE)
        crossed = int(sight.crossed(at, target, corner)) & int(blocked)
        return crossed.bit_count(), (2 * dx - x) ** 2 + (2 * dy - y) ** 2

    return sight.CORNERS[min(range(len(sight.CORNERS)), key=hindrance)]


def look(s: Any, unit: int, place: Place | None = None) -> EscarmoucheLook:
    """Where a unit could walk, how far it strikes, what it sees, and what hides the enemies within its range; only from
    where it stands."""
    nothing: EscarmoucheLook = {"shape": "escarmouche", "reach": [], "range": [], "seen": [], "targets": []}
    if not 0 <= unit < tables.UNITS or s.units[unit].at < 0:
        return nothing
    u = s.units[unit]
    at = int(u.at)
    walk = sight.reach(at, int(u.move), s.blocked)
    near = [n for n in range(SQUARES) if n != at and distance(at, n) <= u.range]
    return {
        "shape": "escarmouche",
        "reach": [NAMES[n] for n in range(SQUARES) if walk & BIT[n]],
        "range": [NAMES[n] for n in near],
        "seen": [NAMES[n] for n in near if sight.visible(at, n, s.blocked)],
        "targets": [
            {
                "unit": i,
                "corner": _corner(at, int(t.at), s.blocked),
                "square": NAMES[t.at],
                "visible": bool(sight.visible(at, t.at, s.blocked)),
                "blocked_by": [NAMES[n] for n in range(SQUARES) if sight.blockers(at, int(t.at), s.blocked) & BIT[n]],
            }
            for i, t in enumerate(s.units)
            if t.at in near and t.side != u.side
        ],
    }

"""The scene that a client draws, from a position as a seat sees it."""

from collections.abc import Callable, Mapping
from typing import Any, cast, get_args

import numpy as np

from escaramuza.games.cafe import state, tables, view_open
from escaramuza.games.cafe.actions import ASKING, unit_text
from escaramuza.games.cafe.maps import KINDS as TERRAIN
from escaramuza.games.cafe.maps import ROLES
from escaramuza.games.cafe.observe import face_down_now, veiled
from escaramuza.games.cafe.options import CafeOptions
from escaramuza.games.cafe.rules.scoring import total
from escaramuza.games.cafe.scene import (
    CafeHand,
    CafeKills,
    CafeObjective,
    CafePoints,
    CafeRound,
    CafeScene,
    CafeUnit,
    Ending,
    Phase,
    Side,
    State,
    StatusId,
)
from escaramuza.games.cafe.setup import SEAT_NAMES, SIDES
from escaramuza.games.scene import Terrain
from escaramuza.kernel.rows import rows

PHASES: tuple[Phase, ...] = get_args(Phase)
SETUP_PHASES = frozenset({"die-off", "sides", "share", "deploy"})
ENDS: tuple[Ending | None, ...] = (None, "beaten", "points", "draw")
STATES: dict[int, State] = {state.IN_HAND: "hand", state.ON_TABLE: "table", state.OUT: "out", state.HIDDEN: "hidden"}
# Events that can be a secret for a while, and those that one seat alone may read.
SECRET_EVENTS = frozenset({"UNIT_PLACED"})
# What comes to light cannot be unseen.
FINAL_EVENTS = frozenset({"CARD_SHOWN", "CARD_DRAWN", "CARDS_DEALT"})


def conceals(s: Any, seat: int) -> Callable[[str, Mapping[str, Any]], bool] | None:
    """Which events are not yet for a seat's ears: where the other side stands and who stands there. None while there
    are no such secrets."""
    if not secret_now(s):
        return None
    side = seat % 2 if seat >= 0 else tables.NONE
    return lambda event, numbers: event in SECRET_EVENTS and numbers["side"] != side


def secret_now(s: Any) -> bool:
    """Whether a deployment is unseen or face down."""
    return bool(veiled(s) or face_down_now(s))


def exposes(before: Any, after: Any) -> bool:
    """Whether an action led to a question for another seat about its cards: being asked tells that it holds one."""
    return bool(after.phase in (state.WINDOW, state.TOURNIQUET_ASKS) and after.asked != before.asked)


def private(event: str, numbers: Mapping[str, Any]) -> int | None:
    """The seat that alone may read an event: who drew a card knows which."""
    return int(numbers["seat"]) if event in ("CARD_NAMED", "ASKING_SET") else None


def view(s: Any, options: CafeOptions) -> CafeScene:
    """Everything on the table, in words a client can look up (C-B2, C-Z1)."""
    seats = SEAT_NAMES[: 2 * int(s.players)]
    far = int(s.width - s.zone)
    secret = secret_now(s)
    return {
        "shape": "cafe",
        "phase": PHASES[int(s.phase)],
        "side": SIDES[int(s.side)],
        "seat": None if s.phase == state.FINISHED else SEAT_NAMES[int(s.asked)],
        "winner": None if s.winner == state.NOBODY else SIDES[s.winner],
        "how": ENDS[int(s.how)],
        "round": int(s.round_number),
        "rounds": int(s.rounds),
        "beaten_at": tables.BEATEN,
        "points": _by_side(s.points),
        "passed": [seat for k, seat in enumerate(seats) if s.passed[k]],
        "turn_order": list(seats),
        "secret": secret,
        "hidden": [side for i, side in enumerate(SIDES) if s.units[i * tables.MOST_UNITS].state == state.HIDDEN],
        "dice": {side: [int(face) for face in s.faces[i] if face] for i, side in enumerate(SIDES)},
        "table": {"width": int(s.width), "height": int(s.height)},
        "zones": {side: {"x": 0 if s.left == i else far, "width": int(s.zone)} for i, side in enumerate(SIDES)},
        "map": options.map.name,
        "terrain": _terrain(s),
        "objectives": [_objective(s, k) for k in range(int(s.n_objectives))],
        "base": {"length": tables.BASE_LENGTH, "width": tables.BASE_WIDTH},
        "patch": tables.PATCH,
        "reach": tables.CLOSE,
        "range": tables.RANGE,
        "units": _units(s, secret),
        "hands": {seat: _hand(s, k) for k, seat in enumerate(seats)},
        "deck": int(s.deck.sum()) - _unseen(s),
        "asking": {seat: ASKING[int(s.asking[k])] for k, seat in enumerate(seats)},
        "activation": view_open.activation(s),
        "way": view_open.way(s),
        "attack": view_open.attack(s),
        "ask": view_open.ask(s, PHASES[int(s.phase)]),
        "sheet": [_sheet(s, number) for number in range(int(s.round_number))],
        "score": {side: int(total(s, i)) for i, side in enumerate(SIDES)},
        "kills": {side: _kills(s, i) for i, side in enumerate(SIDES)},
    }


def _by_side(pair: Any) -> dict[Side, int]:
    return {side: int(pair[i]) for i, side in enumerate(SIDES)}


def _unseen(s: Any) -> int:
    """Cards in hands that this view counts to the deck, since it does not know them."""
    return int(s.hand_size.sum()) - int(s.held.sum())


def _terrain(s: Any) -> list[Terrain]:
    return [
        {
            "id": k,
            "kind": TERRAIN[int(p.kind)],
            "roles": [role for bit, role in enumerate(ROLES) if p.roles >> bit & 1],
            "corners": p.corners[: p.n].tolist(),
        }
        for k, p in enumerate(s.pieces[: s.n_pieces])
    ]


def _objective(s: Any, k: int) -> CafeObjective:
    o = s.objectives[k]
    return {
        "id": k,
        "x": int(o.x),
        "y": int(o.y),
        "owner": None if o.owner == state.NOBODY else SIDES[o.owner],
        "first": None if o.first == state.NOBODY else SIDES[o.first],
        "unbroken": bool(o.unbroken),
    }


def _units(s: Any, secret: bool) -> list[CafeUnit]:
    there = np.flatnonzero(s.units["state"] != state.ABSENT)
    return [_unit(number, u, secret) for number, u in zip(there.tolist(), rows(s.units[there]), strict=True)]


def _unit(number: int, u: Any, secret: bool) -> CafeUnit:
    kind = int(u.type)
    known = kind != state.UNKNOWN
    hid = u.harmless and not u.camouflaged
    marks: dict[StatusId, Any] = {
        "camouflage": u.camouflaged,
        "harmless": hid,
        "poison": u.poison,
        "tourniquet": u.delayed,
    }
    return {
        "id": number,
        "side": SIDES[int(u.side)],
        "seat": SEAT_NAMES[u.seat] if u.seat != tables.NONE else None,
        "player": int(u.seat) // len(SIDES) + 1 if u.seat != tables.NONE else None,
        "number": number % tables.MOST_UNITS + 1,
        "text": unit_text(number),
        "type": tables.TYPES[kind] if known else None,
        "letter": tables.LETTERS[kind] if known else None,
        "name": tables.TYPES[kind].capitalize() if known else None,
        "x": int(u.x),
        "y": int(u.y),
        "facing": int(u.facing),
        "corners": u.corners,
        "state": STATES[int(u.state)],
        "face_down": secret and u.state == state.ON_TABLE,
        "health": max(int(u.health), 0),
        "max_health": int(tables.HEALTH[kind]) if known else 0,
        "wounds": int(u.wounds),
        "resistance": int(tables.RESISTANCE[kind]) if known else 0,
        "shooting": int(tables.SHOOTING[kind]) if known else 0,
        "fighting": int(tables.FIGHTING[kind]) if known else 0,
        "move": int(tables.MOVE[kind]) if known else 0,
        "kills": int(u.kills),
        "promotes_at": int(tables.PROMOTES_AT[kind]) if known else 0,
        "acted": bool(u.acted),
        "statuses": [{"id": name} for name, on in marks.items() if on],
    }


def _hand(s: Any, seat: int) -> CafeHand:
    held = s.held[seat].tolist()
    count = int(s.hand_size[seat])
    return {
        "count": count,
        "cards": [tables.CARDS[card] for card, copies in enumerate(held) for _ in range(copies)],
        "own": sum(held) == count,
        "shown": [tables.CARDS[card] for card, copies in enumerate(s.known[seat].tolist()) for _ in range(copies)],
    }


def _sheet(s: Any, number: int) -> CafeRound:
    return {"round": number + 1, "blue": _points(s.sheet[number, 0]), "red": _points(s.sheet[number, 1])}


def _points(row: Any) -> CafePoints:
    return cast(CafePoints, dict(zip(tables.SHEET, row.tolist(), strict=True)))


def _kills(s: Any, side: int) -> CafeKills:
    return {
        "close": int(s.kills[side, 1]),
        "range": int(s.kills[side, 0]),
        "close_round": int(s.round_kills[side, 1]),
        "range_round": int(s.round_kills[side, 0]),
    }

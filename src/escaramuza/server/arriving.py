"""Guests who come by a link: they say what they are called and, where the host allows it, bring their own squad or
army.

Until all have come who bring something, nobody acts. What they bring changes the options of a match in which nothing
has happened yet; its dice stay the same.
"""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, select, update

from escaramuza.agents import names
from escaramuza.engine.errors import Refused
from escaramuza.engine.match import Match
from escaramuza.engine.setting_up import must_be_a_name, valid_options
from escaramuza.games.game import Game
from escaramuza.server import tables, wire
from escaramuza.server.store import Stale, Store
from escaramuza.server.words import Problem

if TYPE_CHECKING:
    from escaramuza.server.hub import Hub
    from escaramuza.server.live import LiveMatch

LINK, PERSON = "link", "person"
# An arrival is judged again on what another process stored meanwhile, so often.
TRIES = 5
Seats = Mapping[str, Mapping[str, Any]]


def option_of(game: Game, side: str) -> str | None:
    """The option that holds what a side brings; None where the game has nothing to bring."""
    named = (f"{side}_squad", f"{side}_army")
    return next((name for name in named if name in game.option_fields), None)


def bringers(game: Game, seats: Seats, side_of: Mapping[str, str]) -> dict[str, str]:
    """The seats that may bring what their side plays with, and the option: the first by link of a side that nobody
    here plays."""
    found: dict[str, str] = {}
    taken = {side_of[seat] for seat, info in seats.items() if info["kind"] == PERSON}
    for seat, info in seats.items():
        option = option_of(game, side_of[seat])
        if info["kind"] == LINK and option is not None and side_of[seat] not in taken:
            found[seat] = option
            taken.add(side_of[seat])
    return found


class Arrivals:
    """Who is still to come to a live match."""

    def __init__(self, live: "LiveMatch") -> None:
        self.live = live

    @property
    def awaited(self) -> dict[str, str]:
        """The seats that still bring something, and the option that it is for."""
        live = self.live
        if not live.terms.brings or live.head:
            return {}
        found = bringers(live.match.game, live.seats, live.match.side_of)
        return {seat: option for seat, option in found.items() if not live.seats[seat].get("arrived")}

    def must_be_there(self) -> None:
        """Nobody acts before all are there."""
        if self.awaited:
            raise Problem("AWAITED", 409)

    def told(self, seats: list[str]) -> wire.Arriving | None:
        """What a guest hears of it."""
        awaited = self.awaited
        if not awaited:
            return None
        option = next((option for seat, option in awaited.items() if seat in seats), None)
        return {"waits_for": list(awaited), "option": option, "most": self.live.terms.most}

    def take_in(self, seats: dict[str, dict[str, Any]], options: dict[str, Any]) -> None:
        """What the database says of the seats, and of the options as long as nothing has happened."""
        live = self.live
        old = live.match
        if not old.steps and _plain(options) != _plain(live.options):
            live.match = Match(
                old.game.id, seed=old.seed, options=options, seats=dict(old.seats), position=old.started_from
            )
        live.options = options
        live.seats = seats
        live.match.seats.update({seat: info["agent"] or info["name"] or seat for seat, info in seats.items()})


def _plain(options: Mapping[str, Any]) -> str:
    """Options as the database writes them."""
    return json.dumps(options, sort_keys=True)


async def arrive(hub: "Hub", token: str, name: str, brought: Any = None, guest: str = "") -> None:
    """Somebody sits down: their name, and what they bring if they are asked for it."""
    live, seats = await hub.find(token)
    if not seats:
        raise Problem("SPECTATORS_WATCH", 403)
    name = name.strip()
    if name:
        must_be_a_name(name)
        _must_be_a_persons(name)
    async with live.lock:
        for tried in range(TRIES):
            try:
                await _sit_down(hub, live, (seats, name), (guest, brought))
                break
            except Stale:
                # Somebody else came in the same moment, at another process.
                if tried == TRIES - 1:
                    raise Problem("STALE", 409) from None
        await live.tell_all()
    live.tell_presence()
    live.opponents.wake()


async def _sit_down(hub: "Hub", live: "LiveMatch", guest: tuple[list[str], str], bringing: tuple[str, Any]) -> None:
    await live.read()
    if live.match.actor is None or live.closed:
        raise Refused("MATCH_OVER")
    option = next((option for seat, option in live.arrivals.awaited.items() if seat in guest[0]), None)
    changed: dict[str, Any] = {}
    address, brought = bringing
    # As the host chose where they bring nothing of their own.
    if option is not None and brought is not None:
        # Beside the event loop, as whatever guests have judged.
        changed = await hub.questions.set_up(address, lambda: _brought(live, option, brought))
    found = await _store(live.store, live.id, guest, (live.options, changed))
    live.arrivals.take_in(*found)


def _must_be_a_persons(name: str) -> None:
    try:
        names.parse(name)
    except Refused:
        return
    raise Problem("NAME_OF_A_MACHINE", 422, name=name)


def _brought(live: "LiveMatch", option: str, value: Any) -> dict[str, Any]:
    """The options with what a guest brings."""
    game = live.match.game
    options = valid_options(game, {**live.match.options.model_dump(), option: value})
    found, most = game.worth(getattr(options, option)), live.terms.most
    if most is not None and found > most:
        raise Problem("BRINGS_TOO_MUCH", 422, found=found, most=most)
    # Whether it can be set up shows when it is.
    Match(game.id, seed=live.match.seed, options=options, position=live.match.started_from)
    dumped: dict[str, Any] = options.model_dump()
    return dumped


async def _store(
    store: Store, match: str, guest: tuple[list[str], str], changing: tuple[dict[str, Any], dict[str, Any]]
) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """Write who has come into the match; the seats and options after it. Options only change before the first entry,
    and from what they were when they were judged: what another brought stays."""
    m, (mine, name), (before, options) = tables.matches, guest, changing

    def work(connection: Connection) -> Any:
        row = connection.execute(
            select(m.c.seats, m.c.options, m.c.finished).where(m.c.id == match).with_for_update(key_share=True)
        ).first()
        count = select(func.count()).select_from(tables.steps).where(tables.steps.c.match == match)
        if row is None or row[2] or (options and connection.execute(count).scalar()):
            raise Stale
        if options and _plain(row[1]) != _plain(before):
            raise Stale
        more = {"arrived": True, **({"name": name} if name else {})}
        seats = {seat: {**info, **(more if seat in mine else {})} for seat, info in row[0].items()}
        after = options or row[1]
        connection.execute(update(m).where(m.c.id == match).values(seats=seats, options=after))
        store.tell(connection, match)
        return seats, after

    found: tuple[dict[str, dict[str, Any]], dict[str, Any]] = await store.run(work)
    return found

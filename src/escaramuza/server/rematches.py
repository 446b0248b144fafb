"""The same again, with the sides changed or kept, once for all who ask, at whichever process."""

import secrets
from typing import TYPE_CHECKING

from sqlalchemy.exc import IntegrityError

if TYPE_CHECKING:
    from escaramuza.server.live import LiveMatch


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(18)


def moved(live: "LiveMatch", same: bool = False) -> dict[str, str]:
    """Where each seat of a match sits in its rematch: seats alternate between the sides, so everybody changes with
    their neighbour, unless the sides are to be the same."""
    order = live.match.seat_names
    return {seat: order[number ^ (not same)] for number, seat in enumerate(order)}


async def _places(live: "LiveMatch") -> dict[str, str]:
    """The same in a rematch that was made already, which says where everybody was before."""
    seats = await live.store.seats_of(str(live.rematch_id))
    return moved(live) | {info["was"]: seat for seat, info in seats.items() if "was" in info}


async def admit(live: "LiveMatch", seats: list[str]) -> None:
    """A token of its own for somebody who joins a rematch that was made elsewhere, or before the server was started; if
    it is deleted by now, there is none."""
    token, places = new_token(), await _places(live)
    try:
        await live.store.admit(str(live.rematch_id), {token: [places[seat] for seat in seats]})
    except IntegrityError:
        live.rematch_id, live.rematch = None, {}
        return
    live.rematch.update(dict.fromkeys(seats, token))


async def admit_guests(live: "LiveMatch") -> None:
    """Tokens for those who are here, once somebody elsewhere wants a rematch."""
    for guest in list(live.guests):
        if live.rematch_id is not None and guest.seats and guest.seats[0] not in live.rematch:
            await admit(live, guest.seats)

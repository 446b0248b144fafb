"""The same again with the sides changed, once for all who ask, at whichever process."""

import secrets
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from escaramuza.server.live import LiveMatch


def new_token() -> str:
    """A secret that nobody guesses."""
    return secrets.token_urlsafe(18)


def moved(live: "LiveMatch") -> dict[str, str]:
    """Where each seat of a match sits in its rematch: seats alternate between the sides, so everybody changes with
    their neighbour."""
    order = live.match.seat_names
    return {seat: order[number ^ 1] for number, seat in enumerate(order)}


async def admit(live: "LiveMatch", seats: list[str]) -> None:
    """A token of its own for somebody who joins a rematch that was made elsewhere, or before the server was started."""
    token, places = new_token(), moved(live)
    await live.store.admit(str(live.rematch_id), {token: [places[seat] for seat in seats]})
    live.rematch.update(dict.fromkeys(seats, token))


async def admit_guests(live: "LiveMatch") -> None:
    """Tokens for those who are here, once somebody elsewhere wants a rematch."""
    if live.rematch_id is not None:
        for guest in list(live.guests):
            if guest.seats and guest.seats[0] not in live.rematch:
                await admit(live, guest.seats)

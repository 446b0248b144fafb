"""Ends by agreement and arrivals where the players sit at different server processes on one PostgreSQL."""

from tests.server.conftest import Guest, new_match
from tests.server.test_arriving import SMALL, arrive
from tests.server.test_ending import begin, say
from tests.server.test_many import Pair, servers, shared, until
from tests.server.test_table import sit

__all__ = ["servers", "shared"]


def test_a_draw_is_offered_at_one_process_and_accepted_at_the_other(servers: Pair) -> None:
    here, there = servers
    made = new_match(here)
    with sit(here, made["tokens"]["white"]) as one, sit(there, made["tokens"]["black"]) as other:
        white, black = Guest(one), Guest(other)
        white.hello()
        black.hello()
        begin(white, black)
        assert say(white, "offer-draw")["ok"]
        black.wait_for(white.state["seq"])
        assert black.state["talk"]["draw"]["asks_you"] is True
        assert say(black, "agree-draw")["ok"]
        white.wait_for(black.state["seq"])
        assert (white.state["reason"], white.state["outcome"]) == ("agreed", {"white": 0, "black": 0})
        assert say(white, "resign")["error"]["code"] == "MATCH_OVER"


def test_whoever_resigns_while_the_other_plays_elsewhere_has_resigned(servers: Pair) -> None:
    """The word is judged again on what the other process stored meanwhile."""
    here, there = servers
    made = new_match(here)
    with sit(here, made["tokens"]["white"]) as one, sit(there, made["tokens"]["black"]) as other:
        white, black = Guest(one), Guest(other)
        white.hello()
        black.hello()
        begin(white, black)
        guests = {"white": white, "black": black}
        actor = guests[white.state["actor"]]
        waiting = next(guest for guest in guests.values() if guest is not actor)
        assert actor.act(actor.state["legal"][0]["action"])["ok"]
        assert say(waiting, "resign")["ok"]
        actor.wait_for(waiting.state["seq"])
        assert actor.state["reason"] == "resigned"


def test_a_guest_who_arrives_at_one_process_is_seen_at_the_other(servers: Pair) -> None:
    here, there = servers
    seats = {"white": "person", "black": "link"}
    made = new_match(here, game="escarmouche", seats=seats, terms={"brings": True})
    with sit(here, made["tokens"]["white"]) as session:
        host = Guest(session)
        assert host.hello()["arriving"]["waits_for"] == ["black"]
        assert arrive(there, made["tokens"]["black"], "Luc", brought=SMALL).status_code == 204
        while host.state["arriving"]:
            host.receive()
        assert host.state["seats"]["black"]["name"] == "Luc"
        assert sum(unit["side"] == "black" for unit in host.state["scene"]["units"]) == 2
        until(lambda: here.get(f"/api/matches/{made['spectator']}").json()["seats"]["black"]["name"] == "Luc")

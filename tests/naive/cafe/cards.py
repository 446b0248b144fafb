"""Cards: when each may be played, and what it does (C-F2)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import cos, radians, sin
from types import SimpleNamespace

from tests.naive.cafe import plane
from tests.naive.cafe.units import (
    CHEETAH,
    COPIES,
    FALSE_ORDERS,
    INSTINCT_REACH,
    OTHER,
    RANGE,
    REACH,
    SIDEWAYS,
    SNIPER_MORE,
    SNIPER_NEAR,
    No,
    Unit,
    Unsure,
    centimetres,
    frame,
    parse_place,
    unit_name,
)


class CardJudging:
    """When a card may be played."""

    def judge_card(self, text: str) -> None:
        """A card of the hand of the seat that decides, at its moment (C-F2)."""
        found = re.fullmatch(r"card:([a-z-]+)(?: (.+))?", text)
        seat = self.seat
        if found is None or seat is None or found[1] not in COPIES or found[1] == "trap":
            raise No("no such card")
        card, words = found[1], (found[2] or "").split()
        if card not in self.hands[seat]:
            raise No("not in the hand")
        arguments = {"divine-wind": 2, "knife": 2, "spy": 1, "instinct": 1, "first-aid": 1, "tactical": 1}
        if len(words) != arguments.get(card, 0):
            raise No("not written so")
        getattr(self, "card_" + card.replace("-", "_"))(seat, *words)

    def must_be_own_turn(self, seat: str) -> None:
        """The phases of a player's own turn: before the move and with the attack."""
        if self.top.what not in ("turn", "move", "attack"):
            raise No("not now")

    def own(self, seat: str, name: str) -> Unit:
        """A unit of this player's."""
        unit = self.standing(name)
        if unit.seat != seat:
            raise No("not yours")
        return unit

    def enemy(self, seat: str, name: str) -> Unit:
        """A unit of the other side."""
        unit = self.standing(name)
        if unit.side == self.side_of(seat):
            raise No("no enemy")
        return unit

    def card_ma(self, seat: str) -> None:
        """With the attack of a unit at health 2 or more."""
        unit = self.active
        if self.phase != "attack" or unit is None:
            raise No("not now")
        if unit.health < 2:
            raise No("too weak")
        if not any(self.legal(f"{word} {unit_name(u.id)}") for word in ("fight", "shoot") for u in self.alive()):
            raise No("no attack")

    def card_divine_wind(self, seat: str, name: str, target: str) -> None:
        """A unit at health 1 and an enemy in close combat reach."""
        self.must_be_own_turn(seat)
        unit, enemy = self.own(seat, name), self.enemy(seat, target)
        if unit.health != 1:
            raise No("not at health 1")
        if not self.reach(unit, enemy):
            raise No("not in reach")
        self.may_strike(unit, enemy)

    def may_strike(self, unit: Unit, enemy: Unit) -> None:
        """Neither may be hidden (C-R29)."""
        if unit.harmless or enemy.camouflaged:
            raise No("camouflage")

    def card_spy(self, seat: str, other: str) -> None:
        """An opponent with cards."""
        self.must_be_own_turn(seat)
        if other not in self.seats or self.side_of(other) == self.side_of(seat) or not self.hands[other]:
            raise No("nothing to see")

    def card_instinct(self, seat: str, name: str) -> None:
        """A unit at health 2 or more with more than one enemy in its attack range."""
        self.must_be_own_turn(seat)
        unit = self.own(seat, name)
        if unit.health < 2:
            raise No("too weak")
        distance = self.activation.range if self.activation and unit is self.active else RANGE
        near = [enemy for enemy in self.alive(OTHER[unit.side]) if self.in_range(unit, enemy, distance)]
        if len(near) < 2:
            raise No("too few enemies")
        if unit.harmless:
            raise No("camouflage")

    def card_knife(self, seat: str, name: str, target: str) -> None:
        """Any time in one's own turn, in windows in those of others: an enemy in close combat reach."""
        if self.top.what != "window":
            self.must_be_own_turn(seat)
        unit, enemy = self.own(seat, name), self.enemy(seat, target)
        if not self.reach(unit, enemy):
            raise No("not in reach")
        self.may_strike(unit, enemy)

    def card_false_orders(self, seat: str) -> None:
        """When an enemy has finished a walk or a run."""
        q, unit = self.top, self.active
        if q.what != "window" or q.moment != "moved" or unit is None or self.activation is None:
            raise No("not now")
        if unit.side == self.side_of(seat) or self.activation.mode not in ("walk", "run"):
            raise No("no enemy that moved")

    def card_first_aid(self, seat: str, name: str) -> None:
        """At the end of one's own turn."""
        q = self.top
        if q.what != "window" or q.moment != "end" or seat != self.turn_of:
            raise No("not now")
        unit = self.standing(name)
        if unit.side != self.side_of(seat) or unit.health >= unit.kind.health:
            raise No("nothing to heal")

    def card_tourniquet(self, seat: str) -> None:
        """Just after damage."""
        if self.top.what != "tourniquet":
            raise No("not now")

    def card_camouflage(self, seat: str) -> None:
        """In the move part of one's own activation."""
        q, unit = self.top, self.active
        if q.what != "window" or q.moment != "moved" or seat != self.turn_of or unit is None or unit.camouflaged:
            raise No("not now")

    def card_sniper(self, seat: str) -> None:
        """A unit within 1 cm of cover with a target in sight."""
        unit, act = self.active, self.activation
        if self.phase != "attack" or unit is None or act is None or act.mode in ("run", "card") or act.fought:
            raise No("not now")
        if unit.harmless or act.shot or act.range > RANGE:
            raise No("camouflaged, has shot, or is a sniper already")
        if not any(plane.within(unit.corners, piece.corners, SNIPER_NEAR) for piece in self.table.cover):
            raise No("no cover near")
        if self.foes(unit):
            raise No("in close combat")
        enemies = [u for u in self.alive(OTHER[unit.side]) if not u.camouflaged]
        if not any(self.in_range(unit, enemy, act.range + SNIPER_MORE) for enemy in enemies):
            raise No("no target")

    def card_tactical(self, seat: str, word: str) -> None:
        """Up to 3 cm along the long side of the base, for a unit not in close combat reach."""
        self.must_be_own_turn(seat)
        name, at, place = word.partition("@")
        unit = self.own(seat, name)
        x, y, facing = parse_place(place)
        if not at or facing is not None:
            raise No("not written so")
        if self.contacts(unit):
            raise No("in combat")
        self.affordable(unit.here, (x, y), SIDEWAYS, 0)
        c, s = cos(radians(unit.facing / 10)), sin(radians(unit.facing / 10))
        aside = abs((x - unit.x) * -s + (y - unit.y) * c)
        if aside > 1.5:
            raise No("not sideways")
        self.leg(unit, unit.here, (x, y), unit.facing)
        if (x, y) == unit.here:
            raise Unsure("stays where it is")
        if aside > 0.5:
            raise Unsure("hardly sideways")

    def card_cheetah(self, seat: str) -> None:
        """After a walk or run of one's own active unit."""
        q, act = self.top, self.activation
        if q.what != "window" or q.moment != "moved" or seat != self.turn_of or self.active is None or act is None:
            raise No("not now")
        if act.mode not in ("walk", "run") or not act.moved:
            raise No("no move of some length")

    def playable(self, seat: str, card: str) -> bool:
        """Whether there is any way to play a card at the present question."""
        own = [unit_name(u.id) for u in self.of_seat(seat)]
        side = [unit_name(u.id) for u in self.alive(self.side_of(seat))]
        enemies = [unit_name(u.id) for u in self.alive(OTHER[self.side_of(seat)])]
        # Of all these only those of the one card are written out.
        texts: dict[str, Iterable[str]] = {
            "divine-wind": (f" {a} {b}" for a in own for b in enemies),
            "knife": (f" {a} {b}" for a in own for b in enemies),
            "spy": (f" {other}" for other in self.seats),
            "instinct": (f" {a}" for a in own),
            "first-aid": (f" {a}" for a in side),
            "tactical": (f" {a}@{p}" for a in own for p in self.sideways(self.unit_named(a))),
        }
        return any(self.legal(f"card:{card}{text}") is True for text in texts.get(card, ("",)))

    def sideways(self, unit: Unit) -> list[str]:
        """A few places to each side, as near to the line as whole numbers come."""
        c, s = cos(radians(unit.facing / 10)), sin(radians(unit.facing / 10))
        steps = [way * d for d in (20, 50, 100, 150, 290, 298, 148, 48, 10) for way in (1, -1)]
        return [f"{centimetres(unit.x + round(d * c))},{centimetres(unit.y + round(d * s))}" for d in steps]

    def opens(self, seat: str) -> bool:
        """Whether a seat is asked in a window whose question lies on the stack (C-E11)."""
        asking, moment = self.asking[seat], self.top.moment
        if not self.hands[seat]:
            return False
        if asking == "never":
            return self.owes_first_aid(seat, moment)
        cards = set(self.hands[seat])
        if asking == "useful" and not self.may_be_attacked():
            cards.discard("camouflage")
        if not self.knife_time(seat, self.top):
            cards.discard("knife")
        if any(self.playable(seat, card) for card in sorted(cards)):
            return True
        if asking != "always":
            return False
        return moment in ("moved", "end") or (self.knife_time(seat, self.top) and self.has_victim(seat))

    def owes_first_aid(self, seat: str, moment: str) -> bool:
        """Whether the activation was to be just a card, and none was played yet but first aid can be."""
        act = self.activation
        assert act is not None
        promised = act.mode == "card" and not self.card_this_turn and seat == self.turn_of
        return promised and moment == "end" and self.aid_to_come(seat)

    def may_be_attacked(self) -> bool:
        """Whether any enemy of the active player has a turn left in this round, or a card (C-E11)."""
        foe = OTHER[self.side_of(str(self.turn_of))]
        return any(
            self.hands[seat] or (seat not in self.passed and self.points[foe] > 0 and self.unused(seat))
            for seat in self.seats
            if self.side_of(seat) == foe
        )

    def knife_time(self, seat: str, window: SimpleNamespace) -> bool:
        """Whether a moment is one of its own for this seat's knife (C-R28): not right beside a decision of the same
        player's, if nobody can act before that, not after a hold, not again with nothing in between."""
        act, mine, moment = self.activation, seat == self.turn_of, window.moment
        assert act is not None
        if seat == window.leader:
            return False
        if mine and window.follows and not any(self.may_intervene(other, moment) for other in self.seats):
            return False
        if moment == "moved":
            return bool(act.mode != "hold")
        if moment == "end":
            return act.calm is None or (act.calm == "player" and not mine)
        return True

    def may_intervene(self, seat: str, moment: str) -> bool:
        """Whether another player who has cards could have one for this moment."""
        act = self.activation
        if seat == self.turn_of or not self.hands[seat] or act is None:
            return False
        foe = self.side_of(seat) != self.side_of(str(self.turn_of))
        orders = moment == "led" or (moment == "moved" and act.mode in ("walk", "run"))
        return (foe and orders) or self.has_victim(seat)

    def has_victim(self, seat: str) -> bool:
        """Whether a knife of this seat's could be used on anybody."""
        return any(self.foes(unit) for unit in self.of_seat(seat) if not unit.harmless)

    def own_cards(self) -> bool:
        """Whether a card of the own turn could be played at the present question; what is unsure is told."""
        seat = str(self.turn_of)
        cards = {"spy", "instinct", "divine-wind", "tactical"} & set(self.hands[seat])
        if any(self.playable(seat, card) for card in sorted(cards)):
            return True
        return "tactical" in cards and bool(self._told.get("open"))


class CardPlaying:
    """What a card does."""

    def play_card(self, text: str, q: SimpleNamespace) -> None:
        """The card goes back to the deck, then does its work, then the question is asked again if it still stands."""
        seat = q.seat
        card, _, rest = text[5:].partition(" ")
        words = rest.split()
        self.hands[seat].remove(card)
        self.deck += 1
        if seat == self.turn_of:
            self.card_this_turn = True
        if card == "tourniquet":
            unit = self.units[q.unit]
            unit.health += 1
            by = q.cause[0]
            friendly = by is None or self.units[by].side == unit.side
            unit.waiting.append(("tourniquet", (None, "") if friendly else q.cause))
            if q.left > 1:
                self.plan(frame("tourniquet_maybe", unit=q.unit, cause=q.cause, left=q.left - 1))
            return
        if q.what == "window":
            self.plan(SimpleNamespace(**{**vars(q), "what": "window_step", "played": True}))
        else:
            self.plan(frame("ask_" + q.what))
        self.plan(frame("promote"), frame("judge_defeat"))
        getattr(self, "play_" + card.replace("-", "_"))(seat, *words)

    def play_ma(self, seat: str) -> None:
        """One more die for a point of health."""
        assert self.active is not None and self.activation is not None
        self.active.health -= 1
        self.activation.extra += 1

    def play_divine_wind(self, seat: str, name: str, target: str) -> None:
        """The unit is given up for two points of damage."""
        unit = self.standing(name)
        self.take_off(unit, (None, ""))
        self.hurt(self.standing(target), 2, (unit.id, "close"))

    def play_spy(self, seat: str, other: str) -> None:
        """A card is shown: nothing changes."""

    def play_instinct(self, seat: str, name: str) -> None:
        """Every other unit within 6 cm throws a die."""
        unit = self.standing(name)
        unit.health -= 1
        near = [u for u in self.alive() if u.id != unit.id and plane.within(unit.corners, u.corners, INSTINCT_REACH)]
        self.plan(*(frame("blast", unit=u.id, by=unit.id) for u in near))

    def do_blast(self, f: SimpleNamespace) -> None:
        """The die of one of them: on a 6 a point of damage."""
        unit, other = self.units[f.by], self.units[f.unit]
        if self.throw() == 6:
            kind = "close" if plane.within(unit.corners, other.corners, REACH) else "range"
            self.hurt(other, 1, (unit.id, kind))

    def play_knife(self, seat: str, name: str, target: str) -> None:
        """One point now; a die on 5 or 6 leaves poison."""
        unit, enemy = self.standing(name), self.standing(target)
        if self.throw() >= 5:
            enemy.waiting.append(("poison", (unit.id, "close")))
        self.hurt(enemy, 1, (unit.id, "close"))

    def play_false_orders(self, seat: str) -> None:
        """The enemy is moved."""
        assert self.active is not None
        self.send(self.active, seat, "false-orders", FALSE_ORDERS)

    def play_first_aid(self, seat: str, name: str) -> None:
        """A point of health."""
        self.standing(name).health += 1

    def play_camouflage(self, seat: str) -> None:
        """It cannot be attacked and does not attack."""
        assert self.active is not None
        self.active.camouflaged = self.active.harmless = True

    def play_sniper(self, seat: str) -> None:
        """A longer range."""
        assert self.activation is not None
        self.activation.range += SNIPER_MORE

    def play_tactical(self, seat: str, word: str) -> None:
        """A shift sideways."""
        name, _, place = word.partition("@")
        unit = self.standing(name)
        x, y, _ = parse_place(place)
        danger = self.table.slow_share(unit.here, (x, y))[1]
        unit.x, unit.y, unit.camouflaged = x, y, False
        if danger:
            self.plan(frame("danger", unit=unit.id))

    def play_cheetah(self, seat: str) -> None:
        """Three centimetres more."""
        assert self.active is not None
        self.send(self.active, seat, "cheetah", CHEETAH)

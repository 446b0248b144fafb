"""Activations: moves and windows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.naive.cafe.units import MOST_WOUNDS, RANGE, Unit, frame, parse_place, unit_name


class Activations:
    """The parts of an activation."""

    def answer_turn(self, text: str, q: SimpleNamespace) -> None:
        """A unit is activated for a point, or the player passes."""
        if text == "pass":
            self.passed.append(q.seat)
            self.plan(frame("next_turn"))
            return
        unit = self.standing(text[4:])
        unit.acted = True
        self.points[unit.side] -= 1
        self.activation = frame(
            "activation",
            unit=unit.id,
            mode=None,
            range=RANGE,
            extra=0,
            fought=[],
            shot=False,
            danger=False,
            moved=False,
            calm=None,
        )
        self.plan(frame("open_window", moment="used"), frame("ask_move"))

    def do_ask_move(self, f: SimpleNamespace) -> None:
        """The move part, if the unit is still there."""
        self.plan(frame("start_attack") if self.active is None else frame("move", seat=self.turn_of))

    def answer_move(self, text: str, q: SimpleNamespace) -> None:
        """Hold, a move, or just a card."""
        act, unit = self.activation, self.active
        assert act is not None and unit is not None
        if text == "card-only":
            act.mode, act.calm = "card", "player"
            self.plan(frame("start_attack"))
            return
        if text == "hold":
            act.mode = "hold"
            self.plan(frame("open_window", moment="moved"), frame("start_attack"))
            return
        act.mode = "walk" if text.startswith("walk") else "run"
        self.plan(frame("open_window", moment="setting-out"), frame("set_out", text=text))

    def do_set_out(self, f: SimpleNamespace) -> None:
        """The first leg, unless the unit fell before it."""
        unit, text = self.active, f.text
        if unit is None:
            self.plan(frame("start_attack"))
            return
        assert self.activation is not None
        mode = self.activation.mode
        limit = unit.kind.move if mode == "run" else unit.kind.move // 2
        self.plan(frame("open_window", moment="moved"), frame("start_attack"))
        start = unit.here
        self.begin_way(unit, str(self.turn_of), mode, limit)
        way = self.stack.pop()
        sign, place = text[len(mode)], text[len(mode) + 1 :]
        self.answer_way(("go@" if sign == "@" else "bend@") + place, way)
        self.activation.moved = unit.here != start

    def begin_way(self, unit: Unit, seat: str, purpose: str, left: int, **more: Any) -> None:
        """A way from where the unit stands."""
        self.plan(
            frame(
                "way",
                seat=seat,
                unit=unit.id,
                purpose=purpose,
                left=float(left),
                legs=[unit.here],
                danger=False,
                camouflaged=unit.camouflaged,
                **more,
            )
        )

    def send(self, unit: Unit, seat: str, purpose: str, left: int, **more: Any) -> None:
        """A way by a card or in support: others may have a knife before it, and support's player too, who could not
        have used one instead (C-R28)."""
        self.begin_way(unit, seat, purpose, left, **more)
        way = self.stack.pop()
        leader = None if purpose == "support" else seat
        self.plan(frame("open_window", moment="setting-out", leader=leader), frame("way_maybe", way=way))

    def do_way_maybe(self, f: SimpleNamespace) -> None:
        """The way, if who goes and who is supported are still there."""
        way = f.way
        if way.purpose == "support" and not self.units[way.winner].on_table:
            self.plan(frame("start_attack"))
        elif self.units[way.unit].on_table:
            self.plan(way)
        elif way.purpose == "support":
            self.plan(frame("support_maybe", seats=[way.seat, *way.seats]))

    def answer_way(self, text: str, q: SimpleNamespace) -> None:
        """A bend, the last leg, or no move at all."""
        unit = self.units[q.unit]
        if text == "give-up":
            unit.x, unit.y = q.legs[0]
            unit.camouflaged = q.camouflaged
            self.plan(frame("support", seat=q.seat, winner=q.winner, seats=q.seats))
            return
        word, _, place = text.partition("@")
        x, y, facing = parse_place(place)
        q.left -= self.cost(q.legs[-1], (x, y))
        q.danger |= self.table.slow_share(q.legs[-1], (x, y))[1]
        q.legs.append((x, y))
        unit.camouflaged &= (x, y) == unit.here
        unit.x, unit.y = x, y
        if word == "bend":
            self.plan(q)
            return
        unit.facing = unit.facing if facing is None else facing
        if q.purpose == "support":
            assert self.activation is not None
            self.activation.fought.append(unit.id)
        frames = [frame("danger", unit=unit.id)] if q.danger else []
        if q.purpose == "support":
            frames += [frame("judge_defeat"), frame("open_window", moment="supported"), frame("start_attack")]
        if q.purpose == "false-orders":
            # The others are asked in the window in which the card was played.
            before = self.asked()[: self.asked().index(q.seat)]
            frames += [frame("open_window", moment="led", queue=before)]
        self.plan(*frames)

    def do_danger(self, f: SimpleNamespace) -> None:
        """Dangerous ground: one die for the active unit in an activation, on a 6 a wound (C-R7); one each time for a
        unit that a card moves, in another's activation or before its own."""
        unit, act = self.units[f.unit], self.activation
        if act is not None and act.unit == unit.id:
            if act.danger:
                return
            act.danger = True
        if self.throw() == 6:
            self.wound(unit, 1)
            self.plan(frame("removal", unit=unit.id, cause=(None, "")), frame("judge_defeat"))

    def wound(self, unit: Unit, number: int) -> None:
        """A die for each: 1 to 4 one point, else two; none once it is out."""
        for _ in range(number):
            if unit.wounds < MOST_WOUNDS:
                unit.wounds += 1 if self.throw() <= 4 else 2

    def do_open_window(self, f: SimpleNamespace) -> None:
        """A moment for cards: the active seat is asked first."""
        right_before = str(self.turn_of) if f.moment in ("used", "setting-out", "declared") else None
        self.plan(
            frame(
                "window_step",
                moment=f.moment,
                queue=getattr(f, "queue", self.asked()),
                leader=getattr(f, "leader", right_before),
                played=False,
                follows=self.decision_follows(f.moment),
            )
        )

    def decision_follows(self, moment: str) -> bool:
        """Whether the active player goes on right after a window unless others act in it (C-R28). Only the knife and
        who is asked always make a difference."""
        seat = str(self.turn_of)
        if moment == "advanced":
            return True
        if moment not in ("moved", "resolved", "led", "supported") or (moment == "resolved" and self.has_won()):
            return False
        if "knife" not in self.hands[seat] and self.asking[seat] != "always":
            return False
        self.plan(frame("attack", seat=seat))
        found = self.can_attack() or self.own_cards()
        self.stack.pop()
        return found

    def has_won(self) -> bool:
        """Whether the attacker stands and its blow in close combat took the target off the table."""
        attack = self.attack
        assert attack is not None
        unit, target = self.units[attack.attacker], self.units[attack.target]
        return bool(unit.on_table and attack.close and not target.on_table and not attack.taken)

    def asked(self) -> list[str]:
        """The active seat, then the others in their order."""
        at = self.seats.index(str(self.turn_of))
        return self.seats[at:] + self.seats[:at]

    def do_window_step(self, f: SimpleNamespace) -> None:
        """Ask the next seat that can play something."""
        while f.queue:
            self.plan(SimpleNamespace(**{**vars(f), "what": "window", "seat": f.queue[0]}))
            if self.opens(f.queue[0]):
                return
            self.stack.pop()
            f.queue = f.queue[1:]
        act = self.activation
        assert act is not None
        everybody = f.moment in ("moved", "resolved", "supported") and self.knife_time(str(self.turn_of), f)
        act.calm = "all" if everybody and not f.played else None

    def answer_window(self, text: str, q: SimpleNamespace) -> None:
        """Nothing more."""
        self.plan(SimpleNamespace(**{**vars(q), "what": "window_step", "queue": q.queue[1:]}))

    def do_start_attack(self, f: SimpleNamespace) -> None:
        """The rest of the activation, while there is anything to do in it (C-R27)."""
        self.plan(frame("attack", seat=self.turn_of))
        if not self.can_attack() and not self.own_cards():
            self.stack.pop()
            self.plan(frame("end_activation"))

    do_ask_attack = do_start_attack

    def can_attack(self) -> bool:
        """Whether there is anything to do in an attack whose question lies on the stack."""
        words = [f"{word} {unit_name(u.id)}" for word in ("fight", "shoot", "heal") for u in self.alive()]
        return any(self.legal(text) for text in words) or self.legal("card:sniper") is True

    def do_end_activation(self, f: SimpleNamespace) -> None:
        """The window at the end, then the next turn."""
        self.plan(frame("open_window", moment="end"), frame("finish_activation"))

    def do_finish_activation(self, f: SimpleNamespace) -> None:
        """Over to the next seat."""
        self.activation = None
        self.plan(frame("next_turn"))

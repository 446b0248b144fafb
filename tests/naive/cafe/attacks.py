"""Attacks, and the advance after them."""

from __future__ import annotations

from types import SimpleNamespace

from tests.naive.cafe.units import COPIES, OTHER, No, Unit, Unsure, frame


class Attacks:
    """Attacks and what follows them."""

    def answer_attack(self, text: str, q: SimpleNamespace) -> None:
        """Shoot, fight, heal or nothing."""
        act, unit = self.activation, self.active
        assert act is not None
        word, _, name = text.partition(" ")
        if word == "end":
            act.calm = "player"
            self.plan(frame("end_activation"))
            return
        assert unit is not None
        target = self.standing(name)
        if word == "heal":
            target.health = min(target.health + 1, target.kind.health)
            target.wounds = max(target.wounds - 2, 0)
            act.shot = True
            self.plan(frame("start_attack"))
            return
        throw = frame("throw", unit=unit.id, target=target.id, close=word == "fight")
        self.plan(frame("open_window", moment="declared"), throw)

    def do_throw(self, f: SimpleNamespace) -> None:
        """The declared attack, if both are still there."""
        unit, target, act = self.units[f.unit], self.units[f.target], self.activation
        assert act is not None
        if not unit.on_table or not target.on_table:
            self.plan(frame("start_attack"))
            return
        if f.close:
            act.fought.append(target.id)
        else:
            act.shot = True
        self.strike_at(unit, target, f.close)

    def strike_at(self, unit: Unit, target: Unit, close: bool) -> None:
        """The dice of the attack, panic, and what follows in its order (C-R4, C-R5)."""
        act = self.activation
        assert act is not None
        number = (unit.kind.fighting if close else unit.kind.shooting) + act.extra
        act.extra = 0
        cover = not close and self.table.covered(unit, target)
        dice = [self.throw() for _ in range(number)]
        hits = [face for face in dice if face == 6 or face - cover >= 4]
        kind = "close" if close else "range"
        self.attack = frame(
            "attack",
            attacker=unit.id,
            target=target.id,
            close=close,
            cover=cover,
            dice=dice,
            hits=hits,
            defence=[],
            cancelled=[],
            taken=False,
        )
        if dice.count(1) >= (3 if close else 2):
            self.take_off(unit, (None, ""))
            if close:
                self.count_kill(target.side, "close")
        evading = [frame("open_window", moment="hits"), frame("evade_maybe")] if hits else []
        self.plan(
            *evading,
            frame("damage"),
            frame("wounds", unit=unit.id, number=dice.count(1), cause=(target.id, kind)),
            frame("wounds", unit=target.id, number=None, cause=(unit.id, kind)),
            frame("worked_out"),
            frame("judge_defeat"),
            frame("promote"),
            frame("open_window", moment="resolved"),
            frame("after_attack"),
        )

    def do_worked_out(self, f: SimpleNamespace) -> None:
        """Up to here the attack is half done."""

    def do_evade_maybe(self, f: SimpleNamespace) -> None:
        """The target may evade, unless a card took it away: then the hits hit nobody. Nor where only sixes hit, or
        so many that it falls whatever tourniquets its player holds, or could hold if it is always asked (C-E11)."""
        attack = self.attack
        assert attack is not None
        target = self.units[attack.target]
        if target.on_table:
            sixes = attack.hits.count(6)
            hand = self.hands[target.seat]
            always = self.asking[target.seat] == "always"
            spared = min(len(hand), COPIES["tourniquet"]) if always else hand.count("tourniquet")
            if sixes < len(attack.hits) and sixes < target.health + spared:
                self.plan(frame("evade", seat=target.seat))
        else:
            attack.hits, attack.taken = [], True

    def cancellable(self, die: int) -> list[int]:
        """The hits that a defence die may cancel."""
        attack = self.attack
        assert attack is not None
        return [
            i
            for i, face in enumerate(attack.dice)
            if face in attack.hits and i not in attack.cancelled and face < 6 and face <= die
        ]

    def answer_evade(self, text: str, q: SimpleNamespace) -> None:
        """The resistance dice, once or for each hit, and what they cancel."""
        attack = self.attack
        assert attack is not None
        if text == "stand":
            return
        number = self.units[attack.target].kind.resistance
        if self.options["defence"] == "each":
            for i, face in enumerate(attack.dice):
                if face in attack.hits and face < 6:
                    dice = [self.throw() for _ in range(number)]
                    attack.defence += dice
                    if max(dice) >= face:
                        attack.cancelled.append(i)
            return
        attack.defence = [self.throw() for _ in range(number)]
        if self.options["assignment"] == "chosen":
            self.plan(*(frame("assign_maybe", die=die) for die in attack.defence))
            return
        attack.cancelled = list(range(best_assignment(attack.hits, attack.defence)))

    def do_assign_maybe(self, f: SimpleNamespace) -> None:
        """A die that can cancel something is asked for."""
        assert self.attack is not None
        if self.cancellable(f.die):
            self.plan(frame("assign", seat=self.units[self.attack.target].seat, die=f.die))

    def answer_assign(self, text: str, q: SimpleNamespace) -> None:
        """This die cancels that hit, or none."""
        assert self.attack is not None
        number = int(text.partition(":")[2])
        if number:
            self.attack.cancelled.append(number - 1)

    def do_damage(self, f: SimpleNamespace) -> None:
        """Each hit left takes one health."""
        attack = self.attack
        assert attack is not None
        left = len(attack.hits) - len(attack.cancelled)
        if left:
            self.hurt(self.units[attack.target], left, (attack.attacker, "close" if attack.close else "range"))

    def do_wounds(self, f: SimpleNamespace) -> None:
        """A wound for each one thrown, unless the unit is out already."""
        unit, attack = self.units[f.unit], self.attack
        assert attack is not None
        number = attack.defence.count(1) if f.number is None else f.number
        if f.number is not None and self.options["wounds"] == "defenders":
            return
        if unit.on_table and number:
            self.wound(unit, number)
            self.plan(frame("removal", unit=unit.id, cause=f.cause))

    def do_after_attack(self, f: SimpleNamespace) -> None:
        """The winner of a close combat may advance (C-R8)."""
        attack = self.attack
        assert attack is not None
        unit, target = self.units[attack.attacker], self.units[attack.target]
        if not self.has_won() or not self.can_advance(unit, target):
            self.plan(frame("start_attack"))
        else:
            self.plan(frame("advance", seat=unit.seat, to=target.here))

    def can_advance(self, unit: Unit, target: Unit) -> bool:
        """Whether the way straight to the target's place is free."""
        try:
            self.leg(unit, unit.here, target.here, unit.facing)
        except No:
            return False
        return True

    def answer_advance(self, text: str, q: SimpleNamespace) -> None:
        """The other side may send a supporter."""
        if text == "stay":
            self.plan(frame("start_attack"))
            return
        self.plan(frame("support_maybe", seats=self.seats_of(OTHER[self.side_of(q.seat)])))

    def do_support_maybe(self, f: SimpleNamespace) -> None:
        """The seats of the other side that could bring a unit are asked one by one."""
        assert self.attack is not None
        winner = self.units[self.attack.attacker]
        for place, seat in enumerate(f.seats):
            if any(self.could_support(unit, winner) for unit in self.of_seat(seat)):
                self.plan(frame("support", seat=seat, winner=winner.id, seats=f.seats[place + 1 :]))
                return
        self.plan(frame("make_advance"))

    def could_support(self, unit: Unit, winner: Unit) -> bool:
        """Whether a unit can come into contact; what is unsure is told."""
        try:
            self.can_support(unit, winner)
        except No:
            return False
        except Unsure:
            return self._told.get("support") == unit.seat
        return True

    def answer_support(self, text: str, q: SimpleNamespace) -> None:
        """A supporter sets out, or nobody."""
        if text == "no-support":
            self.plan(frame("support_maybe", seats=q.seats))
            return
        unit = self.standing(text[8:])
        self.send(unit, q.seat, "support", unit.kind.move, winner=q.winner, seats=q.seats)

    def do_make_advance(self, f: SimpleNamespace) -> None:
        """Straight into the place where the target stood."""
        attack = self.attack
        assert attack is not None
        unit, target = self.units[attack.attacker], self.units[attack.target]
        danger = self.table.slow_share(unit.here, target.here)[1]
        unit.x, unit.y = target.here
        self.plan(*([frame("danger", unit=unit.id)] if danger else []), frame("advanced"))

    def do_advanced(self, f: SimpleNamespace) -> None:
        """A fight that follows has a moment before it (C-R28)."""
        moment = [frame("open_window", moment="advanced")] if self.fights() else []
        self.plan(*moment, frame("start_attack"))


def best_assignment(hits: list[int], defence: list[int]) -> int:
    """The most hits that can be cancelled, each by one die of an equal or higher face; never a 6. By trying all."""
    if not defence:
        return 0
    die, rest = defence[0], defence[1:]
    best = best_assignment(hits, rest)
    for i, face in enumerate(hits):
        if face < 6 and face <= die:
            best = max(best, 1 + best_assignment(hits[:i] + hits[i + 1 :], rest))
    return best

"""What can be done, quickly: every legal action of a turn, and whether there is one. `check` decides; these are tested
against it."""

from escaramuza.games.escarmouche import kinds, tables
from escaramuza.games.escarmouche.rules import acting
from escaramuza.games.escarmouche.sight import reach, visible
from escaramuza.kernel.bits import BIT, count_bits
from escaramuza.kernel.buffers import ALL, put
from escaramuza.kernel.grid import SIZE, distance
from escaramuza.kernel.jit import rule

ROW = 255


@rule
def each_own_action(s, out, only):
    """Every move, attack and ability of the side whose turn it is; see `buffers.put`."""
    n = 0
    for i in range(s.side * tables.MOST_UNITS, (s.side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.at < 0 or not acting.able(u):
            continue
        walk = reach(u.at, u.move, s.blocked)
        n = put_squares(out, n, only, kinds.MOVE, i, 0, walk, 0)
        if acting.may_attack(u):
            n = put_targets(s, out, n, only, kinds.ATTACK, i, u.at, 0, u.range, s.blocked, 0)
        for k in range(2):
            ability = u.abilities[k]
            if ability != tables.NONE and acting.may_use(u, ability):
                n = put_ability(s, out, n, only, i, ability, walk)
        if 0 <= only < n:
            return n
    return n


@rule
def put_ability(s, out, n, only, unit, ability, walk):
    """Every way to use an ability."""
    u = s.units[unit]
    if tables.AIMED[ability]:
        far, screen = acting.ability_range(u, ability), acting.ability_screen(s, ability)
        return put_targets(s, out, n, only, kinds.ABILITY, unit, u.at, 0, far, screen, ability)
    if ability == tables.CHARGE:
        return put_charges(s, out, n, only, unit, walk)
    if ability == tables.TACTICAL_RETREAT:
        return put_squares(out, n, only, kinds.ABILITY, unit, 0, walk, ability)
    if (ability == tables.DEFENSIVE_STANCE and not u.stance) or (ability == tables.SWEEP and swept(s, unit) != 0):
        return put(out, n, only, kinds.ABILITY, unit, 0, 0, 0, ability)
    if ability == tables.FORWARD:
        for ally in range(u.side * tables.MOST_UNITS, (u.side + 1) * tables.MOST_UNITS):
            if forward_reaches(s, unit, ally):
                t = s.units[ally]
                n = put_squares(out, n, only, kinds.ABILITY, unit, ally, reach(t.at, t.move, s.blocked), ability)
    elif ability in (tables.FEINT, tables.GUARDIAN):
        for ally in range(u.side * tables.MOST_UNITS, (u.side + 1) * tables.MOST_UNITS):
            if feint_reaches(s, unit, ally) if ability == tables.FEINT else guardian_reaches(s, unit, ally):
                n = put(out, n, only, kinds.ABILITY, unit, ally, 0, 0, ability)
    return n


@rule
def put_squares(out, n, only, kind, unit, target, squares, ability):
    """An action for each marked square."""
    if only != ALL:
        count = count_bits(squares)
        if only < n or only >= n + count:
            return n + count
    for y in range(SIZE):
        row = (squares >> (SIZE * y)) & ROW
        if row == 0:
            continue
        for x in range(SIZE):
            if row & (1 << x):
                n = put(out, n, only, kind, unit, target, 0, y * SIZE + x, ability)
    return n


@rule
def put_targets(s, out, n, only, kind, unit, at, to, far, screen, ability):
    """An action for each enemy that can be attacked from a square."""
    enemy = 1 - s.side
    for target in range(enemy * tables.MOST_UNITS, (enemy + 1) * tables.MOST_UNITS):
        t = s.units[target]
        if t.at >= 0 and not t.retreated and distance(at, t.at) <= far and visible(at, t.at, screen):
            n = put(out, n, only, kind, unit, target, 0, to, ability)
    return n


@rule
def put_charges(s, out, n, only, unit, walk):
    """Every square to charge to with every enemy to attack from there."""
    u = s.units[unit]
    for y in range(SIZE):
        row = (walk >> (SIZE * y)) & ROW
        if row == 0:
            continue
        for x in range(SIZE):
            if row & (1 << x):
                to = y * SIZE + x
                screen = (s.blocked & ~BIT[u.at]) | BIT[to]
                n = put_targets(s, out, n, only, kinds.ABILITY, unit, to, to, u.range, screen, tables.CHARGE)
    return n


@rule
def swept(s, unit):
    """The enemies that a sweep strikes as they stand now, one bit each."""
    u = s.units[unit]
    found = 0
    for i in range((1 - u.side) * tables.MOST_UNITS, (2 - u.side) * tables.MOST_UNITS):
        t = s.units[i]
        if t.at >= 0 and not t.retreated and distance(u.at, t.at) == 1:
            found |= 1 << i
    return found


@rule
def has_target(s, side, at, far, screen):
    """Whether a unit of the side could attack anybody from a square."""
    for target in range((1 - side) * tables.MOST_UNITS, (2 - side) * tables.MOST_UNITS):
        t = s.units[target]
        if t.at >= 0 and not t.retreated and distance(at, t.at) <= far and visible(at, t.at, screen):
            return True
    return False


@rule
def forward_reaches(s, unit, ally):
    """Whether Forward! can call an ally (E-R13)."""
    t = s.units[ally]
    return ally != unit and t.at >= 0 and distance(s.units[unit].at, t.at) <= tables.FORWARD_REACH


@rule
def feint_reaches(s, unit, ally):
    """Whether a feint can swap with an ally: near, and each sees the other."""
    at, there = s.units[unit].at, s.units[ally].at
    if ally == unit or there < 0 or distance(at, there) > tables.FEINT_REACH:
        return False
    return visible(at, there, s.blocked) and visible(there, at, s.blocked)


@rule
def guardian_reaches(s, unit, ally):
    """Whether a unit can take up the guard of an ally."""
    t = s.units[ally]
    return ally != unit and t.at >= 0 and distance(s.units[unit].at, t.at) == 1


@rule
def has_action(s):
    """Whether the side whose turn it is can do anything."""
    for i in range(s.side * tables.MOST_UNITS, (s.side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.at < 0 or not acting.able(u):
            continue
        if reach(u.at, 1, s.blocked) != 0:
            return True
        if acting.may_attack(u) and has_target(s, u.side, u.at, u.range, s.blocked):
            return True
        for k in range(2):
            if (
                u.abilities[k] != tables.NONE
                and acting.may_use(u, u.abilities[k])
                and can_use_standing(s, i, u.abilities[k])
            ):
                return True
    return False


@rule
def can_use_standing(s, unit, ability):
    """Whether a unit that cannot move can use an ability."""
    u = s.units[unit]
    if tables.AIMED[ability]:
        return has_target(s, u.side, u.at, acting.ability_range(u, ability), acting.ability_screen(s, ability))
    if ability == tables.DEFENSIVE_STANCE:
        return not u.stance
    if ability == tables.SWEEP:
        return swept(s, unit) != 0
    for ally in range(u.side * tables.MOST_UNITS, (u.side + 1) * tables.MOST_UNITS):
        if ability == tables.FORWARD and forward_reaches(s, unit, ally) and reach(s.units[ally].at, 1, s.blocked) != 0:
            return True
        if ability == tables.FEINT and feint_reaches(s, unit, ally):
            return True
        if ability == tables.GUARDIAN and guardian_reaches(s, unit, ally):
            return True
    return False


@rule
def each_second(s, out, only):
    """Forward!'s second ally, or enough."""
    n = 0
    f = s.frame
    for ally in range(s.side * tables.MOST_UNITS, (s.side + 1) * tables.MOST_UNITS):
        if ally != f.target and forward_reaches(s, f.unit, ally):
            t = s.units[ally]
            n = put_squares(out, n, only, kinds.FREE_MOVE, ally, 0, reach(t.at, t.move, s.blocked), 0)
    return put(out, n, only, kinds.DONE, 0, 0, 0, 0, 0)


@rule
def each_guard(s, out, only):
    """Each guardian of the target, or none of them."""
    n = 0
    owner = s.units[s.frame.target].side
    for i in range(owner * tables.MOST_UNITS, (owner + 1) * tables.MOST_UNITS):
        if acting.guards(s, i, s.frame.target):
            n = put(out, n, only, kinds.GUARD, i, 0, 0, 0, 0)
    return put(out, n, only, kinds.NO_GUARD, 0, 0, 0, 0, 0)

"""A quick estimate for search: who stands better, from -1000 to 1000."""

from escaramuza.games.escarmouche import state, tables, weights
from escaramuza.games.escarmouche.rules import acting
from escaramuza.games.escarmouche.sight import visible
from escaramuza.kernel.grid import distance
from escaramuza.kernel.jit import rule

CERTAIN = 1000
OWN = weights.WEIGHTS.array


@rule
def value(s, side):
    """The estimate for a side with the weights as they are."""
    return judge(s, side, OWN)


@rule
def judge(s, side, w):
    """The estimate for a side: units and health, what each side can strike at once, the way to the enemy."""
    if s.phase == state.FINISHED:
        if s.winner == state.NOBODY:
            return 0
        return CERTAIN if s.winner == side else -CERTAIN
    if s.phase != state.TURN and s.phase != state.FORWARD_ASKS and s.phase != state.GUARDIAN_ASKS:
        return 0
    mover = s.side
    material = side_worth(s, mover, w) - side_worth(s, 1 - mover, w)
    actions = s.actions if s.phase == state.TURN else s.actions - 1
    score = material * 100
    score += w[weights.NOW_SHARE] * prize(s, mover, actions, w)
    score -= w[weights.NEXT_SHARE] * prize(s, 1 - mover, tables.ACTIONS, w)
    if s.phase == state.GUARDIAN_ASKS:
        score += w[weights.ON_ITS_WAY] * w[weights.HEALTH] * s.frame.power
    score += 100 * (placing(s, mover, w) - placing(s, 1 - mover, w))
    score += w[weights.CHASE] * chase(s, mover, material)
    score //= 100
    if s.scenario == state.CENTRE_SCENARIO:
        score += control(s, mover, w)
    judged = abs(score) * (CERTAIN - 1) // (abs(score) + w[weights.SOFTEN])
    return judged if (mover == side) == (score >= 0) else -judged


@rule
def control(s, mover, w):
    """What markers and the centre decide: each marker counts more than the one before, and who stands alone on the
    centre is about to gain one."""
    mine, theirs = s.markers[mover], s.markers[1 - mover]
    score = w[weights.MARKER] * (mine - theirs) + w[weights.LATE_MARKER] * (mine * mine - theirs * theirs)
    own, enemy = 0, 0
    for i in range(tables.UNITS):
        u = s.units[i]
        if u.at >= 0 and tables.CENTRE[u.at]:
            own += u.side == mover
            enemy += u.side != mover
    if own > 0 and enemy == 0:
        score += w[weights.ALONE] * (1 + mine)
    elif enemy > 0 and own == 0:
        score -= w[weights.ALONE] * (1 + theirs) // 2
    return score


@rule
def side_worth(s, side, w):
    """All that a side has on the board."""
    worth = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.at >= 0:
            worth += unit_worth(u, w) + w[weights.HEALTH] * u.health + w[weights.STANCE] * u.stance
    return worth


@rule
def unit_worth(u, w):
    """What a unit is worth besides its health."""
    worth = w[weights.PRESENT] + w[weights.POWER] * u.power + w[weights.RANGE] * u.range + w[weights.MOVE] * u.move
    for k in range(2):
        if u.abilities[k] != tables.NONE:
            worth += w[weights.ABILITY]
    return worth


@rule
def gain(t, power, w):
    """What striking a unit with so much power is worth."""
    dealt = power - t.stance
    if dealt <= 0:
        return 0
    if dealt >= t.health:
        return w[weights.HEALTH] * t.health + unit_worth(t, w)
    return w[weights.HEALTH] * dealt


@rule
def guarded_gain(s, target, power, w):
    """The same where a guardian may take the blow: its owner will choose what costs less."""
    t = s.units[target]
    worth = gain(t, power, w)
    for i in range(t.side * tables.MOST_UNITS, (t.side + 1) * tables.MOST_UNITS):
        if acting.guards(s, i, target):
            worth = min(worth, gain(s.units[i], power, w))
    return worth


@rule
def prize(s, side, actions, w):
    """The most that a side can take with its actions: two blows of units that stand right, or a walk and a blow."""
    if actions <= 0:
        return 0
    first = 0
    second = 0
    walking = 0
    mine = side == s.side
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if (
            u.at < 0
            or (mine and (not acting.able(u) or u.drained == state.NOW))
            or (not mine and u.drained == state.COMING)
        ):
            continue
        stands, walks = blows(s, u, mine, w)
        if stands > first:
            second = first
            first = stands
        elif stands > second:
            second = stands
        walking = max(walking, walks)
    if actions == 1:
        return first
    return max(first + second, walking * w[weights.AFTER_WALK] // 100)


@rule
def blows(s, u, mine, w):
    """The best blow of a unit from where it stands, and the best after a walk; the walk itself is only guessed."""
    stands = 0
    walks = 0
    walk = u.move if (mine or u.suppressed != state.COMING) else 0
    for way in range(3):
        if way == 0:
            if mine and not acting.may_attack(u):
                continue
            power, far, screen = u.power, u.range, s.blocked
        else:
            ability = u.abilities[way - 1]
            if ability == tables.NONE or not tables.AIMED[ability]:
                continue
            if mine and not acting.may_use(u, ability):
                continue
            power, far, screen = (
                acting.ability_power(u, ability),
                acting.ability_range(u, ability),
                acting.ability_screen(s, ability),
            )
        for i in range((1 - u.side) * tables.MOST_UNITS, (2 - u.side) * tables.MOST_UNITS):
            t = s.units[i]
            if t.at < 0 or (t.retreated and mine):
                continue
            steps = distance(u.at, t.at)
            if steps > far + walk:
                continue
            worth = guarded_gain(s, i, power, w)
            if worth > walks:
                walks = worth
            if worth > stands and steps <= far and visible(u.at, t.at, screen):
                stands = worth
    return stands, walks


@rule
def placing(s, side, w):
    """The middle is near everything; in the scenario it is the prize itself."""
    total = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.at < 0:
            continue
        x, y = u.at % 8, u.at // 8
        off = max(abs(2 * x - 7), abs(2 * y - 7)) // 2
        total += w[weights.TOWARDS_CENTRE] * (3 - off)
        if s.scenario == state.CENTRE_SCENARIO and tables.CENTRE[u.at]:
            total += w[weights.PRESENCE]
    return total


@rule
def chase(s, side, material):
    """Whoever is ahead wants to be near: the sum of the weaker side's distances to its nearest enemy counts."""
    if material == 0:
        return 0
    hunted = 1 - side if material > 0 else side
    total = 0
    for i in range(hunted * tables.MOST_UNITS, (hunted + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.at < 0:
            continue
        near = 8
        for k in range((1 - hunted) * tables.MOST_UNITS, (2 - hunted) * tables.MOST_UNITS):
            if s.units[k].at >= 0:
                near = min(near, distance(u.at, s.units[k].at))
        total += near
    pull = min(abs(material), 100) * total
    return -pull if material > 0 else pull

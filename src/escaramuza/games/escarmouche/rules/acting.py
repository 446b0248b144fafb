"""Who may still do what in a turn (chapter Déroulement d'un tour)."""

from escaramuza.games.escarmouche import state, tables
from escaramuza.games.escarmouche.codes import Why
from escaramuza.kernel.buffers import OK, because
from escaramuza.kernel.jit import rule


@rule
def exists(s, unit):
    """Whether the number names a unit of one of the squads."""
    return 0 <= unit < tables.UNITS and s.units[unit].at != state.ABSENT


@rule
def squad_size(s, side):
    """How many units a squad has, eliminated ones included."""
    size = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[i].at != state.ABSENT:
            size += 1
    return size


@rule
def check_actor(s, unit, why):
    """The first rule that forbids a unit to act: any unit of the player whose turn it is may, several times too
    (E-T3, E-T4), but a suppressed one acts once (E-A4)."""
    if s.phase != state.TURN:
        return because(why, Why.NOT_NOW, s.phase)
    if not exists(s, unit):
        return because(why, Why.NO_SUCH_UNIT, unit % tables.MOST_UNITS + 1, squad_size(s, s.side))
    u = s.units[unit]
    if u.side != s.side:
        return because(why, Why.NOT_YOUR_UNIT, unit)
    if u.at < 0:
        return because(why, Why.UNIT_OUT, unit)
    if not able(u):
        return because(why, Why.SUPPRESSED, unit)
    return OK


@rule
def check_spent(s, unit, ability, why):
    """One attack or one ability a turn, never both; overcharge goes with the ordinary attack, before or after it, and
    with nothing else (E-T5, E-R4, E-R8, E-E1)."""
    u = s.units[unit]
    if u.abilities[0] != ability and u.abilities[1] != ability:
        return because(why, Why.NO_ABILITY, unit, ability)
    if u.used:
        return because(why, Why.HAS_USED_ABILITY, unit)
    if u.overcharged:
        return because(why, Why.HAS_OVERCHARGED, unit)
    if u.attacked and ability != tables.OVERCHARGE:
        return because(why, Why.HAS_ATTACKED, unit)
    if tables.ATTACKING[ability] and u.drained == state.NOW:
        return because(why, Why.DRAINED, unit)
    return OK


@rule
def able(u):
    """Whether a unit on the board has an action left: `check_actor` without its reasons."""
    return not (u.suppressed == state.NOW and u.acts >= tables.SUPPRESSED_ACTIONS)


@rule
def may_attack(u):
    """Whether the ordinary attack is still there."""
    return not u.attacked and not u.used and u.drained != state.NOW


@rule
def may_use(u, ability):
    """Whether an ability is still there: `check_spent` without its reasons."""
    if u.used or u.overcharged or (u.attacked and ability != tables.OVERCHARGE):
        return False
    return not (tables.ATTACKING[ability] and u.drained == state.NOW)


@rule
def ability_power(u, ability):
    """What an attacking ability strikes with: the card's power, or the unit's own."""
    return tables.ABILITY_POWER[ability] if tables.ABILITY_POWER[ability] else u.power


@rule
def ability_range(u, ability):
    """How far an attacking ability reaches: the card's range, or the unit's own."""
    return tables.ABILITY_RANGE[ability] if tables.ABILITY_RANGE[ability] else u.range


@rule
def ability_screen(s, ability):
    """The squares that stop an attacking ability: units do not stop a precision shot (E-R15)."""
    return s.walls if ability == tables.PRECISION_SHOT else s.blocked


@rule
def guards(s, unit, target):
    """Whether a unit guards that target."""
    return exists(s, unit) and s.units[unit].at >= 0 and s.units[unit].ward == target

"""Bodies that are driven off or fall back along a straight line, up to the last free spot: pushes and retreats."""

import numpy as np

from escaramuza.games.forglory import ground, measure, state, tables
from escaramuza.games.forglory.angles import angle_of
from escaramuza.games.forglory.codes import Did, Why
from escaramuza.games.forglory.rules import room
from escaramuza.games.forglory.rules.stack import interrupt
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN, turned_x, turned_y
from escaramuza.kernel.scratch import scratch

# Spots along the way are tried a millimetre apart.
STEP = 10
# What two bases may lie on each other by rounding.
HAIR = 3
touched_room = scratch(tables.BODIES)
shift_room = scratch(2)
# How a unit slides: driven off by fire or melee, falling back, or going on to the spot that its target left.
DRIVEN, RETREATING, CHARGING = range(3)


@rule
def lies_free(s, unit):
    """Whether a unit, where it is, lies on the table and on nobody."""
    return not room.off_table(s, s.units[unit].corners, 4) and room.someone_under(s, unit) < 0


@rule
def note_touched(s, unit, touched):
    """Note every enemy that a unit touches where it is."""
    for body in range(tables.BODIES):
        touched[body] = 1 if measure.is_enemy(s, body, s.units[unit].side) and measure.touches(s, unit, body) else 0


@rule
def touches_others(s, unit, touched):
    """Whether a unit touches an enemy, where it is, that it did not touch before."""
    for body in range(tables.BODIES):
        if not touched[body] and measure.is_enemy(s, body, s.units[unit].side) and measure.touches(s, unit, body):
            return True
    return False


@rule
def free_spot(s, unit, x, y):
    """Whether a unit, its facing kept, could be left at a place: on the table, on nobody, and in contact with no enemy
    that it did not touch before."""
    u = s.units[unit]
    home_x, home_y = int(u.x), int(u.y)
    measure.try_unit(s, unit, x, y, u.facing)
    free = lies_free(s, unit)
    in_contact = free and room.enemy_touched(s, unit, tables.NONE) >= 0
    measure.try_unit(s, unit, home_x, home_y, u.facing)
    if in_contact:
        touched = touched_room()
        note_touched(s, unit, touched)
        measure.try_unit(s, unit, x, y, u.facing)
        free = not touches_others(s, unit, touched)
        measure.try_unit(s, unit, home_x, home_y, u.facing)
    return free


@rule
def fighting_spot(s, unit, x, y):
    """Whether a charger could stop at a place: on the table, on nobody, and beside no enemy officer. Contact with enemy
    units is combat (G-R62)."""
    u = s.units[unit]
    home_x, home_y = int(u.x), int(u.y)
    measure.try_unit(s, unit, x, y, u.facing)
    free = lies_free(s, unit) and room.officer_touched(s, unit, tables.NONE) < 0
    measure.try_unit(s, unit, home_x, home_y, u.facing)
    return free


@rule
def open_way(s, unit, far, angle):
    """Whether no enemy and no impassable ground is in a unit's straight way."""
    u = s.units[unit]
    dx, dy = turned_x(far, 0, angle), turned_y(far, 0, angle)
    if room.enemy_on_way(s, unit, dx, dy) >= 0 and not leaves_enemies(s, unit, dx, dy):
        return False
    return ground.barrier(s, u.x, u.y, u.x + dx, u.y + dy) < 0


@rule
def leaves_enemies(s, unit, dx, dy):
    """Whether a way is free but for enemies with whom the unit shares ground where it is, by a hair of rounding or as
    one of them turns, and leads out from under them (G-E9)."""
    if room.enemy_on_way(s, unit, 0, 0) < 0:
        return False
    for body in range(tables.BODIES):
        if not measure.is_enemy(s, body, s.units[unit].side) or not room.meets(s, unit, body, dx, dy):
            continue
        if not room.meets(s, unit, body, 0, 0) or not leads_out(s, unit, body, dx, dy):
            return False
    return True


@rule
def leads_out(s, unit, body, dx, dy):
    """Whether a way leads no deeper into a body on which a unit lies: it would pass him if it began just beside him."""
    u = s.units[unit]
    x, y = int(u.x), int(u.y)
    shift = shift_room()
    if body < tables.UNITS:
        room.write_way_off(shift, u.corners, 4, s.units[body].corners, 4, HAIR)
    else:
        # Its base is round; the octagon of its corners lies inside it.
        corners, clear = s.officers[body - tables.UNITS].corners, HAIR + int(s.radius) // 10
        room.write_way_off(shift, u.corners, 4, corners, state.OFFICER_CORNERS, clear)
    measure.try_unit(s, unit, x + shift[0], y + shift[1], u.facing)
    free = not room.meets(s, unit, body, dx, dy)
    measure.try_unit(s, unit, x, y, u.facing)
    return free


@rule
def slide(s, unit, angle, most, how, used):
    """How far a unit gets in a direction: up to obstacles, then back to the last free spot; 0 if there is none. `used`
    is how far it has come before."""
    u = s.units[unit]
    low, high = 0, int(most)
    # Most ways are open to the end.
    middle = high
    while low < high:
        if open_way(s, unit, middle, angle):
            low = middle
        else:
            high = middle - 1
        middle = (low + high + 1) // 2
    if how != DRIVEN:
        low = min(low, ground_stop(s, unit, angle, low, used))
    far = low
    while far > 0:
        x, y = u.x + turned_x(far, 0, angle), u.y + turned_y(far, 0, angle)
        free = fighting_spot(s, unit, x, y) if how == CHARGING else free_spot(s, unit, x, y)
        if free and (how == DRIVEN or may_rest(s, unit, x, y)):
            return far
        far -= STEP if far > STEP else far
    return 0


@rule
def ground_stop(s, unit, angle, most, used):
    """How far the ground lets a unit go on: cavalry halts in difficult ground, foot artillery does not enter it."""
    u = s.units[unit]
    kind = tables.TYPE_OF[u.category]
    x, y = u.x + turned_x(most, 0, angle), u.y + turned_y(most, 0, angle)
    entry = ground.enters_difficult(s, u.x, u.y, x, y)
    if entry < 0:
        return int(most)
    if kind == tables.CAVALRY or (u.category == tables.FOOT_ARTILLERY and ground.stretch_of(s, u.x, u.y, x, y) < 0):
        return entry
    if tables.TYPE_OF[u.category] != tables.TYPE_OF[tables.FOOT_ARTILLERY]:
        return int(most)
    return max(entry, min(int(most), int(s.span[tables.DIFFICULT_MOVE[u.category]] - used)))


@rule
def may_rest(s, unit, x, y):
    """Whether foot artillery could end a move there: near a road or a town (G-R13)."""
    u = s.units[unit]
    if u.category != tables.FOOT_ARTILLERY:
        return True
    home_x, home_y = int(u.x), int(u.y)
    measure.try_unit(s, unit, x, y, u.facing)
    away = ground.shelter_gap(s, u.corners, x, y, s.span[tables.S])
    measure.try_unit(s, unit, home_x, home_y, u.facing)
    return away <= s.span[tables.XS]


@rule
def push_unit(s, unit, angle, log):
    """Push a unit back by XS (G-R9); it loses its column, and what it was about to do. Whether it moved."""
    u = s.units[unit]
    far = slide(s, unit, angle, s.span[tables.XS], DRIVEN, 0)
    measure.put_unit(s, unit, u.x + turned_x(far, 0, angle), u.y + turned_y(far, 0, angle), u.facing)
    u.column = 0
    tell_push(log, unit, u.x, u.y, far)
    return far > 0


@rule
def tell_push(log, body, x, y, far):
    """A body was pushed to a place, or had no room to give way."""
    if far > 0:
        emit(log, Did.PUSHED, body, x, y)
    else:
        emit(log, Did.HEMMED_IN, body)


@rule
def push_officer(s, body, angle, log):
    """Push an officer back by XS, up to the last free spot (G-R49)."""
    o = s.officers[body - tables.UNITS]
    x, y = int(o.x), int(o.y)
    far = int(s.span[tables.XS])
    while far > 0:
        nx, ny = x + turned_x(far, 0, angle), y + turned_y(far, 0, angle)
        free = (
            room.officer_fits(s, body - tables.UNITS, nx, ny) and room.officer_way(s, body - tables.UNITS, nx, ny) < 0
        )
        if free and ground.barrier(s, x, y, nx, ny) < 0:
            break
        far -= STEP if far > STEP else far
    measure.put_officer(s, body - tables.UNITS, x + turned_x(far, 0, angle), y + turned_y(far, 0, angle))
    tell_push(log, body, o.x, o.y, far)


@rule
def as_near(s, unit, nearest, other):
    """Whether an enemy is as near to a unit as its nearest one."""
    if not measure.is_enemy(s, other, s.units[unit].side):
        return False
    apart = measure.body_gap(s, unit, nearest)
    return measure.within(s, unit, other, apart)


@rule
def is_nearest(s, unit, enemy):
    """Whether nobody is nearer to a unit than an enemy."""
    return as_near(s, unit, measure.nearest_enemy(s, unit), enemy)


@rule
def rival(s, unit, nearest):
    """Another enemy that is as near to a unit as its nearest, or -1."""
    for other in range(tables.BODIES):
        if other != nearest and as_near(s, unit, nearest, other):
            return other
    return -1


@rule
def check_retreat(s, unit, choice, why):
    """A unit that cannot fall back at all is not ordered to; of equally near enemies its owner names the one that it
    leaves, as 1 + its number (G-R65)."""
    enemy = measure.nearest_enemy(s, unit)
    if choice < 0 or choice > tables.BODIES or (choice > 0 and not is_nearest(s, unit, choice - 1)):
        return because(why, Why.NOT_ITS_NEAREST, unit, enemy)
    other = rival(s, unit, enemy) if enemy >= 0 else -1
    if choice == 0 and other >= 0:
        return because(why, Why.SEVERAL_NEAREST, unit, enemy, other)
    if choice > 0 and other < 0:
        return because(why, Why.NOT_ITS_NEAREST, unit, enemy)
    return OK if retreat_length(s, unit, retreats_from(s, unit, choice)) > 0 else because(why, Why.NO_WAY_BACK, unit)


@rule
def retreats_from(s, unit, choice):
    """The enemy that a unit leaves: the named one if it is still among the nearest."""
    if choice > 0 and is_nearest(s, unit, choice - 1):
        return choice - 1
    return measure.nearest_enemy(s, unit)


@rule
def retreat_angle(s, unit, enemy):
    """Away from the nearest enemy's centre (G-R30); straight back where there is none."""
    u = s.units[unit]
    if enemy < 0:
        return (int(u.facing) + 1800) % 3600
    return angle_of(u.x - measure.x_of(s, enemy), u.y - measure.y_of(s, enemy))


@rule
def retreat_length(s, unit, enemy):
    """How far a unit can fall back from an enemy now."""
    return slide(s, unit, retreat_angle(s, unit, enemy), retreat_most(s, unit), RETREATING, 0)


@rule
def retreat_most(s, unit):
    """The full move of a unit that falls back from where it is."""
    u = s.units[unit]
    return s.span[tables.DIFFICULT_MOVE[u.category] if ground.in_difficult(s, u.x, u.y) else tables.MOVE[u.category]]


@rule
def retreat(s, unit, choice, log):
    """Fall back at once, its facing kept (a reaction); whether it moved at all."""
    u = s.units[unit]
    enemy = retreats_from(s, unit, choice)
    far, most = retreat_length(s, unit, enemy), retreat_most(s, unit)
    angle = retreat_angle(s, unit, enemy)
    measure.put_unit(s, unit, u.x + turned_x(far, 0, angle), u.y + turned_y(far, 0, angle), u.facing)
    if far > 0:
        emit(log, Did.RETREATED, unit, u.x, u.y, u.facing, far, most)
    return far > 0


@rule
def settle(s, unit, from_x, from_y):
    """Bring a unit that was stopped on its way to the last free spot behind it (G-E9); whether it had to move."""
    u = s.units[unit]
    if free_spot(s, unit, u.x, u.y):
        return False
    dx, dy = np.int64(from_x) - u.x, np.int64(from_y) - u.y
    x, y = np.int64(u.x), np.int64(u.y)
    steps = max(abs(dx), abs(dy)) // STEP
    for k in range(1, steps + 1):
        nx, ny = x + dx * k // steps, y + dy * k // steps
        if free_spot(s, unit, nx, ny):
            measure.put_unit(s, unit, nx, ny, u.facing)
            return True
    measure.put_unit(s, unit, from_x, from_y, u.facing)
    turn_clear(s, unit)
    return True


@rule
def turn_clear(s, unit):
    """Turn a unit that lies on somebody as little as it must to have room (G-E9); it stays so where nothing helps."""
    u = s.units[unit]
    facing = int(u.facing)
    touched = touched_room()
    note_touched(s, unit, touched)
    for turn in range(TURN // 2 + 1):
        for angle in ((facing + turn) % TURN, (facing - turn) % TURN):
            measure.put_unit(s, unit, u.x, u.y, angle)
            if lies_free(s, unit) and not touches_others(s, unit, touched):
                return
    measure.put_unit(s, unit, u.x, u.y, facing)


@rule
def driven_off(s, unit):
    """A unit that is pushed by a reaction loses the rest of its order (G-X5); whether it had one."""
    return s.units[unit].state == state.ON_TABLE and interrupt(s, unit)

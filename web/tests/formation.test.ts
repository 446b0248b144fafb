import { describe, expect, it } from 'vitest';

import { ahead, firstAhead, inBox, middleOf, partWay, slotsOf, type Member } from '../src/games/forglory/formation';
import { distance, pointOf } from '../src/table/geometry';

const BASE = { front: 500, deep: 300 };
const NORTH = 2700;
const member = (id: number, x: number, y: number, facing = NORTH): Member => ({ id, x, y, facing });
const three = [member(0, 3000, 3900), member(1, 3600, 3900), member(2, 4200, 4100)];

describe('a block of units', () => {
  it('stands where its units do until it is moved', () => {
    const slots = slotsOf(three, middleOf(three), 'kept', BASE);
    for (const one of three) {
      const { x, y, facing } = slots.get(one.id)!;
      expect(distance([x, y], pointOf(one))).toBeLessThan(2);
      expect(facing).toBe(NORTH);
    }
  });

  it('keeps its shape when it goes and wheels', () => {
    const from = middleOf(three);
    const slots = slotsOf(three, { x: from.x + 900, y: from.y - 1500, facing: NORTH + 450 }, 'kept', BASE);
    three.forEach((one, i) =>
      three.slice(i + 1).forEach((other) => {
        const apart = distance(pointOf(slots.get(one.id)!), pointOf(slots.get(other.id)!));
        expect(Math.abs(apart - distance(pointOf(one), pointOf(other)))).toBeLessThan(3);
      }),
    );
    expect(slots.get(0)!.facing).toBe(NORTH + 450);
  });

  it('forms a line from left to right, and a column one behind the other', () => {
    const block = { x: 5000, y: 4000, facing: NORTH };
    const line = [...slotsOf(three, block, 'line', BASE).values()];
    expect(line.map(({ x }) => x)).toEqual([4470, 5000, 5530]);
    expect(new Set(line.map(({ y }) => y)).size).toBe(1);
    const column = [...slotsOf(three, block, 'column', BASE).values()];
    expect(new Set(column.map(({ x }) => x)).size).toBe(1);
    expect(column.map(({ y }) => y)).toEqual([3590, 4000, 4410]);
  });

  it('has two ranks where a line would be too long', () => {
    const many = Array.from({ length: 8 }, (_, i) => member(i, 1000 + 600 * i, 3000));
    const slots = [...slotsOf(many, { x: 4000, y: 4000, facing: NORTH }, 'line', BASE).values()];
    expect(new Set(slots.map(({ y }) => y)).size).toBe(2);
  });

  it('lets whoever is farthest ahead go first', () => {
    const slots = slotsOf(three, ahead(middleOf(three), 1000), 'kept', BASE);
    expect(firstAhead(three, slots).at(-1)!.id).toBe(2);
  });

  it('goes straight ahead, and a part of its way', () => {
    expect(ahead({ x: 1000, y: 5000, facing: NORTH }, 800)).toEqual({ x: 1000, y: 4200, facing: NORTH });
    expect(partWay(member(0, 0, 0), { x: 400, y: 800, facing: 900 }, 0.25)).toEqual({ x: 100, y: 200, facing: 900 });
  });

  it('is taken by a box, whichever way it is drawn', () => {
    expect(inBox(three, [3900, 4200], [2500, 3000]).map(({ id }) => id)).toEqual([0, 1]);
  });
});

import { expect, test } from 'vitest';

import { freePlace } from '../src/maps/room';
import type { TableMap } from '../src/maps/types';
import { isInside, type Point } from '../src/table/geometry';

const square = ([x, y]: Point): Point[] => [
  [x - 500, y - 500],
  [x + 500, y - 500],
  [x + 500, y + 500],
  [x - 500, y + 500],
];

const map = (terrain: Point[], objectives: Point[] = []): TableMap => ({
  game: 'cafe',
  name: 'Heath',
  width: 9000,
  height: 6000,
  gap: 3000,
  objectives,
  terrain: terrain.map((at) => ({ kind: 'wood', roles: [], corners: square(at) })),
  roads: [],
});

test('on an empty table a new piece comes where it is wanted', () => {
  expect(freePlace(map([]), [4500, 3000], square, false)).toEqual([4500, 3000]);
});

test('a new piece covers neither another nor an objective, and stays near', () => {
  const taken = map([[4500, 3000]], [[4500, 4200]]);
  const at = freePlace(taken, [4500, 3000], square, false);
  const [x, y] = at;
  expect(Math.abs(x - 4500) >= 1000 || Math.abs(y - 3000) >= 1000, 'beside the other').toBe(true);
  expect(isInside([4500, 4200], square(at)), 'not on the objective').toBe(false);
  expect(Math.hypot(x - 4500, y - 3000)).toBeLessThan(1300);
});

test('with its twin across the table it does not overlap itself', () => {
  const [x, y] = freePlace(map([]), [4400, 2900], square, true);
  const centred = x === 4500 && y === 3000;
  expect(centred || Math.abs(2 * x - 9000) >= 1000 || Math.abs(2 * y - 6000) >= 1000).toBe(true);
});

test('on a full table it comes where it is wanted', () => {
  const places = Array.from({ length: 54 }, (_, i): Point => [500 + (i % 9) * 1000, 500 + Math.floor(i / 9) * 1000]);
  expect(freePlace(map(places), [4400, 2900], square, false)).toEqual([4400, 2900]);
});

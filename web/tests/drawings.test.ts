import { expect, it } from 'vitest';

import { Drawings } from '../src/parts/drawings.svelte';
import { distance, type Point } from '../src/table/geometry';
import { legsOf, lengthOf, restOf } from '../src/table/ways';

it('draws an arrow, or a mark where it is too short for one, and the same once more takes it off', () => {
  const drawings = new Drawings<Point>((one, other) => distance(one, other) <= 20);
  const arrow = () => {
    drawings.begin([0, 0]);
    drawings.to([500, 0]);
    drawings.end();
  };
  arrow();
  drawings.begin([100, 100]);
  drawings.end();
  expect([drawings.arrows, drawings.marks]).toEqual([
    [
      [
        [0, 0],
        [500, 0],
      ],
    ],
    [[100, 100]],
  ]);
  arrow();
  expect(drawings.arrows).toEqual([]);
  drawings.clear();
  expect(drawings.any).toBe(false);
});

it('goes on with a way from where somebody stands, and nowhere else', () => {
  const bends = [{ x: 10, y: 0, facing: 0 }];
  const plan = { piece: 1, legs: legsOf([0, 0], bends, ['bend@1,0', 'move@1,1']) };
  expect(restOf(plan, { x: 0, y: 0 })).toEqual(['bend@1,0', 'move@1,1']);
  expect(restOf(plan, { x: 10, y: 0 })).toEqual(['move@1,1']);
  expect(restOf(plan, { x: 5, y: 0 })).toEqual([]);
  expect(
    lengthOf([
      [0, 0],
      [3, 4],
      [3, 10],
    ]),
  ).toBe(11);
});

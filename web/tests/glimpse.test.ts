import { expect, it } from 'vitest';

import { glimpseOf } from '../src/lib/glimpse';
import type { Scene } from '../src/lib/protocol';

const seen = (sides: string[], scene: object) => glimpseOf(sides, scene as Scene);

it('a board is remembered by who stands on which square', () => {
  const pieces = [
    { side: 'white', square: 'a1' },
    { side: 'black', square: 'h8' },
    { side: 'black', square: null },
  ];
  expect(seen(['white', 'black'], { pieces })).toEqual({
    wide: 8,
    high: 8,
    squared: true,
    men: [
      [0, 7, 0],
      [7, 0, 1],
    ],
  });
});

it('a table is remembered in hundredths of its width, without those who are not on it', () => {
  const units = [
    { side: 'blue', state: 'table', x: 4500, y: 3000 },
    { side: 'red', state: 'out', x: 0, y: 0 },
    { side: 'red', state: 'table', x: 9000, y: 6000 },
  ];
  expect(seen(['blue', 'red'], { units, table: { width: 9000, height: 6000 } })).toEqual({
    wide: 100,
    high: 67,
    squared: false,
    men: [
      [50, 33, 0],
      [100, 67, 1],
    ],
  });
});

it('before anybody stands anywhere there is nothing to remember', () => {
  expect(seen(['white', 'black'], { pieces: [{ side: 'white', square: null }] })).toBeUndefined();
  expect(seen(['blue', 'red'], { units: [], table: { width: 9000, height: 6000 } })).toBeUndefined();
});

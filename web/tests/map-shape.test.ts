import { describe, expect, it } from 'vitest';

import { centimetres, fromCentimetres, onGrid } from '../src/maps/geometry';
import { mapText, newMap, readMap } from '../src/maps/shape';
import { pressed, SHAPES, shapedAs, stampOf } from '../src/maps/stamps';
import { extentOf, type Point } from '../src/table/geometry';

const square: Point[] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];

describe('measures', () => {
  it('are read and written in centimetres', () => {
    expect([1235, 100, 5, 0].map(centimetres)).toEqual([12.35, 1, 0.05, 0]);
    expect([12.35, 0.1 + 0.2].map(fromCentimetres)).toEqual([1235, 30]);
  });

  it('come onto the grid', () => {
    expect(onGrid([149, 251], 100)).toEqual([100, 300]);
    expect(onGrid([149, 251], 0)).toEqual([149, 251]);
  });
});

describe('stamps', () => {
  it('are simple outlines of whole numbers, as large as said', () => {
    for (const kind of ['wood', 'stream', 'wall', 'tower', 'unheard-of']) {
      for (const shape of SHAPES) {
        const stamp = shapedAs(stampOf(kind), shape);
        for (const seed of [0, 1, 7]) {
          const corners = pressed(stamp, [4500, 3000], seed);
          expect(corners.length).toBeGreaterThanOrEqual(4);
          expect(corners.length).toBeLessThanOrEqual(12);
          expect(corners.flat().every(Number.isInteger)).toBe(true);
          expect(new Set(corners.map(String)).size).toBe(corners.length);
          const { left, right } = extentOf(corners);
          expect(right - left).toBeLessThanOrEqual(stamp.width + 1);
          expect(right - left).toBeGreaterThan(0.7 * stamp.width);
        }
      }
    }
  });

  it('of another seed look otherwise', () => {
    const stamp = stampOf('wood');
    expect(pressed(stamp, [0, 0], 1)).toEqual(pressed(stamp, [0, 0], 1));
    expect(pressed(stamp, [0, 0], 1)).not.toEqual(pressed(stamp, [0, 0], 2));
  });
});

describe('a map that comes from elsewhere', () => {
  const map = { ...newMap('Two woods'), terrain: [{ kind: 'wood', roles: ['cover'], corners: square }] };

  it('is taken over as it is, with nothing besides', () => {
    expect(readMap({ ...map, extra: 1 })).toEqual(map);
    expect(mapText(map)).toBe(mapText(JSON.parse(JSON.stringify(map))));
    expect(readMap({ ...map, name: '  Two\n woods ' })?.name).toBe('Two woods');
  });

  it('of another form is none', () => {
    const piece = map.terrain[0]!;
    const wrong = [
      null,
      7,
      [],
      { ...map, name: '  ' },
      { ...map, width: '9000' },
      { ...map, gap: 0 },
      { ...map, height: 1.5 },
      { ...map, objectives: [[1, 2, 3]] },
      { ...map, objectives: undefined },
      { ...map, gap: null },
      { ...map, terrain: {} },
      { ...map, terrain: [{ ...piece, kind: 'a <b>' }] },
      { ...map, terrain: [{ ...piece, roles: 'cover' }] },
      { ...map, terrain: [{ ...piece, corners: square.slice(0, 2) }] },
      {
        ...map,
        terrain: [
          {
            ...piece,
            corners: [
              [0, 0],
              [1, NaN],
              [2, 2],
            ],
          },
        ],
      },
    ];
    for (const value of wrong) expect(readMap(value), JSON.stringify(value)).toBeNull();
  });
});

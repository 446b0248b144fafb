import { describe, expect, it } from 'vitest';

import { distance, distanceTo, isInside, type Point } from '../src/table/geometry';
import { hatching } from '../src/table/land/curves';
import { landscapeOf, type Piece } from '../src/table/land/landscape';
import { lotsOf, scatter } from '../src/table/land/scatter';

const WOOD: Point[] = [
  [1000, 1000],
  [2600, 900],
  [2900, 2000],
  [1700, 1600],
  [900, 2200],
];
const moved = (corners: Point[], dx: number, dy: number): Point[] => corners.map(([x, y]) => [x + dx, y + dy]);
const drawn = (pieces: Piece[], more = {}) => landscapeOf({ pieces, roads: [], roadWidth: 200, upright: 0, coarse: 1, ...more });
const placesIn = (path: string): Point[] => [...path.matchAll(/M(-?\d+) (-?\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);

describe('what is strewn over a piece of ground', () => {
  it('lies in it, apart from each other, and fills it', () => {
    const found = scatter(WOOD, 120, lotsOf(WOOD));
    expect(found.length).toBeGreaterThan(60);
    for (const place of found) expect(isInside(place, WOOD)).toBe(true);
    found.forEach((one, i) => found.slice(i + 1).forEach((other) => expect(distance(one, other)).toBeGreaterThanOrEqual(120)));
  });

  it('is the same each time, and goes along when the piece is moved', () => {
    const here = scatter(WOOD, 120, lotsOf(WOOD));
    const there = moved(WOOD, 3000, 700);
    expect(scatter(WOOD, 120, lotsOf(WOOD))).toEqual(here);
    expect(scatter(there, 120, lotsOf(there)).length).toBe(here.length);
  });
});

describe('a landscape', () => {
  it('has trees whose crowns stay near the edge that counts', () => {
    const [wood] = drawn([{ kind: 'wood', corners: WOOD }]).under;
    const { crowns } = wood!.pieces[0]!;
    const trees = crowns!.rows.flatMap(({ greens }) => placesIn(greens.join('')));
    expect(trees.length).toBeGreaterThan(30);
    for (const tree of trees) expect(distanceTo(tree, WOOD)).toBeLessThan(crowns!.size / 2);
  });

  it('leaves roads free of trees and houses', () => {
    const road: Point[] = [
      [0, 1300],
      [4000, 1300],
    ];
    const [wood, town] = drawn(
      [
        { kind: 'wood', corners: WOOD },
        { kind: 'town', corners: moved(WOOD, 0, -200) },
      ],
      { roads: [road] },
    ).under;
    const trees = wood!.pieces[0]!.crowns!.rows.flatMap(({ greens }) => placesIn(greens.join('')));
    for (const [, y] of trees) expect(Math.abs(y - 1300)).toBeGreaterThan(100);
    expect(town!.pieces[0]!.roofs!.light).not.toBe('');
  });

  it('lays hills under woods, roads under bridges, and strange ground on top', () => {
    const square = moved(WOOD, 0, 0);
    const kinds = ['bridge', 'wood', 'glacier', 'hill', 'river'].map((kind) => ({ kind, corners: square }));
    const { under, over } = drawn(kinds);
    expect(under.map(({ kind }) => kind)).toEqual(['hill', 'wood', 'river']);
    expect(over.map(({ kind }) => kind)).toEqual(['bridge', 'glacier']);
  });

  it('draws furrows from edge to edge, also around a corner that goes inwards', () => {
    const lines = hatching(WOOD, 0.4, 90);
    expect(lines.length).toBeGreaterThan(8);
    for (const [[ax, ay], [bx, by]] of lines) expect(isInside([(ax + bx) / 2, (ay + by) / 2], WOOD)).toBe(true);
  });
});

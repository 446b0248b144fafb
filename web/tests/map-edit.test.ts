import { describe, expect, it } from 'vitest';

import {
  addCorner,
  addPiece,
  countObjectives,
  duplicatePiece,
  flipPiece,
  moveCorner,
  moveObjective,
  movePiece,
  nameKind,
  raiseObjective,
  removeCorner,
  removePiece,
  scalePiece,
  setSize,
  turnPiece,
  twinPiece,
} from '../src/maps/edit';
import { centreOf, opposite } from '../src/maps/geometry';
import { newMap } from '../src/maps/shape';
import { fromOneHalf, isSymmetric, twinOf } from '../src/maps/symmetry';
import type { Piece, TableMap } from '../src/maps/types';
import { distance, extentOf, type Point } from '../src/table/geometry';

const box = (x: number, y: number, width: number, height: number): Point[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];
const wood = (corners: Point[]): Piece => ({ kind: 'wood', roles: ['cover', 'difficult'], corners });
const empty = newMap('Test');
const withWood = (corners: Point[], symmetric = false) => addPiece(empty, wood(corners), symmetric);
const cornersOf = (map: TableMap, index: number) => map.terrain[index]!.corners;

describe('a piece', () => {
  it('is laid on the table and never hangs over its edge', () => {
    const map = withWood(box(-300, 5900, 600, 400));
    expect(cornersOf(map, 0)).toEqual(box(0, 5600, 600, 400));
    expect(cornersOf(movePiece(map, 0, [20_000, 0], false), 0)).toEqual(box(8400, 5600, 600, 400));
  });

  it('moves, turns, grows and is mirrored about its middle', () => {
    const map = withWood(box(3000, 2000, 600, 400));
    expect(centreOf(cornersOf(movePiece(map, 0, [10, -100], false), 0))).toEqual([3310, 2100]);
    const quarter = cornersOf(turnPiece(map, 0, 90, false), 0);
    expect(extentOf(quarter)).toEqual({ left: 3100, top: 1900, right: 3500, bottom: 2500 });
    expect(quarter[0]).toEqual([3500, 1900]);
    expect(extentOf(cornersOf(scalePiece(map, 0, [2, 0.5], false), 0))).toEqual({ left: 2700, top: 2100, right: 3900, bottom: 2300 });
    const bent = moveCorner(map, 0, 0, [2500, 2000], false);
    expect(cornersOf(flipPiece(bent, 0, false), 0)).toContainEqual([3600, 2000]);
    expect(cornersOf(flipPiece(flipPiece(bent, 0, false), 0, false), 0)).toEqual(cornersOf(bent, 0));
  });

  it('keeps whole tenths of a millimetre and its place through a full circle', () => {
    let map = withWood(box(3000, 2000, 601, 333));
    for (let i = 0; i < 24; i += 1) map = turnPiece(map, 0, 15, false);
    for (const [i, corner] of cornersOf(map, 0).entries()) {
      expect(corner.every(Number.isInteger)).toBe(true);
      expect(distance(corner, box(3000, 2000, 601, 333)[i]!)).toBeLessThan(20);
    }
  });

  it('gets and loses corners', () => {
    const map = withWood(box(3000, 2000, 600, 400));
    const five = addCorner(map, 0, 3, false);
    expect(cornersOf(five, 0)).toEqual([...box(3000, 2000, 600, 400), [3000, 2200]]);
    expect(cornersOf(addCorner(map, 0, 0, false, [3300, 1900]), 0)[1]).toEqual([3300, 1900]);
    const three = removeCorner(map, 0, 1, 3, false);
    expect(cornersOf(three, 0)).toHaveLength(3);
    expect(removeCorner(three, 0, 0, 3, false)).toBe(three);
  });

  it('is copied aside and on the other side of the table', () => {
    const map = withWood(box(8300, 5500, 600, 400));
    expect(cornersOf(duplicatePiece(map, 0, false), 1)).toEqual(box(7900, 5100, 600, 400));
    const both = twinPiece(map, 0);
    expect(isSymmetric(both)).toBe(true);
    expect(twinPiece(both, 0)).toBe(both);
  });
});

describe('in symmetric mode', () => {
  const map = withWood(box(3000, 2000, 600, 400), true);

  it('what is laid has a twin, and what is done to one is done to both', () => {
    expect(map.terrain).toHaveLength(2);
    const changes = [
      movePiece(map, 1, [-30, 50], true),
      turnPiece(map, 0, 33, true),
      scalePiece(map, 0, [1.3, 0.7], true),
      flipPiece(moveCorner(map, 0, 2, [3900, 2600], true), 0, true),
      addCorner(map, 1, 2, true),
      removeCorner(map, 0, 1, 3, true),
      nameKind(map, 0, 'rock', ['solid'], true),
      duplicatePiece(map, 0, true),
    ];
    for (const changed of changes) {
      expect(changed).not.toEqual(map);
      expect(isSymmetric(changed)).toBe(true);
    }
    expect(removePiece(map, 1, true).terrain).toEqual([]);
    expect(removePiece(map, 1, false).terrain).toHaveLength(1);
  });

  it('a piece in the very middle is its own twin and stays there', () => {
    const centred = withWood(box(4200, 2800, 600, 400), true);
    expect(centred.terrain).toHaveLength(1);
    expect(twinOf(centred, 0)).toBe(0);
    expect(movePiece(centred, 0, [100, 0], true)).toBe(centred);
    expect(isSymmetric(turnPiece(centred, 0, 30, true))).toBe(true);
    const pulled = moveCorner(centred, 0, 0, [4000, 2700], true);
    expect(cornersOf(pulled, 0)).toEqual([
      [4000, 2700],
      [4800, 2800],
      [5000, 3300],
      [4200, 3200],
    ]);
    const six = addCorner(pulled, 0, 3, true);
    expect(cornersOf(six, 0)).toHaveLength(6);
    expect(isSymmetric(six)).toBe(true);
    expect(isSymmetric(addCorner(pulled, 0, 0, true, [4500, 2500]))).toBe(true);
    const four = removeCorner(six, 0, 0, 3, true);
    expect(cornersOf(four, 0)).toHaveLength(4);
    expect(isSymmetric(four)).toBe(true);
  });

  it('a piece without a twin is changed alone', () => {
    const alone = withWood(box(3000, 2000, 600, 400));
    expect(movePiece(alone, 0, [100, 0], true).terrain).toHaveLength(1);
    expect(centreOf(cornersOf(movePiece(alone, 0, [100, 0], true), 0))).toEqual([3400, 2200]);
  });

  it('objectives move in pairs, the one in the middle not at all', () => {
    const moved = moveObjective(empty, 1, [3000, 1000], true);
    expect(moved.objectives).toEqual([
      [4500, 3000],
      [3000, 1000],
      [6000, 5000],
    ]);
    expect(moveObjective(empty, 0, [100, 100], true)).toBe(empty);
    expect(moveObjective(empty, 0, [100, 100], false).objectives[0]).toEqual([100, 100]);
  });

  it('one half is made the measure of both', () => {
    let lopsided = addPiece(withWood(box(1000, 500, 600, 400)), wood(box(7000, 900, 300, 300)), false);
    lopsided = addPiece(lopsided, wood(box(4200, 2800, 600, 400)), false);
    lopsided = moveObjective(lopsided, 1, [3000, 900], false);
    expect(isSymmetric(lopsided)).toBe(false);
    const even = fromOneHalf(lopsided);
    expect(isSymmetric(even)).toBe(true);
    expect(even.terrain).toHaveLength(3);
    expect(even.objectives).toEqual([[4500, 3000], [3000, 900], opposite([3000, 900], empty)]);
  });
});

describe('objectives', () => {
  it('come and go by number, new ones far from the others', () => {
    const seven = countObjectives(empty, 7, 250, false);
    expect(seven.objectives).toHaveLength(7);
    expect(seven.objectives.slice(0, 3)).toEqual(empty.objectives);
    for (const [i, one] of seven.objectives.entries()) {
      for (const other of seven.objectives.slice(i + 1)) expect(distance(one, other)).toBeGreaterThan(1900);
    }
    expect(countObjectives(seven, 3, 250, false)).toEqual(empty);
    expect(isSymmetric(countObjectives(empty, 7, 250, true))).toBe(true);
  });

  it('keep off solid ground and zones', () => {
    const walled = addPiece(empty, { kind: 'rock', roles: ['solid'], corners: box(1800, 0, 2400, 6000) }, false);
    const [x] = countObjectives(walled, 5, 250, false).objectives[3]!;
    expect(x).toBeGreaterThanOrEqual(4200 + 250);
    expect(x).toBeLessThanOrEqual(9000 - 1800 - 250);
  });

  it('change places in the order of importance', () => {
    expect(raiseObjective(empty, 2).objectives).toEqual([
      [4500, 3000],
      [4500, 5100],
      [4500, 900],
    ]);
    expect(raiseObjective(empty, 0)).toBe(empty);
  });
});

describe('the table', () => {
  it('grows and shrinks around its middle', () => {
    const map = addPiece(withWood(box(3000, 2000, 600, 400), true), wood(box(0, 0, 200, 200)), true);
    const wide = setSize(map, 12000, 9000, { least: 3000, margin: 1000 });
    expect(isSymmetric(wide)).toBe(true);
    expect(cornersOf(wide, 0)).toEqual(box(4500, 3500, 600, 400));
    const small = setSize(map, 6000, 4000, { least: 3000, margin: 1000 });
    expect(isSymmetric(small)).toBe(true);
    expect(small.gap).toBe(4000);
    expect(cornersOf(small, 2)).toEqual(box(0, 0, 200, 200));
  });
});

import type { Square } from '../../lib/protocol';
import { CELL, EDGE, EIGHT, middle, placeOf, sizeOf } from './geometry';

/** In the units of the drawing. */
export interface Size {
  width: number;
  height: number;
}

const STEP = CELL / 4;
const GAP = 8;
const HALF = CELL / 2 + GAP;
/** How bad it is to cover the square itself, one that has to be seen, one that would better be seen; and to be a square away. */
const OWN = 40;
const MUST = 6;
const RATHER = 1;
const AWAY = 0.7;

const shared = (a: number, aSize: number, b: number, bSize: number) => Math.max(0, Math.min(a + aSize, b + bSize) - Math.max(a, b));
const between = (a: number, aSize: number, b: number, bSize: number) => Math.max(0, b - (a + aSize), a - (b + bSize));

/** All places along a line for something of this size, the ones just beside the square among them. */
function places(at: number, size: number, whole: number): number[] {
  const last = Math.max(0, whole - size);
  const even = Array.from({ length: Math.floor(last / STEP) + 1 }, (_, i) => i * STEP);
  return [...even, last, at - size / 2, at + HALF, at - HALF - size].filter((one) => one >= 0 && one <= last);
}

/** Where a card about a square goes: inside the board, near the square, where it covers least of what has to stay in sight. */
export function roomFor(square: Square, size: Size, flipped: boolean, must: Square[] = [], rather: Square[] = [], extent = EIGHT) {
  const { x, y } = middle(square, flipped, extent);
  const board = sizeOf(extent);
  const { width, height } = size;
  const weights = new Map<Square, number>(rather.map((one) => [one, RATHER]));
  for (const one of must) weights.set(one, MUST);
  weights.set(square, OWN);
  const things = [...weights].map(([one, weight]) => {
    const { column, row } = placeOf(one, flipped, extent);
    return { left: EDGE + column * CELL, top: EDGE + row * CELL, weight: weight / CELL ** 2 };
  });
  function cost(left: number, top: number): number {
    const apart = Math.hypot(between(left, width, x - HALF, 2 * HALF), between(top, height, y - HALF, 2 * HALF));
    // Of equal places the one whose middle is nearest.
    const off = Math.hypot(left + width / 2 - x, top + height / 2 - y);
    return things.reduce(
      (sum, { weight, ...thing }) => sum + weight * shared(left, width, thing.left, CELL) * shared(top, height, thing.top, CELL),
      (AWAY * apart + off / 20) / CELL,
    );
  }
  const rows = places(y, height, board.height);
  const all = places(x, width, board.width).flatMap((left) => rows.map((top) => ({ left, top, cost: cost(left, top) })));
  return all.reduce((best, place) => (place.cost < best.cost ? place : best));
}

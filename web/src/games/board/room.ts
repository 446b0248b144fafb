import type { Square } from '../../lib/protocol';
import { CELL, EDGE, middle, placeOf, SIZE } from './geometry';

/** In the units of the drawing. */
export interface Size {
  width: number;
  height: number;
}

const GAP = 8;
const HALF = CELL / 2;
/** How bad it is to cover the square itself, one that must be seen, one that would better be seen. */
const OWN = 10;
const MUST = 4;
const RATHER = 1;

const within = (from: number, size: number) => Math.max(0, Math.min(from, SIZE - size));
const shared = (a: number, aSize: number, b: number, bSize: number) =>
  Math.max(0, Math.min(a + aSize, b + bSize) - Math.max(a, b)) / CELL;

/**
 * Where a card beside a square goes: inside the board, above, below or beside the square, wherever it covers least of
 * what has to stay in sight.
 */
export function roomFor(square: Square, size: Size, flipped: boolean, must: Square[] = [], rather: Square[] = []) {
  const { x, y } = middle(square, flipped);
  const { width, height } = size;
  const corners = (squares: Square[], weight: number) =>
    [...new Set(squares)]
      .filter((one) => one !== square)
      .map((one) => placeOf(one, flipped))
      .map(({ column, row }) => ({ left: EDGE + column * CELL, top: EDGE + row * CELL, weight }));
  const things = [
    { left: x - HALF, top: y - HALF, weight: OWN },
    ...corners(must, MUST),
    ...corners(rather.filter((one) => !must.includes(one)), RATHER),
  ];
  const cost = (left: number, top: number) =>
    things.reduce(
      (sum, thing) => sum + thing.weight * shared(left, width, thing.left, CELL) * shared(top, height, thing.top, CELL),
      // Of equal places the nearest one.
      Math.hypot(left + width / 2 - x, top + height / 2 - y) / (20 * SIZE),
    );
  const across = [x - width / 2, x - HALF, x + HALF - width, x + HALF + GAP, x - HALF - GAP - width];
  const down = [y - height / 2, y - HALF, y + HALF - height];
  const places = [
    ...across.flatMap((left) => [y + HALF + GAP, y - HALF - GAP - height].map((top) => ({ left, top }))),
    ...down.flatMap((top) => [x + HALF + GAP, x - HALF - GAP - width].map((left) => ({ left, top }))),
  ].map(({ left, top }) => ({ left: within(left, width), top: within(top, height) }));
  return places.reduce((best, place) => (cost(place.left, place.top) < cost(best.left, best.top) ? place : best));
}

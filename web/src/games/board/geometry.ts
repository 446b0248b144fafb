import type { Square } from '../../lib/protocol';

const FILES = 'abcdefghijklmnopqrstuvwxyz';
export const CELL = 100;
/** Around the squares; their names are in them. */
export const EDGE = 10;

/** How many squares a board has. */
export interface Extent {
  columns: number;
  rows: number;
}

export const EIGHT: Extent = { columns: 8, rows: 8 };

/** How large a board is drawn. */
export const sizeOf = ({ columns, rows }: Extent) => ({ width: columns * CELL + 2 * EDGE, height: rows * CELL + 2 * EDGE });
export const SIZE = sizeOf(EIGHT).width;

const fileOf = (square: Square): number => FILES.indexOf(square.charAt(0));
const rankOf = (square: Square): number => Number(square.slice(1));

/** From one square to another. */
export interface Way {
  at: Square;
  to: Square;
}

export interface Place {
  column: number;
  row: number;
}

/** Column and row on the screen, from the top left, of a square. */
export function placeOf(square: Square, flipped: boolean, { columns, rows } = EIGHT): Place {
  const file = fileOf(square);
  const rank = rankOf(square) - 1;
  return flipped ? { column: columns - 1 - file, row: rank } : { column: file, row: rows - 1 - rank };
}

export function squareAt(place: Place, flipped: boolean, { columns, rows } = EIGHT): Square | null {
  const { column, row } = place;
  if (column < 0 || column >= columns || row < 0 || row >= rows) return null;
  const file = flipped ? columns - 1 - column : column;
  const rank = flipped ? row : rows - 1 - row;
  return `${FILES[file]}${rank + 1}`;
}

/** The middle of a square in the drawing. */
export function middle(square: Square, flipped: boolean, extent = EIGHT): { x: number; y: number } {
  const { column, row } = placeOf(square, flipped, extent);
  return { x: EDGE + (column + 0.5) * CELL, y: EDGE + (row + 0.5) * CELL };
}

/** A corner of a square in the drawing, by the way there from its middle: -1 or 1 along each of the board's edges. */
export function cornerOf(square: Square, [right, up]: readonly [number, number], flipped: boolean): { x: number; y: number } {
  const { x, y } = middle(square, flipped);
  const half = flipped ? -CELL / 2 : CELL / 2;
  return { x: x + right * half, y: y - up * half };
}

/** From the middle of one square to short of the other's, so that a head shows; and which way that is. */
export function shaftOf(way: Way, short: number, flipped: boolean, extent = EIGHT) {
  const from = middle(way.at, flipped, extent);
  const to = middle(way.to, flipped, extent);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const x = (to.x - from.x) / length;
  const y = (to.y - from.y) / length;
  return { from, to: { x: to.x - x * short, y: to.y - y * short }, x, y };
}

export function rows(flipped: boolean, extent = EIGHT): Square[][] {
  return Array.from({ length: extent.rows }, (_, row) =>
    Array.from({ length: extent.columns }, (_, column) => squareAt({ column, row }, flipped, extent)!),
  );
}

export function isDark(square: Square): boolean {
  return (fileOf(square) + rankOf(square)) % 2 === 1;
}

/** A square next to this one, for questions about a piece that cannot go anywhere. */
export function neighbour(square: Square): Square {
  const rank = Number(square.charAt(1));
  return `${square.charAt(0)}${rank < 8 ? rank + 1 : rank - 1}`;
}

/** A border around squares, as one path: each side behind which there is none of them. */
export function borderOf(squares: Iterable<Square>, flipped: boolean): string {
  const inside = new Set(squares);
  const sides: string[] = [];
  for (const square of inside) {
    const { column, row } = placeOf(square, flipped);
    const [x, y] = [EDGE + column * CELL, EDGE + row * CELL];
    const open = (dx: number, dy: number) => {
      const beside = squareAt({ column: column + dx, row: row + dy }, flipped);
      return beside === null || !inside.has(beside);
    };
    if (open(0, -1)) sides.push(`M${x} ${y}h${CELL}`);
    if (open(0, 1)) sides.push(`M${x} ${y + CELL}h${CELL}`);
    if (open(-1, 0)) sides.push(`M${x} ${y}v${CELL}`);
    if (open(1, 0)) sides.push(`M${x + CELL} ${y}v${CELL}`);
  }
  return sides.join('');
}

import type { Square } from '../../lib/protocol';

const FILES = 'abcdefgh';
export const CELL = 100;
export const EDGE = 32;
export const SIZE = 8 * CELL + 2 * EDGE;

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
export function placeOf(square: Square, flipped: boolean): Place {
  const file = FILES.indexOf(square.charAt(0));
  const rank = Number(square.charAt(1)) - 1;
  return flipped ? { column: 7 - file, row: rank } : { column: file, row: 7 - rank };
}

export function squareAt(place: Place, flipped: boolean): Square | null {
  const { column, row } = place;
  if (column < 0 || column > 7 || row < 0 || row > 7) return null;
  const file = flipped ? 7 - column : column;
  const rank = flipped ? row : 7 - row;
  return `${FILES[file]}${rank + 1}`;
}

/** The middle of a square in the drawing. */
export function middle(square: Square, flipped: boolean): { x: number; y: number } {
  const { column, row } = placeOf(square, flipped);
  return { x: EDGE + (column + 0.5) * CELL, y: EDGE + (row + 0.5) * CELL };
}

export function rows(flipped: boolean): Square[][] {
  return Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 8 }, (_, column) => squareAt({ column, row }, flipped)!),
  );
}

export function isDark(square: Square): boolean {
  return (FILES.indexOf(square.charAt(0)) + Number(square.charAt(1))) % 2 === 1;
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

import { describe, expect, it } from 'vitest';

import { CELL, EDGE, placeOf, SIZE } from '../src/games/board/geometry';
import { roomFor } from '../src/games/board/room';

const phone = { width: 0.7 * SIZE, height: 260 };
const small = { width: 250, height: 120 };

function covers(at: { left: number; top: number }, size: { width: number; height: number }, square: string, flipped = false): boolean {
  const { column, row } = placeOf(square, flipped);
  const [left, top] = [EDGE + column * CELL, EDGE + row * CELL];
  return at.left < left + CELL && left < at.left + size.width && at.top < top + CELL && top < at.top + size.height;
}

describe('a card about a square', () => {
  it.each(['a1', 'a8', 'h1', 'h8', 'a4', 'h5', 'd4', 'e8'])('at %s stays on the board and off the square', (square) => {
    for (const size of [phone, small]) {
      for (const flipped of [false, true]) {
        const at = roomFor(square, size, flipped);
        expect(at.left).toBeGreaterThanOrEqual(0);
        expect(at.top).toBeGreaterThanOrEqual(0);
        expect(at.left + size.width).toBeLessThanOrEqual(SIZE);
        expect(at.top + size.height).toBeLessThanOrEqual(SIZE);
        expect(covers(at, size, square, flipped)).toBe(false);
      }
    }
  });

  it('leaves what has to be seen in sight', () => {
    const must = ['c4', 'c5', 'c6', 'c7', 'e5', 'e6', 'd7', 'd4'];
    const at = roomFor('d5', small, false, must);
    expect(must.filter((square) => covers(at, small, square))).toEqual([]);
  });

  it('rather covers one thing that should be seen than one that has to be', () => {
    const everywhere = Array.from({ length: 64 }, (_, i) => `${'abcdefgh'.charAt(i % 8)}${Math.floor(i / 8) + 1}`);
    const must = ['b3', 'b4', 'b5', 'c5', 'd5', 'd4'];
    const at = roomFor('c4', small, false, must, everywhere);
    expect(must.filter((square) => covers(at, small, square))).toEqual([]);
  });

  it('lies beside the square where nothing is in the way', () => {
    const at = roomFor('d4', small, false);
    const { column, row } = placeOf('d4', false);
    expect(Math.abs(at.left + small.width / 2 - (EDGE + (column + 0.5) * CELL))).toBeLessThan(2 * CELL);
    expect(Math.abs(at.top + small.height / 2 - (EDGE + (row + 0.5) * CELL))).toBeLessThan(2 * CELL);
  });
});

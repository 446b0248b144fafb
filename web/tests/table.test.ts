import { describe, expect, it } from 'vitest';

import { middle, placeOf, rows, squareAt } from '../src/games/board/geometry';
import { commitmentOf, seedText } from '../src/lib/proof';
import { entriesOf } from '../src/parts/log';
import { event, step } from './steps';

describe('the board', () => {
  it('finds squares from either side', () => {
    expect(placeOf('a1', false)).toEqual({ column: 0, row: 7 });
    expect(placeOf('a1', true)).toEqual({ column: 7, row: 0 });
    for (const flipped of [false, true]) {
      for (const square of rows(flipped).flat()) expect(squareAt(placeOf(square, flipped), flipped)).toBe(square);
    }
    expect(squareAt({ column: 8, row: 0 }, false)).toBeNull();
    expect(middle('a8', false)).toEqual(middle('h1', true));
  });
});

describe('the log', () => {
  const told = [event('TOLD')];

  it('folds the placements of a side, and leaves out what tells nothing', () => {
    const one = (number: number, seat: string, action: string | null, placed = false) =>
      step([], { number, seat, action, events: told, placed });
    const entries = entriesOf([
      one(0, 'white', 'roll'),
      one(1, 'black', null, true),
      one(2, 'black', null, true),
      one(3, 'white', 'A@a1', true),
      one(4, 'white', 'ready'),
      { ...one(5, 'white', 'use s1'), events: [] },
    ]);
    expect(entries.map((entry) => [entry.seat, entry.first, entry.last, entry.placements])).toEqual([
      ['white', 0, 0, false],
      ['black', 1, 2, true],
      ['white', 3, 3, true],
      ['white', 4, 4, false],
    ]);
  });
});

describe('fair dice', () => {
  it('are announced by the SHA-256 of their seed', async () => {
    expect(seedText('ab')).toBe('000000000000000000000000000000ab');
    // printf 'escaramuza dice 00000000000000000000000000000001' | sha256sum
    expect(await commitmentOf('1')).toBe('f82e84cb0b6a8eb393b325b25885ca98fafd67687a6f109ab1f04d069ad527f0');
  });
});

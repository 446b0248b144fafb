import { describe, expect, it } from 'vitest';

import { middle, placeOf, rows, squareAt } from '../src/games/board/geometry';
import { moved, thrown, travel, type Piece } from '../src/games/tactics/scene';
import { commitmentOf, seedText } from '../src/lib/proof';
import { entriesOf } from '../src/parts/log';

const piece = (id: number, square: string): Piece => ({ id, side: 'white', class: 'axe', square, moved: false, guard: false });

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

describe('a written move', () => {
  it('goes from square to square', () => {
    expect(travel('e2-e3')).toEqual({ at: 'e2', to: 'e3' });
    expect(travel('e2xd3')).toEqual({ at: 'e2', to: 'd3' });
    expect(travel('A@c2')).toBeNull();
    expect(travel(null)).toBeNull();
  });

  it('moves its piece and removes what stood there', () => {
    const after = moved([piece(1, 'e2'), piece(2, 'd3')], 'e2xd3');
    expect(after).toEqual([{ ...piece(1, 'd3'), moved: true }]);
  });

  it('shows the last dice of a step', () => {
    const event = (first: number, second: number) => ({
      code: 'DICE_THROWN',
      clause: '',
      section: '',
      numbers: { first, second },
      text: { es: '', fr: '', en: '' },
    });
    const step = { number: 0, seat: 'white', action: 'end', events: [event(1, 2), event(5, 6)], threw: true };
    expect(thrown(step)).toEqual([5, 6]);
    expect(thrown({ ...step, events: [] })).toBeNull();
  });
});

describe('the log', () => {
  const told = [{ code: 'TOLD', clause: '', section: '', numbers: {}, text: { es: '', fr: '', en: '' } }];

  it('folds the placements of a side, and leaves out what tells nothing', () => {
    const step = (number: number, seat: string, action: string | null) => ({ number, seat, action, events: told, threw: false });
    const entries = entriesOf([
      step(0, 'white', 'roll'),
      step(1, 'black', null),
      step(2, 'black', null),
      step(3, 'white', 'A@a1'),
      step(4, 'white', 'ready'),
      { ...step(5, 'white', 'use s1'), events: [] },
    ]);
    expect(entries.map((entry) => [entry.seat, entry.first, entry.last, entry.placements])).toEqual([
      ['white', 0, 0, false],
      ['black', 1, 2, true],
      ['white', 3, 3, true],
      ['white', 4, 4, false],
    ]);
  });

  it('knows a placement from a walk to a place', () => {
    const folds = (action: string) => entriesOf([{ number: 0, seat: 'blue', action, events: told, threw: false }])[0]?.placements;
    expect(['K@e1', '3@c2', 'obstacle@d4', 'b3@12.5,30/90'].map(folds)).toEqual([true, true, true, true]);
    expect(['walk@12.5,30', 'go@3,4', 'card:tactical b3@3,4', 'e2-e3'].map(folds)).toEqual([false, false, false, false]);
  });
});

describe('fair dice', () => {
  it('are announced by the SHA-256 of their seed', async () => {
    expect(seedText('ab')).toBe('000000000000000000000000000000ab');
    // printf 'escaramuza dice 00000000000000000000000000000001' | sha256sum
    expect(await commitmentOf('1')).toBe('f82e84cb0b6a8eb393b325b25885ca98fafd67687a6f109ab1f04d069ad527f0');
  });
});

import { beforeAll, describe, expect, it } from 'vitest';

import type { Piece } from '../src/games/tactics/scene';
import { readLine } from '../src/games/tactics/words';
import en from '../src/i18n/en';
import { words } from '../src/lib/i18n.svelte';
import type { Game } from '../src/lib/protocol';

const piece = (side: Piece['side'], kind: Piece['class'], square: string): Piece => ({
  id: square, side, class: kind, square, moved: false, guard: kind === 'guard',
});

describe('moves in words', () => {
  beforeAll(() => {
    words.known = en;
  });

  it('name the pieces from where they are by then, up to what has no words', () => {
    const game = { terms: {} } as unknown as Game;
    const pieces = [piece('white', 'axe', 'e2'), piece('black', 'bow', 'e4')];
    expect(readLine(game, pieces, ['e2-e3', 'e3xe4', 'end', 'e4-e5', 'roll', 'e5-e6'])).toEqual([
      'Axe e2 → e3',
      'Axe e3 × Bow e4',
      en['action.end'],
      'Axe e4 → e5',
    ]);
  });
});

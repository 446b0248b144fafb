import { beforeAll, describe, expect, it } from 'vitest';

import type { Option } from '../src/games/tactics/scene';
import { readLine } from '../src/games/tactics/words';
import en from '../src/i18n/en';
import { words } from '../src/lib/i18n.svelte';
import type { Game } from '../src/lib/protocol';

const move = (unit: Option['unit'], at: string, to: string, captures: Option['captures'] = null): Option => ({
  action: '',
  kind: 'move',
  unit,
  at,
  to,
  captures,
});

describe('moves in words', () => {
  beforeAll(() => {
    words.known = en;
  });

  it('name the pieces, up to what has no words', () => {
    const game = { terms: {} } as unknown as Game;
    const line: Option[] = [
      move('axe', 'e2', 'e3'),
      move('axe', 'e3', 'e4', 'bow'),
      { action: 'end', kind: 'end' },
      { action: 'roll', kind: 'roll' },
      move('axe', 'e4', 'e5'),
    ];
    expect(readLine(game, line)).toEqual(['Axe e2 → e3', 'Axe e3 × Bow e4', en['action.end']]);
  });
});

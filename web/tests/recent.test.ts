import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Game } from '../src/lib/protocol';
import { recents, rememberCreated, rememberTable } from '../src/lib/recent';
import { UNKNOWN } from '../src/lib/table-state';

const game = { id: 'escarmouche', seats: ['white', 'black'] } as Game;
const seat = (kind: 'person' | 'link' | 'agent', name: string) => ({ kind, name, online: true });
const squads = { white: { name: 'Pack' }, black: { name: 'Herd' } };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

it('a match is remembered so that it can be told from others', () => {
  const link = { white: seat('link', 'white'), black: seat('person', 'black') };
  rememberTable('a', game, { ...UNKNOWN, you: ['black'], seats: link, scene: { squads } });
  const here = { white: seat('person', 'white'), black: seat('person', 'black') };
  rememberTable('b', game, { ...UNKNOWN, you: ['white', 'black'], seats: here, scene: { squads } });
  const machine = { white: seat('person', 'Ana'), black: seat('agent', 'easy') };
  rememberTable('c', game, { ...UNKNOWN, you: ['white'], seats: machine, scene: {} });
  expect(recents().map(({ token, opponent, how, squads: names }) => [token, opponent, how, names])).toEqual([
    ['c', 'easy', undefined, undefined],
    ['b', '', 'here', ['Pack', 'Herd']],
    ['a', '', 'link', ['Herd', 'Pack']],
  ]);
});

it('the invitation outlives a visit to the table', () => {
  const setup = { game: 'escarmouche', seats: { white: 'person', black: 'link' } };
  rememberCreated(setup, { mine: 'white', tokens: { white: 'a', black: 'b' }, spectator: 's' });
  const seats = { white: seat('person', 'white'), black: seat('link', 'black') };
  rememberTable('a', game, { ...UNKNOWN, you: ['white'], seats, scene: { squads } });
  expect(recents()).toMatchObject([{ token: 'a', invite: 'b', spectator: 's', how: 'link', squads: ['Pack', 'Herd'] }]);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Game } from '../src/lib/protocol';
import { recents, rememberCreated, rememberTable } from '../src/lib/recent';
import { UNKNOWN } from '../src/lib/table-state';
import { scene as escarmouche } from './escarmouche-fixtures';
import { scene as tactics } from './tactics-fixtures';

const game = { id: 'escarmouche', seats: ['white', 'black'], side_of: {} } as unknown as Game;
const seat = (kind: 'person' | 'link' | 'agent', name: string) => ({ kind, name, online: true });
const squads = { white: { name: 'Pack', points: 3 }, black: { name: 'Herd', points: 3 } };
const fought = { ...UNKNOWN, shape: 'escarmouche' as const, scene: escarmouche([], { squads }), shortcuts: {} };
const plain = { ...UNKNOWN, shape: 'tactics' as const, scene: tactics(), shortcuts: {} };

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
  rememberTable('a', game, { ...fought, you: ['black'], seats: link });
  const here = { white: seat('person', 'white'), black: seat('person', 'black') };
  rememberTable('b', game, { ...fought, you: ['white', 'black'], seats: here });
  const machine = { white: seat('person', 'Ana'), black: seat('agent', 'easy') };
  rememberTable('c', game, { ...plain, you: ['white'], seats: machine });
  expect(recents().map(({ token, opponent, how, side, squads: names }) => [token, opponent, how, side, names])).toEqual([
    ['c', 'easy', undefined, 'white', undefined],
    ['b', '', 'here', undefined, ['Pack', 'Herd']],
    ['a', '', 'link', 'black', ['Herd', 'Pack']],
  ]);
});

it('a match of teams is remembered by those of the other side', () => {
  const teams = {
    id: 'cafe',
    seats: ['blue', 'red', 'blue-2', 'red-2', 'blue-3', 'red-3'],
    side_of: { blue: 'blue', red: 'red', 'blue-2': 'blue', 'red-2': 'red' },
  } as unknown as Game;
  const here = seat('person', 'Ana');
  const seats = { blue: here, red: seat('link', 'Luc'), 'blue-2': seat('link', 'Eva'), 'red-2': seat('agent', 'easy') };
  rememberTable('a', teams, { ...plain, you: ['blue'], seats });
  const all = { blue: here, red: here, 'blue-2': here, 'red-2': here };
  rememberTable('b', teams, { ...plain, you: Object.keys(all), seats: all });
  const machines = { ...all, 'blue-2': seat('agent', 'hard'), red: seat('agent', 'easy'), 'red-2': seat('agent', 'easy') };
  rememberTable('c', teams, { ...plain, you: ['blue'], seats: machines });
  expect(recents().map(({ opponent, how }) => [opponent, how])).toEqual([
    ['easy', undefined],
    ['', 'all'],
    ['Luc, easy', 'link'],
  ]);
});

it('a match of teams between people is not one against the machine', () => {
  const teams = {
    id: 'cafe',
    seats: ['blue', 'red', 'blue-2', 'red-2'],
    side_of: { blue: 'blue', red: 'red', 'blue-2': 'blue', 'red-2': 'red' },
  } as unknown as Game;
  const machine = seat('agent', 'easy');
  const mixed = { blue: seat('person', 'Ana'), red: seat('link', ''), 'blue-2': machine, 'red-2': machine };
  rememberTable('a', teams, { ...plain, you: ['blue'], seats: mixed });
  const here = { blue: seat('person', 'Ana'), red: seat('person', 'Luc'), 'blue-2': machine, 'red-2': machine };
  rememberTable('b', teams, { ...plain, you: ['blue', 'red'], seats: here });
  expect(recents().map(({ opponent, how }) => [opponent, how])).toEqual([
    ['', 'here'],
    ['', 'link'],
  ]);
});

it('every seat that waits has a link of its own', () => {
  const setup = { game: 'cafe', seats: { blue: 'person', red: 'link', 'blue-2': 'easy', 'red-2': 'link' } };
  rememberCreated(setup, { mine: 'blue', tokens: { blue: 'a', red: 'b', 'red-2': 'c' }, spectator: 's' });
  expect(recents()).toMatchObject([{ token: 'a', invites: { red: 'b', 'red-2': 'c' }, how: 'link' }]);
});

it('the invitation outlives a visit to the table', () => {
  const setup = { game: 'escarmouche', seats: { white: 'person', black: 'link' } };
  rememberCreated(setup, { mine: 'white', tokens: { white: 'a', black: 'b' }, spectator: 's' });
  const seats = { white: seat('person', 'white'), black: seat('link', 'black') };
  rememberTable('a', game, { ...fought, you: ['white'], seats });
  expect(recents()).toMatchObject([{ token: 'a', invites: { black: 'b' }, spectator: 's', how: 'link', squads: ['Pack', 'Herd'] }]);
});

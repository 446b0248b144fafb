import { describe, expect, it } from 'vitest';

import { Cover, keepsSecret, type Covers } from '../src/lib/cover.svelte';
import type { Game, Seat, Seats } from '../src/lib/protocol';
import type { CafeScene } from '../src/games/cafe/scene';
import { around, seating, seatsAt, seatsFor, sideOf, type Holder } from '../src/lib/seats';
import { UNKNOWN, type TableState } from '../src/lib/table-state';
import { scene as table } from './cafe-fixtures';

const TWO = ['blue', 'red', 'blue-2', 'red-2'];
const ALL = [...TWO, 'blue-3', 'red-3'];
const teams = {
  seats: ALL,
  sides: ['blue', 'red'],
  side_of: Object.fromEntries(ALL.map((seat, i) => [seat, i % 2 ? 'red' : 'blue'])),
  seats_by_option: { option: 'players', seats: { 1: TWO.slice(0, 2), 2: TWO, 3: ALL } },
  options: [{ name: 'players', default: 1 }],
} as unknown as Game;
const pair = { seats: ['white', 'black'], sides: ['white', 'black'], side_of: {}, seats_by_option: null } as unknown as Game;

describe('the seats of a match', () => {
  it('are those of the chosen options', () => {
    expect(seatsFor(teams, { players: '2' })).toEqual(TWO);
    expect(seatsFor(teams, { players: 3 })).toEqual(ALL);
    expect(seatsFor(teams, {})).toEqual(['blue', 'red']);
    expect(seatsFor(pair, { players: 2 })).toEqual(['white', 'black']);
  });

  it('stay in their order at the table', () => {
    const seats = { 'red-2': {}, blue: {}, red: {}, 'blue-2': {} } as unknown as Seats;
    expect(seatsAt(teams, seats)).toEqual(TWO);
  });

  it('play for a side', () => {
    expect(sideOf(teams, 'red-3')).toBe('red');
    expect(sideOf(pair, 'black')).toBe('black');
  });

  it('lie around a player whose own comes first', () => {
    expect(around(teams, TWO, 'blue')).toEqual(TWO);
    expect(around(teams, TWO, 'red')).toEqual(['red', 'blue', 'red-2', 'blue-2']);
    expect(around(pair, pair.seats, 'black')).toEqual(['black', 'white']);
  });
});

describe('who is seated where', () => {
  const all = (holder: Holder) => TWO.map(() => holder);

  it('against the machine one seat is mine', () => {
    const { seats, names } = seating(['red', 'blue', 'red-2', 'blue-2'], all('hard'), [' Ana ', 'Luc']);
    expect(seats).toEqual({ red: 'person', blue: 'hard', 'red-2': 'hard', 'blue-2': 'hard' });
    expect(names).toEqual({ red: 'Ana' });
  });

  it('at one screen all are persons', () => {
    const { seats, names } = seating(TWO, all('here'), ['Ana', '', 'Eva']);
    expect(seats).toEqual({ blue: 'person', red: 'person', 'blue-2': 'person', 'red-2': 'person' });
    expect(names).toEqual({ blue: 'Ana', 'blue-2': 'Eva' });
  });

  it('each seat can have somebody else', () => {
    const { seats } = seating(TWO, ['easy', 'link', 'here', 'easy'], []);
    expect(seats).toEqual({ blue: 'person', red: 'link', 'blue-2': 'person', 'red-2': 'easy' });
  });

  it('two seats are as they were', () => {
    expect(seating(['black', 'white'], ['link', 'link'], ['Ana', 'x'])).toEqual({
      seats: { black: 'person', white: 'link' },
      names: { black: 'Ana' },
    });
  });
});

describe('the cover at a shared screen', () => {
  const hands = (counts: Record<Seat, number>) =>
    Object.fromEntries(Object.entries(counts).map(([seat, count]) => [seat, { count, cards: [], own: false, shown: [] }]));
  let state: TableState = UNKNOWN;
  const show = (eyes: Seat, of: Partial<CafeScene>, more: Partial<Pick<TableState, 'you' | 'eyes' | 'outcome'>> = {}) => {
    state = { ...UNKNOWN, you: TWO, eyes, shape: 'cafe', scene: table([], of), shortcuts: {}, ...more };
  };
  const begin = (covers?: Covers) => new Cover(() => state, covers && (() => covers));
  const step = (cover: Cover, eyes: Seat, scene: Partial<CafeScene>) => {
    show(eyes, scene);
    cover.follow();
    return cover.seat;
  };

  it('comes before each secret placement', () => {
    const cover = begin();
    expect(step(cover, 'blue', { secret: false })).toBeNull();
    expect(step(cover, 'blue', { secret: true })).toBe('blue');
    cover.uncover();
    expect(step(cover, 'blue', { secret: true })).toBeNull();
    expect(step(cover, 'red', { secret: true })).toBe('red');
    cover.uncover();
    expect(step(cover, 'red', { secret: false })).toBeNull();
  });

  it('comes before a hand is seen, and again after somebody without one', () => {
    const cover = begin();
    const scene = { secret: false, hands: hands({ blue: 2, red: 0, 'blue-2': 1, 'red-2': 0 }) };
    expect(step(cover, 'blue', scene)).toBe('blue');
    cover.uncover();
    expect(step(cover, 'blue', scene)).toBeNull();
    expect(step(cover, 'red', scene)).toBeNull();
    expect(step(cover, 'blue', scene)).toBe('blue');
    cover.uncover();
    expect(step(cover, 'blue-2', scene)).toBe('blue-2');
  });

  it('is for shared screens and matches that go on', () => {
    const cover = begin();
    const scene = { secret: true };
    show('blue', scene, { you: ['blue'] });
    expect(cover.seat).toBeNull();
    show('blue', scene, { you: [], eyes: null });
    expect(cover.seat).toBeNull();
    show('blue', scene, { outcome: { blue: 1, red: -1 } });
    expect(cover.seat).toBeNull();
  });

  it('can be a matter of the game', () => {
    const cover = begin((_, seat) => seat === 'red');
    expect(step(cover, 'blue', { secret: true })).toBeNull();
    expect(step(cover, 'red', {})).toBe('red');
    expect(keepsSecret(table([]), 'blue')).toBe(false);
  });
});

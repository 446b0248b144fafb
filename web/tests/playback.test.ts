import { render } from 'svelte/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Asking } from '../src/games/board/asking.svelte';
import DraftTools from '../src/games/board/DraftTools.svelte';
import { Playback } from '../src/games/board/playback.svelte';
import Flashes from '../src/games/escarmouche/Flashes.svelte';
import { film as boardFilm } from '../src/games/escarmouche/scene';
import { Forming } from '../src/games/forglory/forming.svelte';
import { Hand } from '../src/games/forglory/hand.svelte';
import type { Change, Step } from '../src/lib/protocol';
import { settings, TEMPO } from '../src/lib/settings.svelte';
import { UNKNOWN, unseen, type TableState } from '../src/lib/table-state';
import { FakeTable, stubStorage } from './fake-table';
import { look, officer, option, scene, unit } from './forglory-fixtures';
import { step } from './steps';

const TAKES: Change[] = [{ kind: 'vanish', id: 1, at: 'e4', to: 'taken' }];
const film = {
  each: () => ({ scene: null, hold: 100 }),
  end: (_: TableState, before: { hold: number } | null) => ({ scene: null, hold: before?.hold ?? 0 }),
};

beforeEach(() => {
  stubStorage();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The match after so many steps, the last of them news. */
function after(steps: Step[], actor: string, news = 1): TableState {
  const known = steps.length - news;
  return { ...UNKNOWN, seq: steps.length, steps, known, you: ['white'], actor, shape: 'forglory', scene: scene([], []) } as TableState;
}

describe('what happened', () => {
  it('has been seen once all of it was shown, also where a plain step of one’s own comes on top', () => {
    vi.useFakeTimers();
    const seen = vi.fn();
    const playback = new Playback(film, seen);
    playback.follow(after([], 'black', 0));
    seen.mockClear();
    const taken = step(TAKES, { seat: 'black' });
    playback.follow(after([taken], 'black'));
    playback.follow(after([taken, step([], { seat: 'white' })], 'white'));
    expect([playback.busy, seen.mock.calls.length]).toEqual([true, 0]);
    vi.runAllTimers();
    expect(playback.busy).toBe(false);
    expect(seen).toHaveBeenCalled();
  });

  it('is known to whoever just goes on with a turn', () => {
    vi.useFakeTimers();
    const seen = vi.fn();
    const playback = new Playback(film, seen);
    playback.follow(after([], 'white', 0));
    seen.mockClear();
    playback.follow(after([step([], { seat: 'white' })], 'white'));
    expect([playback.busy, seen.mock.calls.length]).toEqual([true, 1]);
  });

  it('can be skipped and watched again, and always ends', () => {
    vi.useFakeTimers();
    const playback = new Playback(film);
    playback.follow(after([], 'black', 0));
    expect(playback.kept).toBe(false);
    playback.follow(after([step(TAKES, { seat: 'black' })], 'black'));
    playback.skip();
    expect([playback.busy, playback.kept]).toEqual([false, true]);
    playback.again();
    expect(playback.busy).toBe(true);
    playback.step();
    vi.runAllTimers();
    expect(playback.busy).toBe(false);
  });

  it('is told at once to whoever looks elsewhere, and can be watched afterwards', () => {
    vi.useFakeTimers();
    const [seen, shown] = [vi.fn(), vi.fn()];
    const playback = new Playback(film, seen, shown);
    playback.follow(after([], 'black', 0));
    seen.mockClear();
    vi.stubGlobal('document', { visibilityState: 'hidden' });
    const steps = [1, 2].map((number) => step(TAKES, { seat: 'black', number }));
    playback.follow(after(steps.slice(0, 1), 'black'));
    playback.follow(after(steps, 'white'));
    expect([playback.busy, playback.kept, seen.mock.calls.length]).toEqual([false, true, 2]);
    vi.runAllTimers();
    vi.stubGlobal('document', { visibilityState: 'visible' });
    shown.mockClear();
    playback.again();
    vi.runAllTimers();
    expect(shown.mock.calls.map(([one]) => (one as Step).number)).toEqual([1, 2]);
  });

  it('is shown as the turn of whoever did it first', () => {
    const steps = [step(TAKES, { seat: 'black' }), step([], { seat: 'white' })];
    expect(unseen(after([], 'black', 0), after(steps, 'white', 2))).toMatchObject({ actor: 'black', legal: [], canUndo: false });
  });
});

it('nothing is sent, taken back or asked about a position that has not been seen', async () => {
  const table = Object.assign(new FakeTable(() => after([], 'white', 0), { why: () => null, look: () => null }), { watching: true });
  const asking = new Asking(table.table);
  expect([await asking.send(['end']), await asking.undo(), asking.open, asking.answers]).toEqual([false, false, false, false]);
  expect(table.acted).toEqual([]);
});

it('whoever has said to be ready cannot say it again while it is shown', () => {
  const pieces = { toPlace: [], draft: { placed: {}, tray: [] }, picked: null, side: 'white', myTurn: true };
  const ready = (watching: boolean) => {
    const { table } = Object.assign(new FakeTable(() => after([], 'white', 0), { why: () => null, look: () => null }), { watching });
    const drafting = { ...pieces, table, hand: new Asking(table) };
    const { body } = render(DraftTools, {
      props: { game: { seats: ['white', 'black'], terms: {} }, drafting, nameOf: String, token } as never,
    });
    return /<button[^>]*data-testid="ready"[^>]*>/.exec(body)?.[0].includes('disabled');
  };
  const token = () => undefined;
  expect([ready(false), ready(true)]).toEqual([false, true]);
});

it('an attack on a board has been seen before the film goes on, at every pace', () => {
  const styles = new Map<string, string>();
  const root = { style: { setProperty: (name: string, value: string) => styles.set(name, value) } };
  vi.stubGlobal('document', { documentElement: { ...root, dataset: {}, removeAttribute: vi.fn(), toggleAttribute: vi.fn() } });
  for (const pace of ['slow', 'quick', 'normal'] as const) {
    settings.set('pace', pace);
    expect(styles.get('--tempo')).toBe(String(TEMPO[pace]));
  }
  const flash = { trails: [], shots: [{ from: 'e2', to: 'e3', close: false }], dice: [], words: [], fallen: [], late: false };
  const { body } = render(Flashes, { props: { flash, flipped: false } });
  expect(body).toContain(`--strike: ${boardFilm.game.pace.strike}ms`);
});

it('a block goes on once what came of an order has been seen', async () => {
  const units = [unit(0, 'LnInf', 3000, 6000), unit(1, 'LnInf', 4000, 6000)];
  const uses = [option('use s1', 'use', { unit: 0 }), option('use s2', 'use', { unit: 1 })];
  const open = {
    ...after([], 'south', 0),
    you: ['south'],
    legal: uses,
    scene: scene(units, [officer(0, 3500, 7000)], { phase: 'orders' }),
  } as TableState;
  let state = open;
  const answers = {
    why: () => ({ allowed: true }),
    look: () => look({ place: { legal: true, why: null, cost: 1, most: 9, kind: 'move', to: [0, 0, 0], bends: [] } }),
  };
  const table = new FakeTable(() => state, answers);
  // Each order throws dice that have to be looked at: nobody can be used until that is over.
  const seen = vi.fn(async () => void (state = open));
  Object.assign(table, { seen, act: async (actions: string[]) => ((state = { ...open, legal: [] }), void table.acted.push(actions)) });
  const forming = new Forming(new Hand(table.table));
  forming.take([0, 1]);
  forming.put([3500, 5500]);
  await forming.go();
  expect(seen).toHaveBeenCalledTimes(2);
  expect(table.acted.map(([first]) => first)).toEqual(['use s1', 'use s2']);
});

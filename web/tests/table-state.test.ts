import { describe, expect, it } from 'vitest';

import type { FromServer, Step, Update } from '../src/lib/protocol';
import { scene } from './tactics-fixtures';
import { applyMessage, greetingOf, patience, UNKNOWN, type TableState } from '../src/lib/table-state';

type TacticsUpdate = Extract<Update, { shape: 'tactics' }>;

const step = (number: number, action: string | null = `a${number}`): Step => ({
  number,
  seat: 'white',
  action,
  events: [],
  changes: [],
  threw: false,
  placed: false,
});

const update = (given: Partial<TacticsUpdate>): TacticsUpdate => ({
  type: 'update',
  shape: 'tactics',
  seq: 1,
  from: 0,
  steps: [],
  scene: scene(),
  you: ['white'],
  eyes: 'white',
  actor: 'white',
  legal: [],
  shortcuts: {},
  seats: {},
  commitment: 'c',
  outcome: null,
  reason: null,
  talk: UNKNOWN.talk,
  terms: UNKNOWN.terms,
  arriving: null,
  can_undo: false,
  take_back: null,
  position: null,
  seed: null,
  rematch: null,
  ...given,
});

function after(state: TableState, message: FromServer, greeting = false): TableState {
  const applied = applyMessage(state, message, greeting);
  if (applied.what !== 'state') throw new Error(applied.what);
  return applied.state;
}

const started = after(UNKNOWN, update({ seq: 3, steps: [step(0), step(1)] }), true);

describe('updates', () => {
  it('put new steps after the known ones', () => {
    const next = after(started, update({ seq: 4, from: 2, steps: [step(2)], can_undo: true }));
    expect(next.steps.map((one) => one.action)).toEqual(['a0', 'a1', 'a2']);
    expect(next).toMatchObject({ seq: 4, canUndo: true, known: 2 });
  });

  it('replace steps from their number on', () => {
    const next = after(started, update({ seq: 4, from: 1, steps: [step(1, 'b'), step(2, 'c')] }));
    expect(next.steps.map((one) => one.action)).toEqual(['a0', 'b', 'c']);
  });

  it('that take steps back announce no news', () => {
    const next = after(started, update({ seq: 4, from: 1, steps: [] }));
    expect(next.steps).toHaveLength(1);
    expect(next.known).toBe(1);
  });

  it('that tell old secrets count only what is new as news', () => {
    const secret = after(UNKNOWN, update({ seq: 3, steps: [step(0), step(1, null)] }), true);
    const told = after(secret, update({ seq: 4, from: 0, steps: [step(0), step(1, 'A@c2'), step(2)] }));
    expect(told.known).toBe(2);
  });

  it('of the first greeting are not news', () => {
    expect(started.known).toBe(2);
  });

  it('older than what is known are ignored', () => {
    expect(applyMessage(started, update({ seq: 2 })).what).toBe('ignored');
  });

  it('with steps missing in between ask for a fresh start', () => {
    expect(applyMessage(started, update({ seq: 5, from: 4, steps: [step(4)] })).what).toBe('gap');
  });
});

describe('coming back', () => {
  it('greets with the last number and the count of steps', () => {
    expect(greetingOf(started)).toEqual({ type: 'hello', seq: 3, steps: 2 });
    expect(greetingOf(UNKNOWN)).toEqual({ type: 'hello', seq: 0, steps: 0 });
  });

  it('believes the answer even if the server counts again', () => {
    const next = after(started, update({ seq: 1, from: 0, steps: [step(0)] }), true);
    expect(next).toMatchObject({ seq: 1 });
    expect(next.steps).toHaveLength(1);
  });

  it('waits longer each time, but not forever', () => {
    const waits = [0, 1, 2, 3, 10, 100].map((tries) => patience(tries, 0.5));
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeLessThanOrEqual(10);
    expect(patience(3, 0)).toBeLessThan(patience(3, 1));
  });
});

describe('other messages', () => {
  it('tell how far an agent has thought, while it is its turn', () => {
    const waiting = after(started, update({ seq: 4, from: 2, actor: 'black' }));
    const thinking = after(waiting, { type: 'thinking', seat: 'black', share: 0.4 });
    expect(thinking.thinking).toEqual({ seat: 'black', share: 0.4 });
    expect(applyMessage(started, { type: 'thinking', seat: 'black', share: 0.4 }).what).toBe('ignored');
    expect(after(thinking, update({ seq: 5, from: 2, actor: 'white' })).thinking).toBeNull();
  });

  it('tell of a rematch after the end', () => {
    const over = after(started, update({ seq: 4, from: 2, actor: null, outcome: { white: 1, black: -1 } }));
    expect(over.rematch).toBeNull();
    const asked = after(over, update({ seq: 4, from: 2, actor: null, outcome: { white: 1, black: -1 }, rematch: 'again' }));
    expect(asked).toMatchObject({ rematch: 'again', known: asked.steps.length });
    expect(after(asked, { type: 'presence', seats: {} }).rematch).toBe('again');
  });

  it('tell who comes and goes', () => {
    const seats = { black: { name: 'Luis', kind: 'link' as const, online: true } };
    expect(after(started, { type: 'presence', seats }).seats).toEqual(seats);
  });
});

it('a wish to delete the match is known until it is given up, whatever is played meanwhile', () => {
  const seated: TableState = { ...UNKNOWN, ...update({}), canUndo: false, takeBack: null, thinking: null, leaving: null, known: 0 };
  const asked = applyMessage(seated, { type: 'leaving', seats: ['black'] });
  if (asked.what !== 'state') throw new Error(asked.what);
  const later = applyMessage(asked.state, update({ seq: 2 }));
  expect(later.what === 'state' && later.state.leaving).toEqual(['black']);
  const kept = applyMessage(asked.state, { type: 'leaving', seats: [] });
  expect(kept.what === 'state' && kept.state.leaving).toEqual([]);
});

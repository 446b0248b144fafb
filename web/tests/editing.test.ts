import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Asking } from '../src/barracks/asking.svelte';
import { choiceOf, readChoice } from '../src/barracks/choice';
import { Editing } from '../src/barracks/editing.svelte';
import { codeIn } from '../src/barracks/find';
import { notices } from '../src/barracks/notices.svelte';
import { Ratings, Verdicts } from '../src/barracks/ratings.svelte';
import { newUnit } from '../src/barracks/shape';
import type { Squad, Unit } from '../src/barracks/types';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('editing', () => {
  it('goes back and forth, and saves every state', () => {
    const saved: number[] = [];
    const editing = new Editing(1, (value) => saved.push(value));
    editing.undo();
    editing.change(2);
    editing.change(3);
    editing.undo();
    expect([editing.now, editing.canUndo, editing.canRedo]).toEqual([2, true, true]);
    editing.redo();
    expect(editing.now).toBe(3);
    editing.undo();
    editing.undo();
    editing.change(9);
    expect([editing.now, editing.canRedo]).toEqual([9, false]);
    expect(saved).toEqual([2, 3, 2, 3, 2, 1, 9]);
  });

  it('takes typing in one field as one step', () => {
    const editing = new Editing('', () => undefined);
    for (const text of ['W', 'Wo', 'Wol']) editing.change(text, 'name');
    vi.advanceTimersByTime(5000);
    editing.change('Wolf', 'name');
    editing.change('Wolf!', 'quote');
    editing.undo();
    expect(editing.now).toBe('Wolf');
    editing.undo();
    expect(editing.now).toBe('Wol');
    editing.undo();
    expect(editing.now).toBe('');
  });
});

describe('asking while something changes', () => {
  it('asks once for many changes, and the latest answer wins', async () => {
    const answers = new Map<number, (answer: string) => void>();
    const asked: number[] = [];
    const asking = new Asking<number, string>((question) => {
      asked.push(question);
      return new Promise((answer) => answers.set(question, answer));
    });
    asking.ask(1);
    await vi.advanceTimersByTimeAsync(0);
    for (const question of [2, 3, 4]) asking.ask(question);
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([1, 4]);
    answers.get(4)?.('four');
    await vi.advanceTimersByTimeAsync(0);
    answers.get(1)?.('one');
    await vi.advanceTimersByTimeAsync(0);
    expect([asking.answer, asking.waiting]).toEqual(['four', false]);
  });

  it('keeps the old answer beside the trouble', async () => {
    const asking = new Asking<number, string>((question) => (question === 1 ? Promise.resolve('one') : Promise.reject(new Error('away'))));
    asking.ask(1);
    await vi.advanceTimersByTimeAsync(1);
    asking.ask(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(asking.answer).toBe('one');
    expect(asking.trouble).not.toBe('');
  });
});

/** A server that knows no ability called `nonsense`, and whose units cost their health. */
function mockServer(): Squad[] {
  const asked: Squad[] = [];
  vi.stubGlobal('fetch', (_: string, request: RequestInit) => {
    const { squad } = JSON.parse(String(request.body)) as { squad: Squad };
    asked.push(squad);
    const bad = squad.units.some((unit) => unit.abilities.includes('nonsense'));
    const units = squad.units.map((unit) => ({ cost: unit.health, rank: 'trooper', points: 1 }));
    const body = bad
      ? { error: { code: 'UNKNOWN_ABILITY', text: { es: 'no', fr: 'non', en: 'no' } } }
      : { points: units.length, units, legal: true, problems: [], code: 'c' };
    return Promise.resolve(new Response(JSON.stringify(body), { status: bad ? 422 : 200 }));
  });
  return asked;
}

const unit = (health: number, abilities: string[] = []): Unit => ({ ...newUnit('Wolf'), health, abilities });

describe('the worth of units', () => {
  it('is asked for many at once, and only once', async () => {
    const asked = mockServer();
    const ratings = new Ratings();
    for (const health of [1, 2, 3, 2]) expect(ratings.of(unit(health))).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.length).toBe(1);
    expect(ratings.card(unit(2))).toMatchObject({ name: 'Wolf', cost: 2, rank: 'trooper' });
    ratings.of(unit(3));
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.length).toBe(1);
  });

  it('does not suffer for a unit that the server does not know', async () => {
    mockServer();
    const ratings = new Ratings();
    for (const one of [unit(1), unit(2, ['nonsense']), unit(3)]) ratings.of(one);
    await vi.advanceTimersByTimeAsync(1);
    expect([ratings.of(unit(1))?.cost, ratings.of(unit(2, ['nonsense']))?.cost, ratings.of(unit(3))?.cost]).toEqual([1, undefined, 3]);
  });

  it('of a squad that cannot be read is a problem in words', async () => {
    mockServer();
    const verdicts = new Verdicts();
    const squad = { name: 'x', units: [unit(2, ['nonsense'])] };
    expect(verdicts.of(squad)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(verdicts.of(squad)).toMatchObject({ legal: false, problems: [{ unit: null }] });
  });
});

describe('choosing a squad', () => {
  it('finds the code in a link', () => {
    expect(codeIn(' E1abc ')).toBe('E1abc');
    expect(codeIn('https://table.example/barracks?c=E1%2Bx&y=1')).toBe('E1+x');
  });

  it('remembers only what still means something', () => {
    const squad = { name: 'x', units: [unit(2)] };
    expect(readChoice({ kind: 'given', squad })).toEqual({ kind: 'given', squad });
    expect(readChoice({ kind: 'own', id: 'own-gone' })).toBeNull();
    expect(readChoice('x')).toBeNull();
    expect(choiceOf({ from: 'code', id: 'c', thing: { unit: unit(2) } })).toEqual({
      kind: 'given',
      squad: { name: 'Wolf', units: [unit(2)] },
    });
  });
});

describe('the way back', () => {
  it('is offered for the latest action', () => {
    const done: string[] = [];
    notices.offer('one', () => done.push('one'));
    notices.offer('two', () => done.push('two'));
    notices.undo();
    notices.undo();
    expect(done).toEqual(['two']);
    expect(notices.now).toBeNull();
  });

  it('stays on its page', () => {
    vi.stubGlobal('location', { pathname: '/barracks', search: '' });
    notices.offer('one', () => undefined);
    notices.leave();
    expect(notices.now?.text).toBe('one');
    vi.stubGlobal('location', { pathname: '/barracks', search: '?c=code' });
    notices.leave();
    expect(notices.now).toBeNull();
  });
});

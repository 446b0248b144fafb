import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { questionOf, type Form } from '../src/lab/asking';
import * as api from '../src/lab/api';
import { Inquiring } from '../src/lab/inquiring.svelte';
import { roundStep, scaleOf } from '../src/lab/plot';
import type { Answer, News, Part } from '../src/lab/types';
import { Refused } from '../src/lib/api';

const text = (en: string) => ({ es: en, fr: en, en });
const figure = (low: number, value: number, high: number) => ({ label: text('x'), low, value, high });
const partOf = (unit: 'share' | 'number', ...figures: ReturnType<typeof figure>[]): Part => ({
  id: 'p',
  title: text('t'),
  note: text('n'),
  unit,
  reference: null,
  figures,
});

describe('a plot', () => {
  it('gives shares all of their line', () => {
    expect(scaleOf(partOf('share', figure(0.4, 0.5, 0.6))).at(0.5)).toBe(50);
  });

  it('gives numbers as much as they take, from round to round', () => {
    const { at, ticks } = scaleOf(partOf('number', figure(42, 54, 73)));
    expect(ticks).toEqual([40, 50, 60, 70, 80]);
    expect([at(40), at(80)]).toEqual([0, 100]);
  });

  it('has a line even where there is only one number', () => {
    const { at, ticks } = scaleOf(partOf('number', figure(6, 6, 6)));
    expect(ticks.length).toBeGreaterThan(1);
    expect(at(6)).toBeGreaterThanOrEqual(0);
    expect(at(6)).toBeLessThanOrEqual(100);
  });

  it('steps by one, two and five', () => {
    expect([0.2, 1, 3, 7, 12, 40, 600].map(roundStep)).toEqual([1, 1, 5, 10, 20, 50, 1000]);
  });
});

describe('a form', () => {
  const form: Form = { kind: 'fair', game: 'tactics', agent: 'random', precision: 2, seed: 3, option: '', squads: [], map: null };
  const squad = { name: 'A', units: [] };

  it('asks about one squad against the field, and about several against each other', () => {
    expect(questionOf({ ...form, kind: 'squads' })).toBeNull();
    expect(questionOf({ ...form, kind: 'squads', squads: [squad] })).toMatchObject({ kind: 'field', squad, agent: 'random' });
    expect(questionOf({ ...form, kind: 'squads', squads: [squad, squad] })).toMatchObject({ kind: 'squads' });
    expect(questionOf({ ...form, kind: 'squads', squads: Array(7).fill(squad) })).toBeNull();
  });

  it('needs a map, and an option', () => {
    expect(questionOf({ ...form, kind: 'map' })).toBeNull();
    expect(questionOf({ ...form, kind: 'rule' })).toBeNull();
  });

  it('asks for luck with somebody who can be stronger', () => {
    expect(questionOf({ ...form, kind: 'luck' })).toMatchObject({ agent: 'greedy' });
  });

  it('takes no seed that is none', () => {
    expect(questionOf({ ...form, seed: -1 })).toMatchObject({ seed: 0 });
  });
});

async function* pieces(...parts: string[]): AsyncGenerator<string> {
  for await (const line of api.lines(new Response(parts.join('')).body!)) yield line;
}

it('reads whole lines of what comes in pieces', async () => {
  const found = [];
  for await (const line of pieces('{"a":1}\n{"b"', ':2}\n', '{"é":3}\n')) found.push(line);
  expect(found).toEqual(['{"a":1}', '{"b":2}', '{"é":3}']);
});

describe('asking', () => {
  const QUESTION = { kind: 'fair', game: 'tactics' } as const;
  const answer = (games: number) => ({ games, parts: [], sentence: text('s'), sure: text('s') }) as unknown as Answer;
  const news = (state: News['state'], games: number) =>
    ({ state, share: 0, games, answer: games ? answer(games) : null, fault: null }) as News;

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('keeps the last answer, marked as old, until the next one comes', async () => {
    vi.spyOn(api, 'news').mockImplementation(async function* () {
      yield news('waiting', 0);
      await Promise.resolve();
      yield news('done', 40);
    });
    const asking = new Inquiring();
    asking.ask(QUESTION);
    await vi.runAllTimersAsync();
    expect([asking.running, asking.stale, asking.answer?.games]).toEqual([false, false, 40]);
    asking.askSoon(QUESTION, 500);
    expect([asking.running, asking.stale, asking.answer?.games]).toEqual([true, true, 40]);
    await vi.runAllTimersAsync();
    expect([asking.running, asking.stale]).toEqual([false, false]);
  });

  it('ends what it asked before', async () => {
    const signals: AbortSignal[] = [];
    vi.spyOn(api, 'news').mockImplementation(async function* (_, signal) {
      signals.push(signal);
      yield news('playing', 10 * signals.length);
      await new Promise(() => undefined);
    });
    const asking = new Inquiring();
    asking.ask(QUESTION);
    asking.ask(QUESTION);
    await vi.runAllTimersAsync();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    asking.stop();
    expect(signals[1]!.aborted).toBe(true);
    expect([asking.running, asking.stopped, asking.answer?.games]).toEqual([false, true, 20]);
  });

  it('asks again where the one before is not let go of yet, and says what is wrong otherwise', async () => {
    let tries = 0;
    vi.spyOn(api, 'news').mockImplementation(async function* () {
      tries += 1;
      await Promise.resolve();
      if (tries === 1) throw new Refused(429, { code: 'LAB_ONE_AT_A_TIME', text: text('wait') });
      if (tries === 2) throw new Refused(422, { code: 'NO_VALUES', text: text('no values') });
      yield news('done', 2);
    });
    const asking = new Inquiring();
    asking.ask(QUESTION);
    await vi.runAllTimersAsync();
    expect([tries, asking.running, asking.trouble]).toEqual([2, false, 'no values']);
  });
});

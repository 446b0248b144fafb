import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import en from '../src/i18n/en';
import { announcer } from '../src/lib/announce.svelte';
import { words } from '../src/lib/i18n.svelte';
import type { GameReadiness } from '../src/lib/protocol';
import { Cancelled, progressOf, Readiness } from '../src/lib/readiness.svelte';

const game = (id: string, state: GameReadiness['state'], share = 0.4, seconds: number | null = 12): GameReadiness => ({
  id,
  name: id,
  state,
  share: state === 'ready' ? 1 : share,
  seconds,
  why: state === 'failed' ? 'no room' : '',
});

/** What the server will say, the last for ever; null when it does not answer. */
let answers: (GameReadiness[] | null)[];
let asked: string[];
let readiness: Readiness;
const after = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  words.language = 'en';
  words.known = en;
  announcer.lines = [];
  asked = [];
  readiness = new Readiness();
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) throw new TypeError('nobody there');
    return { ok: true, json: async () => answer };
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('how far the games are', () => {
  it('is asked once where all are ready', async () => {
    answers = [[game('a', 'ready'), game('b', 'ready')]];
    readiness.follow();
    await after(10);
    expect(asked).toEqual(['/api/readiness']);
    expect(announcer.lines).toEqual([]);
  });

  it('is asked once a second until all are ready or given up', async () => {
    answers = [
      [game('a', 'preparing'), game('b', 'waiting')],
      [game('a', 'ready'), game('b', 'preparing')],
      [game('a', 'ready'), game('b', 'failed')],
    ];
    readiness.follow();
    await after(0.5);
    expect([asked.length, readiness.of('a')?.state]).toEqual([1, 'preparing']);
    await after(1);
    expect([asked.length, readiness.of('a')?.state]).toEqual([2, 'ready']);
    await after(60);
    expect([asked.length, readiness.of('b')?.state]).toEqual([3, 'failed']);
    expect(announcer.lines).toEqual(['a is ready.', 'b could not be prepared.']);
  });

  it('is asked by nobody once nobody cares', async () => {
    answers = [[game('a', 'preparing')]];
    const leave = [readiness.follow(), readiness.follow()];
    await after(1.5);
    leave.forEach((one) => one());
    await after(60);
    expect(asked).toHaveLength(2);
    readiness.follow();
    await after(1.5);
    expect(asked).toHaveLength(4);
  });

  it('names the game of the page, once', async () => {
    answers = [[game('a', 'preparing'), game('b', 'waiting')]];
    readiness.follow();
    await after(0.5);
    const leave = readiness.follow('b');
    await after(2);
    leave();
    await after(1);
    readiness.follow('b');
    await after(1);
    expect(asked.map((path) => path.replace('/api/readiness', ''))).toEqual(['', '?wanted=b', '', '', '?wanted=b']);
  });

  it('is asked again, less often, when the server does not answer', async () => {
    answers = [null, null, [game('a', 'ready')]];
    readiness.follow('a');
    await after(30);
    expect(asked).toEqual(Array(3).fill('/api/readiness?wanted=a'));
    expect(readiness.of('a')?.state).toBe('ready');
  });
});

describe('waiting for a game', () => {
  it('ends when it is ready; its beginning and its end are told, and nothing between', async () => {
    answers = [
      ...Array<GameReadiness[]>(5).fill([game('a', 'preparing'), game('b', 'waiting')]),
      [game('a', 'ready'), game('b', 'waiting')],
    ];
    let over = false;
    void readiness.until('a').then(() => (over = true));
    await after(4.5);
    expect([over, readiness.awaited?.id, readiness.unseen]).toEqual([false, 'a', true]);
    const hide = readiness.show();
    expect(readiness.unseen).toBe(false);
    hide();
    await after(1);
    expect([over, readiness.awaited]).toEqual([true, null]);
    expect(announcer.lines).toEqual(['a is being prepared. 40%, about 12\u00a0s left.', 'a is ready.']);
    await after(60);
    expect(asked, 'nobody asks any more').toHaveLength(6);
  });

  it('ends when it is given up: the server says why', async () => {
    answers = [[game('a', 'failed')]];
    await expect(readiness.until('a')).resolves.toBeUndefined();
  });

  it('ends when nobody wants to wait', async () => {
    answers = [[game('a', 'preparing')]];
    const wait = expect(readiness.until('a')).rejects.toBeInstanceOf(Cancelled);
    await after(1.5);
    readiness.cancel();
    await wait;
    await after(60);
    expect([readiness.awaited, asked.length]).toEqual([null, 2]);
  });

  it.each([
    ['does not answer', null],
    ['does not know the game', [game('b', 'preparing')]],
  ])('ends when the server %s, but not at once', async (_, answer) => {
    answers = [answer];
    let over = false;
    void readiness.until('a').then(() => (over = true));
    await after(0.5);
    expect(over).toBe(false);
    await after(5);
    expect(over).toBe(true);
  });
});

describe('the words', () => {
  it.each([
    [game('a', 'preparing', 0.4, 12), 'Being prepared: 40%, about 12 s left'],
    [game('a', 'preparing', 0.2, 43), 'Being prepared: 20%, about 45 s left'],
    [game('a', 'preparing', 0.1, 130), 'Being prepared: 10%, about 2 min left'],
    [game('a', 'preparing', 0.99, 0.2), 'Being prepared: 99%, nearly done'],
    [game('a', 'waiting', 0, 61), 'Waiting its turn, ready in about 60 s'],
    [game('a', 'failed'), 'Could not be prepared: no room'],
    [game('a', 'ready'), 'a is ready.'],
  ])('%j', (now, said) => {
    expect(progressOf(now).replaceAll('\u00a0', ' ')).toBe(said);
  });
});

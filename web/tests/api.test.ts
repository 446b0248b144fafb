import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createMatch, matchInfoNow, Refused } from '../src/lib/api';
import { Cancelled, readiness } from '../src/lib/readiness.svelte';
import { troubleOf } from '../src/lib/trouble';

const text = (said: string) => ({ es: said, fr: said, en: said });
const PREPARING = { error: { code: 'PREPARING', text: text('wait'), game: 'tactics' } };
const NOT_PREPARED = { error: { code: 'NOT_PREPARED', text: text('no room') } };
const MADE = { tokens: { white: 'key' }, spectator: 'eye', mine: 'white' };
const setup = { game: 'tactics', seats: { white: 'person' } };

let state: 'preparing' | 'ready' | 'failed';
let posts: string[];

beforeEach(() => {
  vi.useFakeTimers();
  state = 'preparing';
  posts = [];
  vi.stubGlobal('fetch', async (path: string, request?: RequestInit) => {
    if (path.startsWith('/api/readiness')) {
      return Response.json([{ id: 'tactics', name: 'Tactics', state, share: 0.5, seconds: 5, why: '' }]);
    }
    posts.push(String(request?.body));
    if (state === 'ready') return Response.json(MADE, { status: 201 });
    return Response.json(state === 'failed' ? NOT_PREPARED : PREPARING, { status: 503 });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a request for a game that is being prepared', () => {
  it('is made again when the game is ready', async () => {
    const made = createMatch(setup);
    await vi.advanceTimersByTimeAsync(3500);
    expect([posts.length, readiness.awaited?.share]).toEqual([1, 0.5]);
    state = 'ready';
    await vi.advanceTimersByTimeAsync(1000);
    expect(await made).toEqual(MADE);
    expect(posts).toEqual(Array(2).fill(JSON.stringify(setup)));
  });

  it('is refused with a sentence when the game is given up', async () => {
    const made = createMatch(setup).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1500);
    state = 'failed';
    await vi.advanceTimersByTimeAsync(1000);
    const error = await made;
    expect(error).toBeInstanceOf(Refused);
    expect(troubleOf(error)).toBe('no room');
  });

  it('is given up without a word when nobody wants to wait', async () => {
    const made = createMatch(setup).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(1500);
    readiness.cancel();
    const error = await made;
    expect(error).toBeInstanceOf(Cancelled);
    expect(troubleOf(error)).toBe('');
    state = 'ready';
    await vi.advanceTimersByTimeAsync(60_000);
    expect(posts).toHaveLength(1);
  });

  it('does not wait where it is asked only how things stand now', async () => {
    await expect(matchInfoNow('key')).rejects.toBeInstanceOf(Refused);
  });
});

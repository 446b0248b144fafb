import { SvelteMap } from 'svelte/reactivity';

import { Refused } from '../lib/api';
import * as api from './api';
import type { TableMap, Verdict } from './types';

/** What the server says of maps, asked one after the other and kept as long as they do not change. */
class Verdicts {
  readonly #known = new SvelteMap<string, Verdict>();
  readonly #wanted = new Map<string, TableMap>();
  #asking = false;

  of(map: TableMap): Verdict | undefined {
    const key = JSON.stringify(map);
    const known = this.#known.get(key);
    if (!known && !this.#wanted.has(key)) {
      this.#wanted.set(key, map);
      if (!this.#asking) queueMicrotask(() => void this.#askAll());
    }
    return known;
  }

  /** As `of`, for those who wait for it. */
  async now(map: TableMap): Promise<Verdict> {
    const known = this.#known.get(JSON.stringify(map));
    if (known) return known;
    const verdict = await judged(map);
    this.#known.set(JSON.stringify(map), verdict);
    return verdict;
  }

  async #askAll(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted.size) {
      const [key, map] = [...this.#wanted][0]!;
      try {
        this.#known.set(key, await judged(map));
        this.#wanted.delete(key);
      } catch {
        // The server is away: whoever looks again asks again.
        this.#wanted.clear();
      }
    }
    this.#asking = false;
  }
}

/** A map that is refused altogether is one with something wrong. */
async function judged(map: TableMap): Promise<Verdict> {
  try {
    return await api.judge(map);
  } catch (error) {
    if (!(error instanceof Refused) || error.status === 429) throw error;
    return { legal: false, problems: [{ text: error.fault.text, piece: null, objective: null }], code: '' };
  }
}

export const verdicts = new Verdicts();

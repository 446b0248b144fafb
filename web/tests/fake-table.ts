import { vi } from 'vitest';

import type { Table } from '../src/lib/connection.svelte';
import type { TableState } from '../src/lib/table-state';

/** Drawers that keep nothing, unless what they keep is asked for. */
export function stubStorage(keeps = false): void {
  const drawer = new Map<string, string>();
  const storage = {
    getItem: (key: string) => drawer.get(key) ?? null,
    setItem: (key: string, text: string) => void (keeps && drawer.set(key, text)),
    removeItem: (key: string) => void drawer.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
}

/** What the rules say against an action. */
export const refusal = (code: string, clause: string, en: string, squares: string[] = []) => ({
  allowed: false as const,
  reason: { code, clause, section: '', numbers: {}, text: { es: '', fr: '', en }, squares },
});

/** A table that is always open, and notes what it is told and asked. */
export class FakeTable {
  readonly token = 't';
  readonly line = 'open';
  readonly acted: string[][] = [];
  readonly asked: unknown[] = [];

  constructor(
    readonly now: () => TableState,
    readonly answers: {
      why: (action: string) => unknown;
      look: (id: number, place?: { x: number; y: number }) => unknown;
      [more: string]: unknown;
    },
  ) {
    Object.assign(this, answers, {
      why: async (action: string) => (this.asked.push(action), answers.why(action)),
    });
  }

  get state(): TableState {
    return this.now();
  }

  async act(actions: string[]): Promise<void> {
    this.acted.push(actions);
  }

  /** As a hand takes it. */
  get table(): Table {
    return this as unknown as Table;
  }
}

export const settled = () => new Promise((done) => setTimeout(done));

/** What a hand asks for, and what it asks for then. */
export async function seekTwice(hand: { seek: () => void }): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    hand.seek();
    await settled();
  }
}

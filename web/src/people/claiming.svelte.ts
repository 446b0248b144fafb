import { onDestroy } from 'svelte';

import type { TableState } from '../lib/table-state';

/** How long until a deserted match can be claimed. The server told how much was left; only it decides when it is time. */
export class Claiming {
  #now = $state(Date.now());
  /** Since when the server's figures count down. */
  readonly #told: { claim: object | null; at: number } = { claim: null, at: 0 };

  constructor(private readonly state: () => TableState) {
    const clock = setInterval(() => (this.#now = Date.now()), 1000);
    onDestroy(() => clearInterval(clock));
  }

  /** Whom one waits for, and how many seconds more; null where nobody can desert. */
  get waiting(): { seat: string; left: number } | null {
    const { claim } = this.state().talk;
    if (!claim) return null;
    if (this.#told.claim !== claim) Object.assign(this.#told, { claim, at: Date.now() });
    const left = this.state().seats[claim.seat]?.online ? claim.left_here : claim.left;
    return { seat: claim.seat, left: Math.max(0, Math.ceil(left - (this.#now - this.#told.at) / 1000)) };
  }
}

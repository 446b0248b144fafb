import { onDestroy, untrack } from 'svelte';

import type { TableState } from '../../lib/table-state';
import type { Film, Frame } from '../film';
import { Playback } from './playback.svelte';

/** Says whenever something new has happened at a table. To be called while its component starts. */
export function follow(state: () => TableState, refresh: () => void): void {
  let seen = -1;
  $effect(() => {
    const { seq } = state();
    if (seq !== seen) untrack(refresh);
    seen = seq;
  });
}

/** The same, and shows what has happened one step after the other. */
export function played<F extends Frame<unknown>>(film: Film<F>, state: () => TableState, refresh: () => void): Playback<F> {
  const playback = new Playback(film);
  $effect(() => {
    const now = state();
    untrack(() => playback.follow(now));
  });
  follow(state, refresh);
  onDestroy(() => playback.stop());
  return playback;
}

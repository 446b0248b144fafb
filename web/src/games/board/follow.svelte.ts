import { onDestroy, untrack } from 'svelte';

import type { Table } from '../../lib/connection.svelte';
import type { TableState } from '../../lib/table-state';
import { play } from '../../lib/sound';
import type { Film, Frame } from '../film';
import { soundOf } from './heard';
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

/** The same, and shows what has happened one step after the other; the table speaks of it once it has been seen. */
export function played<F extends Frame<unknown>>(film: Film<F>, table: Table, refresh: () => void): Playback<F> {
  const playback = new Playback(
    film,
    () => table.settle(),
    (step) => {
      const sound = soundOf(step.changes);
      if (sound) play(sound);
    },
  );
  table.filmed = true;
  $effect(() => {
    const now = table.told;
    untrack(() => playback.follow(now));
  });
  follow(() => table.state, refresh);
  onDestroy(() => {
    playback.stop();
    table.filmed = false;
    table.settle();
  });
  return playback;
}

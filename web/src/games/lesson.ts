import type { Key } from '../lib/i18n.svelte';
import type { GameEvent } from '../lib/protocol';

/** A small thing to do on a real position. */
export interface Lesson {
  title: Key;
  text: Key;
  done: Key;
  position: string;
  /** Whether the learner has done it, from all that has happened and the refusals that were heard. */
  reached: (events: GameEvent[], refusals: string[]) => boolean;
}

import type { Key } from '../lib/i18n.svelte';
import type { GameEvent, NewMatch } from '../lib/protocol';

/** A small thing to do on a real position. */
export interface Lesson {
  title: Key;
  text: Key;
  done: Key;
  position: string;
  /** How the match is set up, where the position alone does not say it. */
  options?: NewMatch['options'];
  /** Whether the learner has done it, from all that has happened and the refusals that were heard. */
  reached: (events: GameEvent[], refusals: string[]) => boolean;
  /** Whether it can be done no more. */
  missed?: (events: GameEvent[]) => boolean;
}

import { getContext, setContext } from 'svelte';

import type { Game, Scene } from './protocol';

/** What is played on this page, for the parts around the table that any game has. */
export interface Current {
  game: Game | null;
  scene: Scene | null;
  /** The match has ended. */
  over?: boolean;
}

const KEY = Symbol('current');

/** To be called while a page starts. */
export const giveCurrent = (now: () => Current): void => void setContext(KEY, now);

/** To be called while a component starts; what it gives can be asked at any time. */
export const currently = (): (() => Current) => getContext<(() => Current) | undefined>(KEY) ?? (() => ({ game: null, scene: null }));

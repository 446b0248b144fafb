import type { Component } from 'svelte';

import type { Squad } from '../barracks/types';
import type { Game } from '../lib/protocol';

export interface BringProps {
  game: Game;
  side: string;
  /** How many points or units it may have; null for no limit. */
  most: number | null;
  /** What a guest brings to a match, as the server takes it; null while it cannot play. */
  brought: string | Squad | null;
}

type Bring = Component<BringProps, Record<string, never>, 'brought'>;

/** Found in the folders of their games, where guests have something to bring. */
const BRINGS = import.meta.glob<{ default: Bring }>('./*/Bring.svelte');

export const bringOf = (game: string): (() => Promise<{ default: Bring }>) | null => BRINGS[`./${game}/Bring.svelte`] ?? null;

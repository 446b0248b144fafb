import type { Component } from 'svelte';

import type { Chosen, Game } from '../lib/protocol';
import type { Wire } from '../maps/shape';

/** What a game's own part of the set-up gives to a new match, by option. */
export type Given = Record<string, Chosen | Wire>;

export interface SetupProps {
  game: Game;
  /** The army and the map that were chosen before coming here: their ids, codes or texts. */
  mine: string;
  map: string;
  /** The options as they stand. */
  chosen: Record<string, Chosen>;
  /** Null while something is missing. */
  brought: Given | null;
}

/** The options that are more than a field: a part of the set-up of their own asks for them. */
export interface Setup {
  options: readonly string[];
  load: () => Promise<{ default: Component<SetupProps, Record<string, never>, 'brought'> }>;
}

/** Found in the folders of their games. */
const SETUPS = import.meta.glob<Setup>('./*/setup/index.ts', { eager: true, import: 'setup' });

export const setupOf = (game: string): Setup | null => SETUPS[`./${game}/setup/index.ts`] ?? null;

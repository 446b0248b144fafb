import type { Component, Snippet } from 'svelte';

import type { Table } from '../lib/connection.svelte';
import type { Covers } from '../lib/cover.svelte';
import type { Game, Reason, Scene, Step } from '../lib/protocol';
import type { Lesson } from './lesson';

/** What a game adds to the table: how it is played, and how a scene is shown. */
export interface GameParts {
  Play: Component<{
    table: Table;
    game: Game;
    lesson?: boolean;
    onwhy?: (reason: Reason) => void;
    /** Above the board, at the top of the side, and below what the game itself puts there. */
    above?: Snippet;
    heading?: Snippet;
    beside?: Snippet;
  }>;
  /** `below` comes directly below the board. */
  Viewer: Component<{ game: Game; scene: Scene; step?: Step | null; flipped?: boolean; below?: Snippet }>;
  /** Whether a scene shows a seat what others at the same screen must not see; see `keepsSecret` for what is else asked. */
  covers?: Covers;
  /** The options that a position needs besides its text, as they stand in an address; null if it cannot be taken up. */
  setting?: (scene: Scene) => Promise<Record<string, string> | null>;
}

/** Folders by the ids of their games; any other game is played with the generic parts. */
const OWN = import.meta.glob<{ parts: GameParts }>(['./*/index.ts', '!./generic/index.ts']);
const LESSONS = import.meta.glob<{ lessons: Lesson[] }>('./*/lessons.ts');

export const hasLessons = (game: string): boolean => `./${game}/lessons.ts` in LESSONS;

/** The first lesson of a game, step by step; none where nobody has written one. */
export async function lessonsOf(game: string): Promise<Lesson[]> {
  return (await LESSONS[`./${game}/lessons.ts`]?.())?.lessons ?? [];
}

/** The parts of a game, loaded when first needed. */
export async function partsOf(game: string): Promise<GameParts> {
  return (await (OWN[`./${game}/index.ts`] ?? (() => import('./generic')))()).parts;
}

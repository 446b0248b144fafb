import type { Component, Snippet } from 'svelte';

import type { Table } from '../lib/connection.svelte';
import type { Covers } from '../lib/cover.svelte';
import type { Diagram, Drawing, Game, Reason, Scene, Step } from '../lib/protocol';
import type { Chronicle } from '../parts/log';
import type { Lesson } from './lesson';

/** What a game adds to the table: how it is played, and how a scene is shown. */
export interface GameParts {
  Play: Component<{
    table: Table;
    game: Game;
    lesson?: boolean;
    onwhy?: (reason: Reason) => void;
    /** What the page adds to the stage: a lesson, the result, who plays, and pages of the rail. */
    above?: Snippet;
    heading?: Snippet;
    players?: Snippet;
    log?: Snippet;
    more?: Snippet;
  }>;
  /** `below` comes directly below the board. */
  Viewer: Component<{
    game: Game;
    scene: Scene;
    step?: Step | null;
    /** All steps up to it, for what is marked of a whole turn. */
    steps?: Step[];
    flipped?: boolean;
    below?: Snippet;
  }>;
  /** On a wide screen its sides are left and right, and nobody's table is turned. */
  lying?: boolean;
  /** How its log is told in lines; without it every step is one. */
  chronicle?: Chronicle;
  /** Whether a scene shows a seat what others at the same screen must not see; see `keepsSecret` for what is else asked. */
  covers?: Covers;
  /** The options that a position needs besides its text, as they are in an address; null if it cannot be taken up. */
  setting?: (scene: Scene) => Promise<Record<string, string> | null>;
}

/** How a game draws a diagram of its rules: still, and called what another element says. */
export type DiagramPart = Component<{ game: Game; diagram: Diagram; drawing: Drawing; labelledby: string }>;

/** Folders by the ids of their games; any other game is played with the generic parts. */
const OWN = import.meta.glob<{ parts: GameParts }>(['./*/index.ts', '!./generic/index.ts']);
const PICTURES = import.meta.glob<{ default: Component }>('./*/Picture.svelte');
const LESSONS = import.meta.glob<{ lessons: Lesson[] }>('./*/lessons.ts');
const DIAGRAMS = import.meta.glob<{ default: DiagramPart }>('./*/Diagram.svelte');

const PRINTS = import.meta.glob('./*/print/index.ts');

/** Whether a game can be printed from a page of its own. */
export const hasPrint = (game: string): boolean => `./${game}/print/index.ts` in PRINTS;
export const hasLessons = (game: string): boolean => `./${game}/lessons.ts` in LESSONS;

/** What a game looks like, drawn with its own pieces; loaded when it is shown. Null where it has no picture of its own. */
export async function pictureOf(game: string): Promise<Component | null> {
  return (await PICTURES[`./${game}/Picture.svelte`]?.())?.default ?? null;
}

/** How its diagrams are drawn; null where nobody has written that. */
export async function diagramOf(game: string): Promise<DiagramPart | null> {
  return (await DIAGRAMS[`./${game}/Diagram.svelte`]?.())?.default ?? null;
}

/** The first lesson of a game, step by step; none where nobody has written one. */
export async function lessonsOf(game: string): Promise<Lesson[]> {
  return (await LESSONS[`./${game}/lessons.ts`]?.())?.lessons ?? [];
}

/** The parts of a game, loaded when first needed. */
export async function partsOf(game: string): Promise<GameParts> {
  return (await (OWN[`./${game}/index.ts`] ?? (() => import('./generic')))()).parts;
}

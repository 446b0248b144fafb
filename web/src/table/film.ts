import type { Film, Frame } from '../games/board/playback.svelte';
import type { Scene, Step } from '../lib/protocol';
import type { Point } from './geometry';

export interface Thrown {
  at: Point;
  faces: number[];
}

/** What is seen of a step: ways, who strikes whom, dice, what came of them, who falls. */
export interface Flash<Unit, Dice extends Thrown> {
  trails: { from: Point; to: Point; charge?: boolean }[];
  shots: { from: Point; to: Point; close?: boolean }[];
  dice: Dice[];
  words: { at: Point; text: string; good: boolean }[];
  fallen: Unit[];
}

export interface Shown<S, F> extends Frame<S> {
  flash: F | null;
  /** Counts the moments, so that equal flashes are seen again. */
  count: number;
}

interface Telling<S, F> {
  read: (scene: Scene) => S;
  /** The scene after a step, as far as it is drawn. */
  after: (scene: S, step: Step) => S;
  /** What a step shows, from the scene before it. */
  flashOf: (step: Step, before: S) => F | null;
  holdOf: (flash: F | null, step: Step) => number;
}

/** The film of a game on a free table. */
export function filmOf<S, F>({ read, after, flashOf, holdOf }: Telling<S, F>): Film<Shown<S, F>> {
  return {
    each: (before, step) => {
      const flash = flashOf(step, before.scene);
      return {
        scene: after(before.scene, step),
        last: null,
        dice: null,
        throws: before.throws + (step.threw ? 1 : 0),
        hold: holdOf(flash, step),
        flash,
        count: before.count + 1,
      };
    },
    end: (state, before, news) => ({
      scene: read(state.scene!),
      last: null,
      dice: null,
      throws: before?.throws ?? 0,
      hold: news.length ? (before?.hold ?? 0) : 0,
      flash: news.length ? (before?.flash ?? null) : null,
      count: before?.count ?? 0,
    }),
  };
}

/** The flash if anything of it is to be seen. */
export const seen = <F extends object>(flash: F): F | null =>
  Object.values(flash).some((list: unknown[]) => list.length) ? flash : null;

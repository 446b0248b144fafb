import { MOVE, THROW, type Film, type Frame } from '../board/playback.svelte';
import { moved, tacticsScene, thrown, travel, type TacticsScene } from './scene';

export type Shown = Frame<TacticsScene>;

export const film: Film<Shown> = {
  each: (before, step) => {
    const way = travel(step.action);
    const dice = thrown(step);
    return {
      scene: { ...before.scene, pieces: moved(before.scene.pieces, step.action) },
      last: way ?? before.last,
      dice: dice ?? before.dice,
      throws: before.throws + (dice ? 1 : 0),
      hold: (way ? MOVE : 0) + (dice ? THROW : 0),
    };
  },
  end: (state, before, news) => {
    const scene = tacticsScene(state.scene!);
    const lastMove = state.steps.findLast((step) => travel(step.action));
    const faces = scene.dice.filter((face) => face > 0);
    return {
      scene,
      last: travel(lastMove?.action ?? null),
      dice: faces.length === 2 ? [faces[0]!, faces[1]!] : (before?.dice ?? null),
      throws: before?.throws ?? 0,
      hold: news.length ? (before?.hold ?? 0) : 0,
    };
  },
};

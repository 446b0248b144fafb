import type { Square, Step } from '../../lib/protocol';
import { settings } from '../../lib/settings.svelte';
import type { TableState } from '../../lib/table-state';
import { moved, tacticsScene, thrown, travel, type TacticsScene } from './scene';

/** A moment of the match as it is drawn. */
export interface Shown {
  scene: TacticsScene;
  last: { at: Square; to: Square } | null;
  dice: [number, number] | null;
  /** Counts throws, so that equal faces are seen to be thrown again. */
  throws: number;
  hold: number;
}

const MOVE = 340;
const THROW = 620;
const TOO_MANY = 40;
const HURRY = 6;

/** Shows what happened one step after the other, however fast it came. */
export class Playback {
  shown = $state.raw<Shown | null>(null);
  busy = $state(false);
  #queue: Shown[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seq = -1;

  follow(state: TableState): void {
    if (!state.scene || state.seq === this.#seq) return;
    this.#seq = state.seq;
    const news = state.steps.slice(state.known);
    const last = this.#queue.at(-1) ?? this.shown;
    const frames = last ? frameEach(last, news) : [];
    const end = finalFrame(state, frames.at(-1) ?? last, news);
    frames.splice(-1, 1, end);
    if (!last || !settings.moves || frames.length > TOO_MANY || news.length === 0) {
      this.#queue = [];
      this.#show(end);
      return;
    }
    this.#queue.push(...frames);
    if (this.#queue.length > TOO_MANY) return this.skip();
    if (this.#timer === undefined) this.#next();
    this.busy = this.#queue.length > 0;
  }

  /** Straight to how things are now. */
  skip(): void {
    const end = this.#queue.at(-1);
    this.#queue = [];
    if (end) this.#show(end);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
  }

  #next(): void {
    this.#timer = undefined;
    const frame = this.#queue.shift();
    if (frame) this.#show(frame);
  }

  #show(frame: Shown): void {
    clearTimeout(this.#timer);
    this.shown = frame;
    this.busy = this.#queue.length > 0;
    // Two quick machines must not leave those who watch far behind.
    const pace = this.#queue.length > HURRY ? 0.3 : 1;
    this.#timer = setTimeout(() => this.#next(), frame.hold * pace);
  }
}

function frameEach(start: Shown, news: Step[]): Shown[] {
  let before = start;
  return news.map((step) => {
    const way = travel(step.action);
    const dice = thrown(step);
    before = {
      scene: { ...before.scene, pieces: moved(before.scene.pieces, step.action) },
      last: way ?? before.last,
      dice: dice ?? before.dice,
      throws: before.throws + (dice ? 1 : 0),
      hold: (way ? MOVE : 0) + (dice ? THROW : 0),
    };
    return before;
  });
}

function finalFrame(state: TableState, before: Shown | null, news: Step[]): Shown {
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
}

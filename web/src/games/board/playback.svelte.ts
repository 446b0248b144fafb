import type { Step } from '../../lib/protocol';
import { settings } from '../../lib/settings.svelte';
import type { TableState } from '../../lib/table-state';
import type { Film, Frame } from '../film';

const TOO_MANY = 40;
const HURRY = 6;

/** Shows what happened one step after the other, however fast it came. */
export class Playback<F extends Frame<unknown>> {
  shown = $state.raw<F | null>(null);
  busy = $state(false);
  #queue: F[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seq = -1;

  constructor(readonly film: Film<F>) {}

  follow(state: TableState): void {
    if (!state.scene || state.seq === this.#seq) return;
    this.#seq = state.seq;
    const news = state.steps.slice(state.known);
    const last = this.#queue.at(-1) ?? this.shown;
    const frames = last ? this.#frames(last, news) : [];
    const end = this.film.end(state, frames.at(-1) ?? last, news);
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

  #frames(start: F, news: Step[]): F[] {
    let before = start;
    return news.map((step) => (before = this.film.each(before, step)));
  }

  #next(): void {
    this.#timer = undefined;
    const frame = this.#queue.shift();
    if (frame) this.#show(frame);
  }

  #show(frame: F): void {
    clearTimeout(this.#timer);
    this.shown = frame;
    this.busy = this.#queue.length > 0;
    // Two quick machines must not leave those who watch far behind.
    const pace = this.#queue.length > HURRY ? 0.3 : 1;
    this.#timer = setTimeout(() => this.#next(), frame.hold * pace);
  }
}

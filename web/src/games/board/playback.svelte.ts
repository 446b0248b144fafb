import type { Step } from '../../lib/protocol';
import { settings, TEMPO } from '../../lib/settings.svelte';
import type { TableState } from '../../lib/table-state';
import type { Film, Frame } from '../film';

const TOO_MANY = 40;
const HURRY = 6;
/** Changes that have to be looked at, whoever made them. */
const TELLING = new Set(['throw', 'strike', 'hit', 'vanish']);

/** Shows what happened one step after the other, however fast it came. */
export class Playback<F extends Frame<unknown>> {
  shown = $state.raw<F | null>(null);
  busy = $state(false);
  /** There is something to be watched again. */
  kept = $state(false);
  #queue: F[] = [];
  #steps = new WeakMap<F, Step>();
  #reel: F[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seq = -1;
  /** Something that waits in the queue has not been seen by those it is news to. */
  #unseen = false;
  /** It came while nobody looked at the page. */
  #missed = false;

  constructor(
    readonly film: Film<F>,
    /** Everything has been seen. */
    readonly onseen: () => void = () => undefined,
    /** What is heard of a step that is shown. */
    readonly onstep: (step: Step) => void = () => undefined,
  ) {}

  follow(state: TableState): void {
    if (!state.scene || state.seq === this.#seq) return;
    this.#seq = state.seq;
    const news = state.steps.slice(state.known);
    const last = this.#queue.at(-1) ?? this.shown;
    const frames = last ? this.#frames(last, news) : [];
    const end = this.film.end(state, frames.at(-1) ?? last, news);
    frames.splice(-1, 1, end);
    if (frames.length) for (const [i, step] of news.entries()) this.#steps.set(frames[i]!, step);
    if (last && news.length && frames.length <= TOO_MANY) this.#keep(last, frames);
    // A browser slows down what nobody looks at: whose turn it is is told at once, and the rest can be watched again.
    this.#missed = isHidden();
    if (!last || !settings.moves || this.#missed || frames.length > TOO_MANY || news.length === 0) {
      this.#queue = [];
      this.#show(end);
      return this.#end();
    }
    this.#queue.push(...frames);
    if (this.#queue.length > TOO_MANY) return this.skip();
    // One's own plain moves are known to whoever made them.
    if (!this.#unseen && goesOn(state, news)) this.onseen();
    else this.#unseen = true;
    this.busy = true;
    if (this.#timer === undefined) this.#next();
  }

  /** Straight to how things are now. */
  skip(): void {
    const end = this.#queue.at(-1);
    this.#queue = [];
    if (end) this.#show(end);
    this.#end();
  }

  /** The next moment at once. */
  step(): void {
    clearTimeout(this.#timer);
    this.#next();
  }

  /** What happened last, once more. */
  again(): void {
    if (this.busy || !this.#reel.length) return;
    const [start, ...frames] = this.#reel;
    this.#queue = frames;
    this.busy = true;
    this.#show({ ...start!, hold: 300 });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
  }

  #keep(start: F, frames: F[]): void {
    const joins = (this.busy || this.#missed) && this.#reel.length > 0 && this.#reel.length + frames.length <= TOO_MANY;
    this.#reel = joins ? [...this.#reel, ...frames] : [start, ...frames];
    this.kept = true;
  }

  #frames(start: F, news: Step[]): F[] {
    let before = start;
    return news.map((step) => (before = this.film.each(before, step)));
  }

  #next(): void {
    this.#timer = undefined;
    const frame = this.#queue.shift();
    if (frame) this.#show(frame);
    else this.#end();
  }

  #end(): void {
    this.busy = false;
    this.#unseen = false;
    this.onseen();
  }

  #show(frame: F): void {
    clearTimeout(this.#timer);
    this.shown = frame;
    const step = this.#steps.get(frame);
    if (step) this.onstep(step);
    // Two quick machines must not leave those who watch far behind.
    const pace = TEMPO[settings.pace] * (this.#queue.length > HURRY ? 0.3 : 1);
    this.#timer = setTimeout(() => this.#next(), frame.hold * pace);
  }
}

const isHidden = () => typeof document !== 'undefined' && document.visibilityState === 'hidden';

/** Whether somebody at this screen just goes on with a turn, and nothing happened that has to be looked at. */
function goesOn(state: TableState, news: Step[]): boolean {
  if (state.actor === null || !state.you.includes(state.actor)) return false;
  return news.every((step) => state.you.includes(step.seat) && !step.changes.some((change) => TELLING.has(change.kind)));
}

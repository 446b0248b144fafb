import { distance, type Point } from './geometry';
import type { View } from './view.svelte';

/** How a place was pressed. */
export interface Press {
  touch: boolean;
  shift: boolean;
}

/** Something that is being dragged, from the moment it moves. */
export interface Drag {
  move: (point: Point) => void;
  drop: (point: Point, press: Press) => void;
  cancel: () => void;
}

const MOUSE_SLACK = 4;
const TOUCH_SLACK = 9;

/** Fingers and mouse over a table: they press, drag what can be dragged, push the table about and pinch it. */
export class Pointers {
  /** Something is being dragged or pinched: the page must not scroll. */
  busy = $state(false);
  panning = $state(false);
  #down = new Map<number, Point>();
  #start: Point = [0, 0];
  #drag: Drag | null = null;
  #moved = false;
  #swallow = false;
  #press: Press = { touch: false, shift: false };

  constructor(
    readonly view: View,
    readonly grab: (point: Point, touch: boolean, shift: boolean) => Drag | null,
  ) {}

  /** What the last press was made with; not every browser says so of a click. */
  get press(): Press {
    return this.#press;
  }

  /** Whether a click only ends a drag. */
  get swallowed(): boolean {
    return this.#swallow;
  }

  down(id: number, at: Point, press: Press): void {
    this.#press = press;
    this.#down.set(id, at);
    this.#swallow = false;
    if (this.#down.size === 1) {
      this.#start = at;
      this.#moved = false;
      this.#drag = this.grab(this.view.fromScreen(at), press.touch, press.shift);
      this.busy = this.#drag !== null && press.touch;
    } else {
      this.#drag?.cancel();
      this.#drag = null;
      this.#moved = true;
      this.busy = true;
    }
  }

  /** Whether the pointer is being used for something, and should be held fast. */
  move(id: number, at: Point): boolean {
    const before = this.#down.get(id);
    if (!before) return false;
    if (this.#down.size > 1) this.#pinch(id, before, at);
    this.#down.set(id, at);
    if (this.#down.size > 1) return true;
    const slack = this.#press.touch ? TOUCH_SLACK : MOUSE_SLACK;
    if (!this.#moved && distance(this.#start, at) <= slack) return false;
    this.#moved = true;
    if (this.#drag) this.#drag.move(this.view.fromScreen(at));
    else {
      this.panning = true;
      this.view.pan(at[0] - before[0], at[1] - before[1]);
    }
    return true;
  }

  up(id: number, at: Point): void {
    if (!this.#down.delete(id)) return;
    if (this.#moved) {
      this.#swallow = true;
      setTimeout(() => (this.#swallow = false));
    }
    if (this.#down.size) return;
    const drag = this.#drag;
    this.#end();
    if (!drag) return;
    if (this.#moved) drag.drop(this.view.fromScreen(at), this.#press);
    else drag.cancel();
  }

  cancel(id: number): void {
    this.#down.delete(id);
    if (this.#down.size) return;
    const drag = this.#drag;
    this.#end();
    drag?.cancel();
  }

  #end(): void {
    this.#drag = null;
    this.busy = false;
    this.panning = false;
  }

  #pinch(id: number, before: Point, at: Point): void {
    const other = [...this.#down].find(([one]) => one !== id)?.[1];
    if (!other) return;
    const factor = distance(at, other) / (distance(before, other) || 1);
    const middle: Point = [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2];
    this.view.zoom(factor, middle);
    this.view.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
  }
}

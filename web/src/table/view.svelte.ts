import { screen } from '../lib/screen.svelte';
import { settings } from '../lib/settings.svelte';
import { Drawings } from '../parts/drawings.svelte';
import { between, distance, extentOf, type Point, type Size } from './geometry';

/** Around the table, for the rulers. */
const MARGIN = 110;
/** How large a millimetre may become on the screen, in pixels. */
const CLOSEST = 8;
const GLIDE = 260;
/** Two places that are nearer are one for a hand, in pixels. */
const SLACK = 14;

let tables = 0;

interface Part {
  scale: number;
  x: number;
  y: number;
}

/**
 * What of a table is seen: which way it is turned, in quarters, how large, and around which place. The sheet is the
 * table as it lies on the screen, turned but not yet cut.
 */
export class View {
  size = $state.raw<Size>({ width: 1, height: 1 });
  screen = $state.raw<Size>({ width: 0, height: 0 });
  turn = $state(0);
  /** The name of the table's edge, for what is cut off at it. */
  readonly edge = `table-edge-${(tables += 1)}`;
  readonly drawings = new Drawings<Point>((one, other) => distance(one, other) <= this.px(SLACK));
  /** So many pixels at the foot of the frame lie under something else. */
  covered = 0;
  /** The element it is drawn in. */
  frame: HTMLElement | null = null;
  /** A part of it, or the whole. */
  #seen = $state.raw<Part | null>(null);
  /** What was seen before it came closer by itself, until somebody moves it. */
  #before: { seen: Part | null } | null = null;
  #frame = 0;

  get sheet(): Size {
    const { width, height } = this.size;
    return this.turn % 2 ? { width: height, height: width } : { width, height };
  }

  /** The shape of a frame that it just fills. */
  get aspect(): number {
    const { width, height } = this.sheet;
    return (width + 2 * MARGIN) / (height + 2 * MARGIN);
  }

  get fitting(): number {
    const { width, height } = this.sheet;
    const { screen } = this;
    if (!screen.width || !screen.height) return 0.05;
    return Math.min(screen.width / (width + 2 * MARGIN), screen.height / (height + 2 * MARGIN));
  }

  /** Pixels for a tenth of a millimetre. */
  get scale(): number {
    return this.#seen?.scale ?? this.fitting;
  }

  get zoomed(): boolean {
    return this.#seen !== null;
  }

  get centre(): Point {
    const { x, y } = this.#seen ?? this.#whole;
    return [x, y];
  }

  /** Pixels of the desk below a table that its frame is too high for: it lies at the top, and what rises from the foot over the desk. */
  get #below(): number {
    return screen.small ? 0 : Math.max(0, this.screen.height - (this.sheet.height + 2 * MARGIN) * this.fitting);
  }

  get #whole(): Part {
    const { width, height } = this.sheet;
    const scale = this.fitting;
    return { scale, x: width / 2, y: height / 2 + this.#below / scale / 2 };
  }

  get viewBox(): string {
    const [x, y] = this.centre;
    const width = (this.screen.width || 1) / this.scale;
    const height = (this.screen.height || 1) / this.scale;
    return [x - width / 2, y - height / 2, width, height].map((value) => Math.round(value * 10) / 10).join(' ');
  }

  /** So many pixels, in tenths of a millimetre. */
  px(pixels: number): number {
    return pixels / this.scale;
  }

  /** From the table to the sheet, as drawings are told it. */
  get transform(): string {
    const { width, height } = this.size;
    return ['matrix(1 0 0 1 0 0)', `matrix(0 1 -1 0 ${height} 0)`, `matrix(-1 0 0 -1 ${width} ${height})`, `matrix(0 -1 1 0 0 ${width})`][
      this.turn % 4
    ]!;
  }

  toSheet([x, y]: Point): Point {
    const { width, height } = this.size;
    return (
      [
        [x, y],
        [height - y, x],
        [width - x, height - y],
        [y, width - x],
      ] as const
    )[this.turn % 4]!;
  }

  toTable([x, y]: Point): Point {
    const { width, height } = this.size;
    return (
      [
        [x, y],
        [y, height - x],
        [width - x, height - y],
        [width - y, x],
      ] as const
    )[this.turn % 4]!;
  }

  /** Pixels from the top left of the frame. */
  toScreen(point: Point): Point {
    const [x, y] = this.toSheet(point);
    const [cx, cy] = this.centre;
    return [(x - cx) * this.scale + this.screen.width / 2, (y - cy) * this.scale + this.screen.height / 2];
  }

  fromScreen([x, y]: Point): Point {
    const [cx, cy] = this.centre;
    return this.toTable([cx + (x - this.screen.width / 2) / this.scale, cy + (y - this.screen.height / 2) / this.scale]);
  }

  /** The place under a pointer, wherever that is on the page; null beside the table. */
  fromClient(x: number, y: number): Point | null {
    const box = this.frame?.getBoundingClientRect();
    if (!box || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    return this.fromScreen([x - box.left, y - box.top]);
  }

  /** The direction on the table that a direction on the screen is. */
  alongScreen([x, y]: Point): Point {
    const [ox, oy] = this.toTable([0, 0]);
    const [tx, ty] = this.toTable([x, y]);
    return [tx - ox, ty - oy];
  }

  fit(): void {
    this.#before = null;
    this.#glide(this.#whole);
  }

  /** Larger or smaller, what is at these pixels staying where it is. */
  zoom(factor: number, at: Point = [this.screen.width / 2, this.screen.height / 2]): void {
    this.#stop();
    this.#before = null;
    const [cx, cy] = this.centre;
    const scale = between(this.scale * factor, this.fitting, CLOSEST / 10);
    const [dx, dy] = [at[0] - this.screen.width / 2, at[1] - this.screen.height / 2];
    this.#look(scale, cx + dx / this.scale - dx / scale, cy + dy / this.scale - dy / scale);
  }

  pan(dx: number, dy: number): void {
    this.#before = null;
    this.#shift(dx, dy);
  }

  #shift(dx: number, dy: number): void {
    this.#stop();
    const [x, y] = this.centre;
    this.#look(this.scale, x - dx / this.scale, y - dy / this.scale);
  }

  /** Comes closer to some places, no closer than needed; `recede` goes back. */
  approach(points: readonly Point[], room = 300, most = CLOSEST / 20): void {
    if (!points.length || !this.screen.width) return;
    const { left, top, right, bottom } = extentOf(points.map((point) => this.toSheet(point)));
    const wide = this.screen.width / (right - left + 2 * room);
    const high = (this.screen.height - this.covered) / (bottom - top + 2 * room);
    const scale = between(Math.min(wide, high, most), this.fitting, CLOSEST / 10);
    this.#before ??= { seen: this.#seen };
    this.#glide({ scale, x: (left + right) / 2, y: (top + bottom) / 2 + this.covered / 2 / scale });
  }

  /** Whether a place can be seen, not at the very edge and not under something else. */
  isClear(point: Point, edge = 24): boolean {
    const [x, y] = this.toScreen(point);
    return x > edge && y > edge && x < this.screen.width - edge && y < this.screen.height - this.covered - edge;
  }

  /** Back to what was seen before `approach`, unless somebody has moved it since. */
  recede(): void {
    if (this.#before) this.#glide(this.#before.seen ?? this.#whole);
  }

  /** Moves as little as needed to have a place in sight, not at the very edge. */
  reveal(point: Point): void {
    if (!this.zoomed) return;
    const edge = 48;
    const [x, y] = this.toScreen(point);
    const dx = between(x, edge, this.screen.width - edge) - x;
    const dy = between(y, edge, this.screen.height - edge) - y;
    if (dx || dy) this.#shift(dx, dy);
  }

  #look(scale: number, x: number, y: number): void {
    const { width, height } = this.sheet;
    const near = scale <= this.fitting * 1.001;
    const keep = (value: number, length: number, screen: number, below = 0) => {
      const half = screen / scale / 2;
      const [least, most] = [half - MARGIN, length + MARGIN - half + below / scale];
      // Where there is room on both sides it may lie anywhere in it: what is under the pointer stays there.
      return between(value, Math.min(least, most), Math.max(least, most));
    };
    const below = Math.max(this.covered, this.#below);
    this.#seen = near ? null : { scale, x: keep(x, width, this.screen.width), y: keep(y, height, this.screen.height, below) };
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #glide(to: Part): void {
    this.#stop();
    if (!settings.moves) return this.#look(to.scale, to.x, to.y);
    const from = { scale: this.scale, x: this.centre[0], y: this.centre[1] };
    const start = performance.now();
    const step = (now: number) => {
      const time = between((now - start) / GLIDE, 0, 1);
      const share = time * (2 - time);
      const mix = (a: number, b: number) => a + (b - a) * share;
      this.#look(mix(from.scale, to.scale), mix(from.x, to.x), mix(from.y, to.y));
      if (time < 1) this.#frame = requestAnimationFrame(step);
    };
    this.#frame = requestAnimationFrame(step);
  }
}

/** What those need to know of it who only draw. */
export type Scaled = Pick<View, 'px' | 'edge' | 'alongScreen'>;

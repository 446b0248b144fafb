import { untrack } from 'svelte';

import { distance, isInside, type Place, type Point } from './geometry';
import type { Piece, TableHand } from './hand.svelte';
import type { Drag, Press } from './pointers.svelte';
import type { View } from './view.svelte';

/** How far in front of a base the handle is that turns it, in pixels. */
const ARM = 32;

/** The handle that turns a base which is so deep. */
export function handleOf(view: View, place: Place, deep: number): Point {
  const angle = (place.facing / 1800) * Math.PI;
  const far = deep / 2 + view.px(ARM);
  return [place.x + Math.cos(angle) * far, place.y + Math.sin(angle) * far];
}

interface Ways<P> {
  deep: () => number;
  busy: () => boolean;
  /** A press ends what is still being shown. */
  onskip: () => void;
  /** How much of the table is to be seen around whoever a finger took up; null where it need not come closer. */
  around: (piece: P) => number | null;
  /** Whether the whole table comes back into sight. */
  recedes: () => boolean;
}

/** The table with a pointer: whoever is under it, what a press means, and what is dragged. */
export class Pointing<P extends Piece, H extends TableHand<P>> {
  pointed = $state.raw<Point | null>(null);
  get dragging(): boolean {
    return this.hand.held;
  }
  set dragging(held: boolean) {
    this.hand.held = held;
    if (!held) this.hand.settle();
  }

  /** To be made while its component starts. */
  constructor(
    readonly hand: H,
    readonly view: View,
    readonly ways: Ways<P>,
  ) {
    $effect(() => {
      void [hand.state.seq, hand.subject, hand.there, hand.lookThere, hand.threatened, hand.hovered];
      if (ways.busy()) return;
      // A pointer that only passes by asks little.
      const passes = !hand.ghost && (hand.passing || hand.hovered !== null);
      const wait = setTimeout(() => hand.seek(), passes ? 130 : 50);
      return () => clearTimeout(wait);
    });
    $effect(() => {
      if (hand.subject === null || ways.recedes()) untrack(() => view.recede());
    });
  }

  slack(touch: boolean): number {
    return this.view.px(touch ? 20 : 4);
  }

  look(point: Point | null): void {
    this.pointed = point;
    const piece = point ? this.hand.pieceAt(point, this.slack(false)) : undefined;
    this.hand.hovered = piece?.id ?? null;
    this.hand.pass(piece || this.dragging ? null : point);
  }

  pick(point: Point, { touch, shift }: Press): void {
    const { hand } = this;
    this.ways.onskip();
    hand.spoken = false;
    if (hand.ghost && isInside(point, hand.corners(hand.ghost))) {
      // Pressed again by a mouse, it is done; a finger uses the button.
      if (!touch) void hand.confirm();
      return;
    }
    const near = hand.pieceAt(point, this.slack(touch));
    const piece = near && hand.isAbout(near) ? near : undefined;
    const itself = piece !== undefined && piece.id === hand.placed?.id;
    if (hand.isPlacing && (!piece || (itself && hand.ghost))) {
      hand.put(point);
      if (shift) void hand.bendThere();
    } else if (piece) {
      hand.pick(piece, touch);
      if (touch && !itself && hand.chosen === piece.id) this.#approach(piece);
    } else hand.choose(null);
    // A finger that presses the ground asks what it is.
    if (touch) this.pointed = !piece && !hand.isPlacing ? point : null;
  }

  /** On a small screen whoever is taken in hand comes closer. */
  #approach(piece: P): void {
    const far = this.ways.around(piece);
    if (far === null) return;
    const { x, y } = piece;
    this.view.approach(
      [
        [x - far, y - far],
        [x + far, y + far],
      ],
      100,
    );
  }

  grab(point: Point, touch: boolean): Drag | null {
    const { hand, view } = this;
    const { ghost } = hand;
    const from = ghost ?? hand.standsAt;
    if (from && hand.turns && distance(point, handleOf(view, from, this.ways.deep())) < view.px(touch ? 22 : 13)) return this.#turning();
    if (ghost && hand.isPlacing && isInside(point, hand.corners(ghost, view.px(16)))) return this.#moving();
    const piece = hand.pieceAt(point, this.slack(touch));
    return piece && hand.isMovable(piece) ? this.#moving(() => hand.placed?.id !== piece.id && hand.choose(piece.id)) : null;
  }

  #moving(begin: () => unknown = () => undefined): Drag {
    const { hand } = this;
    return this.dragged(begin, (point) => hand.put(point));
  }

  /** Something that follows the pointer until it is let go. */
  dragged(begin: () => unknown, follow: (point: Point) => void): Drag {
    const move = (point: Point) => {
      if (!this.dragging) begin();
      this.dragging = true;
      follow(point);
    };
    return { move, drop: (point) => (follow(point), (this.dragging = false)), cancel: () => (this.dragging = false) };
  }

  #turning(): Drag {
    const { hand } = this;
    const move = ([x, y]: Point) => {
      const from = hand.ghost ?? hand.standsAt;
      if (from) hand.turnTo(Math.round((Math.atan2(y - from.y, x - from.x) * 1800) / Math.PI / 50) * 50);
    };
    return { move, drop: move, cancel: () => undefined };
  }
}

import { announcer } from '../lib/announce.svelte';
import { nearestTowards, pointOf, type Point } from './geometry';
import type { Piece, TableHand } from './hand.svelte';
import { lengthText } from './lengths';
import type { View } from './view.svelte';

const WAYS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const STEP = 100;
const FINE = 10;
const A_TURN = 150;
const A_FINE_TURN = 50;

export function stepped([x, y]: Point, way: Point, fine: boolean): Point {
  const step = fine ? FINE : STEP;
  return [x + way[0] * step, y + way[1] * step];
}

/** A gridless table without a mouse: arrows go from piece to piece, or from place to place for the one in hand. */
export class TableKeys<P extends Piece, H extends TableHand<P>> {
  constructor(
    readonly hand: H,
    readonly view: View,
    readonly describe: (piece: P) => string,
  ) {}

  press(event: KeyboardEvent): boolean {
    const work = this.#meaning(event);
    let taken = work !== null;
    if (work) this.hand.press(() => (taken = work() !== false));
    return taken;
  }

  #meaning(event: KeyboardEvent): (() => boolean | void) | null {
    const way = WAYS[event.key];
    if (way) return () => this.arrow(this.view.alongScreen(way), event.altKey);
    const turn = event.shiftKey ? A_FINE_TURN : A_TURN;
    switch (event.key.toLowerCase()) {
      case 'enter':
      case ' ':
        return () => this.enter();
      case 'escape':
        return () => this.hand.cancel();
      case 'q':
      case ',':
      case '[':
        return () => this.turn(-turn);
      case 'e':
      case '.':
      case ']':
        return () => this.turn(turn);
      case 'b':
        return () => void this.hand.bend();
      case 'n':
        return () => this.#next(event.shiftKey ? -1 : 1);
      default:
        return null;
    }
  }

  protected turn(by: number): void {
    this.hand.turn(by);
  }

  /** False where there is nobody to move. */
  protected arrow(way: Point, fine: boolean): boolean | void {
    if (this.hand.isPlacing) this.#place(way, fine);
    else this.#piece(way);
  }

  /** Where somebody who is placed sets out from. */
  protected get start(): Point {
    const { ghost, placed } = this.hand;
    return ghost ? pointOf(ghost) : placed ? pointOf(placed) : [0, 0];
  }

  /** From one suggested place to the next, or by centimetres, by millimetres with Alt. */
  #place(way: Point, fine: boolean): void {
    const { hand } = this;
    const from = this.start;
    const next = fine ? null : nearestTowards(from, way, hand.places);
    const to = next ? pointOf(next) : this.stepped(from, way, fine);
    if (to) hand.put(to, fine);
    if (!to || !hand.ghost) return;
    hand.spoken = true;
    this.tell(pointOf(hand.ghost));
  }

  /** Where a key leads that finds no suggested place, if anywhere. */
  protected stepped(from: Point, way: Point, fine: boolean): Point | null {
    return stepped(from, way, fine);
  }

  protected tell(place: Point): void {
    this.view.reveal(place);
    announcer.tell(`${lengthText(place[0])} · ${lengthText(place[1])}`);
  }

  #piece(way: Point): void {
    const { hovered, chosen, pieces } = this.hand;
    const from = pieces.find((piece) => piece.id === (hovered ?? chosen));
    this.#show(from ? nearestTowards(pointOf(from), way, pieces) : pieces[0]);
  }

  /** To the next of those that can do something now. */
  #next(by: number): void {
    const { usable, offers, pieces, hovered, chosen } = this.hand;
    const open = usable.size ? usable : new Set(offers.keys());
    const able = pieces.filter((piece) => open.has(piece.id));
    const now = able.findIndex((piece) => piece.id === (hovered ?? chosen));
    this.#show(able[now < 0 && by < 0 ? able.length - 1 : (now + by + able.length) % able.length]);
  }

  #show(piece: P | null | undefined): void {
    if (!piece) return;
    this.hand.hovered = piece.id;
    this.view.reveal(pointOf(piece));
    announcer.tell(this.describe(piece));
  }

  protected enter(): void {
    const { hand } = this;
    const piece = hand.pieces.find(({ id }) => id === hand.hovered);
    if (hand.ghost) void hand.confirm();
    else if (piece) hand.pick(piece);
  }
}

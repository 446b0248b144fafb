import type { Square } from '../../lib/protocol';
import { squaresOf } from '../../lib/shapes';
import { Asking } from '../board/asking.svelte';
import { neighbour, type Way } from '../board/geometry';
import { markOf, optionsFrom, tacticsScene, type Option, type Piece } from './scene';

/** A player's hand over the board: what is picked up, looked at, asked for. */
export class Hand extends Asking {
  selected = $state<Square | null>(null);
  looked = $state<Square | null>(null);

  get legal(): Option[] {
    return this.state.shape === 'tactics' ? this.state.legal : [];
  }

  get options(): Map<Square, Option> {
    return this.selected && this.mine ? optionsFrom(this.legal, this.selected) : new Map();
  }

  get marks(): Map<Square, ReturnType<typeof markOf>> {
    return new Map([...this.options].map(([square, option]) => [square, markOf(option)]));
  }

  /** The move that the pointer or the focus is on. */
  get regarded(): Option | null {
    return (this.looked && this.options.get(this.looked)) || null;
  }

  /** The piece that a card is about: the one in hand, else the one under the pointer or the focus. */
  get subject(): Piece | undefined {
    const square = this.selected ?? this.looked;
    return square ? this.pieceOn(square) : undefined;
  }

  /** From where the piece that is looked at could be taken next, and how likely; null where nobody has worked it out. */
  get chances(): Record<Square, number> | null {
    const { subject, state } = this;
    if (!subject || !state.scene || subject.side !== tacticsScene(state.scene).side) return null;
    return this.threatsTo(subject.square)?.chances ?? null;
  }

  get arrows(): Way[] {
    const [first] = this.hint?.line ?? [];
    const way = first && squaresOf(first);
    return way ? [way] : [];
  }

  pieceOn(square: Square): Piece | undefined {
    return this.state.scene ? tacticsScene(this.state.scene).pieces.find((one) => one.square === square) : undefined;
  }

  liftable(square: Square): boolean {
    return this.mine && this.pieceOn(square)?.side === this.state.actor;
  }

  override refresh(): void {
    super.refresh();
    const piece = this.selected && this.pieceOn(this.selected);
    if (!piece || piece.side !== this.state.actor || piece.moved) this.selected = null;
  }

  pick(square: Square): void {
    if (!this.mine) return;
    const option = this.options.get(square);
    if (option) return void this.play(option);
    const own = this.pieceOn(square)?.side === this.state.actor;
    const from = this.selected;
    if (square === from) return this.cancel();
    this.dismiss();
    if (own) {
      this.selected = square;
      const piece = this.pieceOn(square);
      if (piece?.moved) this.#explain(square, neighbour(square));
    } else if (from) {
      this.#explain(from, square);
    } else if (this.pieceOn(square)) {
      this.#explain(square, neighbour(square));
    }
  }

  drop(from: Square, to: Square | null): void {
    if (!to || !this.mine) return;
    this.selected = from;
    const option = this.options.get(to);
    if (option) void this.play(option);
    else this.#explain(from, to);
  }

  cancel(): void {
    this.selected = null;
    this.hint = null;
    this.dismiss();
  }

  override play(option: Option): Promise<void> {
    this.selected = null;
    return super.play(option);
  }

  #explain(at: Square, to: Square): void {
    void this.explain(`${at}-${to}`, { at, to });
  }
}

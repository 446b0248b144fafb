import type { Table } from '../../lib/connection.svelte';
import type { Game, Option as AnyOption, Reason, Square } from '../../lib/protocol';
import { sideOf } from '../../lib/seats';
import { squaresOf } from '../../lib/shapes';
import { Asking } from '../board/asking.svelte';
import type { Way } from '../board/geometry';
import type { Mark } from '../board/Marks.svelte';
import { genericScene, isPlaced, targetsOf, writtenWay, type Option, type Piece } from './scene';

/** A player's hand over the table of any game: which piece is picked, what it can do, what is looked at. */
export class Hand extends Asking {
  selected = $state<number | null>(null);
  /** A square to which several actions of the piece lead: one of them is still to be chosen. */
  narrowed = $state<Square | null>(null);
  /** The action whose odds are shown: they are asked for, never guessed. */
  wondered = $state<string | null>(null);
  looked = $state<Square | null>(null);

  constructor(
    table: Table,
    readonly game: Game,
    onwhy?: (reason: Reason) => void,
  ) {
    super(table, onwhy);
  }

  get pieces(): Piece[] {
    return this.state.scene ? genericScene(this.state.scene).pieces : [];
  }

  get legal(): Option[] {
    return this.state.shape === 'generic' ? this.state.legal : [];
  }

  get piece(): Piece | undefined {
    return this.pieces.find((one) => one.id === this.selected);
  }

  /** What can be chosen now: of the picked piece, or else what no piece does; all of it where there is only little. */
  get choices(): Option[] {
    if (!this.mine) return [];
    const { legal } = this;
    if (this.selected !== null) {
      const own = legal.filter((option) => option.piece === this.selected).toSorted((a, b) => a.kind.localeCompare(b.kind));
      return this.narrowed ? own.filter((option) => option.to === this.narrowed) : own;
    }
    return legal.length <= FEW ? legal : legal.filter((option) => option.piece === undefined);
  }

  get targets(): Map<Square, Option[]> {
    return this.selected === null ? new Map() : targetsOf(this.choices);
  }

  get marks(): Map<Square, Mark> {
    return new Map([...this.targets.keys()].map((square) => [square, this.pieceOn(square) ? 'attack' : 'move']));
  }

  /** The one action that the pointer or the focus is on. */
  get regarded(): Option | null {
    const found = this.looked ? (this.targets.get(this.looked) ?? []) : [];
    return found.length === 1 ? found[0]! : null;
  }

  get arrows(): Way[] {
    const hinted = this.hint && this.word(this.hint.action);
    const way = hinted ? squaresOf(hinted) : null;
    return way ? [way] : [];
  }

  pieceOn(square: Square): Piece | undefined {
    return this.pieces.find((piece) => isPlaced(piece) && piece.square === square);
  }

  movable(piece: Piece | undefined): boolean {
    return !!piece && this.mine && this.legal.some((option) => option.piece === piece.id);
  }

  liftable(square: Square): boolean {
    return this.movable(this.pieceOn(square));
  }

  override refresh(): void {
    super.refresh();
    this.narrowed = null;
    if (!this.movable(this.piece)) this.selected = null;
  }

  pickPiece(piece: Piece): void {
    this.dismiss();
    this.narrowed = null;
    this.selected = this.selected === piece.id ? null : piece.id;
  }

  pick(square: Square): void {
    if (!this.mine) return;
    const options = this.targets.get(square) ?? [];
    if (options.length) return this.#go(square, options);
    const there = this.pieceOn(square);
    const from = this.piece;
    if (there && this.movable(there)) return this.pickPiece(there);
    if (from && isPlaced(from) && square !== from.square) void this.#explain({ at: from.square, to: square });
    else this.cancel();
  }

  drop(from: Square, to: Square | null): void {
    const piece = this.pieceOn(from);
    if (!to || !piece || !this.mine) return;
    this.selected = piece.id;
    this.narrowed = null;
    const options = this.targets.get(to) ?? [];
    if (options.length) this.#go(to, options);
    else void this.#explain({ at: from, to });
  }

  /** One thing less: the odds that were asked for, else what is in hand. */
  escape(): void {
    if (this.wondered) this.wondered = null;
    else this.cancel();
  }

  cancel(): void {
    this.selected = null;
    this.narrowed = null;
    this.dismiss();
  }

  override play(option: AnyOption): Promise<void> {
    this.cancel();
    return super.play(option);
  }

  /** A blow may fail: only a step to a free place is shown before the server answers. */
  override wayOf(option: AnyOption): Way | null {
    const way = super.wayOf(option);
    return option.threw || (way && this.pieceOn(way.to)) ? null : way;
  }

  /** Whether a piece belongs to somebody who sits at this screen. */
  owns(piece: Piece): boolean {
    return this.state.you.some((seat) => sideOf(this.game, seat) === piece.side);
  }

  #go(square: Square, options: Option[]): void {
    if (options.length === 1) void this.play(options[0]!);
    else this.narrowed = square;
  }

  async #explain(way: Way): Promise<void> {
    const action = writtenWay(this.game, way, this.pieceOn(way.to) !== undefined);
    if (action) await this.explain(action, way);
    else this.cancel();
  }
}

/** So many actions are listed although no piece is picked. */
const FEW = 8;

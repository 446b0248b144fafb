import type { Table } from '../../lib/connection.svelte';
import type { Square } from '../../lib/protocol';
import { keep, recall } from '../../lib/storage';
import type { Asking } from './asking.svelte';
import type { Draft, Drafts } from './draft';
import type { Mark } from './Marks.svelte';

const storage = () => sessionStorage;

/** A side's deployment while it is thought about; the server hears of it once the player is ready. */
export abstract class Drafting<T extends string | number, Z, O extends { to?: Square }> {
  draft = $state.raw<Draft<T>>({ placed: {}, tray: [] });
  picked = $state.raw<{ piece: T; from: Square | null } | null>(null);
  readonly #drawer: string;

  constructor(
    readonly table: Table,
    readonly hand: Asking,
    readonly side: string,
    readonly drafts: Drafts<T, Z, O>,
  ) {
    this.#drawer = `draft.${table.token}.${side}`;
  }

  /** Goes on with what was kept, once it is known which pieces there are. */
  protected takeUp(): void {
    const kept = recall<Draft<T> | null>(this.#drawer, null, storage);
    const { drafts, toPlace } = this;
    this.draft = kept && drafts.isMadeOf(kept, toPlace) ? kept : drafts.emptyDraft(toPlace);
  }

  /** The pieces that the server has not heard of yet, and those of this side that it has. */
  abstract get toPlace(): T[];
  abstract get standing(): Record<Square, T>;
  abstract get zone(): Z;
  /** Ready-made deployments. */
  abstract get plans(): Record<string, O[]>;
  /** What is said where nothing else is known against a placement. */
  abstract get notThere(): string;

  get myTurn(): boolean {
    return this.table.state.actor === this.side && this.table.state.you.includes(this.side);
  }

  get marks(): Map<Square, Mark> {
    const piece = this.picked?.piece;
    if (piece === undefined) return new Map();
    const { zone, drafts, draft } = this;
    const free = drafts.home(zone).filter((square) => drafts.fits(piece, square, zone) && draft.placed[square] === undefined);
    return new Map(free.map((square) => [square, 'place']));
  }

  get fromTray(): T | null {
    return this.picked?.from === null ? this.picked.piece : null;
  }

  /** Pieces that were sent, or taken back again, make another draft. */
  refresh(): void {
    if (!this.drafts.isMadeOf(this.draft, this.toPlace)) this.#change(this.drafts.emptyDraft(this.toPlace));
  }

  pick(square: Square): void {
    this.hand.dismiss();
    const { picked } = this;
    const there = this.draft.placed[square];
    if (picked && picked.from !== square) this.put(picked.piece, picked.from, square);
    else if (picked) this.picked = null;
    else if (there !== undefined) this.picked = { piece: there, from: square };
  }

  pickFromTray(piece: T): void {
    this.picked = this.fromTray === piece ? null : { piece, from: null };
  }

  drop(from: Square, to: Square | null): void {
    const piece = this.draft.placed[from];
    if (piece !== undefined) this.put(piece, from, to);
  }

  put(piece: T, from: Square | null, to: Square | null): void {
    if (to === null) return from === null ? undefined : this.takeBack(from);
    const { draft, drafts, zone } = this;
    if (!drafts.fits(piece, to, zone)) return this.#explain(piece, to);
    this.#change(from === null ? drafts.place(draft, piece, to, zone) : drafts.shift(draft, from, to, zone));
    // Where pieces come in pairs, the second one is in hand at once.
    if (from === null && this.draft.tray.includes(piece)) this.picked = { piece, from: null };
  }

  takeBack(square: Square): void {
    this.#change(this.drafts.takeBack(this.draft, square));
  }

  shortcut(name: string): void {
    this.hand.dismiss();
    const { toPlace, zone, drafts } = this;
    if (name === 'clear') this.#change(drafts.emptyDraft(toPlace));
    else if (name === 'random') this.#change(drafts.randomDraft(toPlace, zone));
    else this.#change(drafts.fromOptions(this.plans[name] ?? [], toPlace, zone));
  }

  async ready(): Promise<void> {
    if (await this.hand.send([...this.drafts.toActions(this.draft), 'ready'])) keep(this.#drawer, null, storage);
  }

  /** All placements back into the hand, to think again; the draft stays as it stood. */
  async rethink(): Promise<void> {
    const again: Draft<T> = { placed: this.standing, tray: [] };
    while (this.table.state.canUndo && Object.keys(this.standing).length) {
      const before = this.table.state.seq;
      await this.hand.undo();
      if (this.table.state.seq === before) break;
    }
    if (this.drafts.isMadeOf(again, this.toPlace)) this.#change(again);
  }

  #change(next: Draft<T>): void {
    this.draft = next;
    this.picked = null;
    keep(this.#drawer, next, storage);
  }

  #explain(piece: T, to: Square): void {
    if (this.myTurn) void this.hand.explain(`${this.drafts.write(piece)}@${to}`, null, this.notThere);
    else this.hand.tell({ text: this.notThere });
  }
}

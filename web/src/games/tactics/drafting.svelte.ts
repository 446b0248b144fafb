import type { Table } from '../../lib/connection.svelte';
import { t } from '../../lib/i18n.svelte';
import type { Square } from '../../lib/protocol';
import { keep, recall } from '../../lib/storage';
import * as drafts from './draft';
import type { Draft, Zone } from './draft';
import type { Hand } from './hand.svelte';
import type { Mark } from './Marks.svelte';
import { LETTER, tacticsScene, type Piece, type PieceClass, type Side } from './scene';

const storage = () => sessionStorage;

/** A side's deployment while it is thought about; the server hears of it once the player is ready. */
export class Drafting {
  draft = $state.raw<Draft>({ placed: {}, tray: [] });
  picked = $state.raw<{ piece: PieceClass; from: Square | null } | null>(null);
  readonly #drawer: string;

  constructor(
    readonly table: Table,
    readonly hand: Hand,
    readonly side: Side,
  ) {
    this.#drawer = `draft.${table.token}.${side}`;
    const kept = recall<Draft | null>(this.#drawer, null, storage);
    this.draft = kept && drafts.isMadeOf(kept, this.toPlace) ? kept : drafts.emptyDraft(this.toPlace);
  }

  get scene() {
    return tacticsScene(this.table.state.scene!);
  }

  get toPlace(): PieceClass[] {
    return this.scene.off_board[this.side];
  }

  get myTurn(): boolean {
    return this.table.state.actor === this.side && this.table.state.you.includes(this.side);
  }

  get zone(): Zone {
    const taken = this.scene.pieces.map((piece) => piece.square);
    const { home, guard } = this.scene.zones[this.side];
    return {
      home: home.filter((square) => !taken.includes(square)),
      guard: guard.filter((square) => !taken.includes(square)),
    };
  }

  get pieces(): Piece[] {
    const { side } = this;
    const drafted = Object.entries(this.draft.placed).map(([square, kind]) => ({
      id: `draft-${square}`,
      side,
      class: kind,
      square,
      moved: false,
      guard: kind === 'guard',
    }));
    return [...this.scene.pieces, ...drafted];
  }

  get marks(): Map<Square, Mark> {
    const piece = this.picked?.piece;
    if (!piece) return new Map();
    const { zone } = this;
    const free = zone.home.filter((square) => drafts.fits(piece, square, zone) && !this.draft.placed[square]);
    return new Map(free.map((square) => [square, 'place']));
  }

  get fromTray(): PieceClass | null {
    return this.picked?.from === null ? this.picked.piece : null;
  }

  /** Pieces that were sent, or taken back again, make another draft. */
  refresh(): void {
    if (!drafts.isMadeOf(this.draft, this.toPlace)) this.#change(drafts.emptyDraft(this.toPlace));
  }

  pick(square: Square): void {
    this.hand.hush();
    const { picked } = this;
    const there = this.draft.placed[square];
    if (picked && picked.from !== square) this.put(picked.piece, picked.from, square);
    else if (picked) this.picked = null;
    else if (there) this.picked = { piece: there, from: square };
  }

  pickFromTray(piece: PieceClass): void {
    this.picked = this.fromTray === piece ? null : { piece, from: null };
  }

  drop(from: Square, to: Square | null): void {
    const piece = this.draft.placed[from];
    if (piece) this.put(piece, from, to);
  }

  put(piece: PieceClass, from: Square | null, to: Square | null): void {
    if (to === null) return from === null ? undefined : this.takeBack(from);
    if (!drafts.fits(piece, to, this.zone)) return void this.#explain(piece, to);
    const { draft, zone } = this;
    this.#change(from === null ? drafts.place(draft, piece, to, zone) : drafts.shift(draft, from, to, zone));
    // Most classes come in pairs: the second one is in hand at once.
    if (from === null && this.draft.tray.includes(piece)) this.picked = { piece, from: null };
  }

  takeBack(square: Square): void {
    this.#change(drafts.takeBack(this.draft, square));
  }

  shortcut(name: string): void {
    this.hand.hush();
    const { toPlace, zone } = this;
    if (name === 'clear') this.#change(drafts.emptyDraft(toPlace));
    else if (name === 'random') this.#change(drafts.randomDraft(toPlace, zone));
    else this.#change(drafts.fromActions(this.table.state.shortcuts[name] ?? [], toPlace, zone));
  }

  async ready(): Promise<void> {
    if (await this.hand.send([...drafts.toActions(this.draft), 'ready'])) keep(this.#drawer, null, storage);
  }

  /** All placements back into the hand, to think again; the draft stays as it stood. */
  async rethink(): Promise<void> {
    const mine = () => this.scene.pieces.filter((piece) => piece.side === this.side);
    const stood = Object.fromEntries(mine().map((piece) => [piece.square, piece.class]));
    while (this.table.state.canUndo && mine().length) {
      const before = this.table.state.seq;
      await this.hand.undo();
      if (this.table.state.seq === before) break;
    }
    const again: Draft = { placed: stood, tray: [] };
    if (drafts.isMadeOf(again, this.toPlace)) this.#change(again);
  }

  #change(next: Draft): void {
    this.draft = next;
    this.picked = null;
    keep(this.#drawer, next, storage);
  }

  async #explain(piece: PieceClass, to: Square): Promise<void> {
    if (!this.myTurn) return this.hand.tell({ text: t('deploy.notThere') });
    try {
      const answer = await this.table.why(`${LETTER[piece]}@${to}`);
      if (answer.allowed) this.hand.tell({ text: t('deploy.notThere') });
      else this.hand.tell({ text: answer.reason.text, reason: answer.reason });
    } catch (error) {
      this.hand.complain(error);
    }
  }
}

import { announcer } from '../../lib/announce.svelte';
import { CutOff, No, type Table } from '../../lib/connection.svelte';
import { say, t } from '../../lib/i18n.svelte';
import type { Hint, Odds, Option, Reason, Square, Text, Threat } from '../../lib/protocol';
import { neighbour } from './geometry';
import type { Mark } from './Marks.svelte';
import { optionsFrom, tacticsScene, travel, type Piece } from './scene';

/** What is said below the board: a refusal of the rules with its clause, or a plain sentence. */
export interface Said {
  text: Text | string;
  reason?: Reason;
}

/** A player's hand over the board: what is picked up, looked at, asked for. */
export class Hand {
  selected = $state<Square | null>(null);
  looked = $state<Square | null>(null);
  said = $state.raw<Said | null>(null);
  wrongWay = $state.raw<{ at: Square; to: Square } | null>(null);
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  threatened = $state.raw<Threat[] | null>(null);
  watching = $state(false);
  sending = $state(false);
  /** Where a piece was just put, until the server says so too. */
  pending = $state.raw<{ at: Square; to: Square } | null>(null);
  #odds = $state.raw<{ seq: number; found: Map<string, Odds | null> }>({ seq: -1, found: new Map() });

  constructor(
    readonly table: Table,
    readonly onwhy: (reason: Reason) => void = () => undefined,
  ) {}

  get state() {
    return this.table.state;
  }

  get mine(): boolean {
    return this.state.actor !== null && this.state.you.includes(this.state.actor);
  }

  get options(): Map<Square, Option> {
    return this.selected && this.mine ? optionsFrom(this.state.legal, this.selected) : new Map();
  }

  get marks(): Map<Square, Mark> {
    return new Map([...this.options].map(([square, option]) => [square, markOf(option)]));
  }

  /** The move that the pointer or the focus is on. */
  get regarded(): Option | null {
    return (this.looked && this.options.get(this.looked)) || null;
  }

  word(action: string): Option | undefined {
    return this.state.legal.find((option) => option.action === action);
  }

  pieceOn(square: Square): Piece | undefined {
    return this.state.scene ? tacticsScene(this.state.scene).pieces.find((one) => one.square === square) : undefined;
  }

  liftable(square: Square): boolean {
    return this.mine && this.pieceOn(square)?.side === this.state.actor;
  }

  /** New things have happened: whatever was in hand is out of date. */
  refresh(): void {
    this.pending = null;
    this.hint = null;
    this.hush();
    const piece = this.selected && this.pieceOn(this.selected);
    if (!piece || piece.side !== this.state.actor || piece.moved) this.selected = null;
    if (this.watching) void this.#seeThreats();
  }

  pick(square: Square): void {
    if (!this.mine) return;
    const option = this.options.get(square);
    if (option) return void this.play(option);
    const own = this.pieceOn(square)?.side === this.state.actor;
    const from = this.selected;
    if (square === from) return this.cancel();
    this.hush();
    if (own) {
      this.selected = square;
      const piece = this.pieceOn(square);
      if (piece?.moved) void this.explain(square, neighbour(square));
    } else if (from) {
      void this.explain(from, square);
    } else if (this.pieceOn(square)) {
      void this.explain(square, neighbour(square));
    }
  }

  drop(from: Square, to: Square | null): void {
    if (!to || !this.mine) return;
    this.selected = from;
    const option = this.options.get(to);
    if (option) void this.play(option);
    else void this.explain(from, to);
  }

  cancel(): void {
    this.selected = null;
    this.hush();
  }

  hush(): void {
    this.said = null;
    this.wrongWay = null;
  }

  /** Moves may come faster than the line carries them: each waits for the one before. */
  async play(option: Option): Promise<void> {
    const { at, to } = option;
    this.selected = null;
    await this.#sent;
    const way = at && to ? { at, to } : null;
    this.pending = way;
    await this.send([option.action]);
    if (this.pending === way) this.pending = null;
  }

  /** Sends actions; a second press of a button while the first is on its way counts for nothing. */
  async send(actions: string[]): Promise<boolean> {
    return this.#talk(() => this.table.act(actions));
  }

  async undo(): Promise<void> {
    await this.#talk(() => this.table.undo());
  }

  #sent: Promise<unknown> = Promise.resolve();

  async #talk(work: () => Promise<unknown>): Promise<boolean> {
    if (this.sending) return false;
    this.hush();
    this.sending = true;
    const answer = work();
    this.#sent = answer.catch(() => undefined);
    try {
      await answer;
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    } finally {
      this.sending = false;
    }
  }

  async explain(at: Square, to: Square): Promise<void> {
    try {
      const answer = await this.table.why(`${at}-${to}`);
      if (answer.allowed) return;
      this.tell({ text: answer.reason.text, reason: answer.reason });
      const aboutThePiece = answer.reason.squares.length > 0 && answer.reason.squares.every((square) => square === at);
      this.wrongWay = aboutThePiece ? null : { at, to };
      this.onwhy(answer.reason);
    } catch (error) {
      this.complain(error);
    }
  }

  tell(said: Said): void {
    this.said = said;
    announcer.tell(say(said.text));
  }

  complain(error: unknown): void {
    this.pending = null;
    if (error instanceof No) this.tell({ text: error.fault.code === 'STALE' ? t('stale') : error.fault.text });
    else if (error instanceof CutOff) this.tell({ text: t('cutOff') });
    else throw error;
  }

  /** What an action can lead to; asked once a position, null until the answer is here. */
  oddsOf(action: string): Odds | null {
    return this.#odds.seq === this.state.seq ? (this.#odds.found.get(action) ?? null) : null;
  }

  async wonder(action: string): Promise<void> {
    const seq = this.state.seq;
    if (this.#odds.seq !== seq) this.#odds = { seq, found: new Map() };
    if (this.#odds.found.has(action)) return;
    this.#odds.found.set(action, null);
    try {
      const found = await this.table.odds(action);
      if (this.#odds.seq === seq) this.#odds = { seq, found: new Map(this.#odds.found).set(action, found) };
    } catch {
      this.#odds.found.delete(action);
    }
  }

  async askHint(): Promise<void> {
    if (this.hinting) return;
    this.hinting = true;
    const seq = this.state.seq;
    try {
      const hint = await this.table.hint();
      if (seq === this.state.seq) this.hint = hint;
    } catch (error) {
      this.complain(error);
    } finally {
      this.hinting = false;
    }
  }

  get arrow(): { at: Square; to: Square } | null {
    return travel(this.hint?.action ?? null);
  }

  async toggleThreats(): Promise<void> {
    this.watching = !this.watching;
    this.threatened = null;
    if (this.watching) await this.#seeThreats();
  }

  async #seeThreats(): Promise<void> {
    try {
      this.threatened = (await this.table.threats()).pieces;
    } catch (error) {
      this.watching = false;
      this.complain(error);
    }
  }
}

function markOf(option: Option): Mark {
  if (option.captures) return option.charge ? 'charge-capture' : 'capture';
  return option.charge ? 'charge' : 'move';
}

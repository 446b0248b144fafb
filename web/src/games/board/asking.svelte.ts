import { announcer } from '../../lib/announce.svelte';
import { CutOff, No, type Table } from '../../lib/connection.svelte';
import { say, t } from '../../lib/i18n.svelte';
import type { Hint, Odds, Option, Reason, Square, Text, Threat } from '../../lib/protocol';
import { Answers } from './answers.svelte';
import type { Way } from './geometry';

/** What is said below the board: a refusal of the rules with its clause, or a plain sentence. */
export interface Said {
  text: Text | string;
  reason?: Reason;
}

/** What a player says to the table and hears from it, whatever the game. */
export class Asking {
  said = $state.raw<Said | null>(null);
  wrongWay = $state.raw<Way | null>(null);
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  threatened = $state.raw<Threat[] | null>(null);
  watching = $state(false);
  sending = $state(false);
  /** Where a piece was just put, until the server says so too. */
  pending = $state.raw<Way | null>(null);
  /** What an action can lead to. */
  readonly odds = new Answers<string, Odds>(
    () => this.state.seq,
    (action) => this.table.odds(action),
  );

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

  word(action: string): Option | undefined {
    return this.state.legal.find((option) => option.action === action);
  }

  /** New things have happened: whatever was said is out of date. */
  refresh(): void {
    this.pending = null;
    this.hint = null;
    this.hush();
    if (this.watching) void this.#seeThreats();
  }

  hush(): void {
    this.said = null;
    this.wrongWay = null;
  }

  /** Moves may come faster than the line carries them: each waits for the one before. */
  async play(option: Option): Promise<void> {
    await this.#sent;
    const way = this.wayOf(option);
    this.pending = way;
    await this.send([option.action]);
    if (this.pending === way) this.pending = null;
  }

  /** Where an option takes a piece, as far as it is shown before the server answers. */
  wayOf({ at, to }: Option): Way | null {
    return at && to ? { at, to } : null;
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

  /** Says why an action is not allowed; `otherwise` where the server knows nothing against it. */
  async explain(action: string, way: Way | null = null, otherwise?: string): Promise<void> {
    try {
      const answer = await this.table.why(action);
      if (answer.allowed) {
        if (otherwise) this.tell({ text: otherwise });
        return;
      }
      const { reason } = answer;
      this.tell({ text: reason.text, reason });
      const aboutThePiece = reason.squares.length > 0 && reason.squares.every((square) => square === way?.at);
      this.wrongWay = aboutThePiece ? null : way;
      this.onwhy(reason);
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

  async askHint(): Promise<void> {
    if (this.hinting) return;
    this.hinting = true;
    const seq = this.state.seq;
    try {
      const hint = await this.table.hint();
      if (seq !== this.state.seq) return;
      // What was refused before is no longer what it is about.
      this.hush();
      this.hint = hint;
    } catch (error) {
      this.complain(error);
    } finally {
      this.hinting = false;
    }
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

  /** How likely each of one's own pieces can be taken next. */
  get badges(): Map<Square, string> {
    const { you } = this.state;
    return new Map(
      (this.threatened ?? [])
        .filter((threat) => you.length === 0 || you.includes(threat.side))
        .filter((threat) => threat.probability > 0)
        .map((threat) => [threat.square, `${Math.round(threat.probability * 100)}%`]),
    );
  }
}

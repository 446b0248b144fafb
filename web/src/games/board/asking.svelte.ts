import { announcer } from '../../lib/announce.svelte';
import { CutOff, No, type Table } from '../../lib/connection.svelte';
import { say, t } from '../../lib/i18n.svelte';
import type { Hint, Odds, Option, Reach, Reason, Square, Text, Threat, Threats } from '../../lib/protocol';
import { squaresOf } from '../../lib/shapes';
import { Answers } from './answers.svelte';
import type { Way } from './geometry';

/** What is said below the board: a refusal of the rules with its clause, or a plain sentence. */
export interface Said {
  text: Text | string;
  reason?: Reason;
}

export type SquareThreat = Extract<Threat, { square: Square }>;

interface Waiting {
  go: () => void;
  drop: () => void;
}

/** What a player says to the table and hears from it, whatever the game. */
export class Asking {
  said = $state.raw<Said | null>(null);
  wrongWay = $state.raw<Way | null>(null);
  hint = $state.raw<Hint | null>(null);
  hinting = $state(false);
  threatened = $state.raw<Threat[] | null>(null);
  /** The squares that the other side could strike next. */
  reached = $state.raw<Reach[]>([]);
  watching = $state(false);
  sending = $state(false);
  /** Where a piece was just put, until the server says so too. */
  pending = $state.raw<Way | null>(null);
  /** What an action can lead to. */
  readonly odds = new Answers<string, Odds>(
    () => this.state.seq,
    (action) => this.table.odds(action),
  );

  /** Who is in danger in a position, for a piece that is looked at; asked once for all of them. */
  readonly dangers = new Answers<'all', Threats>(
    () => this.state.seq,
    () => this.table.threats(),
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

  /** What is pressed now goes to the table at once. */
  get open(): boolean {
    return this.table.line === 'open' && !this.sending && !this.table.watching;
  }

  /** The table answers, and about nothing that has not been seen. */
  get answers(): boolean {
    return this.table.line === 'open' && !this.table.watching;
  }

  word(action: string): Option | undefined {
    return this.state.legal.find((option) => option.action === action);
  }

  /** New things have happened: whatever was said is out of date. */
  refresh(): void {
    this.pending = null;
    this.hint = null;
    this.dismiss();
    if (this.state.actor === null) {
      // Nobody threatens anybody once it is over.
      this.watching = false;
      this.threatened = null;
      this.reached = [];
    }
    if (this.watching) void this.#seeThreats();
  }

  dismiss(): void {
    this.said = null;
    this.wrongWay = null;
  }

  /** Shows at once where a piece goes, and sends it there. */
  async play(option: Option): Promise<void> {
    const way = this.wayOf(option);
    this.pending = way;
    await this.send([option.action]);
    if (this.pending === way) this.pending = null;
  }

  /** Where an option takes a piece, as far as it is shown before the server answers. */
  wayOf(option: Option): Way | null {
    return squaresOf(option);
  }

  /** Sends actions, once what was sent before is answered and what came of it has been seen; unless somebody else decides by then. */
  send(actions: string[]): Promise<boolean> {
    const { actor } = this.state;
    return this.#talk(actions.join(' '), async () => this.state.actor === actor && (await this.table.act(actions), true));
  }

  undo(): Promise<boolean> {
    return this.#talk('undo', async () => (await this.table.undo(), true));
  }

  /**
   * A press on the table. While an action is on its way it is about what comes of that: what it means is judged then, and
   * it counts for nothing if the action fails.
   */
  press(work: () => void): void {
    this.#afterwards({ go: work, drop: () => undefined });
  }

  /** What waits for the answer to what was sent, in order. */
  #waiting: Waiting[] = [];
  /** What was sent or waits to be: a second press of the same button counts for nothing. */
  readonly #underWay = new Set<string>();

  #talk(what: string, work: () => Promise<boolean>): Promise<boolean> {
    // Nothing is said about what has not been seen.
    if (this.table.watching || this.#underWay.has(what)) return Promise.resolve(false);
    this.#underWay.add(what);
    return new Promise<boolean>((settle) => {
      const end = (done: boolean) => {
        this.#underWay.delete(what);
        settle(done);
      };
      const go = () =>
        void this.#carry(work).then(end, (error: unknown) => {
          end(false);
          throw error;
        });
      this.#afterwards({ go, drop: () => end(false) });
    });
  }

  #afterwards(one: Waiting): void {
    if (this.sending || this.#waiting.length) this.#waiting.push(one);
    else one.go();
  }

  async #carry(work: () => Promise<boolean>): Promise<boolean> {
    this.dismiss();
    this.sending = true;
    let done = false;
    try {
      // It was pressed before there was anything to see, so it is not lost to that.
      if (this.table.watching) await this.table.seen();
      done = await work();
    } catch (error) {
      this.complain(error);
    } finally {
      this.sending = false;
      if (!done) for (const one of this.#waiting.splice(0)) one.drop();
      // First whoever sent it goes on.
      setTimeout(() => this.#goOn());
    }
    return done;
  }

  #goOn(): void {
    while (!this.sending && this.#waiting.length) {
      const [next, ...rest] = this.#waiting;
      // What it sends comes before what was pressed after it.
      this.#waiting = [];
      try {
        next!.go();
      } finally {
        this.#waiting.push(...rest);
      }
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
      this.dismiss();
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
    this.reached = [];
    if (this.watching) await this.#seeThreats();
  }

  async #seeThreats(): Promise<void> {
    try {
      const { pieces, reach } = await this.table.threats();
      this.threatened = pieces;
      this.reached = reach;
    } catch (error) {
      this.watching = false;
      this.complain(error);
    }
  }

  /** Who can strike a piece on a square next, each with how likely; null while that is not known, or not told of it. */
  threatsTo(square: Square): SquareThreat | null {
    const known = this.dangers.about('all');
    if (!known || this.state.actor === null) return null;
    const found = known.pieces.find((threat): threat is SquareThreat => 'square' in threat && threat.square === square);
    return found ?? { square, side: '', probability: 0, by: [], chances: {} };
  }

  /** How likely each of one's own pieces can be taken next. */
  get badges(): Map<Square, string> {
    const { actor, you } = this.state;
    if (actor === null) return new Map();
    return new Map(
      (this.threatened ?? [])
        .filter((threat) => 'square' in threat)
        .filter((threat) => you.length === 0 || you.includes(threat.side))
        .filter((threat) => threat.probability > 0)
        .map((threat) => [threat.square, `${Math.round(threat.probability * 100)}%`]),
    );
  }
}

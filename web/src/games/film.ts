import type { Change, Scene, Spot, Step } from '../lib/protocol';
import type { TableState } from '../lib/table-state';

type Move = Extract<Change, { kind: 'move' }>;
type Vanish = Extract<Change, { kind: 'vanish' }>;
/** Dice, what they were thrown for, and what was added to them. */
export type Thrown = Extract<Change, { kind: 'throw' }>;

/** What is seen of a step: ways, who strikes whom, dice, what came of them, who falls. */
export interface Flash<P, S extends Spot> {
  trails: { from: S; to: S; charge: boolean }[];
  shots: { from: S; to: S; close: boolean }[];
  dice: { at: S; faces: number[]; purpose: string }[];
  words: { at: S; text: string; good: boolean }[];
  fallen: P[];
  /** Whether somebody moves first. */
  late: boolean;
}

/** A moment that is shown for a while. */
export interface Frame<S> {
  scene: S;
  /** How long it stays before the next one. */
  hold: number;
}

/** How steps become moments: each one from the one before, and the last as the server tells it. */
export interface Film<F> {
  each: (before: F, step: Step) => F;
  end: (state: TableState, before: F | null, news: Step[]) => F;
}

/** A moment of the match as it is drawn. */
export interface Shown<G, P, S extends Spot> extends Frame<G> {
  /** The way of the last move, or who struck whom. */
  last: { at: S; to: S } | null;
  /** The last dice that belong to nobody on the table. */
  dice: number[] | null;
  /** The last throw of all, which lies until the next. */
  thrown: Thrown | null;
  /** Counts throws, so that equal faces are seen to be thrown again. */
  throws: number;
  flash: Flash<P, S> | null;
  /** Counts the moments, so that equal flashes are seen again. */
  count: number;
}

/** Changes the pieces of a list that it knows; others stay as they are. */
export type Changing = <P extends { id: number }>(pieces: P[]) => P[];

/** How a game's scenes are read: its pieces, where they are, how long things take to be seen. */
export interface Reading<G, P, S extends Spot> {
  read: (scene: Scene) => G;
  pieces: (scene: G) => P[];
  change: (scene: G, by: Changing) => G;
  spotOf: (piece: P) => S | null;
  isSpot: (spot: Spot) => spot is S;
  dice?: (scene: G) => number[];
  pace: { move: number; strike: number };
}

export const isSquare = (spot: Spot): spot is string => typeof spot === 'string';
export const isPoint = (spot: Spot): spot is [number, number] => typeof spot !== 'string';
export const BOARD_PACE = { move: 340, strike: 1100 };
export const TABLE_PACE = { move: 470, strike: 1150 };
const THROW = 620;
const CHECK = 800;
const GONE = 'gone';

/** Pieces after changes: with what is otherwise about them, and without those that the scene has no more. */
export function changing(changes: Change[]): Changing {
  const gone = new Set(changes.filter((one): one is Vanish => one.kind === 'vanish' && one.to === GONE).map((one) => one.id));
  const fields = new Map(changes.flatMap((one) => (one.kind === 'set' ? [[one.id, one.fields] as const] : [])));
  return (pieces) => pieces.filter(({ id }) => !gone.has(id)).map((piece) => ({ ...piece, ...fields.get(piece.id) }));
}

const lastThrow = (changes: Change[]): Thrown | null => changes.findLast((one): one is Thrown => one.kind === 'throw') ?? null;

/** Plays any game from what the server says has changed. */
export class Projector<G, P extends { id: number }, S extends Spot> implements Film<Shown<G, P, S>> {
  constructor(readonly game: Reading<G, P, S>) {}

  each(before: Shown<G, P, S>, { changes }: Step): Shown<G, P, S> {
    const flash = this.flashOf(changes, this.game.pieces(before.scene));
    const dice = changes.findLast((one) => one.kind === 'throw' && one.id === null);
    const thrown = dice?.kind === 'throw' ? dice.dice : null;
    return {
      scene: this.game.change(before.scene, changing(changes)),
      last: this.lastOf(changes, before.scene) ?? before.last,
      dice: thrown ?? before.dice,
      thrown: lastThrow(changes) ?? before.thrown,
      throws: before.throws + (changes.some((one) => one.kind === 'throw') ? 1 : 0),
      hold: this.#hold(changes, flash) + (thrown ? THROW : 0),
      flash,
      count: before.count + 1,
    };
  }

  end(state: TableState, before: Shown<G, P, S> | null, news: Step[]): Shown<G, P, S> {
    const scene = this.game.read(state.scene!);
    const faces = this.game.dice?.(scene).filter((face) => face > 0) ?? [];
    const told = state.steps.map(({ changes }) => this.lastOf(changes, scene)).findLast((way) => way !== null);
    return {
      scene,
      // What was taken back is gone; what is told now was the last.
      last: (news.length && before?.count ? before.last : told) ?? told ?? null,
      dice: faces.length === 2 ? faces : (before?.dice ?? null),
      thrown: before ? before.thrown : (state.steps.map((step) => lastThrow(step.changes)).findLast((one) => one !== null) ?? null),
      throws: before?.throws ?? 0,
      hold: news.length ? (before?.hold ?? 0) : 0,
      flash: news.length ? (before?.flash ?? null) : null,
      count: before?.count ?? 0,
    };
  }

  /** For a scene on its own, such as a moment of a replay: what its step did; ways have been gone already. */
  flashAfter(step: Step | null, scene: G): Flash<P, S> | null {
    const flash = step && this.flashOf(step.changes, this.game.pieces(scene));
    return flash && seen({ ...flash, trails: [] });
  }

  /** Where the last of these changes led from and to. */
  lastOf(changes: Change[], scene: G): { at: S; to: S } | null {
    const at = this.#spots(changes, this.game.pieces(scene));
    for (const change of changes.toReversed()) {
      const [from, to] =
        change.kind === 'move'
          ? [change.way[0], change.way.at(-1)]
          : change.kind === 'strike'
            ? [at.get(change.id), at.get(change.target)]
            : [];
      if (from && to && from !== to && this.game.isSpot(from) && this.game.isSpot(to)) return { at: from, to };
    }
    return null;
  }

  /** What changes show, of pieces as they stood before or stand after them. */
  flashOf(changes: Change[], pieces: P[]): Flash<P, S> | null {
    const flash: Flash<P, S> = { trails: [], shots: [], dice: [], words: [], fallen: [], late: false };
    const at = this.#spots(changes, pieces);
    for (const change of changes) {
      if (change.kind === 'move') this.#go(flash, at, change);
      else if (change.kind === 'appear' && this.game.isSpot(change.at)) at.set(change.id, change.at);
      else this.#note(flash, at, change, pieces);
    }
    return seen(flash);
  }

  /** Where pieces are at first: whoever moves or vanishes says it. */
  #spots(changes: Change[], pieces: P[]): Map<number, S> {
    const at = new Map<number, S>();
    const put = (id: number, spot: Spot | null | undefined) => {
      if (spot && this.game.isSpot(spot)) at.set(id, spot);
    };
    for (const piece of pieces) put(piece.id, this.game.spotOf(piece));
    for (const change of changes.toReversed()) {
      if (change.kind === 'vanish') put(change.id, change.at);
      else if (change.kind === 'move') put(change.id, change.way[0]);
    }
    return at;
  }

  #go(flash: Flash<P, S>, at: Map<number, S>, { id, way, charge }: Move): void {
    const spots = way.filter(this.game.isSpot);
    for (const [i, to] of spots.slice(1).entries()) flash.trails.push({ from: spots[i]!, to, charge });
    const end = spots.at(-1);
    if (end) at.set(id, end);
    flash.late ||= spots.length > 1;
  }

  #note(flash: Flash<P, S>, at: Map<number, S>, change: Change, pieces: P[]): void {
    const here = change.id === null ? undefined : at.get(change.id);
    if (here === undefined) return;
    switch (change.kind) {
      case 'strike': {
        const to = at.get(change.target);
        if (to !== undefined) flash.shots.push({ from: here, to, close: change.close });
        return;
      }
      case 'throw':
        return void flash.dice.push({ at: here, faces: change.dice, purpose: change.purpose });
      case 'hit':
        return void flash.words.push({ at: here, text: `−${change.points}`, good: false });
      case 'sign':
        return void flash.words.push({ at: here, text: change.sign, good: change.good });
      case 'vanish':
        return void flash.fallen.push(...pieces.filter(({ id }) => id === change.id));
    }
  }

  #hold(changes: Change[], flash: Flash<P, S> | null): number {
    const { move, strike } = this.game.pace;
    const moves = flash?.trails.length || changes.some((one) => one.kind === 'appear') ? move : 0;
    const fights = flash && (flash.shots.length || flash.fallen.length || changes.some((one) => one.kind === 'hit'));
    const checks = flash && (flash.dice.length || flash.words.length);
    return moves + (fights ? strike : checks ? Math.min(strike, CHECK) : 0);
  }
}

/** The flash if anything of it is to be seen. */
function seen<P, S extends Spot>(flash: Flash<P, S>): Flash<P, S> | null {
  const { trails, shots, dice, words, fallen } = flash;
  return [trails, shots, dice, words, fallen].some((list) => list.length) ? flash : null;
}

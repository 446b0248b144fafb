import type { Look, Option, Seat } from '../lib/protocol';
import { Answers } from '../games/board/answers.svelte';
import { Asking } from '../games/board/asking.svelte';
import { isInside, pointOf, turnedBy, whole, type Place, type Point } from './geometry';
import type { Proposal } from './ways';

/** What stands on a table and can be taken in hand. */
export interface Piece {
  id: number;
  side: string;
  x: number;
  y: number;
}

/** Of so many enemies it is drawn where they get. */
const MOST_COMERS = 8;

const key = (piece: number, place: Place | null) => (place ? `${piece} ${place.x} ${place.y} ${place.facing}` : String(piece));

/** A player's hand over a gridless table: who is in it, where it would go, whom it aims at. A game says what that means. */
export abstract class TableHand<P extends Piece = Piece, O extends Option = Option, L extends object = object> extends Asking {
  /** In hand, or looked at until something else is pressed. */
  chosen = $state<number | null>(null);
  /** Where whoever is placed would stand: set down to be thought about. */
  ghost = $state.raw<Place | null>(null);
  /** The same while only a pointer passes by. */
  passing = $state.raw<Place | null>(null);
  /** Something is being dragged: it is settled once it is let go. */
  held = $state(false);
  /** It was to go farther than it gets: what is thought of is where it gets. */
  shortened = $state(false);
  /** The last way that was proposed, until the next answer comes. */
  #led = $state.raw<Proposal | null>(null);
  /** It was set down by keys: what comes of it is said aloud. */
  spoken = $state(false);
  /** The piece under the pointer, and a target whose odds stay in sight. */
  hovered = $state<number | null>(null);
  aimed = $state<number | null>(null);
  readonly looks = new Answers<string, L>(
    () => this.state.seq,
    async (about) => {
      const [piece, x, y, facing] = about.split(' ').map(Number);
      return this.readLook(await this.table.look(piece!, x === undefined ? undefined : { x, y: y!, facing: facing! }));
    },
  );

  protected abstract readLook(look: Look | null): L | null;

  /** All that stand on the table, as they are drawn: the last lies on top. */
  abstract get pieces(): P[];
  abstract get usable(): Set<number>;
  /** For each piece that can be pressed instead of a button: the options it stands for. */
  abstract get offers(): Map<number, O[]>;
  /** Whoever a place is being chosen for. */
  abstract get placed(): P | undefined;
  /** Whose reach and sight are drawn. */
  abstract get subject(): number | null;
  /** Suggested places for whoever is placed. */
  abstract get places(): Place[];
  /** Who is judged by a look at the place it would go to. */
  abstract get looker(): number | null;
  /** Who aims at an enemy that is pressed. */
  protected abstract get aimer(): P | undefined;
  /** It is about somebody in particular: no other can be taken in hand. */
  protected abstract get bound(): boolean;
  /** How whoever is placed is turned as long as nobody turns it. */
  protected abstract get facing(): number;

  /** Who threatens one's own: enemies that could attack from where they stand, with what that leads to in a word. */
  abstract threatsOn(piece: number): { by: number; text: string }[];
  /** How far an enemy could come and still attack. */
  protected abstract threatReach(piece: P): number;
  /** Where a look says that somebody gets. */
  protected abstract areasOf(look: L): readonly (readonly Point[])[];

  /** Whose threats are looked at: somebody pointed at or in hand, while threats are watched. */
  get beset(): P | undefined {
    if (!this.watching) return undefined;
    const find = (id: number | null) => this.pieces.find((piece) => piece.id === id);
    return find(this.hovered) ?? find(this.subject);
  }

  /** The enemies that could come to it, the nearest first. */
  get comers(): P[] {
    const at = this.beset;
    if (!at) return [];
    const far = (piece: P) => Math.hypot(piece.x - at.x, piece.y - at.y);
    return this.pieces
      .filter((piece) => piece.side !== at.side && far(piece) <= this.threatReach(piece))
      .toSorted((a, b) => far(a) - far(b))
      .slice(0, MOST_COMERS);
  }

  get enemyAreas(): readonly (readonly Point[])[] {
    return this.comers.flatMap(({ id }) => {
      const look = this.lookOf(id);
      return look ? this.areasOf(look) : [];
    });
  }

  get threatLines(): { id: string; from: Point; to: Point; text: string }[] {
    const of = this.beset ? [this.beset] : [];
    return of.flatMap((piece) =>
      this.threatsOn(piece.id).flatMap(({ by, text }) => {
        const from = this.pieces.find(({ id }) => id === by);
        return from ? [{ id: `${by} ${piece.id}`, from: pointOf(from), to: pointOf(piece), text }] : [];
      }),
    );
  }

  /** The way to where it would go, as a look proposes it. */
  abstract proposalOf(look: L): Proposal | null;
  /** Areas that are known to be reached. */
  abstract get reach(): readonly (readonly Point[])[];

  abstract seek(): void;
  /** What the way to the ghost is taken by, and a corner made there, unless something else is chosen. */
  abstract confirm(): Promise<void>;
  abstract bend(): Promise<void>;
  abstract cancel(): void;
  /** The base of somebody who would stand at a place, and so much around it. */
  abstract corners(place: Place, around?: number): Point[];
  protected abstract far(point: Point, piece: P): number;
  /** Who stays in hand after a step; `decided`: the decision before it was one's own. */
  protected abstract kept(decided: boolean): number | null;
  /** A piece that is pressed stands for options. */
  protected abstract take(piece: P, options: O[], touch: boolean): void;
  /** The action that would use a piece of one's own; null where nobody would expect that it can be used. */
  protected abstract useAction(piece: P): string | null;

  /** The seat that is looked through: the deciding one of one's own, or the first. */
  get seat(): Seat | null {
    const { actor, you } = this.state;
    return actor !== null && you.includes(actor) ? actor : (you[0] ?? null);
  }

  get isPlacing(): boolean {
    return this.placed !== undefined;
  }

  /** Whether whoever is placed has a front that can be turned. */
  get turns(): boolean {
    return this.placed !== undefined;
  }

  /** Where whoever is placed stands now. */
  get standsAt(): Place | null {
    const { placed } = this;
    return placed ? { ...placeAt(placed), facing: this.facing } : null;
  }

  /** Where the one in hand would stand. */
  get there(): Place | null {
    return this.isPlacing ? (this.ghost ?? this.passing) : null;
  }

  get look(): L | null {
    return this.subject === null ? null : this.lookOf(this.subject);
  }

  get lookThere(): L | null {
    const { looker, there } = this;
    return looker !== null && there ? this.looks.about(key(looker, there)) : null;
  }

  /** The way to where the one in hand would go, once it is known. */
  get proposal(): Proposal | null {
    const { lookThere } = this;
    return lookThere ? this.proposalOf(lookThere) : null;
  }

  /** Where the one in hand would come to stand: where the pointer is, or as near to it as it gets. */
  get stands(): Place | null {
    const { there, proposal, lookThere } = this;
    if (!there || this.looker === null || lookThere) return proposal?.place ?? there;
    return this.reach.some((area) => isInside(pointOf(there), area)) ? there : (this.#led?.place ?? there);
  }

  /** The corners on the way there. */
  get bends(): Place[] {
    return (this.proposal ?? (this.lookThere ? null : this.#led))?.bends ?? [];
  }

  /** Once nobody drags it any more it stands where it gets. */
  settle(): void {
    const { proposal, ghost } = this;
    if (this.held || !ghost || !proposal || proposal.whole) return;
    this.shortened = true;
    this.ghost = proposal.place;
  }

  protected lookOf(piece: number): L | null {
    return this.looks.about(key(piece, null));
  }

  protected seekLook(piece: number): void {
    void this.looks.seek(key(piece, null));
  }

  #seeking = false;

  /** One place at a time: a pointer is faster than any answer, and only where it stops counts. */
  protected async seekThere(): Promise<void> {
    const { looker, there } = this;
    if (looker === null || !there || this.#seeking) return;
    const about = key(looker, there);
    this.#seeking = true;
    await this.looks.seek(about);
    this.#seeking = false;
    this.#led = this.proposal ?? this.#led;
    this.settle();
    if (this.looker !== null && this.there && key(this.looker, this.there) !== about) await this.seekThere();
  }

  /** Makes a corner where the ghost is, once it is known what leads there. */
  async bendThere(): Promise<void> {
    const { looker, ghost } = this;
    if (looker !== null && ghost) await this.looks.seek(key(looker, ghost));
    this.settle();
    if (looker !== null && this.ghost) await this.looks.seek(key(looker, this.ghost));
    await this.bend();
  }

  /** The piece at a place, or within reach of a finger. */
  pieceAt(point: Point, slack: number): P | undefined {
    const near = this.pieces.toReversed().map((piece) => ({ piece, far: Math.max(0, this.far(point, piece)) }));
    return near.filter(({ far }) => far <= slack).toSorted((a, b) => a.far - b.far)[0]?.piece;
  }

  /** Whether a press on a piece is about the piece; else it is about the ground that somebody is put on. */
  isAbout(_piece: P): boolean {
    return true;
  }

  /** Whether a piece can be dragged somewhere at once. */
  isMovable(piece: P): boolean {
    return this.mine && (this.placed?.id === piece.id || this.usable.has(piece.id));
  }

  /** Whether the last decision was one's own. */
  #decided = false;

  override refresh(): void {
    super.refresh();
    this.forget();
    this.chosen = this.kept(this.#decided);
    this.#decided = this.mine;
  }

  protected forget(): void {
    this.#led = null;
    this.shortened = false;
    this.ghost = null;
    this.passing = null;
    this.aimed = null;
  }

  choose(piece: number | null): void {
    this.dismiss();
    this.forget();
    this.chosen = piece;
  }

  /** A press on a piece: an option it stands for, one to take in hand, one to aim at, or just one to look at. */
  pick(piece: P, touch = false): void {
    this.dismiss();
    const options = this.offers.get(piece.id);
    if (options) return this.take(piece, options, touch);
    const { aimer } = this;
    if (aimer && piece.side !== aimer.side) {
      this.aimed = this.aimed === piece.id ? null : piece.id;
      return;
    }
    if (this.bound) return;
    this.choose(this.chosen === piece.id ? null : piece.id);
    const use = this.chosen === null || this.usable.has(piece.id) ? null : this.useAction(piece);
    if (use) void this.explain(use);
  }

  /** Sets whoever is placed down somewhere, to think about it. */
  put(point: Point, exact = false): void {
    if (!this.isPlacing) return;
    this.dismiss();
    this.passing = null;
    this.shortened = false;
    this.ghost = this.snapped({ ...placeAt(point), facing: this.ghost?.facing ?? this.facing }, exact);
  }

  /** Where a pointer that passes by would set it down. */
  pass(point: Point | null): void {
    const free = point && this.isPlacing && !this.ghost;
    this.passing = free ? this.snapped({ ...placeAt(point), facing: this.facing }, false) : null;
  }

  /** Where somebody who is set down comes to stand. */
  protected snapped(place: Place, _exact: boolean): Place {
    return place;
  }

  turn(by: number): void {
    const from = this.ghost ?? this.standsAt;
    if (from) this.turnTo(from.facing + by);
  }

  /** Turns the ghost; without one the piece where it stands. */
  turnTo(facing: number): void {
    const from = this.ghost ?? this.standsAt;
    if (!from || !this.turns) return;
    this.passing = null;
    this.ghost = { ...from, facing: turnedBy(Math.round(facing), 0) };
  }
}

/** A place of the table's grain. */
function placeAt(at: Point | { x: number; y: number }): { x: number; y: number } {
  const [x, y] = whole('x' in at ? pointOf(at) : at);
  return { x, y };
}

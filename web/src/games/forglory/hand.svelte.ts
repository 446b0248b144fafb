import type { Reason, Seat, Why } from '../../lib/protocol';
import { lookOf } from '../../lib/shapes';
import { boxCorners, distance, distanceTo, pointOf, turnedBy, whole, type Place, type Point } from '../../table/geometry';
import { Answers } from '../board/answers.svelte';
import { Asking } from '../board/asking.svelte';
import * as choices from './choice';
import type { Placing, Verb } from './choice';
import { bodyText } from './notation';
import {
  bodyOf,
  FIRST_OFFICER,
  gloryScene,
  isOfficer,
  standing,
  facingOf,
  type Body,
  type GloryScene,
  type Look,
  type Option,
  type Seen,
  type Side,
} from './scene';

const key = (body: number, place: Place | null) => (place ? `${body} ${place.x} ${place.y} ${place.facing}` : String(body));

/** A way that could be gone to where the ghost stands: whether the rules allow it is known once `allowed` is. */
export interface Way {
  verb: Verb;
  bend: Verb | null;
  allowed: boolean | null;
  reason: Reason | null;
  /** The name of a reason that only a look gave. */
  why: string | null;
  cost: number | null;
  most: number | null;
}

/** A player's hand over the table: who is in it, where it would go, whom it aims at. */
export class Hand extends Asking {
  /** In hand, or looked at until something else is pressed. */
  chosen = $state<number | null>(null);
  /** Where whoever is placed would stand: set down to be thought about. */
  ghost = $state.raw<Place | null>(null);
  /** The same while only a pointer passes by. */
  passing = $state.raw<Place | null>(null);
  /** It was set down by keys: what comes of it is said aloud. */
  spoken = $state(false);
  hovered = $state<number | null>(null);
  /** A target whose odds stay in sight, and the action against it that is looked at. */
  aimed = $state<number | null>(null);
  pointed = $state<string | null>(null);
  /** On a road a base goes in column, unless its player does not want that. */
  byRoad = $state(true);
  readonly looks = new Answers<string, Look>(
    () => this.state.seq,
    async (about) => {
      const [body, x, y, facing] = about.split(' ').map(Number);
      return lookOf(await this.table.look(body!, x === undefined ? undefined : { x, y: y!, facing: facing! }), 'forglory');
    },
  );
  /** Whether the rules allow an action, and why not. */
  readonly verdicts = new Answers<string, Why>(
    () => this.state.seq,
    (action) => this.table.why(action),
  );

  get scene(): GloryScene | null {
    return this.state.scene ? gloryScene(this.state.scene) : null;
  }

  get legal(): Option[] {
    return this.state.shape === 'forglory' ? this.state.legal : [];
  }

  /** The seat that is looked through: the deciding one of one's own, or the first. */
  get seat(): Seat | null {
    const { actor, you } = this.state;
    return actor !== null && you.includes(actor) ? actor : (you[0] ?? null);
  }

  get side(): Side | null {
    return this.seat as Side | null;
  }

  get usable(): Set<number> {
    return this.mine ? choices.usable(this.legal) : new Set();
  }

  get offers(): Map<number, Option[]> {
    return this.mine ? choices.offers(this.legal) : new Map();
  }

  get placing(): Placing | null {
    return this.scene && this.mine ? choices.placingOf(this.scene, this.legal, this.chosen) : null;
  }

  /** The body that a place is being chosen for. */
  get placed(): Body | undefined {
    return this.scene ? bodyOf(this.scene, this.placing?.body) : undefined;
  }

  /** Whose reach and sight are drawn. */
  get subject(): number | null {
    const { scene, placing } = this;
    if (!scene) return null;
    if (placing && placing.body !== null && this.placed?.state === 'table') return placing.body;
    const active = this.mine ? choices.activeBody(scene) : null;
    return active ?? this.chosen;
  }

  get there(): Place | null {
    return this.placing ? (this.ghost ?? this.passing) : null;
  }

  get look(): Look | null {
    return this.subject === null ? null : this.looks.about(key(this.subject, null));
  }

  get lookThere(): Look | null {
    const { placing, there } = this;
    return placing && there && this.#looksThere(placing) ? this.looks.about(key(placing.body!, there)) : null;
  }

  /** Those who move are judged by a look at a place; those who are put somewhere by the rules themselves. */
  #looksThere(placing: Placing): boolean {
    return placing.body !== null && placing.verbs.some((verb) => ['move', 'march', 'ride'].includes(verb));
  }

  get seen(): Seen[] {
    return (this.there ? this.lookThere : this.look)?.seen ?? [];
  }

  /** What somebody who is only pointed at watches. */
  get lookHovered(): Look | null {
    const { hovered } = this;
    return hovered === null || hovered === this.subject ? null : this.looks.about(key(hovered, null));
  }

  /** The target whose odds are told: the one under the pointer, or one that was pressed. */
  get told(): { body: Body; seen: Seen | null; options: Option[] } | null {
    const { scene } = this;
    if (!scene) return null;
    const id = this.hovered !== null && this.hovered !== this.subject ? this.hovered : this.aimed;
    const body = bodyOf(scene, id);
    if (!body || body.state !== 'table') return null;
    const seen = this.seen.find((one) => one.body === body.id) ?? null;
    const options = this.mine && !this.ghost ? choices.attacksOn(this.legal, body.id) : [];
    return seen || options.length ? { body, seen, options } : null;
  }

  get places(): Place[] {
    const { placing } = this;
    return placing ? choices.placesOf(this.legal, placing) : [];
  }

  /** The ways to the ghost, best first, each with what is known of it. */
  get ways(): Way[] {
    const { scene, placing, ghost } = this;
    if (!scene || !placing || !ghost) return [];
    return placing.verbs.map((verb) => this.#way(scene, placing, verb, ghost));
  }

  #way(scene: GloryScene, placing: Placing, verb: Verb, ghost: Place): Way {
    const judged = choices.judgedBy(this.lookThere, verb);
    const verdict = scene.phase === 'orders' ? null : this.verdicts.about(choices.goActions(scene, placing, verb, ghost).at(-1)!);
    const reason = verdict && !verdict.allowed ? verdict.reason : null;
    const allowed = verdict ? verdict.allowed : scene.phase === 'orders' && judged ? judged.legal : null;
    return {
      verb,
      bend: choices.bendOf(verb),
      allowed,
      reason,
      why: judged?.why ?? null,
      cost: judged?.cost ?? null,
      most: judged?.most ?? null,
    };
  }

  /** The way that is taken unless another is chosen. */
  get way(): Way | null {
    return this.ways.find((way) => way.allowed) ?? null;
  }

  get refused(): boolean {
    const { ways } = this;
    return ways.length > 0 && ways.every((way) => way.allowed === false);
  }

  /** Asks for what is drawn. */
  seek(): void {
    const { subject, scene, placing, ghost, hovered } = this;
    const onTable = (id: number | null) => bodyOf(scene!, id)?.state === 'table';
    if (!scene) return;
    const looks = subject !== null && (subject < FIRST_OFFICER || subject === placing?.body);
    if (looks && onTable(subject)) void this.looks.seek(key(subject, null));
    if (hovered !== null && hovered < FIRST_OFFICER && onTable(hovered)) void this.looks.seek(key(hovered, null));
    void this.#seekThere();
    if (!placing || !ghost || scene.phase === 'orders') return;
    for (const verb of placing.verbs) void this.verdicts.seek(choices.goActions(scene, placing, verb, ghost).at(-1)!);
  }

  #seeking = false;

  /** One place at a time: a pointer is faster than any answer, and only where it stops counts. */
  async #seekThere(): Promise<void> {
    const { placing, there } = this;
    if (!placing || !there || this.#seeking || !this.#looksThere(placing)) return;
    const about = key(placing.body!, there);
    this.#seeking = true;
    await this.looks.seek(about);
    this.#seeking = false;
    const [now, to] = [this.placing, this.there];
    if (now && to && key(now.body!, to) !== about) await this.#seekThere();
  }

  /** The body at a place, or within reach of a finger: officers lie on top. */
  bodyAt(point: Point, slack: number): Body | undefined {
    const { scene } = this;
    if (!scene) return undefined;
    const officers = standing(scene.officers).map((body) => ({
      body: body as Body,
      far: Math.max(0, distance(point, pointOf(body)) - body.radius),
    }));
    const units = standing(scene.units).map((body) => ({ body: body as Body, far: distanceTo(point, body.corners) }));
    return [...officers, ...units].filter(({ far }) => far <= slack).toSorted((a, b) => a.far - b.far)[0]?.body;
  }

  override refresh(): void {
    super.refresh();
    this.#forget();
    this.chosen = this.#kept(this.#decided);
    this.#decided = this.mine;
  }

  /** Whether the last decision was one's own. */
  #decided = false;

  /** Who stays in hand: the next to be deployed, one that can be used, or one that is looked at while others play. */
  #kept(decided: boolean): number | null {
    const { scene, mine, chosen } = this;
    if (!scene) return null;
    if (mine && scene.phase === 'deploy') {
      const open = choices.deployable(scene);
      return chosen !== null && open.includes(chosen) ? chosen : (open[0] ?? null);
    }
    if (chosen === null || bodyOf(scene, chosen)?.state !== 'table') return null;
    return (mine ? this.usable.has(chosen) : !decided) ? chosen : null;
  }

  #forget(): void {
    this.ghost = null;
    this.passing = null;
    this.aimed = null;
    this.pointed = null;
  }

  choose(body: number | null): void {
    this.dismiss();
    this.#forget();
    this.chosen = body;
  }

  /** Whether a press on a body is about the body; else it is about the ground that somebody is put on. */
  isAbout(body: Body): boolean {
    const { scene, placing } = this;
    if (!scene || this.offers.has(body.id)) return true;
    const own = bodyOf(scene, this.subject);
    if (own && !isOfficer(own) && body.side !== own.side) return true;
    return placing === null || scene.phase === 'orders';
  }

  /** A press on a body: an option it stands for, one to take in hand, one to aim at, or just one to look at. */
  pick(body: Body, touch = false): void {
    this.dismiss();
    const { scene } = this;
    if (!scene) return;
    const offered = this.offers.get(body.id);
    if (offered) return this.#take(body, offered, touch);
    const own = bodyOf(scene, this.subject);
    if (own && body.side !== own.side && this.subject !== null) {
      this.aimed = this.aimed === body.id ? null : body.id;
      return;
    }
    const busy = this.placing !== null && scene.phase !== 'orders' && scene.phase !== 'deploy';
    if (busy || (this.mine && scene.phase === 'deploy')) return;
    this.choose(this.chosen === body.id ? null : body.id);
    if (
      this.mine &&
      scene.phase === 'orders' &&
      body.side === this.side &&
      this.chosen !== null &&
      !isOfficer(body) &&
      !this.usable.has(body.id)
    ) {
      void this.explain(`use ${bodyText(body.id)}`);
    }
  }

  /** What throws dice is looked at first and then chosen by its button; a single plain answer is given at once. */
  #take(body: Body, options: Option[], touch: boolean): void {
    const [only] = options;
    if (options.length === 1 && only && this.aimed === body.id && !touch) void this.send([only.action]);
    else this.aimed = body.id;
    this.ghost = null;
  }

  /** Sets whoever is placed down somewhere, to think about it; near a road in column on it. */
  put(point: Point, exact = false): void {
    const { placing, placed, scene } = this;
    if (!placing || !scene) return;
    this.dismiss();
    const [x, y] = whole(point);
    this.passing = null;
    this.ghost = this.#snapped({ x, y, facing: this.ghost?.facing ?? this.#facing(placed) }, exact);
  }

  /** Where a pointer that passes by would set it down. */
  pass(point: Point | null): void {
    const { placing, placed } = this;
    if (!point || !placing || this.ghost) {
      this.passing = null;
      return;
    }
    const [x, y] = whole(point);
    this.passing = this.#snapped({ x, y, facing: this.#facing(placed) }, false);
  }

  #facing(body: Body | undefined): number {
    if (!body || isOfficer(body)) return 0;
    return body.state === 'table' ? body.facing : (this.#lastFacing ?? facingOf(body.side));
  }

  #lastFacing: number | null = null;

  #snapped(place: Place, exact: boolean): Place {
    const { scene, placing, placed } = this;
    const marches = placing?.verbs.includes('march') && this.byRoad && !exact;
    if (!scene || !marches || !placed) return place;
    const half = scene.road_width / 2;
    const from = choices.roadAt(scene.roads, pointOf(placed));
    if (!from || from.off > half) return place;
    return choices.onRoad(scene.roads, place, scene.road_width) ?? place;
  }

  /** Where the ghost would stand in column on the road beside it, unless it does. */
  get ontoRoad(): Place | null {
    const { scene, placed, ghost } = this;
    if (!scene || !ghost || !placed || isOfficer(placed)) return null;
    const place = choices.onRoad(scene.roads, ghost, scene.road_width);
    return place && (place.x !== ghost.x || place.y !== ghost.y || place.facing !== ghost.facing) ? place : null;
  }

  turn(by: number): void {
    const { placing, placed } = this;
    if (!placing || !placed || isOfficer(placed)) return;
    const from = this.ghost ?? (placed.state === 'table' ? choices.placeOf(placed) : null);
    if (from) this.turnTo(turnedBy(from.facing, by));
  }

  /** Turns the ghost; without one the unit where it stands. */
  turnTo(facing: number): void {
    const { placed } = this;
    if (!placed || isOfficer(placed)) return;
    const from = this.ghost ?? choices.placeOf(placed);
    this.passing = null;
    this.ghost = { ...from, facing: turnedBy(Math.round(facing), 0) };
  }

  /** Turns it to look straight at somebody. */
  faceTo(body: Body): void {
    const { placed } = this;
    const from = this.ghost ?? (placed ? choices.placeOf(placed) : null);
    if (from) this.turnTo((Math.atan2(body.y - from.y, body.x - from.x) * 1800) / Math.PI);
  }

  async go(verb: Verb): Promise<void> {
    const { scene, placing, ghost } = this;
    if (!scene || !placing || !ghost) return;
    if (verb === 'place' && !isOfficer(this.placed!)) this.#lastFacing = ghost.facing;
    await this.send(choices.goActions(scene, placing, verb, ghost));
  }

  /** An order by its word, "shoot n4" or "retreat", for the one in use or in hand. */
  async order(word: string): Promise<void> {
    const { scene, chosen } = this;
    if (!scene) return;
    await this.send(scene.phase === 'orders' && chosen !== null ? [`use ${bodyText(chosen)}`, word] : [word]);
  }

  cancel(): void {
    this.dismiss();
    if (this.ghost) this.ghost = null;
    else if (this.aimed !== null) this.aimed = null;
    else if (this.scene?.phase !== 'deploy') this.choose(null);
  }

  /** Whether somebody could press for an attack before the unit is in use: what a look knows of it. */
  get early(): boolean {
    return this.scene?.phase === 'orders' && this.placing !== null;
  }

  /** The corners of whoever is placed, as it stands or would stand. */
  corners(place: Place): Point[] {
    const { base } = this.scene!;
    return boxCorners(place, base.deep, base.front);
  }
}

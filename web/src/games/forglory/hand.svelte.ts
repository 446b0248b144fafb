import type { Reason, Look as TableLook, Why } from '../../lib/protocol';
import { lookOf } from '../../lib/shapes';
import { boxCorners, distance, distanceTo, pointOf, type Place, type Point } from '../../table/geometry';
import { TableHand } from '../../table/hand.svelte';
import { legsOf, restOf, type Plan, type Proposal } from '../../table/ways';
import { Answers } from '../board/answers.svelte';
import * as choices from './choice';
import type { Placing, Verb } from './choice';
import {
  bodyOf,
  gloryScene,
  isOfficer,
  standing,
  textOf,
  unitOf,
  type Body,
  type GloryScene,
  type Look,
  type Option,
  type Seen,
  type Side,
} from './scene';

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

/** A player's hand over the table. */
export class Hand extends TableHand<Body, Option, Look> {
  /** The action against the target that is looked at. */
  pointed = $state<string | null>(null);
  /** On a road a base goes in column, unless its player does not want that. */
  byRoad = $state(true);
  /** Whether the rules allow an action, and why not. */
  readonly verdicts = new Answers<string, Why>(
    () => this.state.seq,
    (action) => this.table.why(action),
  );

  /** A way with corners that is being gone. */
  #plan: Plan | null = null;

  proposalOf({ place }: Look): Proposal | null {
    if (!place?.to) return null;
    return { bends: place.bends.map(placeFrom), place: placeFrom(place.to), cost: place.cost, whole: place.legal };
  }

  get reach(): readonly (readonly Point[])[] {
    const { look } = this;
    return look ? [...this.areasOf(look), ...(look.strategic ? [look.strategic] : []), ...look.strategic_bends] : [];
  }

  protected areasOf(look: Look): readonly (readonly Point[])[] {
    return [look.plain, ...look.plain_bends];
  }

  /** Fire first: how likely it does harm; then a charge: how likely it is won. */
  threatsOn(unit: number): { by: number; text: string }[] {
    const share = (chance: number) => `${Math.round(chance * 100)}%`;
    return (this.threatened ?? []).flatMap((threat) => {
      if (!('charge' in threat) || threat.target !== unit) return [];
      const { shot, charge } = threat;
      const told = [...(shot === null ? [] : [share(shot)]), ...(charge === null ? [] : [`⚔ ${share(charge)}`])];
      return [{ by: threat.unit, text: told.join(' ') }];
    });
  }

  protected threatReach(body: Body): number {
    return isOfficer(body) ? 0 : 2 * body.move;
  }

  protected readLook(look: TableLook | null): Look | null {
    return lookOf(look, 'forglory');
  }

  get scene(): GloryScene | null {
    return this.state.scene ? gloryScene(this.state.scene) : null;
  }

  get legal(): Option[] {
    return this.state.shape === 'forglory' ? this.state.legal : [];
  }

  get pieces(): Body[] {
    const { scene } = this;
    return scene ? [...standing(scene.units), ...standing(scene.officers)] : [];
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

  override get isPlacing(): boolean {
    return this.placing !== null;
  }

  get placed(): Body | undefined {
    return this.scene ? bodyOf(this.scene, this.placing?.body) : undefined;
  }

  override get turns(): boolean {
    return this.placed !== undefined && !isOfficer(this.placed);
  }

  override get standsAt(): Place | null {
    return this.turns && this.placed?.state === 'table' ? super.standsAt : null;
  }

  get subject(): number | null {
    const { scene, placing } = this;
    if (!scene) return null;
    if (placing && placing.body !== null && this.placed?.state === 'table') return placing.body;
    const active = this.mine ? choices.activeBody(scene) : null;
    return active ?? this.chosen;
  }

  /** Those who move are judged by a look at a place; those who are put somewhere by the rules themselves. */
  get looker(): number | null {
    const { placing } = this;
    return placing?.verbs.some((verb) => ['move', 'march', 'ride'].includes(verb)) ? placing.body : null;
  }

  protected get aimer(): Body | undefined {
    return this.scene ? bodyOf(this.scene, this.subject) : undefined;
  }

  protected get bound(): boolean {
    const phase = this.scene?.phase;
    return (this.placing !== null && phase !== 'orders') || (this.mine && phase === 'deploy');
  }

  get seen(): Seen[] {
    return (this.there ? this.lookThere : this.look)?.seen ?? [];
  }

  /** What somebody who is only pointed at watches. */
  get lookHovered(): Look | null {
    const { hovered } = this;
    return hovered === null || hovered === this.subject ? null : this.lookOf(hovered);
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
    const looked = judged !== null && (scene.phase === 'orders' || judged.bends.length > 0);
    const verdict = looked ? null : this.verdicts.about(choices.goActions(scene, placing, verb, ghost).at(-1)!);
    const reason = verdict && !verdict.allowed ? verdict.reason : null;
    const allowed = looked ? judged.legal : (verdict?.allowed ?? null);
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
    if (!scene) return;
    const onTable = (id: number | null) => bodyOf(scene, id)?.state === 'table';
    const isUnit = (id: number) => unitOf(scene.units, id) !== undefined;
    const looks = subject !== null && (isUnit(subject) || subject === placing?.body);
    if (looks && onTable(subject)) this.seekLook(subject);
    if (hovered !== null && isUnit(hovered) && onTable(hovered)) this.seekLook(hovered);
    for (const { id } of this.comers) this.seekLook(id);
    void this.seekThere();
    if (!placing || !ghost || scene.phase === 'orders') return;
    for (const verb of placing.verbs) void this.verdicts.seek(choices.goActions(scene, placing, verb, ghost).at(-1)!);
  }

  protected far(point: Point, body: Body): number {
    return isOfficer(body) ? distance(point, pointOf(body)) - body.radius : distanceTo(point, body.corners);
  }

  /** Who stays in hand: the next to be deployed, one that can be used, or one that is looked at while others play. */
  protected kept(decided: boolean): number | null {
    const { scene, mine, chosen } = this;
    if (!scene) return null;
    if (mine && scene.phase === 'deploy') {
      const open = choices.deployable(scene);
      return chosen !== null && open.includes(chosen) ? chosen : (open[0] ?? null);
    }
    if (chosen === null || bodyOf(scene, chosen)?.state !== 'table') return null;
    return (mine ? this.usable.has(chosen) : !decided) ? chosen : null;
  }

  protected override forget(): void {
    super.forget();
    this.pointed = null;
  }

  override isAbout(body: Body): boolean {
    const { scene, placing } = this;
    if (!scene || this.offers.has(body.id)) return true;
    const own = bodyOf(scene, this.subject);
    if (own && !isOfficer(own) && body.side !== own.side) return true;
    return placing === null || scene.phase === 'orders';
  }

  protected useAction(body: Body): string | null {
    const expected = this.mine && this.scene?.phase === 'orders' && body.side === this.side && !isOfficer(body);
    return expected ? `use ${body.text}` : null;
  }

  /** What throws dice is looked at first and then chosen by its button; a single plain answer is given at once. */
  protected take(body: Body, options: Option[], touch: boolean): void {
    const [only] = options;
    if (options.length === 1 && only && this.aimed === body.id && !touch) void this.send([only.action]);
    else this.aimed = body.id;
    this.ghost = null;
  }

  protected get facing(): number {
    const body = this.placed;
    if (!body || isOfficer(body)) return 0;
    return body.state === 'table' ? body.facing : (this.#lastFacing ?? this.scene!.facing[body.side]);
  }

  #lastFacing: number | null = null;

  /** Near a road in column on it. */
  protected override snapped(place: Place, exact: boolean): Place {
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

  /** Turns it to look straight at somebody. */
  faceTo(body: Body): void {
    const from = this.ghost ?? this.standsAt;
    if (from) this.turnTo((Math.atan2(body.y - from.y, body.x - from.x) * 1800) / Math.PI);
  }

  /** An enemy may react on the way: what is left of it follows where nothing has changed. */
  override refresh(): void {
    super.refresh();
    const { scene, mine } = this;
    const plan = this.#plan;
    if (!mine || !plan || !scene || choices.ASKED.includes(scene.phase)) return;
    this.#plan = null;
    const body = ['order', 'way'].includes(scene.phase) && scene.order?.unit === plan.piece ? bodyOf(scene, plan.piece) : undefined;
    const rest = body ? restOf(plan, body) : [];
    if (!rest.length) return;
    this.#plan = plan;
    void this.send(rest);
  }

  override async send(actions: string[]): Promise<boolean> {
    const sent = await super.send(actions);
    if (!sent) this.#plan = null;
    return sent;
  }

  async go(verb: Verb): Promise<void> {
    const { scene, placing, ghost, placed } = this;
    if (!scene || !placing || !ghost) return;
    const bends = ['move', 'march', 'ride', 'bend', 'march-bend', 'ride-bend'].includes(verb) ? this.bends : [];
    if (bends.length && placed) {
      const legs = choices.legActions(scene, placing, verb, ghost, bends);
      this.#plan = { piece: placed.id, legs: legsOf(pointOf(placed), bends, legs) };
    }
    if (verb === 'place' && !isOfficer(this.placed!)) this.#lastFacing = ghost.facing;
    await this.send(choices.goActions(scene, placing, verb, ghost, bends));
  }

  async confirm(): Promise<void> {
    if (this.way) await this.go(this.way.verb);
  }

  async bend(): Promise<void> {
    const verb = this.way && choices.bendOf(this.way.verb);
    if (verb) await this.go(verb);
  }

  /** An order by its word, "shoot n4" or "retreat", for the one in use or in hand. */
  async order(word: string): Promise<void> {
    const { scene, chosen } = this;
    if (!scene) return;
    await this.send(scene.phase === 'orders' && chosen !== null ? [`use ${textOf(scene, chosen)}`, word] : [word]);
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

  corners(place: Place, around = 0): Point[] {
    const { deep, front } = this.scene!.base;
    return boxCorners(place, deep + around, front + around);
  }
}

const placeFrom = ([x, y, facing]: readonly [number, number, number]): Place => ({ x, y, facing });

import { announcer } from '../../lib/announce.svelte';
import { t } from '../../lib/i18n.svelte';
import { lookOf } from '../../lib/shapes';
import { boxCorners, isInside, turnedBy, whole, type Place, type Point } from '../../table/geometry';
import { deployable, goActions, placesOf } from './choice';
import { ahead, behind, firstAhead, isSame, middleOf, nearest, partWay, slotsOf, type Member, type Shape } from './formation';
import type { Hand } from './hand.svelte';
import { bodyOf, divisionOf, standing, unitOf, type GloryScene, type Side } from './scene';

/** Where somebody of a block gets: the whole way, or as far as the rules allow. */
export interface Stop {
  place: Place;
  verb: 'move' | 'march' | null;
  whole: boolean;
  cost: number | null;
  most: number | null;
}

/** How far somebody gets is looked for in parts, twice: to a sixteenth of its way. */
const PARTS = [1, 2, 3];
const ROUNDS = 2;
/** How long a block rests before it is asked about, and a question that nobody answered before it is put again. */
const REST = 90;
const AGAIN = 1000;
const pause = (time: number) => new Promise((goOn) => setTimeout(goOn, time));

/**
 * Several units as one block: put somewhere, turned, formed. For the rules it stays one order after the other; each is
 * carried out as far as it goes, and whatever is asked on the way stops it until it is answered.
 */
export class Forming {
  members = $state.raw<number[]>([]);
  block = $state.raw<Place | null>(null);
  shape = $state<Shape>('kept');
  /** What is known of each one's way. */
  stops = $state.raw(new Map<number, Stop>());
  /** Orders that are still to be given, of a block that is on its way. */
  rest = $state.raw<{ id: number; to: Place }[]>([]);
  working = $state(false);
  /** A box that is being drawn around units. */
  box = $state.raw<[Point, Point] | null>(null);
  #asked = 0;

  constructor(readonly hand: Hand) {}

  get scene(): GloryScene | null {
    return this.hand.scene;
  }

  /** Units that could get an order, or be deployed, together. */
  get able(): number[] {
    const { scene, hand } = this;
    if (!scene || !hand.mine) return [];
    if (scene.phase === 'deploy') return scene.placing?.left ?? [];
    return scene.phase === 'orders' ? [...hand.usable] : [];
  }

  get deploying(): boolean {
    return this.scene?.phase === 'deploy';
  }

  get on(): boolean {
    return this.members.length > 0 && this.able.length > 0;
  }

  get units(): Member[] {
    const { scene, members } = this;
    return scene ? members.flatMap((id) => unitOf(scene.units, id) ?? []) : [];
  }

  get slots(): Map<number, Place> {
    const { scene, block, units } = this;
    return scene && block ? slotsOf(units, block, this.deploying && this.shape === 'kept' ? 'line' : this.shape, scene.base) : new Map();
  }

  /** Where the general of a division that is deployed stands: behind it. */
  get general(): { id: number; place: Place } | null {
    const { scene, block } = this;
    const officer = scene?.placing;
    if (!scene || !block || !officer || officer.officer_placed) return null;
    const ranks = this.shape === 'column' ? this.units.length : Math.ceil(this.units.length / 6);
    return { id: officer.officer, place: behind(block, scene.base, ranks) };
  }

  /** Takes all that can act now, or be deployed now. */
  takeAll(): void {
    this.take(this.able);
  }

  take(ids: number[]): void {
    const able = new Set(this.able);
    this.members = ids.filter((id) => able.has(id));
    this.rest = [];
    this.shape = this.deploying ? 'line' : 'kept';
    this.hand.choose(null);
    this.block = this.deploying ? this.#fitting(this.#start()) : this.members.length ? middleOf(this.units) : null;
    this.#changed();
    if (this.members.length) announcer.tell(t('glory.block.taken', { count: this.members.length }));
  }

  /** One more, or one less. */
  toggle(id: number): void {
    const first = this.hand.chosen;
    const now = this.members.length || first === null || first === id ? this.members : [first];
    this.take(now.includes(id) ? now.filter((one) => one !== id) : [...now, id]);
  }

  leave(): void {
    this.members = [];
    this.block = null;
    this.rest = [];
    this.stops = new Map();
    this.#asked += 1;
  }

  /** Something new has happened: those that have acted belong to it no more. */
  refresh(): void {
    const phase = this.scene?.phase;
    // A question in between does not end it.
    if (this.working || (phase !== 'orders' && phase !== 'deploy')) return;
    const able = new Set(this.able);
    this.rest = this.rest.filter(({ id }) => able.has(id));
    const left = this.members.filter((id) => able.has(id));
    if (left.length === this.members.length) return;
    this.members = left;
    this.#changed();
  }

  put(point: Point): void {
    const { block } = this;
    if (!block) return;
    this.rest = [];
    const [x, y] = whole(point);
    this.block = { x, y, facing: block.facing };
    this.#changed();
  }

  turnTo(facing: number): void {
    if (!this.block) return;
    this.block = { ...this.block, facing: turnedBy(Math.round(facing), 0) };
    this.#changed();
  }

  form(shape: Shape): void {
    this.shape = shape;
    this.#changed();
  }

  /** Straight on, as far as the slowest may go. */
  advance(): void {
    const { scene, block } = this;
    if (!scene || !block) return;
    const least = Math.min(...this.members.map((id) => unitOf(scene.units, id)?.move ?? 0));
    this.block = ahead(middleOf(this.units), least);
    this.shape = 'kept';
    void this.#judge().then((known) => known && this.#together());
  }

  /** Whether a place lies on the block. */
  holds(point: Point): boolean {
    const { scene } = this;
    if (!scene || !this.block) return false;
    const { deep, front } = scene.base;
    return [...this.slots.values()].some((slot) => isInside(point, boxCorners(slot, deep * 1.3, front * 1.1)));
  }

  #changed(): void {
    void this.#judge();
  }

  /** Where a division is first thought of: in its zone, else in the middle of its half or at its edge. */
  #start(): Place | null {
    const { scene } = this;
    const placing = scene?.placing;
    const division = scene && divisionOf(scene, placing?.division);
    if (!scene || !placing || !division) return null;
    const side = division.side as Side;
    const facing = scene.facing[side];
    const officer = placing.officer_placed ? bodyOf(scene, placing.officer) : undefined;
    if (officer) return ahead({ x: officer.x, y: officer.y, facing }, scene.base.deep + 260);
    if (division.zone) {
      const [west, north, east, south] = division.zone;
      return { x: Math.round((west + east) / 2), y: Math.round((north + south) / 2), facing };
    }
    const { width, height } = scene.table;
    const edge = {
      west: [1200, height / 2],
      east: [width - 1200, height / 2],
      north: [width / 2, 1200],
      south: [width / 2, height - 1200],
    };
    const [x, y] = placing.edge ? edge[placing.edge]! : [width / 2, side === 'south' ? height - 1600 : 1600];
    return { x: Math.round(x!), y: Math.round(y!), facing };
  }

  /** Moved so that the general stands where it may: at the nearest place that the rules suggest. */
  #fitting(block: Place | null): Place | null {
    this.block = block;
    const { general } = this;
    const place = general && nearest(placesOf(this.hand.legal, { body: general.id, verbs: ['place'] }), general.place);
    return block && general && place ? { ...block, x: block.x + place.x - general.place.x, y: block.y + place.y - general.place.y } : block;
  }

  /** How far each gets of its way; a later question makes an earlier one void. Whether all of it is known. */
  async #judge(): Promise<boolean> {
    const { scene } = this;
    this.stops = new Map();
    const asked = (this.#asked += 1);
    const stands = () => asked === this.#asked;
    if (!scene || !this.block || scene.phase !== 'orders') return false;
    const slots = this.slots;
    // A block that is dragged is asked about where it rests.
    await pause(REST);
    try {
      await Promise.all(
        this.units.map(async (unit) => {
          const stop = stands() ? await this.#reach(unit, slots.get(unit.id)!, stands) : null;
          if (stop && stands()) this.stops = new Map([...this.stops, [unit.id, stop]]);
        }),
      );
    } catch {
      // The line was cut, or the server had no time: what is not known yet is asked again.
      await pause(AGAIN);
      return stands() && this.#judge();
    }
    return stands();
  }

  async #reach(unit: Member, to: Place, stands = () => true): Promise<Stop> {
    const stays: Stop = { place: unit, verb: null, whole: isSame(unit, to), cost: null, most: null };
    if (stays.whole) return stays;
    const whole = await this.#look(unit.id, to);
    if (whole) return { ...whole, whole: true };
    let [best, good, part] = [stays, 0, 1];
    for (let round = 0; round < ROUNDS && stands(); round += 1) {
      part /= PARTS.length + 1;
      const shares = PARTS.map((times) => good + times * part);
      const found = await Promise.all(shares.map((share) => this.#look(unit.id, partWay(unit, to, share))));
      const last = found.findLastIndex((one) => one !== null);
      if (last >= 0) [best, good] = [{ ...found[last]!, whole: false }, shares[last]!];
    }
    return best;
  }

  async #look(id: number, place: Place): Promise<Omit<Stop, 'whole'> | null> {
    const judged = lookOf(await this.hand.table.look(id, place), 'forglory')?.place;
    if (!judged?.legal || (judged.kind !== 'move' && judged.kind !== 'march')) return null;
    return { place, verb: judged.kind, cost: judged.cost ?? null, most: judged.most ?? null };
  }

  /** All go as far as the one that gets least far: the formation is kept. */
  #together(): void {
    const { units, stops, block } = this;
    if (!block || units.length === 0) return;
    const shares = units.map((unit) => {
      const [to, stop] = [this.slots.get(unit.id)!, stops.get(unit.id)];
      const full = Math.hypot(to.x - unit.x, to.y - unit.y) || 1;
      return stop ? Math.hypot(stop.place.x - unit.x, stop.place.y - unit.y) / full : 0;
    });
    const least = Math.min(...shares);
    if (least >= 0.999) return;
    const from = middleOf(units);
    this.block = { ...partWay(from, block, least), facing: block.facing };
    void this.#judge();
  }

  /** Gives the orders, one after the other, until all are given or something is asked. */
  async go(): Promise<void> {
    const { scene } = this;
    if (!scene || this.working || !(this.block || this.rest.length)) return;
    this.working = true;
    try {
      if (scene.phase === 'deploy') await this.#deploy();
      else await this.#march();
    } finally {
      this.working = false;
      this.refresh();
    }
  }

  async #march(): Promise<void> {
    const slots = this.slots;
    const known = this.stops;
    const going = this.rest.length ? this.rest : firstAhead(this.units, slots).map(({ id }) => ({ id, to: slots.get(id)! }));
    this.rest = going;
    this.#asked += 1;
    let given = 0;
    for (const { id, to } of going) {
      const { scene, hand } = this;
      if (!scene || !hand.mine || scene.phase !== 'orders') break;
      this.rest = this.rest.filter((one) => one.id !== id);
      const unit = unitOf(scene.units, id);
      if (!unit || unit.state !== 'table' || !hand.usable.has(id)) continue;
      // What was known before the others went may hold no more.
      const before = known.get(id);
      const still = before?.verb && (await this.#look(id, before.place));
      const stop = still || (await this.#reach(unit, to));
      if (!stop.verb) continue;
      if (!(await hand.send(goActions(scene, { body: id, verbs: [stop.verb] }, stop.verb, stop.place)))) break;
      given += 1;
      // What came of it decides who can still go.
      await hand.table.seen();
    }
    announcer.tell(t('glory.block.went', { count: given, left: this.rest.length }));
    // What is left waits for the answer; it is told by its number.
    this.members = [];
    this.block = null;
  }

  async #deploy(): Promise<void> {
    const { general, slots, hand } = this;
    if (general) {
      const [there] = goActions(this.scene!, { body: general.id, verbs: ['place'] }, 'place', general.place);
      const action = (await this.#roomFor(general.id, general.place)) ?? there;
      // Where there is none, the refusal says why.
      if (!action || !(await hand.send([action]))) return;
    }
    await hand.table.seen();
    let given = 0;
    for (const [id, place] of slots) {
      const { scene } = this;
      if (!scene || !hand.mine || scene.phase !== 'deploy' || !deployable(scene).includes(id)) continue;
      const action = await this.#roomFor(id, place);
      if (action === undefined) continue;
      if (!(await hand.send([action]))) break;
      given += 1;
      await hand.table.seen();
    }
    announcer.tell(t('glory.block.deployed', { count: given, left: slots.size - given }));
    this.members = [];
  }

  /** Puts somebody down there; who finds no room takes the nearest place that is suggested. */
  async #roomFor(body: number, place: Place): Promise<string | undefined> {
    const { scene, hand } = this;
    if (!scene) return undefined;
    const other = nearest(placesOf(hand.legal, { body, verbs: ['place'] }), place);
    const wishes = [place, ...(other ? [{ ...other, facing: place.facing }, other] : [])];
    const actions = wishes.flatMap((wish) => goActions(scene, { body, verbs: ['place'] }, 'place', wish));
    const allowed = await Promise.all(actions.map(async (action) => (await hand.table.why(action)).allowed));
    return actions[allowed.indexOf(true)];
  }

  /** Those of one's own on the table that a box or a press may take. */
  candidates(): Member[] {
    const { scene } = this;
    const able = new Set(this.able);
    return scene ? standing(scene.units).filter(({ id }) => able.has(id)) : [];
  }
}

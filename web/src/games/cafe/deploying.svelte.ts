import type { Seat } from '../../lib/protocol';
import { keep, recall } from '../../lib/storage';
import { boxCorners, distanceTo, turnedBy, whole, type Place, type Point } from '../../table/geometry';
import type { Hand } from './hand.svelte';
import { placedText } from './notation';
import { textOf, unitOf, type CafeScene, type Unit } from './scene';

type Plan = Record<number, Place>;
const storage = () => sessionStorage;

/**
 * A seat's deployment. In its turn each unit is put down for good until it is put elsewhere; while others deploy in
 * secret it is only planned, and sent once the turn comes.
 */
export class Deploying {
  plan = $state.raw<Plan>({});
  picked = $state<number | null>(null);
  /** One that is being carried over the table. */
  carried = $state.raw<{ unit: number; place: Place } | null>(null);
  readonly #drawer: string;

  constructor(
    readonly hand: Hand,
    readonly seat: Seat,
  ) {
    this.#drawer = `draft.${hand.table.token}.${seat}`;
    this.plan = recall<Plan>(this.#drawer, {}, storage);
  }

  get scene(): CafeScene {
    return this.hand.scene!;
  }

  get myTurn(): boolean {
    return this.hand.mine && this.hand.state.actor === this.seat;
  }

  get #mine(): Unit[] {
    return this.scene.units.filter((unit) => unit.seat === this.seat);
  }

  /** All units that are seen on the table, with those that are only planned. */
  get units(): Unit[] {
    return this.scene.units.map((unit) => {
      const place = this.carried?.unit === unit.id ? this.carried.place : unit.state === 'hand' ? this.plan[unit.id] : undefined;
      if (!place || unit.seat !== this.seat) return unit;
      return { ...unit, ...place, corners: boxCorners(place, this.scene.base.length, this.scene.base.width), state: 'table' };
    });
  }

  get tray(): Unit[] {
    return this.#mine.filter((unit) => unit.state === 'hand' && this.plan[unit.id] === undefined);
  }

  get left(): number {
    return this.#mine.filter((unit) => unit.state === 'hand').length;
  }

  /** Where an own unit stands, planned or for good. */
  at(id: number | null): Unit | undefined {
    const unit = unitOf(this.units, id);
    return unit?.seat === this.seat && unit.state === 'table' ? unit : undefined;
  }

  unitAt(point: Point, slack: number): Unit | undefined {
    const near = this.units
      .filter((unit) => unit.seat === this.seat && unit.state === 'table')
      .map((unit) => ({ unit, far: distanceTo(point, unit.corners) }));
    return near.filter(({ far }) => far <= slack).toSorted((a, b) => a.far - b.far)[0]?.unit;
  }

  /** How one that is not on the table yet is turned: towards the other side. */
  facingOf(id: number): number {
    const unit = unitOf(this.scene.units, id);
    const before = this.at(id)?.facing ?? unit?.facing;
    return before ?? 0;
  }

  pick(point: Point, slack: number): void {
    this.hand.dismiss();
    const there = this.unitAt(point, slack);
    if (there && there.id !== this.picked && this.picked === null) this.picked = there.id;
    else if (there?.id === this.picked) this.picked = null;
    else if (this.picked !== null) void this.put(this.picked, point);
  }

  pickFromTray(id: number): void {
    this.hand.dismiss();
    this.picked = this.picked === id ? null : id;
  }

  async put(id: number, point: Point, facing = this.facingOf(id)): Promise<void> {
    const [x, y] = whole(point);
    const place = { x, y, facing };
    this.carried = null;
    if (!this.myTurn) {
      this.#change({ ...this.plan, [id]: place });
      this.#next(id);
    } else if (await this.hand.send([`${textOf(this.scene.units, id)}@${placedText(place)}`])) this.#next(id);
  }

  /** The next one of the tray is in hand at once. */
  #next(id: number): void {
    const order = this.#mine.map((unit) => unit.id);
    const free = this.tray.map((unit) => unit.id);
    this.picked = free.find((one) => order.indexOf(one) > order.indexOf(id)) ?? free[0] ?? null;
  }

  async turn(by: number): Promise<void> {
    const unit = this.at(this.picked);
    if (!unit) return;
    const { id } = unit;
    await this.put(id, [unit.x, unit.y], turnedBy(unit.facing, by));
    this.picked = id;
  }

  async shortcut(name: string): Promise<void> {
    this.hand.dismiss();
    const { state } = this.hand;
    const options = state.shape === 'cafe' ? (state.shortcuts[name] ?? []) : [];
    const actions = options.filter(({ kind }) => kind !== 'ready').map(({ action }) => action);
    if (this.myTurn) return void (await this.hand.send(this.scene.secret ? actions : actions.slice(0, 1)));
    // Not as a unit was planned to lie before: there was room for it as it comes out of the hand.
    const placed = options.flatMap(({ unit, x, y, facing }) =>
      unit === undefined || x === undefined || y === undefined
        ? []
        : [[unit, { x, y, facing: facing ?? unitOf(this.scene.units, unit)?.facing ?? 0 }] as const],
    );
    this.#change(Object.fromEntries(placed));
  }

  clear(): void {
    this.#change({});
    this.picked = null;
  }

  /** What was planned is put down, now that it may be; what is refused goes back to the tray. */
  async settle(): Promise<void> {
    if (!this.myTurn || !Object.keys(this.plan).length) return;
    const plan = this.plan;
    this.#change({});
    for (const [id, place] of Object.entries(plan)) {
      const unit = unitOf(this.scene.units, Number(id));
      if (!this.myTurn || unit?.state !== 'hand') continue;
      await this.hand.send([`${unit.text}@${placedText(place)}`]);
    }
  }

  async ready(): Promise<void> {
    this.picked = null;
    await this.hand.send(['ready']);
  }

  #change(plan: Plan): void {
    this.plan = plan;
    keep(this.#drawer, Object.keys(plan).length ? plan : null, storage);
  }
}

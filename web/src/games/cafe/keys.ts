import { pointOf, type Point } from '../../table/geometry';
import { stepped, TableKeys } from '../../table/keys';
import type { View } from '../../table/view.svelte';
import type { Deploying } from './deploying.svelte';
import type { Hand } from './hand.svelte';
import { unitOf, type Unit } from './scene';

/** While a seat deploys, keys carry its units; and a suggested place is left only for another, or by millimetres. */
export class Keys extends TableKeys<Unit, Hand> {
  constructor(
    hand: Hand,
    view: View,
    describe: (unit: Unit) => string,
    readonly deploying: () => Deploying | null,
  ) {
    super(hand, view, describe);
  }

  protected override turn(by: number): void {
    const deploying = this.deploying();
    if (deploying) void deploying.turn(by);
    else super.turn(by);
  }

  protected override arrow(way: Point, fine: boolean): boolean | void {
    const deploying = this.deploying();
    return deploying ? this.#carry(deploying, way, fine) : super.arrow(way, fine);
  }

  protected override stepped(from: Point, way: Point, fine: boolean): Point | null {
    return this.hand.places.length && !fine ? null : super.stepped(from, way, fine);
  }

  #carry(deploying: Deploying, way: Point, fine: boolean): boolean {
    const unit = unitOf(deploying.units, deploying.picked);
    if (!unit) return false;
    const zone = deploying.scene.zones[unit.side];
    const start: Point = [zone.x + zone.width / 2, deploying.scene.table.height / 2];
    const from = deploying.carried ? pointOf(deploying.carried.place) : deploying.at(unit.id) ? pointOf(unit) : start;
    const [x, y] = stepped(from, way, fine);
    deploying.carried = { unit: unit.id, place: { x, y, facing: deploying.facingOf(unit.id) } };
    this.tell([x, y]);
    return true;
  }

  protected override enter(): void {
    const deploying = this.deploying();
    const carried = deploying?.carried;
    if (deploying && carried) void deploying.put(carried.unit, pointOf(carried.place), carried.place.facing);
    else super.enter();
  }
}

import { pointOf, type Point } from '../../table/geometry';
import { TableKeys } from '../../table/keys';
import type { Hand } from './hand.svelte';
import { bodyOf, divisionOf, type Body } from './scene';

/** Who comes onto the table sets out from its general, from the first place that is suggested, or from its own half. */
export class Keys extends TableKeys<Body, Hand> {
  protected override get start(): Point {
    const { hand } = this;
    const { placed, scene } = hand;
    if (hand.ghost || placed?.state === 'table') return super.start;
    const officer = placed && 'facing' in placed ? bodyOf(scene!, divisionOf(scene!, placed.division)?.officer) : undefined;
    if (officer?.state === 'table') return pointOf(officer);
    const first = hand.places[0];
    if (first) return pointOf(first);
    const { width, height } = scene!.table;
    return [width / 2, placed?.side === 'north' ? height / 4 : (height * 3) / 4];
  }
}

import type { Table } from '../../lib/connection.svelte';
import { t } from '../../lib/i18n.svelte';
import type { Square } from '../../lib/protocol';
import { draftsOf } from '../board/draft';
import { Drafting as Base } from '../board/drafting.svelte';
import type { Hand } from './hand.svelte';
import { escarmoucheScene, standing, type Option, type Side, type Standing, type Unit } from './scene';

/** Units in a deployment go by their number in the squad. */
export const drafts = draftsOf<number, Square[], Option>({
  fits: (_, square, zone) => zone.includes(square),
  home: (zone) => zone,
  rank: (number) => number,
  write: String,
  read: ({ number }) => number,
});

export class Drafting extends Base<number, Square[], Option> {
  constructor(
    table: Table,
    hand: Hand,
    override readonly side: Side,
  ) {
    super(table, hand, side, drafts);
    this.takeUp();
  }

  get scene() {
    return escarmoucheScene(this.table.state.scene!);
  }

  get #mine(): Unit[] {
    return this.scene.units.filter((unit) => unit.side === this.side);
  }

  get toPlace(): number[] {
    return this.#mine.filter((unit) => unit.state === 'hand').map((unit) => unit.number);
  }

  get standing(): Record<Square, number> {
    return Object.fromEntries(standing(this.#mine).map((unit) => [unit.square, unit.number]));
  }

  get zone(): Square[] {
    const taken = standing(this.scene.units).map((unit) => unit.square);
    return this.scene.zones[this.side].home.filter((square) => !taken.includes(square));
  }

  get plans() {
    return this.table.state.shape === 'escarmouche' ? this.table.state.shortcuts : {};
  }

  get notThere(): string {
    return t('escarmouche.notThere');
  }

  unit(number: number): Unit {
    return this.#mine.find((unit) => unit.number === number)!;
  }

  get units(): Standing[] {
    const drafted = Object.entries(this.draft.placed).map(([square, number]) => ({ ...this.unit(number), square }));
    return [...standing(this.scene.units), ...drafted];
  }
}

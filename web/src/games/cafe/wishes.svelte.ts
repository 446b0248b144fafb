import type { Seat } from '../../lib/protocol';
import { settings } from '../../lib/settings.svelte';
import { keep, recall } from '../../lib/storage';
import type { Hand } from './hand.svelte';
import type { Asked } from './scene';

type Wanted = Record<Seat, Asked>;

/**
 * When a seat wants to be asked about its cards; the table hears of it as soon as that seat decides something. Whoever
 * sits alone at a screen has said it once for all matches.
 */
export class Wishes {
  #wanted = $state.raw<Wanted>({});
  readonly #drawer: string;

  constructor(readonly hand: Hand) {
    this.#drawer = `asking.${hand.table.token}`;
    this.#wanted = recall<Wanted>(this.#drawer, {});
  }

  of(seat: Seat): Asked {
    return this.#wishOf(seat) ?? this.hand.scene?.asking[seat] ?? 'useful';
  }

  #wishOf(seat: Seat): Asked | undefined {
    const { you } = this.hand.state;
    return this.#wanted[seat] ?? ((you.length === 1 && you[0] === seat && settings.cards) || undefined);
  }

  async wish(seat: Seat, asked: Asked): Promise<void> {
    this.#change({ ...this.#wanted, [seat]: asked });
    if (this.hand.state.you.length === 1) settings.set('cards', asked);
    await this.settle();
  }

  /** Says what is not said yet, and answers for whoever does not want to be asked. */
  async settle(): Promise<void> {
    const { scene, state, mine } = this.hand;
    const seat = state.actor;
    if (!scene || !mine || seat === null) return;
    const wanted = this.#wishOf(seat);
    if (wanted !== undefined && scene.asking[seat] !== wanted) return this.#say(`ask:${wanted}`);
    if (this.#wanted[seat] !== undefined) {
      const { [seat]: _said, ...rest } = this.#wanted;
      this.#change(rest);
    }
    const no = state.legal.some((option) => option.action === 'no');
    const asks = scene.phase === 'window' || scene.phase === 'tourniquet';
    if (no && asks && scene.asking[seat] === 'never') await this.#say('no');
  }

  /** After what is on its way. */
  #say(action: string): Promise<void> {
    return this.hand.play({ action, kind: 'ask', threw: false });
  }

  #change(wanted: Wanted): void {
    this.#wanted = wanted;
    keep(this.#drawer, Object.keys(wanted).length ? wanted : null);
  }
}

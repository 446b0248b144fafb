import { game as findGame, json } from '../lib/api';
import { say } from '../lib/i18n.svelte';
import type { Game, Text } from '../lib/protocol';
import { Shelf } from '../lib/shelf.svelte';
import type { Army } from './army';
import { readArmy } from './shape';

export const GAME = 'forglory';
export const SIDES = ['south', 'north'] as const;
export type Side = (typeof SIDES)[number];

interface ReadyArmy {
  text: Text;
  /** As the option takes it. */
  army: string;
}

/** A ready battle: where it is fought, by whom, and how it came to it. */
export interface Battle {
  id: string;
  text: Text;
  introduction: Text;
  /** A ready map. */
  map: string;
  /** What is fought for, in order of importance. */
  objectives: Text[];
  south: ReadyArmy;
  north: ReadyArmy;
}

/** The battles that can be fought as they are, and the words of the game: asked once, when first needed, and kept. */
class Battles {
  known = $state.raw<Battle[] | null>(null);
  game = $state.raw<Game | null>(null);
  away = $state(false);
  #asking: Promise<void> | null = null;

  load(): Promise<void> {
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask(): Promise<void> {
    try {
      const [battles, game] = await Promise.all([json<Battle[]>(`/${GAME}/battles`), findGame(GAME)]);
      this.game = game ?? null;
      this.known = battles;
      this.away = false;
    } catch {
      this.#asking = null;
      this.away = true;
    }
  }

  of(id: string): Battle | undefined {
    return this.known?.find((one) => one.id === id);
  }

  /** The armies of all battles, under the names they have in the reader's language. */
  get ready(): { id: string; battle: Battle; army: Army }[] {
    return (this.known ?? []).flatMap((battle) =>
      SIDES.map((side) => ({ id: `${battle.id}-${side}`, battle, army: { name: say(battle[side].text), text: battle[side].army } })),
    );
  }
}

export const battles = new Battles();
export const shelf = new Shelf<Army>('forglory.armies', readArmy);

import { Shelf } from '../lib/shelf.svelte';
import * as api from './api';
import { readMap } from './shape';
import type { Catalogue, Kind, Named, ReadyMap, TableMap } from './types';

/** The game that maps are played in. */
export const GAME = 'cafe';

/** What maps are made of: asked of the server once, when first needed, and kept. */
class Maps {
  known = $state.raw<Catalogue | null>(null);
  away = $state(false);
  #asking: Promise<Catalogue | null> | null = null;

  /** Null where the server does not answer; asking again then tries again. */
  load(): Promise<Catalogue | null> {
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask(): Promise<Catalogue | null> {
    try {
      this.known = await api.catalogue();
      this.away = false;
    } catch {
      this.#asking = null;
      this.away = true;
    }
    return this.known;
  }

  kind(id: string): Kind | undefined {
    return this.known?.kinds.find((one) => one.id === id);
  }

  role(id: string): Named | undefined {
    return this.known?.roles.find((one) => one.id === id);
  }

  ready(id: string): ReadyMap | undefined {
    return this.known?.ready.find((one) => one.id === id);
  }
}

export const maps = new Maps();
export const shelf = new Shelf<TableMap>('maps', (value) => readMap(value));

import { Asked } from '../lib/asked.svelte';
import { Shelf } from '../lib/shelf.svelte';
import * as api from './api';
import { MAP_GAMES, type MapGame } from './fields';
import { readMap } from './shape';
import type { Catalogue, Kind, Named, ReadyMap, TableMap } from './types';

/** What maps of a game are made of. */
class Maps extends Asked<Catalogue> {
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

/** The maps of all games. */
class Atlas {
  readonly #games = new Map(MAP_GAMES.map((game) => [game, new Maps(() => api.catalogue(game))]));

  of(game: MapGame): Maps {
    return this.#games.get(game)!;
  }

  /** Those whose maps the server knows. */
  get games(): MapGame[] {
    return MAP_GAMES.filter((game) => this.of(game).known);
  }

  get settled(): boolean {
    return MAP_GAMES.every((game) => this.of(game).known || this.of(game).away);
  }

  async load(): Promise<void> {
    await Promise.all(MAP_GAMES.map((game) => this.of(game).load()));
  }

  /** The game that has a ready map of this name. */
  gameOf(id: string): MapGame | undefined {
    return MAP_GAMES.find((game) => this.of(game).ready(id));
  }
}

export const atlas = new Atlas();
export const shelf = new Shelf<TableMap>('maps', (value) => readMap(value));

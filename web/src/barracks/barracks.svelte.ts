import { Asked } from '../lib/asked.svelte';
import * as api from './api';
import type { Ability, Catalogue, Condition, Named, Rank, Ready } from './types';

/** What the Barracks are made of. */
class Barracks extends Asked<Catalogue> {
  icon(name: string): string {
    return this.known?.icons[name] ?? '';
  }

  ability(id: string): Ability | undefined {
    return this.known?.abilities.find((one) => one.id === id);
  }

  status(id: string): Condition | undefined {
    return this.known?.statuses.find((one) => one.id === id);
  }

  rank(id: string | undefined): Rank | undefined {
    return this.known?.ranks.find((one) => one.id === id);
  }

  /** 1 for the lowest rank, 0 for an unknown one. */
  level(id: string | undefined): number {
    return (this.known?.ranks.findIndex((one) => one.id === id) ?? -1) + 1;
  }

  world(id: string): Named | undefined {
    return this.known?.worlds.find((one) => one.id === id);
  }

  ready(id: string): Ready | undefined {
    return this.known?.ready.find((one) => one.id === id);
  }
}

export const barracks = new Barracks(api.catalogue);

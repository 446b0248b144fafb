import * as api from './api';
import type { Info } from './types';

/** The lab of this server: asked about once, by whoever would lead there. */
class Lab {
  info = $state.raw<Info | null>(null);
  away = $state(false);

  async load(): Promise<void> {
    try {
      this.info = await api.info();
      this.away = false;
    } catch {
      this.away = true;
    }
  }

  /** Nothing leads to a lab that the operator has closed; nor before it is known to be open. */
  get open(): boolean {
    return this.info?.open === true;
  }

  /** Whether the lab can tell what an option changes. */
  knows(game: string, option: string): boolean {
    return this.open && (this.info?.games.find(({ id }) => id === game)?.options.includes(option) ?? false);
  }
}

export const lab = new Lab();

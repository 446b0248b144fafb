import { untrack } from 'svelte';

/** What a screen reader is told, and what flashes by for everybody. */
class Announcer {
  lines = $state<string[]>([]);

  tell(...said: string[]): void {
    const fresh = said.filter(Boolean);
    // Whoever tells something does not wait for what else is told.
    if (fresh.length) this.lines = [...untrack(() => this.lines), ...fresh].slice(-6);
  }
}

export const announcer = new Announcer();

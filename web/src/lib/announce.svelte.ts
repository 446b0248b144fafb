/** What a screen reader is told, and what flashes by for everybody. */
class Announcer {
  lines = $state<string[]>([]);

  tell(...said: string[]): void {
    const fresh = said.filter(Boolean);
    if (fresh.length) this.lines = [...this.lines, ...fresh].slice(-6);
  }
}

export const announcer = new Announcer();

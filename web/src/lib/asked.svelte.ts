/** Something that is asked of the server once, when first needed, and kept. */
export class Asked<T> {
  known = $state.raw<T | null>(null);
  away = $state(false);
  #asking: Promise<T | null> | null = null;

  constructor(private readonly ask: () => Promise<T>) {}

  /** Null where the server does not answer; asking again then tries again. */
  load(): Promise<T | null> {
    this.#asking ??= this.#ask();
    return this.#asking;
  }

  async #ask(): Promise<T | null> {
    try {
      this.known = await this.ask();
      this.away = false;
    } catch {
      this.#asking = null;
      this.away = true;
    }
    return this.known;
  }
}

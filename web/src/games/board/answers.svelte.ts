/** What is known about a position: each thing is asked for once, and forgotten when the position changes. */
export class Answers<K, V> {
  #kept = $state.raw<{ seq: number; found: Map<K, V | null> }>({ seq: -1, found: new Map() });

  constructor(
    readonly seq: () => number,
    readonly ask: (about: K) => Promise<V | null>,
  ) {}

  /** Null until the answer is here. */
  about(about: K): V | null {
    return this.#kept.seq === this.seq() ? (this.#kept.found.get(about) ?? null) : null;
  }

  async seek(about: K): Promise<void> {
    const seq = this.seq();
    if (this.#kept.seq !== seq) this.#kept = { seq, found: new Map() };
    if (this.#kept.found.has(about)) return;
    this.#kept.found.set(about, null);
    try {
      const answer = await this.ask(about);
      if (this.#kept.seq === seq) this.#kept = { seq, found: new Map(this.#kept.found).set(about, answer) };
    } catch {
      this.#kept.found.delete(about);
    }
  }
}

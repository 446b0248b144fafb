/** Lets so many do something at a time; whoever else wants to waits, first come, first served. */
export class Turns {
  #busy = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(readonly most: number) {}

  async take<T>(what: () => Promise<T>): Promise<T> {
    if (this.#busy < this.most) this.#busy += 1;
    else await new Promise<void>((goOn) => this.#waiting.push(goOn));
    try {
      return await what();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#busy -= 1;
    }
  }
}

import { troubleOf } from '../lib/trouble';

const PAUSE = 180;

/** Asks the server again and again while somebody changes something: not at every key, and the latest answer wins. */
export class Asking<Q, A> {
  answer = $state.raw<A | null>(null);
  /** Why there is none to the latest question. */
  trouble = $state('');
  waiting = $state(false);
  readonly #ask: (question: Q) => Promise<A>;
  #latest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: (question: Q) => Promise<A>) {
    this.#ask = ask;
  }

  /** The first question goes out at once, further ones after a short pause. */
  ask(question: Q): void {
    const turn = ++this.#latest;
    const first = turn === 1;
    this.waiting = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#put(question, turn), first ? 0 : PAUSE);
  }

  stop(): void {
    this.#latest += 1;
    clearTimeout(this.#timer);
  }

  async #put(question: Q, turn: number): Promise<void> {
    let answer: A | null = null;
    let trouble = '';
    try {
      answer = await this.#ask(question);
    } catch (error) {
      trouble = troubleOf(error);
    }
    if (turn !== this.#latest) return;
    // An old answer is better than none to look at; what is wrong stands beside it.
    if (answer !== null) this.answer = answer;
    this.trouble = trouble;
    this.waiting = false;
  }
}

import { Refused } from '../lib/api';
import { say } from '../lib/i18n.svelte';
import { troubleOf } from '../lib/trouble';
import * as api from './api';
import type { Answer, News, Question } from './types';

const AGAIN = 1500;
const TRIES = 5;
/** A game that is being prepared is asked about again, for as long as somebody looks. */
const PREPARING = 3000;

/** A question to the lab: its news, and the last answer, which stays while the next one is worked out. */
export class Inquiring {
  /** What is asked at the moment, or was asked last. */
  news = $state.raw<News | null>(null);
  answer = $state.raw<Answer | null>(null);
  /** The answer is to an earlier question. */
  stale = $state(false);
  running = $state(false);
  stopped = $state(false);
  trouble = $state('');
  readonly #waits: boolean;
  #ending: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether a game that is not ready yet is waited for where everybody sees it. */
  constructor(waits = true) {
    this.#waits = waits;
  }

  /** Asks; whatever was asked before is ended. */
  ask(question: Question): void {
    this.#end();
    this.running = true;
    this.stopped = false;
    this.stale = this.answer !== null;
    this.trouble = '';
    this.news = null;
    void this.#follow(question, (this.#ending = new AbortController()), 1);
  }

  /** Asks after a pause; meanwhile the last answer is an old one. */
  askSoon(question: Question, pause: number): void {
    this.#end();
    this.stale = this.answer !== null;
    this.running = true;
    this.trouble = '';
    this.#timer = setTimeout(() => this.ask(question), pause);
  }

  /** What was found stays. */
  stop(): void {
    if (!this.running) return;
    this.#end();
    this.running = false;
    this.stopped = true;
  }

  clear(): void {
    this.#end();
    this.running = false;
    this.answer = this.news = null;
    this.trouble = '';
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#ending?.abort();
    this.#ending = null;
  }

  async #follow(question: Question, ending: AbortController, tries: number): Promise<void> {
    const { signal } = ending;
    try {
      for await (const news of api.news(question, signal, this.#waits)) {
        if (signal.aborted) return;
        this.#hear(news);
      }
      if (!signal.aborted) this.running = false;
    } catch (error) {
      if (signal.aborted) return;
      // Whoever was asked before is still being told that nobody listens.
      if (error instanceof Refused && error.status === 429 && tries < TRIES) {
        this.#timer = setTimeout(() => void this.#follow(question, ending, tries + 1), AGAIN);
        return;
      }
      if (error instanceof Refused && error.fault.code === 'PREPARING') {
        this.trouble = troubleOf(error);
        this.#timer = setTimeout(() => void this.#follow(question, ending, tries), PREPARING);
        return;
      }
      this.running = false;
      this.trouble = troubleOf(error);
    }
  }

  #hear(news: News): void {
    this.news = news;
    this.trouble = '';
    if (news.answer) {
      this.answer = news.answer;
      this.stale = false;
    }
    if (news.fault) this.trouble = say(news.fault.text);
  }
}

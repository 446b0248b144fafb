import { announcer } from './announce.svelte';
import { percent, t } from './i18n.svelte';
import type { GameReadiness } from './protocol';

const EVERY = 1000;
const AFTER_TROUBLE = 3000;
const MOST_SECONDS = 100;

/** Somebody did not want to wait any longer. */
export class Cancelled extends Error {}

/** A request that goes on as soon as its game is ready, or is known never to be. */
interface Wait {
  game: string;
  /** How often the server was asked meanwhile. */
  looks: number;
  goOn: () => void;
  giveUp: () => void;
}

const isOver = ({ state }: GameReadiness) => state === 'ready' || state === 'failed';

/** "12 s": by the second at the end, more roughly while nobody can know it so well. */
function leftOf(seconds: number): string {
  if (seconds > MOST_SECONDS) return t('prepare.minutes', { count: Math.round(seconds / 60) });
  return t('prepare.seconds', { count: seconds > 20 ? Math.round(seconds / 5) * 5 : Math.round(seconds) });
}

/** What is to be said of a game that is waited for. */
export function titleOf({ name: game, state }: GameReadiness): string {
  if (state === 'ready') return t('prepare.isReady', { game });
  return t(state === 'failed' ? 'prepare.isFailed' : 'prepare.title', { game });
}

/** How far it is, where its title says that it is being prepared. */
export function farOf(now: GameReadiness): string {
  const { state, why } = now;
  if (state === 'ready') return titleOf(now);
  if (state === 'failed') return t('prepare.failed', { why });
  const seconds = now.seconds ?? 0;
  const [share, left] = [percent(now.share), leftOf(seconds)];
  if (state === 'waiting') return t('prepare.turn', { left });
  return seconds < 1.5 ? t('prepare.soon', { share }) : t('prepare.far', { share, left });
}

/** How far it is, as a sentence of its own. */
export function progressOf(now: GameReadiness): string {
  return now.state === 'preparing' ? t('prepare.now', { far: farOf(now) }) : farOf(now);
}

/** Tells those who listen that a game is waited for: once, or they would hear nothing else. */
export const tellOfWait = (now: GameReadiness) => announcer.tell(`${titleOf(now)}. ${farOf(now)}.`);

/** Which games can be played by now. Asked once a second, only while somebody cares and some game is on its way. */
export class Readiness {
  games = $state.raw<GameReadiness[]>([]);
  #waits = $state.raw<Wait[]>([]);
  #notices = $state(0);
  #followers: { game: string }[] = [];
  #wanted = '';
  #looking = false;

  of(game: string): GameReadiness | undefined {
    return this.games.find((one) => one.id === game);
  }

  /** How far the game is that something on this page waits for; null if nothing does. */
  get awaited(): GameReadiness | null {
    return this.#waits.map(({ game }) => this.of(game)).find((one) => one !== undefined) ?? null;
  }

  /** Whether a wait is to be seen, and no part of the page shows it. */
  get unseen(): boolean {
    return this.awaited !== null && this.#notices === 0;
  }

  /** Keeps up with the games until the returned function is called; a game that is named is prepared first. */
  follow(game = ''): () => void {
    const follower = { game };
    this.#followers.push(follower);
    void this.#look();
    return () => {
      this.#followers = this.#followers.filter((one) => one !== follower);
    };
  }

  /** A part of the page shows what is awaited, until the returned function is called. */
  show(): () => void {
    this.#notices += 1;
    return () => {
      this.#notices -= 1;
    };
  }

  /** Until a game is ready, will never be, or the server does not say: then the request is made again and finds out. */
  async until(game: string): Promise<void> {
    let leave = () => {};
    try {
      await new Promise<void>((goOn, giveUp) => {
        this.#waits = [...this.#waits, { game, looks: 0, goOn, giveUp: () => giveUp(new Cancelled()) }];
        leave = this.follow(game);
      });
    } finally {
      leave();
    }
  }

  /** Nobody here waits any longer. */
  cancel(): void {
    this.#end(() => true, 'giveUp');
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    do {
      const answered = await this.#ask();
      if (this.#isNeeded) await new Promise((wait) => setTimeout(wait, answered ? EVERY : AFTER_TROUBLE));
    } while (this.#isNeeded);
    this.#looking = false;
  }

  get #isNeeded(): boolean {
    return this.#waits.length > 0 || (this.#followers.length > 0 && !(this.games.length && this.games.every(isOver)));
  }

  async #ask(): Promise<boolean> {
    const wanted = this.#followers.findLast(({ game }) => game)?.game ?? '';
    // Said once: others may want another game meanwhile.
    const query = wanted && wanted !== this.#wanted ? `?wanted=${encodeURIComponent(wanted)}` : '';
    try {
      const answer = await fetch(`/api/readiness${query}`);
      if (!answer.ok) throw new Error(answer.statusText);
      this.#take((await answer.json()) as GameReadiness[]);
      this.#wanted = wanted;
      return true;
    } catch {
      this.#end(({ looks }) => looks > 0, 'goOn');
      return false;
    } finally {
      for (const wait of this.#waits) wait.looks += 1;
    }
  }

  /** Those who listen are told of a wait when it begins, and of a game when it is ready or given up. */
  #take(games: GameReadiness[]): void {
    const open = this.games.filter((one) => !isOver(one)).map(({ id }) => id);
    this.games = games;
    for (const now of games) if (open.includes(now.id) && isOver(now)) announcer.tell(titleOf(now));
    const waited = this.#waits.filter(({ looks }) => looks === 0).map(({ game }) => game);
    for (const now of games) if (waited.includes(now.id) && !isOver(now)) tellOfWait(now);
    this.#end(({ game, looks }) => {
      const now = this.of(game);
      return now ? isOver(now) : looks > 0;
    }, 'goOn');
  }

  #end(which: (wait: Wait) => boolean, how: 'goOn' | 'giveUp'): void {
    const ended = this.#waits.filter(which);
    if (!ended.length) return;
    this.#waits = this.#waits.filter((wait) => !ended.includes(wait));
    for (const wait of ended) wait[how]();
  }
}

export const readiness = new Readiness();

import { SvelteMap } from 'svelte/reactivity';

import { Refused } from '../lib/api';
import * as api from './api';
import { plainSquad, plainUnit, worthKey } from './shape';
import type { CardUnit, Rated, Squad, SquadVerdict, Unit } from './types';

/** As many units as the server takes in one squad. */
const AT_ONCE = 24;

/** What units are worth: asked of the server for many at a time, and kept. */
export class Ratings {
  readonly #known = new SvelteMap<string, Rated | null>();
  readonly #wanted = new Map<string, Unit>();
  #asking = false;

  /** Undefined until the server has said it, and for units that it does not know. */
  of(unit: Unit): Rated | undefined {
    const key = worthKey(unit);
    const known = this.#known.get(key);
    if (known === undefined && !this.#wanted.has(key)) {
      this.#wanted.set(key, unit);
      if (!this.#asking) queueMicrotask(() => void this.#askAll());
    }
    return known ?? undefined;
  }

  card(unit: Unit): CardUnit {
    return { ...unit, ...this.of(unit) };
  }

  /** Notes what the server said of a unit on another occasion. */
  note(unit: Unit, { cost, rank, points }: Rated): void {
    if (!this.#known.has(worthKey(unit))) this.#known.set(worthKey(unit), { cost, rank, points });
  }

  async #askAll(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted.size) {
      const batch = [...this.#wanted].slice(0, AT_ONCE);
      try {
        await this.#askSome(batch);
      } catch {
        // The server is away: whoever looks again asks again.
        this.#wanted.clear();
      }
    }
    this.#asking = false;
  }

  async #askSome(batch: [string, Unit][]): Promise<void> {
    try {
      // Only figures and abilities matter; names of strangers may not be to the server's liking.
      const units = batch.map(([, unit]) => ({ ...plainUnit(unit), name: 'A', icon: 'swordman', quote: '' }));
      const { units: rated } = await api.judgeSquad({ name: 'A', units });
      batch.forEach(([key], i) => this.#settle(key, rated[i] ?? null));
    } catch (error) {
      if (!(error instanceof Refused) || error.status === 429) throw error;
      // One of them is to blame; the others shall not suffer for it.
      if (batch.length === 1) this.#settle(batch[0]![0], null);
      else for (const one of batch) await this.#askSome([one]);
    }
  }

  #settle(key: string, rated: Rated | null): void {
    this.#known.set(key, rated && { cost: rated.cost, rank: rated.rank, points: rated.points });
    this.#wanted.delete(key);
  }
}

const squadKey = (squad: Squad) => JSON.stringify(plainSquad(squad));

/** What the server says of whole squads, kept as long as they do not change. */
export class Verdicts {
  readonly #known = new SvelteMap<string, SquadVerdict>();
  readonly #wanted = new Map<string, Squad>();
  #asking = false;

  of(squad: Squad): SquadVerdict | undefined {
    const key = squadKey(squad);
    const known = this.#known.get(key);
    if (!known && !this.#wanted.has(key)) {
      this.#wanted.set(key, squad);
      if (!this.#asking) queueMicrotask(() => void this.#askAll());
    }
    return known;
  }

  /** As `of`, for those who wait for it. */
  async now(squad: Squad): Promise<SquadVerdict> {
    const known = this.#known.get(squadKey(squad));
    if (known) return known;
    const verdict = await api.judgeSquad(squad);
    this.note(squad, verdict);
    return verdict;
  }

  note(squad: Squad, verdict: SquadVerdict): void {
    this.#known.set(squadKey(squad), verdict);
    squad.units.forEach((unit, i) => {
      const rated = verdict.units[i];
      if (rated) ratings.note(unit, rated);
    });
  }

  async #askAll(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    for (let next = this.#first(); next; next = this.#first()) {
      const [key, squad] = next;
      try {
        this.note(squad, await api.judgeSquad(squad));
      } catch (error) {
        if (!(error instanceof Refused) || error.status === 429) {
          this.#wanted.clear();
          break;
        }
        const problems = [{ unit: null, text: error.fault.text }];
        this.#known.set(key, { points: 0, units: [], legal: false, problems, code: '' });
      }
      this.#wanted.delete(key);
    }
    this.#asking = false;
  }

  #first(): [string, Squad] | undefined {
    return [...this.#wanted][0];
  }
}

export const ratings = new Ratings();
export const verdicts = new Verdicts();

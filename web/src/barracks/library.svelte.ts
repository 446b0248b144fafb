import { asideIn, freshId, type ShelfTrouble } from '../lib/shelf.svelte';
import { keep, written } from '../lib/storage';
import { lookIn } from './at-table';
import { readSquad, readUnit } from './shape';
import type { Squad, Unit } from './types';

const DRAWER = 'barracks';
/** Where a library that could not be read is put aside, so that nothing is lost. */
const ASIDE = 'barracks.unreadable';
const VERSION = 1;

interface Kept {
  id: string;
  /** When it was last changed. */
  changed: number;
}
export interface KeptUnit extends Kept {
  unit: Unit;
}
export interface KeptSquad extends Kept {
  squad: Squad;
}

function entries<T>(given: unknown, read: (entry: Record<string, unknown>) => T | null): { found: T[]; lost: boolean } {
  if (!Array.isArray(given)) return { found: [], lost: given !== undefined };
  const all = given.map((entry: unknown) => (typeof entry === 'object' && entry !== null ? read(entry as Record<string, unknown>) : null));
  const found = all.filter((entry) => entry !== null);
  return { found, lost: found.length < given.length };
}

function keptOf(entry: Record<string, unknown>): Kept | null {
  if (typeof entry.id !== 'string' || !entry.id) return null;
  return { id: entry.id, changed: typeof entry.changed === 'number' ? entry.changed : 0 };
}

/** The units and squads that are kept in this browser. */
export class Library {
  units = $state.raw<KeptUnit[]>([]);
  squads = $state.raw<KeptSquad[]>([]);
  trouble = $state<ShelfTrouble>('none');
  readonly #store: () => Storage;

  constructor(store: () => Storage = () => localStorage) {
    this.#store = store;
    this.read();
  }

  /** Takes over what is in storage, as another window may have changed it. */
  read(): void {
    const text = written(DRAWER, this.#store);
    if (text === null) {
      this.units = [];
      this.squads = [];
      return;
    }
    let value: Record<string, unknown> = {};
    let lost = false;
    try {
      const parsed: unknown = JSON.parse(text);
      if (typeof parsed === 'object' && parsed !== null) value = parsed as Record<string, unknown>;
      else lost = true;
    } catch {
      lost = true;
    }
    const units = entries<KeptUnit>(value.units, (entry) => {
      const [kept, unit] = [keptOf(entry), readUnit(entry.unit)];
      return kept && unit && { ...kept, unit };
    });
    const squads = entries<KeptSquad>(value.squads, (entry) => {
      const [kept, squad] = [keptOf(entry), readSquad(entry.squad)];
      return kept && squad && { ...kept, squad };
    });
    this.units = units.found;
    this.squads = squads.found;
    if (lost || units.lost || squads.lost) {
      this.trouble = 'unreadable';
      keep(ASIDE, text, this.#store);
    }
  }

  /** What could not be read, to be kept in a file. */
  get aside(): string {
    return asideIn(ASIDE, this.#store);
  }

  dismiss(): void {
    this.trouble = 'none';
  }

  unit(id: string): KeptUnit | undefined {
    return this.units.find((one) => one.id === id);
  }

  squad(id: string): KeptSquad | undefined {
    return this.squads.find((one) => one.id === id);
  }

  /** All of it, without ids and dates. */
  get contents(): { units: Unit[]; squads: Squad[] } {
    return { units: this.units.map((one) => one.unit), squads: this.squads.map((one) => one.squad) };
  }

  addUnit(unit: Unit): string {
    const id = freshId();
    this.#keep([{ id, unit, changed: Date.now() }, ...this.units], this.squads);
    return id;
  }

  addSquad(squad: Squad): string {
    const id = freshId();
    this.#keep(this.units, [{ id, squad, changed: Date.now() }, ...this.squads]);
    return id;
  }

  putUnit(id: string, unit: Unit): void {
    const put = (one: KeptUnit) => (one.id === id ? { ...one, unit, changed: Date.now() } : one);
    this.#keep(this.units.map(put), this.squads);
  }

  putSquad(id: string, squad: Squad): void {
    const put = (one: KeptSquad) => (one.id === id ? { ...one, squad, changed: Date.now() } : one);
    this.#keep(this.units, this.squads.map(put));
  }

  /** Takes it out; the answer puts it back where it was. */
  removeUnit(id: string): () => void {
    const at = this.units.findIndex((one) => one.id === id);
    const gone = this.units[at];
    this.#keep(
      this.units.filter((one) => one.id !== id),
      this.squads,
    );
    return () => {
      if (gone && !this.unit(id)) this.#keep(this.units.toSpliced(at, 0, gone), this.squads);
    };
  }

  removeSquad(id: string): () => void {
    const at = this.squads.findIndex((one) => one.id === id);
    const gone = this.squads[at];
    this.#keep(
      this.units,
      this.squads.filter((one) => one.id !== id),
    );
    return () => {
      if (gone && !this.squad(id)) this.#keep(this.units, this.squads.toSpliced(at, 0, gone));
    };
  }

  #keep(units: KeptUnit[], squads: KeptSquad[]): void {
    this.units = units;
    this.squads = squads;
    const saved = keep(DRAWER, { version: VERSION, units, squads }, this.#store);
    if (!saved) this.trouble = 'unsaved';
    else if (this.trouble === 'unsaved') this.trouble = 'none';
  }
}

export const library = new Library();
lookIn(() => {
  const { squads, units } = library.contents;
  return [...squads, ...units.map((unit) => ({ name: unit.name, units: [unit] }))];
});

if (typeof addEventListener === 'function') {
  addEventListener('storage', (event) => {
    if (event.key === `escaramuza.${DRAWER}`) library.read();
  });
}

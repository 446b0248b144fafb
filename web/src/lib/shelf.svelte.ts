import { keep, written } from './storage';

const VERSION = 1;

export interface Kept<T> {
  id: string;
  /** When it was last changed. */
  changed: number;
  thing: T;
}

/** `unreadable`: something in storage made no sense, or not all of it; `unsaved`: storage is full or closed. */
export type ShelfTrouble = 'none' | 'unreadable' | 'unsaved';

/** For a thing that is new in this browser. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `own-${[...bytes].map((byte) => byte.toString(36).padStart(2, '0')).join('')}`;
}

/** What was put aside in a drawer, as it was written before. */
export function asideIn(drawer: string, store: () => Storage): string {
  const text = written(drawer, store);
  try {
    return text === null ? '' : String(JSON.parse(text));
  } catch {
    return '';
  }
}

/** Things of one kind that are kept in this browser. */
export class Shelf<T> {
  all = $state.raw<Kept<T>[]>([]);
  trouble = $state<ShelfTrouble>('none');
  readonly #drawer: string;
  readonly #readThing: (value: unknown) => T | null;
  readonly #store: () => Storage;

  constructor(drawer: string, readThing: (value: unknown) => T | null, store: () => Storage = () => localStorage) {
    this.#drawer = drawer;
    this.#readThing = readThing;
    this.#store = store;
    this.read();
    if (typeof addEventListener !== 'function') return;
    addEventListener('storage', (event) => {
      if (event.key === `escaramuza.${drawer}`) this.read();
    });
  }

  /** Takes over what is in storage, as another window may have changed it. */
  read(): void {
    const text = written(this.#drawer, this.#store);
    const entries = text === null ? [] : entriesOf(text);
    const found = (entries ?? []).flatMap((entry) => this.#kept(entry) ?? []);
    this.all = found;
    if (entries !== null && found.length === entries.length) return;
    // Put aside, so that nothing is lost.
    this.trouble = 'unreadable';
    keep(`${this.#drawer}.unreadable`, text, this.#store);
  }

  /** What could not be read, to be kept in a file. */
  get aside(): string {
    return asideIn(`${this.#drawer}.unreadable`, this.#store);
  }

  dismiss(): void {
    this.trouble = 'none';
  }

  of(id: string): T | undefined {
    return this.all.find((one) => one.id === id)?.thing;
  }

  add(thing: T): string {
    const id = freshId();
    this.#keep([{ id, thing, changed: Date.now() }, ...this.all]);
    return id;
  }

  put(id: string, thing: T): void {
    this.#keep(this.all.map((one) => (one.id === id ? { ...one, thing, changed: Date.now() } : one)));
  }

  /** Takes it out; the answer puts it back where it was. */
  remove(id: string): () => void {
    const at = this.all.findIndex((one) => one.id === id);
    const gone = this.all[at];
    this.#keep(this.all.filter((one) => one.id !== id));
    return () => {
      if (gone && this.of(id) === undefined) this.#keep(this.all.toSpliced(at, 0, gone));
    };
  }

  #kept(entry: unknown): Kept<T> | null {
    if (typeof entry !== 'object' || entry === null) return null;
    const { id, changed, thing } = entry as Record<string, unknown>;
    const read = this.#readThing(thing);
    if (typeof id !== 'string' || !id || read === null) return null;
    return { id, changed: typeof changed === 'number' ? changed : 0, thing: read };
  }

  #keep(all: Kept<T>[]): void {
    this.all = all;
    const saved = keep(this.#drawer, { version: VERSION, all }, this.#store);
    if (!saved) this.trouble = 'unsaved';
    else if (this.trouble === 'unsaved') this.trouble = 'none';
  }
}

function entriesOf(text: string): unknown[] | null {
  try {
    const { all } = JSON.parse(text) as { all?: unknown };
    return Array.isArray(all) ? all : null;
  } catch {
    return null;
  }
}

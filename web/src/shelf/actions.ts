import { notices } from '../barracks/notices.svelte';
import { announcer } from '../lib/announce.svelte';
import { t } from '../lib/i18n.svelte';
import { saveText } from '../lib/save';
import type { Shelf } from '../lib/shelf.svelte';
import { fileName } from './files';

interface Named {
  name: string;
}

/** What differs between the shelves: what is said, and how its things are written into files. */
interface Kind<T extends Named> {
  kept: 'armies.kept' | 'maps.kept';
  imported: 'armies.imported' | 'maps.imported';
  one: 'army' | 'map';
  all: 'armies' | 'maps';
  file: (thing: T) => string;
  files: (things: T[]) => string;
  /** Those of some things that are not among others yet. */
  fresh: (given: T[], kept: T[]) => T[];
  copyName: (name: string, pattern: string) => string;
}

/** What people do with things on a shelf. */
export class ShelfActions<T extends Named> {
  constructor(
    readonly shelf: Shelf<T>,
    readonly kind: Kind<T>,
  ) {}

  /** Adds it as it is. */
  keep(thing: T): string {
    announcer.tell(t(this.kind.kept, { name: thing.name }));
    return this.shelf.add(thing);
  }

  /** Adds a copy, named as one. */
  copy(thing: T): string {
    const name = this.kind.copyName(thing.name, t('barracks.copyName'));
    announcer.tell(t('barracks.copied', { name }));
    return this.shelf.add({ ...thing, name });
  }

  /** Removes it, with a way back. */
  remove(id: string, thing: T): void {
    notices.offer(t('barracks.removed', { name: thing.name }), this.shelf.remove(id));
  }

  save(thing: T): void {
    saveText(fileName(thing.name, this.kind.one), this.kind.file(thing));
  }

  saveAll(): void {
    saveText(`escaramuza.${this.kind.all}.json`, this.kind.files(this.#all));
  }

  /** Adds what came in a file and is not here yet, with a way back. */
  importAll(given: T[]): void {
    const fresh = this.kind.fresh(given, this.#all);
    // One by one from the last, so that they are in the order of the file.
    const ids = fresh.toReversed().map((thing) => this.shelf.add(thing));
    const said = fresh.length ? t(this.kind.imported, { count: fresh.length }) : t('barracks.nothingNew');
    notices.offer(said, fresh.length ? () => ids.forEach((id) => this.shelf.remove(id)) : null);
  }

  get #all(): T[] {
    return this.shelf.all.map((kept) => kept.thing);
  }
}

import { describe, expect, it } from 'vitest';

import { Shelf } from '../src/lib/shelf.svelte';
import { freshOf, mapFile, mapsFile, readMaps } from '../src/maps/files';
import { newMap, readMap } from '../src/maps/shape';
import type { TableMap } from '../src/maps/types';

class Drawer implements Partial<Storage> {
  readonly kept = new Map<string, string>();
  full = false;
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => {
    if (this.full) throw new Error('full');
    this.kept.set(key, value);
  };
  removeItem = (key: string) => void this.kept.delete(key);
}

const open = (drawer: Drawer) =>
  new Shelf<TableMap>(
    'maps',
    (value) => readMap(value),
    () => drawer as unknown as Storage,
  );
const names = (shelf: Shelf<TableMap>) => shelf.all.map(({ thing }) => thing.name);

describe('maps kept in the browser', () => {
  it('are found again, changed and taken out with a way back', () => {
    const drawer = new Drawer();
    const shelf = open(drawer);
    const first = shelf.add(newMap('First'));
    shelf.add(newMap('Second'));
    shelf.put(first, { ...newMap('First'), gap: 4000 });
    expect(open(drawer).of(first)?.gap).toBe(4000);
    expect(names(open(drawer))).toEqual(['Second', 'First']);
    const back = shelf.remove(first);
    expect(names(open(drawer))).toEqual(['Second']);
    back();
    back();
    expect(names(open(drawer))).toEqual(['Second', 'First']);
    expect(shelf.trouble).toBe('none');
  });

  it('that make no sense are put aside, the others stay', () => {
    const drawer = new Drawer();
    open(drawer).add(newMap('Whole'));
    const value = JSON.parse(drawer.kept.get('escaramuza.maps')!) as { all: unknown[] };
    const text = JSON.stringify({ ...value, all: [...value.all, { id: 'own-x', thing: { name: 'Half' } }, 7] });
    drawer.kept.set('escaramuza.maps', text);
    const shelf = open(drawer);
    expect(names(shelf)).toEqual(['Whole']);
    expect(shelf.trouble).toBe('unreadable');
    expect(shelf.aside).toBe(text);
    drawer.kept.set('escaramuza.maps', 'not json');
    expect(open(drawer).trouble).toBe('unreadable');
  });

  it('say so when there is no room', () => {
    const drawer = new Drawer();
    const shelf = open(drawer);
    drawer.full = true;
    shelf.add(newMap('Lost'));
    expect(shelf.trouble).toBe('unsaved');
    drawer.full = false;
    shelf.add(newMap('Kept'));
    expect(shelf.trouble).toBe('none');
  });
});

describe('files of maps', () => {
  const [one, other] = [newMap('One'), newMap('Other')];

  it('bring one or all', () => {
    expect(readMaps(mapFile(one))).toEqual([one]);
    expect(readMaps(mapsFile([one, other]))).toEqual([one, other]);
    expect(freshOf([one, other], [{ ...one }])).toEqual([other]);
  });

  it('may leave out what is usual', () => {
    const corners = [
      [0, 0],
      [100, 0],
      [0, 100],
    ];
    const short = { name: 'Short', objectives: one.objectives, terrain: [{ kind: 'wood', corners }] };
    const whole = { ...one, name: 'Short', terrain: [{ kind: 'wood', roles: ['cover'], corners }] };
    expect(readMaps(JSON.stringify(short), () => ['cover'])).toEqual([whole]);
    expect(() => readMaps(JSON.stringify(short))).toThrow('broken');
  });

  it('that bring none are turned away', () => {
    const faults: [string, string][] = [
      ['nothing', 'notJson'],
      ['{}', 'notOurs'],
      ['{"version":9}', 'notOurs'],
      ['{"escaramuza":"squad"}', 'notOurs'],
      ['{"escaramuza":"map","version":9}', 'newer'],
      ['{"escaramuza":"map","version":1,"map":{"name":"x"}}', 'broken'],
      ['{"escaramuza":"maps","version":1}', 'broken'],
    ];
    for (const [text, fault] of faults) expect(() => readMaps(text), text).toThrow(fault);
  });
});

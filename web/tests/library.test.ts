import { describe, expect, it } from 'vitest';

import { freshOf, libraryFile, readContents, squadFile, unitFile } from '../src/barracks/files';
import { FileTrouble, fileName } from '../src/shelf/files';
import { Library } from '../src/barracks/library.svelte';
import { copyName, newUnit, readSquad, readUnit, tidyName, worthKey } from '../src/barracks/shape';
import type { Squad, Unit } from '../src/barracks/types';

const wolf: Unit = { name: 'Wolf', health: 4, range: 1, move: 3, power: 2, abilities: ['charge'], icon: 'wolf-head', quote: 'Grr.' };
const pack: Squad = { name: 'The pack', units: [wolf, { ...wolf, name: 'Cub', abilities: [] }] };

class Shelf {
  readonly kept = new Map<string, string>();
  full = false;

  getItem = (key: string) => this.kept.get(key) ?? null;
  removeItem = (key: string) => void this.kept.delete(key);
  setItem = (key: string, value: string) => {
    if (this.full) throw new DOMException('', 'QuotaExceededError');
    this.kept.set(key, value);
  };
}

const on = (shelf: Shelf) => new Library(() => shelf as unknown as Storage);

describe('the library', () => {
  it('keeps units and squads, the newest first, until the page is opened again', () => {
    const shelf = new Shelf();
    const library = on(shelf);
    const unit = library.addUnit(wolf);
    const first = library.addSquad(pack);
    const second = library.addSquad({ ...pack, name: 'Others' });
    expect(new Set([unit, first, second]).size).toBe(3);
    const again = on(shelf);
    expect(again.squads.map((one) => one.squad.name)).toEqual(['Others', 'The pack']);
    expect(again.unit(unit)?.unit).toEqual(wolf);
    expect(again.trouble).toBe('none');
  });

  it('changes what it keeps', () => {
    const shelf = new Shelf();
    const library = on(shelf);
    const id = library.addSquad(pack);
    library.putSquad(id, { ...pack, name: 'Renamed' });
    expect(on(shelf).squad(id)?.squad.name).toBe('Renamed');
  });

  it('puts back what was removed, where it was', () => {
    const library = on(new Shelf());
    for (const name of ['c', 'b', 'a']) library.addUnit({ ...wolf, name });
    const undo = library.removeUnit(library.units[1]!.id);
    expect(library.units.map((one) => one.unit.name)).toEqual(['a', 'c']);
    undo();
    undo();
    expect(library.units.map((one) => one.unit.name)).toEqual(['a', 'b', 'c']);
  });

  it('says when the browser keeps no more, and goes on', () => {
    const shelf = new Shelf();
    const library = on(shelf);
    shelf.full = true;
    const id = library.addUnit(wolf);
    expect(library.trouble).toBe('unsaved');
    expect(library.unit(id)?.unit).toEqual(wolf);
    shelf.full = false;
    library.putUnit(id, { ...wolf, health: 5 });
    expect(library.trouble).toBe('none');
    expect(on(shelf).unit(id)?.unit.health).toBe(5);
  });

  it.each(['{', '7', '"x"', 'null', '{"units": 3}'])('starts empty where %s is in its place, and puts that aside', (text) => {
    const shelf = new Shelf();
    shelf.kept.set('escaramuza.barracks', text);
    const library = on(shelf);
    expect([library.units, library.squads, library.trouble]).toEqual([[], [], 'unreadable']);
    expect(library.aside).toBe(text);
    library.addUnit(wolf);
    expect(on(shelf).units.length).toBe(1);
  });

  it('saves what can be read of a damaged one', () => {
    const shelf = new Shelf();
    on(shelf).addUnit(wolf);
    const kept = JSON.parse(shelf.kept.get('escaramuza.barracks')!) as { units: unknown[] };
    kept.units.push({ id: 'own-x', unit: { ...wolf, health: 99 } }, 'rust');
    shelf.kept.set('escaramuza.barracks', JSON.stringify(kept));
    const library = on(shelf);
    expect(library.units.map((one) => one.unit)).toEqual([wolf]);
    expect(library.trouble).toBe('unreadable');
  });

  it('works where there is no storage at all', () => {
    const library = new Library(() => {
      throw new DOMException('', 'SecurityError');
    });
    library.addUnit(wolf);
    expect(library.units.length).toBe(1);
    expect(library.trouble).toBe('unsaved');
  });
});

describe('a file', () => {
  it('carries a unit, a squad or everything there and back', () => {
    expect(readContents(unitFile(wolf))).toEqual({ units: [wolf], squads: [] });
    expect(readContents(squadFile(pack))).toEqual({ units: [], squads: [pack] });
    expect(readContents(libraryFile({ units: [wolf], squads: [pack] }))).toEqual({ units: [wolf], squads: [pack] });
    expect(JSON.parse(squadFile(pack))).toEqual({ escaramuza: 'squad', version: 1, squad: pack });
  });

  it.each([
    ['no json', 'notJson'],
    ['[1, 2]', 'notOurs'],
    ['{"version": 2}', 'notOurs'],
    ['{"escaramuza": "horse", "version": 1}', 'notOurs'],
    ['{"escaramuza": "squad", "version": 2, "squad": {}}', 'newer'],
    ['{"escaramuza": "squad", "version": 1, "squad": {"name": "x", "units": [{}]}}', 'broken'],
    ['{"escaramuza": "library", "version": 1, "units": 4}', 'broken'],
  ])('%s is turned away', (text, fault) => {
    expect(() => readContents(text)).toThrow(new FileTrouble(fault as 'broken'));
  });

  it('brings only what is not here yet', () => {
    const cub = { ...wolf, name: 'Cub' };
    const kept = { units: [{ ...wolf, extra: 1 } as Unit], squads: [pack] };
    expect(freshOf({ units: [wolf, cub], squads: [pack] }, kept)).toEqual({ units: [cub], squads: [], known: 2 });
    const turned = { ...pack, units: pack.units.toReversed() };
    expect(freshOf({ units: [], squads: [turned] }, kept)).toEqual({ units: [], squads: [turned], known: 0 });
  });

  it('has a name that every system takes', () => {
    expect(fileName('Les Égarés / №1', 'squad')).toBe('les-egares-1.squad.json');
    expect(fileName('***', 'unit')).toBe('unit.unit.json');
  });
});

describe('a unit as it is written', () => {
  it('keeps to its form', () => {
    expect(readUnit(wolf)).toEqual(wolf);
    expect(readUnit({ ...wolf, extra: 1 })).toEqual(wolf);
    expect(readUnit({ ...wolf, health: 2.5 })).toBeNull();
    expect(readUnit({ ...wolf, power: 0 })).toBeNull();
    expect(readUnit({ ...wolf, name: ' ' })).toBeNull();
    expect(readUnit({ ...wolf, abilities: ['charge', 'charge'] })).toBeNull();
    expect(readUnit({ ...wolf, abilities: ['charge', 'feint', 'sweep'] })).toBeNull();
    expect(readUnit({ ...wolf, quote: 7 })).toBeNull();
    expect(readUnit({ ...wolf, icon: '<svg>' })?.icon).toBe('swordman');
    expect(readUnit({ ...wolf, quote: { es: 'a', fr: 'b', en: 'c' } })?.quote).toEqual({ es: 'a', fr: 'b', en: 'c' });
    expect(readUnit({ ...wolf, quote: { fr: 'b' } })?.quote).toEqual({ es: 'b', fr: 'b', en: 'b' });
    expect(readUnit({ ...wolf, quote: { fr: 1 } })).toBeNull();
    expect(readUnit(newUnit('Recruit'))).toEqual(newUnit('Recruit'));
  });

  it('is one of a squad', () => {
    expect(readSquad(pack)).toEqual(pack);
    expect(readSquad({ name: 'Empty', units: [] })).toEqual({ name: 'Empty', units: [] });
    expect(readSquad({ name: 'x', units: Array(25).fill(wolf) })).toBeNull();
    expect(readSquad(null)).toBeNull();
  });

  it('has a tidy name', () => {
    expect(tidyName('  a\u00a0\n b\u200d ')).toBe('a b');
    expect([...tidyName('🐺'.repeat(50))].length).toBe(40);
    expect(copyName('Wolf', '{name} (copy)')).toBe('Wolf (copy)');
    expect(copyName('x'.repeat(40), '{name} (copy)')).toBe(`${'x'.repeat(33)} (copy)`);
    expect(copyName('$& $1', '{name} (copy)')).toBe('$& $1 (copy)');
  });

  it('is worth the same whatever it is called', () => {
    expect(worthKey({ ...wolf, name: 'Other', abilities: ['sweep', 'charge'] })).toBe(
      worthKey({ ...wolf, abilities: ['charge', 'sweep'] }),
    );
    expect(worthKey(wolf)).not.toBe(worthKey({ ...wolf, health: 5 }));
  });
});

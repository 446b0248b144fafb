import { describe, expect, it } from 'vitest';

import {
  addDivision,
  addUnit,
  armyText,
  copyDivision,
  faultsOf,
  moveUnit,
  pointsOf,
  readDivisions,
  removeDivision,
  setCount,
  setQuality,
  unitsOf,
} from '../src/armies/army';
import { pasted } from '../src/armies/pasted';
import { armiesFile, armyFile, freshOf, newArmy, readArmies, readArmy } from '../src/armies/shape';
import { broughtOf, countOf, OWN } from '../src/games/forglory/setup/setting';
import { paths, routeOf } from '../src/lib/routes';

const TEXT = '3LnInf LI:V HA / 2LnInf 2LC:E';
const read = (text: string) => readDivisions(text)!;

describe('an army as text', () => {
  it('is read and written', () => {
    expect(armyText(read(TEXT))).toBe(TEXT);
    expect(armyText(read(' lninf,LNINF li:v;ha/2lc:R '))).toBe('2LnInf LI:V HA / 2LC');
    expect(armyText(read('LnInf / / 2LI')), 'drafts may have empty divisions').toBe('LnInf /  / 2LI');
    for (const wrong of ['3Dragoons', 'LI:X', '0LI', 'LnInf2', 7, null]) expect(readDivisions(wrong), String(wrong)).toBeNull();
  });

  it('is counted', () => {
    expect(unitsOf(read(TEXT))).toBe(9);
    expect(pointsOf(read(TEXT))).toBe(3 + 1 + 2 + 2 + 4);
  });

  it('is judged', () => {
    expect(faultsOf(read(TEXT))).toEqual([]);
    expect(faultsOf(read(TEXT), 12)).toEqual([]);
    expect(faultsOf(read(TEXT), 11)).toEqual([{ what: 'tooExpensive', found: 12, most: 11 }]);
    expect(faultsOf(read('3LnInf'))).toEqual([{ what: 'fewDivisions', found: 1 }]);
    expect(faultsOf(read('3LnInf / LI / '))).toEqual([
      { what: 'fewUnits', division: 2, found: 1 },
      { what: 'fewUnits', division: 3, found: 0 },
    ]);
    expect(faultsOf(read('30LnInf / 11LI'))).toEqual([{ what: 'manyUnits', found: 41 }]);
    expect(faultsOf(Array.from({ length: 9 }, () => read('2LI')[0]!))).toEqual([{ what: 'manyDivisions', found: 9 }]);
  });
});

describe('an army under work', () => {
  const divisions = read(TEXT);

  it('gains and loses units, which keep together', () => {
    expect(armyText(addUnit(divisions, 1, 'LnInf'))).toBe('3LnInf LI:V HA / 3LnInf 2LC:E');
    expect(armyText(addUnit(divisions, 1, 'FA'))).toBe('3LnInf LI:V HA / 2LnInf 2LC:E FA');
    expect(armyText(setCount(divisions, 0, 0, 5))).toBe('5LnInf LI:V HA / 2LnInf 2LC:E');
    expect(armyText(setCount(divisions, 0, 1, 0))).toBe('3LnInf HA / 2LnInf 2LC:E');
    expect(armyText(setCount(divisions, 0, 0, 99)), 'never more than an army has').toMatch(/^40LnInf/);
    expect(armyText(setQuality(divisions, 0, 0, 'M'))).toBe('3LnInf:M LI:V HA / 2LnInf 2LC:E');
    expect(armyText(setQuality(read('2LI 3LI:V / 2LI'), 0, 1, 'R'))).toBe('5LI / 2LI');
    expect(armyText(moveUnit(divisions, 0, 0, 1))).toBe('2LnInf LI:V HA / 3LnInf 2LC:E');
    expect(armyText(moveUnit(divisions, 0, 2, 1))).toBe('3LnInf LI:V / 2LnInf 2LC:E HA');
    expect(armyText(divisions)).toBe(TEXT);
  });

  it('gains and loses divisions', () => {
    expect(addDivision(divisions)).toHaveLength(3);
    expect(armyText(copyDivision(divisions, 0))).toBe('3LnInf LI:V HA / 3LnInf LI:V HA / 2LnInf 2LC:E');
    expect(armyText(removeDivision(divisions, 0))).toBe('2LnInf 2LC:E');
  });
});

describe('armies that are kept and shared', () => {
  const army = { name: 'Mine', text: TEXT };

  it('come back out of files and links', () => {
    expect(readArmies(armyFile(army))).toEqual([army]);
    expect(readArmies(armiesFile([army, newArmy('New')]))).toHaveLength(2);
    expect(freshOf([army, newArmy('New')], [{ ...army }])).toEqual([newArmy('New')]);
    for (const [text, fault] of [
      ['x', 'notJson'],
      ['{}', 'notOurs'],
      ['{"version":7}', 'notOurs'],
      ['{"escaramuza":"army","version":7}', 'newer'],
      ['{"escaramuza":"army","version":1,"army":{}}', 'broken'],
    ]) {
      expect(() => readArmies(text!)).toThrow(fault);
    }
    const url = new URL(paths.sharedArmy(army.text, army.name), 'https://table.example');
    expect(routeOf(url.pathname, url.search)).toEqual({ page: 'sharedArmy', text: TEXT, name: 'Mine' });
    expect(pasted(url.href)).toEqual(army);
    expect(pasted(TEXT)).toEqual({ name: '', text: TEXT });
    expect(pasted('https://table.example/maps?c=G1abc')).toBeNull();
    expect(pasted('')).toBeNull();
  });

  it('have a name and a text that can be read', () => {
    expect(readArmy({ name: ' A\nB ', text: '2li' })).toEqual({ name: 'A B', text: '2LI' });
    for (const wrong of [null, 7, { name: '', text: TEXT }, { name: 'x', text: '3X' }]) expect(readArmy(wrong)).toBeNull();
    expect(faultsOf(read(newArmy('New').text))).toEqual([]);
  });

  it('have pages of their own', () => {
    expect(routeOf('/armies')).toEqual({ page: 'armies' });
    expect(routeOf(paths.army('own-1'))).toEqual({ page: 'army', id: 'own-1' });
    expect(routeOf('/armies/own-1/more')).toEqual({ page: 'lost' });
  });
});

describe('the set-up of a battle', () => {
  it('brings the name of a ready one, or all parts of one’s own', () => {
    expect(broughtOf('velmora', null, 3)).toEqual({ battle: 'velmora', objectives: 3, points: 0, deployment: 'free' });
    expect(broughtOf('velmora', null, 3, 'historical')).toMatchObject({ battle: 'velmora', deployment: 'historical' });
    expect(broughtOf(OWN, null, 3)).toBeNull();
    expect(broughtOf(OWN, { map: 'velmora', south: '2LI / 2LI', north: TEXT, points: 20 }, 2, 'historical')).toEqual({
      battle: '',
      map: 'velmora',
      south_army: '2LI / 2LI',
      north_army: TEXT,
      objectives: 2,
      points: 20,
      deployment: 'free',
    });
  });

  it('has no more objectives than the map', () => {
    expect([countOf(3, 5), countOf(3, 2), countOf(-1, 2)]).toEqual([3, 2, 0]);
  });
});

import { describe, expect, it } from 'vitest';

import { armyText, isArmy, keptArmy, publishedOf, withCount, type Catalogue } from '../src/games/cafe/setup/army';

const figures = { health: 1, resistance: 1, shooting: 1, fighting: 1, move: 800 };
const unit = (letter: string, type: string) => ({ letter, type, ...figures });
const catalogue: Catalogue = {
  units: [unit('B', 'bear'), unit('A', 'ape')],
  least: 5,
  most: 30,
  ready: [
    { B: 1, A: 4 },
    { B: 3, A: 5 },
  ],
  published: 1,
};
const army = publishedOf(catalogue);

describe('an army', () => {
  it('is written in the order of the catalogue, without what it lacks', () => {
    expect(army).toEqual({ B: 3, A: 5 });
    expect(armyText(catalogue, { A: 5, B: 3 })).toBe('B3 A5');
    expect(armyText(catalogue, { A: 0, B: 9 })).toBe('B9');
  });

  it('is taken from what was kept, if that is one', () => {
    expect(keptArmy(catalogue, { B: 6 })).toEqual({ B: 6, A: 0 });
    for (const wrong of ['B6', null, { B: -1 }, { B: '6' }, { B: 1.5 }, { B: 31 }]) expect(keptArmy(catalogue, wrong)).toBeNull();
  });

  it('has as many units as the catalogue allows', () => {
    expect(isArmy(catalogue, { A: 4 })).toBe(false);
    expect(isArmy(catalogue, { A: 31 })).toBe(false);
    expect(isArmy(catalogue, { A: 29, B: 1 })).toBe(true);
    expect(withCount(catalogue, army, 'A', -1).A).toBe(0);
    expect(withCount(catalogue, army, 'A', NaN).A).toBe(0);
    expect(withCount(catalogue, army, 'A', 99).A).toBe(30);
  });
});

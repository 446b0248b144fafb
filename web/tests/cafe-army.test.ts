import { describe, expect, it } from 'vitest';

import { armyText, isArmy, PRESETS, PUBLISHED, readArmy, unitsOf, withCount, type Army } from '../src/games/cafe/setup/army';

const army = readArmy(PUBLISHED) as Army;

describe('an army', () => {
  it('is read and written', () => {
    expect(army).toEqual({ A: 1, B: 2, E: 3, M: 1, T: 4, D: 4 });
    expect(armyText(army)).toBe(PUBLISHED);
    expect(armyText(readArmy('D5 A0') as Army)).toBe('D5');
    for (const wrong of ['', 'X3', 'A', 'A-1', '3A', 7, null]) expect(readArmy(wrong)).toBeNull();
  });

  it('to start from has as many units as it says', () => {
    expect(PRESETS.map((text) => unitsOf(readArmy(text) as Army))).toEqual([5, 8, 10, 15, 20, 30]);
    expect(PRESETS.every((text) => isArmy(readArmy(text) as Army))).toBe(true);
  });

  it('has from 5 to 30 units', () => {
    expect(isArmy(readArmy('D4') as Army)).toBe(false);
    expect(isArmy(readArmy('D31') as Army)).toBe(false);
    expect(isArmy(readArmy('D30') as Army)).toBe(true);
    expect(withCount(army, 'A', -1).A).toBe(0);
    expect(withCount(army, 'A', NaN).A).toBe(0);
    expect(withCount(army, 'A', 99).A).toBe(30);
  });
});

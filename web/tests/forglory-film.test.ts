import { describe, expect, it } from 'vitest';

import { facesOf, film, flashAfter, flashOf, happened, type Shown } from '../src/games/forglory/film';
import { event, officer, scene, step, unit } from './forglory-fixtures';

const before = scene([unit(0, 'LnInf', 3000, 6000), unit(40, 'LC', 3000, 4000, { hits: 2 })], [officer(0, 3500, 7000), officer(8, 3500, 2000)]);

describe('what happens on the table', () => {
  it('moves and turns bases, and their corners with them', () => {
    const after = happened(before, event('MOVED', { unit: 0, x: 3200, y: 5500, facing: 0 }));
    expect(after.units[0]).toMatchObject({ x: 3200, y: 5500, facing: 0, column: false });
    expect(after.units[0]!.corners.map(([x]) => Math.round(x)).toSorted((a, b) => a - b)).toEqual([3050, 3050, 3350, 3350]);
    expect(happened(before, event('MARCHED', { unit: 0, x: 1, y: 2, facing: 0 })).units[0]!.column).toBe(true);
    expect(happened(before, event('RODE', { officer: 80, x: 10, y: 20 })).officers[0]).toMatchObject({ x: 10, y: 20 });
  });

  it('moves whoever is told to stand somewhere else, for whatever reason', () => {
    expect(happened(before, event('STEPS_BACK', { unit: 0, x: 3000, y: 6200 })).units[0]).toMatchObject({ x: 3000, y: 6200, facing: before.units[0]!.facing });
    const flash = flashOf(step([event('WAY_BARRED', { unit: 0 }), event('STEPS_BACK', { unit: 0, x: 3000, y: 6200 })]), before)!;
    expect(flash.trails).toEqual([{ from: [3000, 6000], to: [3000, 6200], charge: false }]);
    expect(flash.words.map((word) => word.text)).toEqual(['✗']);
    expect(happened(before, event('MARKER_PLACED', { side: 0, x: 3000, y: 6200 }))).toBe(before);
  });

  it('counts hits and losses', () => {
    expect(happened(before, event('HIT', { unit: 40, hits: 3 })).units[1]!.hits).toBe(3);
    expect(happened(before, event('DESTROYED', { unit: 40 })).units[1]!.state).toBe('destroyed');
    expect(happened(before, event('BRIGADE_LOST', { officer: 88, lost: 1, left: 3 })).officers[1]!.lost).toBe(1);
    expect(happened(before, event('WAITS', { division: 1 }))).toBe(before);
  });

  it('shows a shot with its dice, its result and who falls', () => {
    const flash = flashOf(
      step([
        event('SHOOTS', { unit: 0, target: 40 }),
        event('COMBAT_DIE', { unit: 0, face: 6 }),
        event('HIT', { unit: 40, hits: 3 }),
        event('DESTROYED', { unit: 40 }),
      ]),
      before,
    )!;
    expect(flash.shots).toEqual([{ from: [3000, 6000], to: [3000, 4000] }]);
    expect(flash.dice).toEqual([{ at: [3000, 6000], faces: [6], check: false }]);
    expect(flash.words.map((word) => word.text)).toEqual(['✹']);
    expect(flash.fallen.map((one) => one.id)).toEqual([40]);
  });

  it('shows the way of a charge from where it began', () => {
    const flash = flashOf(step([event('IN_CONTACT', { unit: 0, target: 40, x: 3000, y: 4310 })]), before)!;
    expect(flash.trails).toEqual([{ from: [3000, 6000], to: [3000, 4310], charge: true }]);
  });

  it('has nothing to show where nothing is seen', () => {
    expect(flashOf(step([event('ROUND_BEGINS', { round: 2 })]), before)).toBeNull();
  });

  it('still shows in a replay where somebody fell', () => {
    const after = { ...before, units: before.units.map((one) => (one.id === 40 ? { ...one, state: 'destroyed' as const } : one)) };
    const flash = flashAfter(step([event('MOVED', { unit: 0, x: 0, y: 0 }), event('DESTROYED', { unit: 40 })]), after)!;
    expect(flash.trails).toEqual([]);
    expect(flash.fallen.map((one) => one.id)).toEqual([40]);
  });

  it('knows the dice of an event', () => {
    expect(facesOf(event('CHECK_DIE', { unit: 0, face: 4 }))).toEqual([4]);
    expect(facesOf(event('MOVED', { unit: 0 }))).toEqual([]);
  });

  it('goes from moment to moment', () => {
    const start: Shown = { scene: before, last: null, dice: null, throws: 0, hold: 0, flash: null, count: 0 };
    const next = film.each(start, step([event('MOVED', { unit: 0, x: 3200, y: 5500 })], { threw: true }));
    expect(next.scene.units[0]!.x).toBe(3200);
    expect([next.throws, next.count]).toEqual([1, 1]);
    expect(next.hold).toBeGreaterThan(0);
  });
});

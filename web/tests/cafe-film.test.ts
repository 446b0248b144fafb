import { describe, expect, it, vi } from 'vitest';

import { facesOf, film, flashAfter, flashOf, happened, type Shown } from '../src/games/cafe/film';
import { total } from '../src/games/cafe/scene';
import type { Scene } from '../src/lib/protocol';
import { UNKNOWN } from '../src/lib/table-state';
import { event, points, scene, step, unit } from './cafe-fixtures';

vi.mock('../src/lib/settings.svelte', () => ({ settings: { moves: false } }));

const units = [unit(0, 'T', 1000, 3000), unit(30, 'D', 2000, 3000)];

describe('the film of a step', () => {
  it('moves units along their way, leg by leg', () => {
    const start: Shown = { scene: scene(units), last: null, dice: null, throws: 0, hold: 0, flash: null, count: 0 };
    const first = film.each(start, step('walk>12,30', event('BENT', { unit: 0, x: 1200, y: 3000 })));
    const second = film.each(first, step('go@12,32', event('MOVED', { unit: 0, x: 1200, y: 3200 }), event('TURNED', { unit: 0, facing: 900 })));
    expect(first.flash?.trails).toEqual([{ from: [1000, 3000], to: [1200, 3000] }]);
    expect(second.flash?.trails).toEqual([{ from: [1200, 3000], to: [1200, 3200] }]);
    expect(second.scene.units[0]).toMatchObject({ x: 1200, y: 3200, facing: 900 });
    expect(second.hold).toBeGreaterThan(0);
  });

  it('shows shots, dice, damage and who falls', () => {
    const shot = step(
      'shoot r1',
      event('ATTACKED', { unit: 0, target: 30, close: 0, dice: 2, needs: 4 }),
      event('ATTACK_DIE', { unit: 0, face: 5, hit: 1 }),
      event('ATTACK_DIE', { unit: 0, face: 1, hit: 0 }),
      event('DAMAGED', { unit: 30, points: 1, health: 0 }),
      event('FELL', { unit: 30 }),
      event('WOUNDED', { unit: 0, face: 6, points: 2, wounds: 2 }),
    );
    const flash = flashOf(shot, units)!;
    expect(flash.shots).toEqual([{ from: [1000, 3000], to: [2000, 3000], close: false }]);
    expect(flash.dice).toEqual([{ at: [1000, 3000], faces: [5, 1], defence: false }]);
    expect(flash.words.map((word) => word.text)).toEqual(['−1', '✚✚']);
    expect(flash.fallen.map((one) => one.id)).toEqual([30]);
    const after = shot.events.reduce(happened, units);
    expect(after[1]).toMatchObject({ state: 'out', health: 0 });
    expect(after[0]).toMatchObject({ wounds: 2 });
  });

  it('ends with the scene as the server tells it', () => {
    const truth = scene([unit(0, 'T', 1100, 3000)]);
    const end = film.end({ ...UNKNOWN, scene: truth as unknown as Scene }, null, []);
    expect(end.scene).toBe(truth);
    expect(end.flash).toBeNull();
  });

  it('shows a moment of a replay where those who fell still lie', () => {
    const out = [units[0]!, unit(30, 'D', 2000, 3000, { state: 'out' })];
    const flash = flashAfter(step('shoot r1', event('ATTACKED', { unit: 0, target: 30, close: 1 }), event('FELL', { unit: 30 })), scene(out));
    expect(flash?.shots).toEqual([{ from: [1000, 3000], to: [2000, 3000], close: true }]);
    expect(flashAfter(null, scene(out))).toBeNull();
  });

  it('finds the dice of events', () => {
    expect(facesOf(event('INITIATIVE_THROWN', { first: 1, second: 2, third: 3, fourth: 4 }))).toEqual([1, 2, 3, 4]);
    expect(facesOf(event('DEFENCE_DIE', { unit: 3, face: 6 }))).toEqual([6]);
    expect(facesOf(event('MOVED', { unit: 3 }))).toEqual([]);
  });
});

it('the score sheet adds up', () => {
  expect(total(points({ objectives: 2, all: 6, first: 3 }))).toBe(11);
  expect(total(undefined)).toBe(0);
});

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import * as cafe from '../src/games/cafe/scene';
import * as escarmouche from '../src/games/escarmouche/scene';
import { changing } from '../src/games/film';
import * as forglory from '../src/games/forglory/scene';
import { UNKNOWN } from '../src/lib/table-state';
import * as cafeTable from './cafe-fixtures';
import * as board from './escarmouche-fixtures';
import * as gloryTable from './forglory-fixtures';
import { step } from './steps';
import { settings } from '../src/lib/settings.svelte';

// Nothing glides.
beforeAll(() => void vi.spyOn(settings, 'moves', 'get').mockReturnValue(false));
afterAll(() => vi.restoreAllMocks());

const start = <S>(scene: S) => ({ scene, last: null, dice: null, thrown: null, throws: 0, hold: 0, flash: null, count: 0 });

describe('pieces after changes', () => {
  const pieces = [
    { id: 1, square: 'e2', moved: false },
    { id: 2, square: 'd3', moved: false },
  ];

  it('are as the server says, and those it has no more are gone', () => {
    const after = changing([
      { kind: 'vanish', id: 2, at: 'd3', to: 'gone' },
      { kind: 'set', id: 1, fields: { square: 'd3', moved: true } },
      { kind: 'set', id: 9, fields: { square: 'a1' } },
    ])(pieces);
    expect(after).toEqual([{ id: 1, square: 'd3', moved: true }]);
  });

  it('stay in the list where the scene keeps them', () => {
    expect(changing([{ kind: 'vanish', id: 2, at: 'd3', to: 'out' }])(pieces)).toHaveLength(2);
  });
});

describe('on a board', () => {
  const units = [board.unit(0, 'e2'), board.unit(1, 'd2'), board.unit(6, 'e3', { health: 2 })];
  const { film } = escarmouche;
  const strike = step([
    { kind: 'strike', id: 0, target: 6, close: false },
    { kind: 'hit', id: 6, points: 2 },
    { kind: 'vanish', id: 6, at: 'e3', to: 'out' },
    { kind: 'set', id: 6, fields: { square: null, state: 'out', health: 0 } },
  ]);

  it('an attack is a shot, its damage and who falls', () => {
    const flash = film.flashOf(strike.changes, units);
    expect(flash?.shots).toEqual([{ from: 'e2', to: 'e3', close: false }]);
    expect(flash?.words).toEqual([{ at: 'e3', text: '−2', good: false }]);
    expect(flash?.fallen.map((one) => [one.id, one.square])).toEqual([[6, 'e3']]);
  });

  it('a charge arrives before it strikes', () => {
    const flash = film.flashOf(
      [
        { kind: 'move', id: 1, way: ['d2', 'd3'], charge: true },
        { kind: 'strike', id: 1, target: 6, close: false },
      ],
      units,
    );
    expect(flash).toMatchObject({ late: true, shots: [{ from: 'd3', to: 'e3' }] });
  });

  it('goes from moment to moment', () => {
    const after = film.each(start(board.scene(units)), strike);
    expect(after.scene.units[2]).toMatchObject({ state: 'out', square: null });
    expect([after.count, after.hold > 0]).toEqual([1, true]);
    expect(after.last).toEqual({ at: 'e2', to: 'e3' });
    const dice = step([{ kind: 'throw', id: null, dice: [6, 1], purpose: 'die-off', terms: [], total: null }]);
    const thrown = film.each(start(board.scene(units)), dice);
    expect([thrown.dice, thrown.throws]).toEqual([[6, 1], 1]);
  });

  it('finds the shot again in a scene on its own, where the target is gone', () => {
    const after = board.scene(changing(strike.changes)(units));
    expect(film.flashAfter(strike, after)?.shots).toEqual([{ from: 'e2', to: 'e3', close: false }]);
    expect(film.flashAfter(null, after)).toBeNull();
    expect(film.lastOf(strike.changes, after)).toEqual({ at: 'e2', to: 'e3' });
  });
});

describe('on a table', () => {
  const units = [cafeTable.unit(0, 'T', 1000, 3000), cafeTable.unit(30, 'D', 2000, 3000)];
  const { film } = cafe;

  it('units move along their way, leg by leg', () => {
    const way = step([
      {
        kind: 'move',
        id: 0,
        way: [
          [1000, 3000],
          [1200, 3000],
        ],
        charge: false,
        facing: 900,
      },
      {
        kind: 'move',
        id: 0,
        way: [
          [1200, 3000],
          [1200, 3200],
        ],
        charge: false,
        facing: 900,
      },
      { kind: 'set', id: 0, fields: { x: 1200, y: 3200, facing: 900 } },
    ]);
    const after = film.each(start(cafeTable.scene(units)), way);
    expect(after.flash?.trails).toEqual([
      { from: [1000, 3000], to: [1200, 3000], charge: false },
      { from: [1200, 3000], to: [1200, 3200], charge: false },
    ]);
    expect(after.scene.units[0]).toMatchObject({ x: 1200, y: 3200, facing: 900 });
  });

  it('dice lie where they were thrown, and signs where something happened', () => {
    const flash = film.flashOf(
      [
        { kind: 'strike', id: 0, target: 30, close: false },
        { kind: 'throw', id: 0, dice: [5, 1], purpose: 'attack', terms: [], total: null },
        { kind: 'sign', id: 0, sign: '✚✚', good: false },
        { kind: 'vanish', id: 30, at: [2000, 3000], to: 'out' },
      ],
      units,
    );
    expect(flash?.dice).toEqual([{ at: [1000, 3000], faces: [5, 1], purpose: 'attack' }]);
    expect(flash?.words).toEqual([{ at: [1000, 3000], text: '✚✚', good: false }]);
    expect(flash?.fallen.map((one) => one.id)).toEqual([30]);
  });

  it('the last moment is the scene as the server tells it', () => {
    const truth = cafeTable.scene([cafeTable.unit(0, 'T', 1100, 3000)]);
    const end = film.end({ ...UNKNOWN, shape: 'cafe', scene: truth, legal: [], shortcuts: {} }, null, []);
    expect(end.scene).toBe(truth);
    expect(end.flash).toBeNull();
  });

  it('officers fall and ride as units do', () => {
    const { officer, scene, unit } = gloryTable;
    const before = scene([unit(0, 'LnInf', 3000, 6000)], [officer(0, 3500, 7000)]);
    const changes = step([
      {
        kind: 'move',
        id: 80,
        way: [
          [3500, 7000],
          [10, 20],
        ],
        charge: false,
      },
      { kind: 'set', id: 80, fields: { x: 10, y: 20 } },
      { kind: 'throw', id: 0, dice: [4], purpose: 'check', terms: [['hits', -1]], total: 3 },
    ]);
    const after = forglory.film.each(start(before), changes);
    expect(after.scene.officers[0]).toMatchObject({ x: 10, y: 20 });
    expect(after.flash?.dice).toEqual([{ at: [3000, 6000], faces: [4], purpose: 'check' }]);
    expect(forglory.film.flashAfter(changes, after.scene)?.trails).toEqual([]);
    expect(forglory.film.flashOf([], [])).toBeNull();
  });
});

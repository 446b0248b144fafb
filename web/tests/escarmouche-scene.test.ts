import { beforeAll, describe, expect, it } from 'vitest';

import { film, flashAfter, flashOf, lastWay, type Shown } from '../src/games/escarmouche/film';
import { actionsLeft, arrowsOf, facesOf, happened, squareName, travel, unitOf, unitOn, written } from '../src/games/escarmouche/scene';
import { blowText, effectLines, readAction, readLine } from '../src/games/escarmouche/words';
import { drafts } from '../src/games/escarmouche/drafting.svelte';
import { borderOf } from '../src/games/board/geometry';
import { squadOf } from '../src/games/escarmouche/setting';
import en from '../src/i18n/en';
import es from '../src/i18n/es';
import fr from '../src/i18n/fr';
import { words } from '../src/lib/i18n.svelte';
import { event, hit, option, scene, step, unit } from './escarmouche-fixtures';

const units = [unit(0, 'e2'), unit(1, 'd2'), unit(6, 'e3', { health: 2 })];
const E2 = 12;

describe('written actions', () => {
  it.each([
    ['e2-e4', { at: 'e2', to: 'e4' }],
    ['e2xe5', null],
    ['charge:e2-d4xd5', { at: 'e2', to: 'd4' }],
    ['tactical-retreat:e2-e4', { at: 'e2', to: 'e4' }],
    ['forward:e2,e3-e5', { at: 'e3', to: 'e5' }],
    ['feint:e2~e3', { at: 'e2', to: 'e3' }],
    ['sweep:e2', null],
    ['roll', null],
    ['2@c2', null],
    ['obstacle@d3', null],
    [null, null],
  ])('%s goes %j', (action, way) => {
    expect(travel(action)).toEqual(way);
  });

  it('have arrows for the way and for the attack', () => {
    expect(arrowsOf('charge:e2-d4xd5')).toEqual([
      { at: 'e2', to: 'd4' },
      { at: 'd4', to: 'd5' },
    ]);
    expect(arrowsOf('guardian:e2+e3')).toEqual([{ at: 'e2', to: 'e3' }]);
    expect(arrowsOf('defensive-stance:e2')).toEqual([]);
    expect(arrowsOf(null)).toEqual([]);
  });

  it('leave the squares of the last action to be seen', () => {
    expect(lastWay('e2xe5')).toEqual({ at: 'e2', to: 'e5' });
    expect(lastWay('charge:e2-d4xd5')).toEqual({ at: 'e2', to: 'd4' });
    expect(written('overcharge:a1xb2')).toMatchObject({ ability: 'overcharge', at: 'a1', target: 'b2' });
  });
});

describe('what happens to the units', () => {
  it('they move, change places, lose health and fall', () => {
    expect(squareName(E2)).toBe('e2');
    expect(unitOn(happened(units, event('UNIT_MOVED', { unit: 0, at: E2, to: 28 })), 'e4')?.id).toBe(0);
    const swapped = happened(units, event('PLACES_SWAPPED', { unit: 0, target: 1 }));
    expect([unitOf(swapped, 0)?.square, unitOf(swapped, 1)?.square]).toEqual(['d2', 'e2']);
    expect(unitOf(happened(units, event('DAMAGE', { unit: 6, damage: 1, left: 1 })), 6)?.health).toBe(1);
    expect(unitOf(happened(units, event('ELIMINATED', { unit: 6 })), 6)).toMatchObject({ square: null, state: 'out' });
    expect(happened(units, event('TURN_OVER'))).toBe(units);
  });

  it('dice are white’s and black’s', () => {
    expect(facesOf(event('DICE_THROWN', { white: 5, black: 2 }))).toEqual([5, 2]);
    expect(facesOf(event('BEGINS', { side: 0 }))).toEqual([]);
  });
});

describe('the film', () => {
  const strike = step(
    'e2xe3',
    event('UNIT_ATTACKS', { unit: 0, target: 6, power: 2 }),
    event('DAMAGE', { unit: 6, damage: 2, left: 0 }),
    event('ELIMINATED', { unit: 6 }),
  );
  const start: Shown = { scene: scene(units), last: null, dice: null, throws: 0, hold: 0, flash: null, count: 0 };

  it('shows an attack as a shot, its damage and who falls', () => {
    const flash = flashOf(strike, units);
    expect(flash?.shots).toEqual([{ from: 'e2', to: 'e3' }]);
    expect(flash?.hits).toEqual([{ square: 'e3', text: '−2', good: false }]);
    expect(flash?.fallen.map((one) => [one.id, one.square])).toEqual([[6, 'e3']]);
    expect(flashOf(step('e2-e4', event('UNIT_MOVED', { unit: 0, at: E2, to: 28 })), units)).toBeNull();
  });

  it('lets a charge arrive before it strikes', () => {
    const flash = flashOf(
      step('charge:d2-d3xe3', event('UNIT_MOVED', { unit: 1, at: 11, to: 19 }), event('UNIT_ATTACKS', { unit: 1, target: 6, power: 1 })),
      units,
    );
    expect(flash).toMatchObject({ late: true, shots: [{ from: 'd3', to: 'e3' }] });
  });

  it('goes from moment to moment', () => {
    const after = film.each(start, strike);
    expect(unitOf(after.scene.units, 6)?.state).toBe('out');
    expect(after.count).toBe(1);
    expect(after.hold).toBeGreaterThan(0);
    expect(after.last).toEqual({ at: 'e2', to: 'e3' });
    const thrown = film.each(start, step('roll', event('DICE_THROWN', { white: 6, black: 1 })));
    expect([thrown.dice, thrown.throws]).toEqual([[6, 1], 1]);
  });

  it('finds the shot again in a scene on its own, where the target is gone', () => {
    const after = scene(strike.events.reduce(happened, units));
    expect(flashAfter(strike, after)?.shots).toEqual([{ from: 'e2', to: 'e3' }]);
    expect(flashAfter(null, after)).toBeNull();
  });
});

describe('what an attack would do, in words', () => {
  beforeAll(() => {
    words.known = en;
  });

  it('tells damage, what a stance cancels, and what is left', () => {
    expect(blowText(hit(6))).toBe('2 damage, 3 health left');
    expect(blowText(hit(6, { damage: 1, cancelled: 1, left: 4 }))).toBe('1 damage (stance cancels 1), 4 health left');
    expect(blowText(hit(6, { damage: 0, cancelled: 1, left: 5 }))).toBe('no damage (stance cancels 1), 5 health left');
    expect(blowText(hit(6, { left: 0, out: true }))).toBe('2 damage, eliminated');
  });

  it.each([
    ['e2-e4', 'white 1 → e4'],
    ['e2xe3', 'white 1 × black 1'],
    ['charge:e2-d3xe3', 'white 1, charge → d3 × black 1'],
    ['forward:e2,d2-d4', 'white 1, forward – white 2 → d4'],
    ['guardian:e2+d2', 'white 1, guardian + white 2'],
    ['guard:d2', 'white 2 takes it'],
    ['done', 'Enough, nobody else moves'],
    ['no-guard', 'Nobody steps in'],
    ['roll', 'roll'],
  ])('reads %s as %s', (action, said) => {
    expect(readAction(units, action)).toBe(said);
  });

  it('reads what follows from where the units are by then, up to what has no words', () => {
    expect(readLine(units, ['e2-e4', 'e4xe3', 'feint:d2~e4', 'd2-d3', 'roll', 'e3-e2'])).toEqual([
      'white 1 → e4',
      'white 1 × black 1',
      'white 2, feint + white 1',
      'white 1 → d3',
    ]);
  });

  it.each([
    [fr, 'fr', 1, '1 dégât, il lui reste 1 point de santé'],
    [fr, 'fr', 2, '2 dégâts, il lui reste 2 points de santé'],
    [es, 'es', 1, '1 punto de daño, le queda 1 de salud'],
    [es, 'es', 2, '2 puntos de daño, le quedan 2 de salud'],
  ] as const)('counts in other languages', (known, language, count, said) => {
    words.known = known;
    words.language = language;
    expect(blowText(hit(6, { damage: count, left: count }))).toBe(said);
    words.known = en;
    words.language = 'en';
  });

  it('tells of guardians and of the own loss', () => {
    const strike = option('devastating-strike:e2xe3', 'ability', {
      unit: 0,
      loss: 1,
      effect: [hit(6, { guards: [hit(1, { left: 1 })] })],
    });
    expect(effectLines(strike, units)).toEqual([
      'black 1: 2 damage, 3 health left',
      'Or white 2 may take it: 2 damage, 1 health left',
      'white 1 then loses 1 health',
    ]);
    expect(effectLines(option('e2-e3', 'move', { unit: 0 }), units)).toEqual([]);
  });
});

describe('the actions that are left', () => {
  it.each([
    ['turn', 2, 2],
    ['forward', 2, 1],
    ['guardian', 1, 0],
  ] as const)('in %s with %i are %i', (phase, actions, left) => {
    expect(actionsLeft(scene(units, { phase, actions }))).toBe(left);
  });
});

describe('a placement', () => {
  it('goes by the numbers of the units', () => {
    const draft = drafts.fromActions(['2@b1', '1@a1', 'x@a2'], [1, 2, 3], ['a1', 'b1', 'a2']);
    expect(draft).toEqual({ placed: { b1: 2, a1: 1 }, tray: [3] });
    expect(drafts.toActions(draft)).toEqual(['1@a1', '2@b1']);
    expect(drafts.place(draft, 3, 'h8', ['a1', 'b1', 'a2'])).toBe(draft);
  });
});

describe('a squad', () => {
  it('is told as it was before anybody was hurt', () => {
    const hurt = scene([unit(0, 'e2', { health: 1 }), unit(1, null, { state: 'out', health: 0 }), unit(6, 'e8')]);
    const squad = squadOf(hurt, 'white');
    expect(squad.units.map((one) => one.health)).toEqual([5, 5]);
    expect(Object.keys(squad.units[0]!).toSorted()).toEqual(['abilities', 'health', 'icon', 'move', 'name', 'power', 'quote', 'range']);
  });
});

describe('a border around squares', () => {
  it('runs along the sides without a neighbour', () => {
    expect(borderOf(['a1'], false).match(/M/g)).toHaveLength(4);
    expect(borderOf(['a1', 'b1'], true).match(/M/g)).toHaveLength(6);
    expect(borderOf([], false)).toBe('');
  });
});

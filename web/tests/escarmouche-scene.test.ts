import { beforeAll, describe, expect, it } from 'vitest';

import { actionsLeft, arrowsOf, wayOf } from '../src/games/escarmouche/scene';
import { blowText, effectLines, readLine, readOption } from '../src/games/escarmouche/words';
import { drafts } from '../src/games/escarmouche/drafting.svelte';
import { borderOf } from '../src/games/board/geometry';
import { squadOf } from '../src/games/escarmouche/setting';
import en from '../src/i18n/en';
import es from '../src/i18n/es';
import fr from '../src/i18n/fr';
import { words } from '../src/lib/i18n.svelte';
import { hit, option, scene, unit } from './escarmouche-fixtures';

const units = [unit(0, 'e2'), unit(1, 'd2'), unit(6, 'e3', { health: 2 })];

describe('an option', () => {
  const charge = option('charge:e2-d3xe3', 'ability', { unit: 0, at: 'e2', to: 'd3', target: 6, ability: 'charge' });
  const forward = option('forward:e2,d2-d4', 'ability', { unit: 0, at: 'e2', to: 'd4', target: 1, ability: 'forward' });
  const feint = option('feint:e2~d2', 'ability', { unit: 0, at: 'e2', target: 1, ability: 'feint' });

  it('takes a unit, an ally or two that change places somewhere', () => {
    expect([charge, forward, feint].map((one) => wayOf(one, units))).toEqual([
      { at: 'e2', to: 'd3' },
      { at: 'd2', to: 'd4' },
      { at: 'e2', to: 'd2' },
    ]);
    expect(wayOf(option('e2xe3', 'attack', { unit: 0, at: 'e2', target: 6 }), units)).toBeNull();
  });

  it('has arrows for the way and for the attack', () => {
    expect(arrowsOf(charge, units)).toEqual([
      { at: 'e2', to: 'd3' },
      { at: 'd3', to: 'e3' },
    ]);
    expect(arrowsOf(option('guardian:e2+d2', 'ability', { unit: 0, at: 'e2', target: 1, ability: 'guardian' }), units)).toEqual([
      { at: 'e2', to: 'd2' },
    ]);
    expect(arrowsOf(option('sweep:e2', 'ability', { unit: 0, at: 'e2', ability: 'sweep' }), units)).toEqual([]);
    expect(arrowsOf(undefined, units)).toEqual([]);
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

  const at = { unit: 0, at: 'e2' };
  it.each([
    [option('e2-e4', 'move', { ...at, to: 'e4' }), 'white 1 → e4'],
    [option('e2xe3', 'attack', { ...at, target: 6 }), 'white 1 × black 1'],
    [option('charge:e2-d3xe3', 'ability', { ...at, to: 'd3', target: 6, ability: 'charge' }), 'white 1, charge → d3 × black 1'],
    [option('forward:e2,d2-d4', 'ability', { ...at, to: 'd4', target: 1, ability: 'forward' }), 'white 1, forward – white 2 → d4'],
    [option('guardian:e2+d2', 'ability', { ...at, target: 1, ability: 'guardian' }), 'white 1, guardian + white 2'],
    [option('guard:d2', 'guard', { unit: 1, at: 'd2' }), 'white 2 takes it'],
    [option('done', 'done'), 'Done: nobody else moves'],
    [option('no-guard', 'no-guard'), 'Nobody steps in'],
    [option('roll', 'roll'), null],
  ])('reads %o as %s', (one, said) => {
    expect(readOption(units, one)).toBe(said);
  });

  it('reads what follows up to what has no words', () => {
    const line = [
      option('e2-e4', 'move', { ...at, to: 'e4' }),
      option('roll', 'roll'),
      option('e4-e5', 'move', { unit: 0, at: 'e4', to: 'e5' }),
    ];
    expect(readLine(units, line)).toEqual(['white 1 → e4']);
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
    const place = (number: number, to: string) => option(`${number}@${to}`, 'place', { number, to });
    const draft = drafts.fromOptions([place(2, 'b1'), place(1, 'a1'), option('ready', 'ready')], [1, 2, 3], ['a1', 'b1', 'a2']);
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

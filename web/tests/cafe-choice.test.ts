import { describe, expect, it } from 'vitest';

import {
  attackAfter,
  attackOn,
  candidates,
  goActions,
  modesOf,
  moverOf,
  offers,
  openOf,
  placesOf,
  playable,
  startPlaying,
  stayActions,
  stillMeant,
  uniquePlaces,
  usable,
  wayOf,
} from '../src/games/cafe/choice';
import { placedText } from '../src/games/cafe/notation';
import { doomed } from '../src/games/cafe/words';
import { chances, option, scene, seen, unit } from './cafe-fixtures';

const units = [unit(0, 'T', 1000, 3000), unit(1, 'E', 1500, 3000), unit(30, 'D', 2000, 3000), unit(31, 'B', 2600, 3000)];
const turn = scene(units);

describe('the notation', () => {
  it('names places', () => {
    expect(placedText({ x: 1235, y: 3000, facing: 450 }, 450)).toBe('12.35,30');
    expect(placedText({ x: 1235, y: 3000, facing: 455 }, 0)).toBe('12.35,30/45.5');
  });
});

it('finds whom a hint is about, and where it goes', () => {
  const use = option('use b2', 'use', { unit: 1 });
  const there = { x: 1200, y: 3000, facing: 0 };
  expect(wayOf([use, option('walk@12,30', 'walk', { unit: 1, ...there })], null)).toEqual({ unit: 1, place: [1200, 3000] });
  expect(wayOf([option('run@12,30', 'run', { unit: 4, ...there })], 4)).toEqual({ unit: 4, place: [1200, 3000] });
  expect(wayOf([use, option('hold', 'hold')], null)).toEqual({ unit: 1, place: null });
  expect(wayOf([option('pass', 'pass')], null)).toBeNull();
});

describe('moving', () => {
  it('activates the unit in hand before it goes, unless it is active', () => {
    const place = { x: 1200, y: 3000, facing: 0 };
    expect(goActions(turn, 0, 'walk', place)).toEqual(['use b1', 'walk@12,30']);
    expect(goActions({ ...turn, phase: 'move' }, 0, 'run', { ...place, facing: 900 })).toEqual(['run@12,30/90']);
    expect(goActions({ ...turn, phase: 'way' }, 0, 'go', place)).toEqual(['go@12,30']);
    expect(stayActions(turn, 0)).toEqual(['use b1', 'hold']);
  });

  it('bends on the way without turning', () => {
    const place = { x: 1200, y: 3000, facing: 900 };
    expect(goActions(turn, 0, 'walk', place, true)).toEqual(['use b1', 'walk>12,30']);
    expect(goActions({ ...turn, phase: 'way' }, 0, 'go', place, true)).toEqual(['bend@12,30']);
  });

  it('moves who is in hand, active, or on its way', () => {
    const legal = [option('use b1', 'use', { unit: 0 })];
    expect(usable(legal)).toEqual(new Set([0]));
    expect(moverOf(turn, legal, 0)).toBe(0);
    expect(moverOf(turn, legal, 1)).toBeNull();
    const activation = { unit: 1, mode: null, range: 2400, extra_dice: 0, fought: [] };
    expect(moverOf({ ...turn, phase: 'move', activation }, [], 0)).toBe(1);
    const way = { unit: 30, purpose: 'false-orders' as const, left: 500, legs: [], target: -1 };
    expect(moverOf({ ...turn, phase: 'way', way }, [], 0)).toBe(30);
    expect(moverOf({ ...turn, phase: 'attack', activation }, [], 0)).toBeNull();
    expect(modesOf({ ...turn, phase: 'way' })).toEqual(['go']);
  });

  it('offers each place of the lattice once', () => {
    const legal = [
      option('walk@1,2', 'walk', { x: 100, y: 200 }),
      option('run@1,2', 'run', { x: 100, y: 200 }),
      option('run@3,2', 'run', { x: 300, y: 200 }),
      option('walk>1,2', 'walk-bend', { x: 500, y: 200 }),
    ];
    const places = uniquePlaces(placesOf({ ...turn, phase: 'move' }, legal, null));
    expect(places.map(({ x }) => x)).toEqual([100, 300]);
  });
});

describe('attacking', () => {
  it('fights who is close and shoots the others, but not after a run', () => {
    const targets = [seen(30, { close: true, chances: chances({ close: true }) }), seen(31), seen(32, { chances: null })];
    expect(attackOn(targets, 30)?.word).toBe('fight');
    expect(attackOn(targets, 31)?.word).toBe('shoot');
    expect(attackOn(targets, 32)).toBeNull();
    expect(attackAfter('run', targets, 31)).toBeNull();
    expect(attackAfter('run', targets, 30)?.word).toBe('fight');
    expect(attackAfter('walk', targets, 31)?.word).toBe('shoot');
  });

  it('goes on to the attack only if the unit stands where it was to stand', () => {
    const legal = [option('shoot r1', 'shoot', { target: 30 })];
    const intent = { action: 'shoot r1', unit: 0, at: [1000, 3000] as const };
    expect(stillMeant(intent, { ...turn, phase: 'attack' }, legal)).toBe(true);
    expect(stillMeant({ ...intent, at: [1100, 3000] }, { ...turn, phase: 'attack' }, legal)).toBe(false);
    expect(stillMeant(intent, turn, legal)).toBe(false);
    expect(stillMeant(intent, { ...turn, phase: 'attack' }, [])).toBe(false);
  });

  it('lets units be pressed instead of buttons', () => {
    const legal = [option('shoot r1', 'shoot', { unit: 0, target: 30 }), option('heal b2', 'heal', { target: 1 }), option('end', 'end')];
    expect([...offers(legal, null).keys()]).toEqual([30, 1]);
    expect([...offers([option('trap b2', 'trap', { unit: 1 })], null).keys()]).toEqual([1]);
  });
});

describe('cards', () => {
  const legal = [
    option('card:ma', 'card', { card: 'ma' }),
    option('card:knife b1 r1', 'card', { card: 'knife', unit: 0, target: 30 }),
    option('card:knife b1 r2', 'card', { card: 'knife', unit: 0, target: 31 }),
    option('card:knife b2 r2', 'card', { card: 'knife', unit: 1, target: 31 }),
    option('card:spy red', 'card', { card: 'spy', seat: 'red' }),
    option('card:spy red-2', 'card', { card: 'spy', seat: 'red-2' }),
    option('card:tactical b1@10,31', 'card', { card: 'tactical', unit: 0, x: 1000, y: 3100 }),
    option('pass', 'pass'),
  ];

  it('can be played if there is an option for them', () => {
    expect(playable(legal)).toEqual(new Set(['ma', 'knife', 'spy', 'tactical']));
  });

  it('ask for what is still open, one thing after the other', () => {
    expect(openOf(legal, startPlaying(legal, 'ma'))).toBe('nothing');
    expect(openOf(legal, startPlaying(legal, 'spy'))).toBe('seat');
    const knife = startPlaying(legal, 'knife');
    expect(openOf(legal, knife)).toBe('unit');
    expect([...offers(legal, knife).keys()]).toEqual([0, 1]);
    expect(openOf(legal, { ...knife, unit: 0 })).toBe('target');
    expect([...offers(legal, { ...knife, unit: 0 }).keys()]).toEqual([30, 31]);
    expect(openOf(legal, { ...knife, unit: 1 })).toBe('nothing');
    expect(candidates(legal, { ...knife, unit: 0, target: 31 }).map((one) => one.action)).toEqual(['card:knife b1 r2']);
  });

  it('take the only unit they can be about, and then want a place', () => {
    const tactical = startPlaying(legal, 'tactical');
    expect(tactical.unit).toBe(0);
    expect(openOf(legal, tactical)).toBe('place');
    expect(placesOf(turn, legal, tactical)).toHaveLength(1);
  });
});

it('a question whose every answer is the end of the unit says what could still change that', () => {
  const answer = (target_destroyed: number) => ({ damage: [1], target_wounds: [1], target_destroyed });
  const asked = (...ends: number[]) => doomed(ends.map((end) => option('stand', 'stand', { answer: answer(end) })));
  expect([asked(1, 1), asked(0.5, 1), asked()]).toEqual([true, false, false]);
});

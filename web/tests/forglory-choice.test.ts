import { describe, expect, it } from 'vitest';

import {
  aims,
  attacksOn,
  deployable,
  goActions,
  judgedBy,
  offers,
  onRoad,
  placesOf,
  placingOf,
  roadAt,
  wayOf,
} from '../src/games/forglory/choice';
import { attackText } from '../src/games/forglory/notation';
import { measured } from '../src/table/ruler.svelte';
import type { MeleeChances } from '../src/games/forglory/scene';
import { armyOf, mapOf } from '../src/games/forglory/setting';
import { shortestLine } from '../src/table/geometry';
import { look, officer, option, scene, square, unit } from './forglory-fixtures';

const units = [unit(0, 'LnInf', 3000, 6000), unit(1, 'LC', 4000, 6000), unit(40, 'FA', 3000, 3000)];
const officers = [officer(0, 3500, 7000), officer(8, 3500, 2000), officer(16, 6000, 8000)];

describe('the notation of For Glory', () => {
  it('writes attacks', () => {
    expect([attackText('shoot', 'n4', null), attackText('charge', 'n4', [2300, 3605])]).toEqual(['shoot n4', 'charge n4@23,36.05']);
  });

  it('knows whom a line of play is about', () => {
    const move = option('move@10,20/0', 'move', { unit: 1, x: 1000, y: 2000, facing: 0 });
    expect(wayOf([option('use s2', 'use', { unit: 1 }), move], null)).toEqual({ body: 1, place: [1000, 2000] });
    expect(wayOf([option('retreat', 'retreat')], 3)).toEqual({ body: 3, place: null });
    expect(wayOf([option('end', 'end')], null)).toBeNull();
  });
});

describe('who is placed where', () => {
  const uses = [option('use s1', 'use', { unit: 0 }), option('end', 'end')];

  it('takes a unit in hand only if it can be used', () => {
    const now = scene(units, officers);
    expect(placingOf(now, uses, 0)).toEqual({ body: 0, verbs: ['move', 'march'] });
    expect(placingOf(now, uses, 1)).toBeNull();
    expect(placingOf(now, uses, null)).toBeNull();
  });

  it('sends the use of a unit before its order, and only then', () => {
    const place = { x: 3100, y: 5500, facing: 2650 };
    const placing = { body: 0, verbs: ['move' as const] };
    expect(goActions(scene(units, officers), placing, 'move', place)).toEqual(['use s1', 'move@31,55/265']);
    expect(goActions(scene(units, officers, { phase: 'order' }), placing, 'march-bend', place)).toEqual(['march>31,55/265']);
  });

  it('puts officers without a facing and units with one', () => {
    const now = scene(units, officers, { phase: 'deploy' });
    const place = { x: 3100, y: 5500, facing: 2700 };
    expect(goActions(now, { body: 80, verbs: ['place'] }, 'place', place)).toEqual(['sg1@31,55']);
    expect(goActions(now, { body: 1, verbs: ['place'] }, 'place', place)).toEqual(['s2@31,55/270']);
    expect(goActions(now, { body: null, verbs: ['marker'] }, 'marker', place)).toEqual(['marker@31,55']);
    expect(goActions(now, { body: 96, verbs: ['ride'] }, 'ride', place)).toEqual(['ride@31,55']);
  });

  it('deploys the officer of a division first', () => {
    const placing = { division: 0, staff: false, officer: 80, officer_placed: false, left: [0, 1], edge: null };
    const now = scene(units, officers, { phase: 'deploy', placing });
    expect(deployable(now)).toEqual([80]);
    expect(deployable({ ...now, placing: { ...placing, officer_placed: true } })).toEqual([0, 1]);
  });

  it('goes on only in the ways that are open', () => {
    const order = { unit: 1, kind: 'march' as const, used: 500, most: 4000, legs: 1, target: null };
    const now = scene(units, officers, { phase: 'way', order });
    expect(placingOf(now, [option('march@1,1/0', 'march', { unit: 1 })], null)).toEqual({ body: 1, verbs: ['march'] });
    expect(placingOf(now, [option('move@1,1/0', 'move', { unit: 1 })], null)).toEqual({ body: 1, verbs: ['move'] });
  });

  it('suggests each place once, of the body that is placed', () => {
    const legal = [
      option('s1@1,1/270', 'place', { unit: 0, x: 100, y: 100, facing: 2700 }),
      option('s1@1,1/280', 'place', { unit: 0, x: 100, y: 100, facing: 2800 }),
      option('s2@2,2/270', 'place', { unit: 1, x: 200, y: 200, facing: 2700 }),
    ];
    expect(placesOf(legal, { body: 0, verbs: ['place'] })).toEqual([{ x: 100, y: 100, facing: 2700 }]);
  });

  it('judges a way only by a look of its kind', () => {
    const seen = look({ place: { legal: true, why: null, cost: 500, most: 1000, kind: 'march', to: [0, 0, 0], bends: [] } });
    expect(judgedBy(seen, 'march')?.legal).toBe(true);
    expect(judgedBy(seen, 'move')?.legal).toBe(false);
    expect(judgedBy(seen, 'put')).toBeNull();
  });
});

describe('targets', () => {
  const odds = (won: number): MeleeChances => ({
    kind: 'melee',
    officer: false,
    modifiers: [],
    enemy: [],
    rows: { won: { pushed: won, 'two-hits': 0, destroyed: 0 }, draw: 0, lost: { pushed: 1 - won, 'two-hits': 0, destroyed: 0 } },
    morale: null,
    shaken: null,
  });
  const legal = [
    option('charge n1@30,31', 'charge', { aimed: true, unit: 1, target: 40, chances: odds(0.6) }),
    option('charge n1@30,32', 'charge', { aimed: true, unit: 1, target: 40, chances: odds(0.8) }),
    option('charge n1', 'charge', { unit: 1, target: 40, chances: odds(0.5) }),
    option('shoot n1', 'shoot', { unit: 1, target: 40 }),
    option('join s1 n1', 'join', { unit: 0, target: 40 }),
    option('react s2', 'react', { unit: 1 }),
    option('hold', 'hold', { unit: 1 }),
  ];

  it('are offered by whoever is pressed for them', () => {
    const found = offers(legal);
    expect([...found.keys()].toSorted((a, b) => a - b)).toEqual([0, 1, 40]);
    expect(found.get(1)!.map((one) => one.kind)).toEqual(['react']);
  });

  it('have fire first, and of charges the plain one, then the best', () => {
    expect(attacksOn(legal, 40).map((one) => one.kind)).toEqual(['shoot', 'charge', 'charge', 'charge', 'join']);
    expect(aims(attacksOn(legal, 40), 'charge').map((one) => one.action)).toEqual(['charge n1', 'charge n1@30,32', 'charge n1@30,31']);
  });
});

describe('roads and rulers', () => {
  const roads = [
    [
      [0, 1000],
      [4000, 1000],
      [4000, 5000],
    ] as const,
  ];

  it('lays a base in column on the road, turned as little as needed', () => {
    expect(roadAt(roads, [2000, 1080])).toMatchObject({ at: [2000, 1000], off: 80 });
    expect(onRoad(roads, { x: 2000, y: 1080, facing: 2650 }, 200)).toEqual({ x: 2000, y: 1000, facing: 2700 });
    expect(onRoad(roads, { x: 2000, y: 1080, facing: 800 }, 200)).toEqual({ x: 2000, y: 1000, facing: 900 });
    expect(onRoad(roads, { x: 4060, y: 3000, facing: 100 }, 200)).toEqual({ x: 4000, y: 3000, facing: 0 });
    expect(onRoad(roads, { x: 2000, y: 1500, facing: 0 }, 200)).toBeNull();
  });

  it('measures bases from edge to edge, officers from their rim', () => {
    expect(shortestLine(square(0, 0, 100), square(300, 0, 100)).map(([x]) => x)).toEqual([100, 300]);
    const [from, to] = measured([3500, 7000], officers[0], [3500, 8000], undefined);
    expect([from, to]).toEqual([
      [3500, 7100],
      [3500, 8000],
    ]);
  });
});

describe('a scene', () => {
  it('is written as a map and armies, without its scale', () => {
    const now = scene([unit(0, 'LnInf', 0, 0), unit(1, 'LnInf', 0, 0), unit(2, 'LC', 0, 0, { quality: 'E', division: 1 })], officers, {
      scale: 2,
      table: { width: 24000, height: 18000 },
      roads: [
        [
          [0, 200],
          [400, 600],
        ],
      ],
    });
    expect(armyOf(now, 'south')).toBe('2LnInf / LC:E');
    expect(mapOf(now)).toMatchObject({
      width: 12000,
      height: 9000,
      roads: [
        [
          [0, 100],
          [200, 300],
        ],
      ],
    });
  });
});

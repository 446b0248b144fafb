import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Hand } from '../src/games/forglory/hand.svelte';
import { Ruler } from '../src/table/ruler.svelte';
import type { GloryScene, Option } from '../src/games/forglory/scene';
import { UNKNOWN, type TableState } from '../src/lib/table-state';
import { FakeTable, refusal, seekTwice, settled, stubStorage } from './fake-table';
import { look, officer, option, scene, seen, unit } from './forglory-fixtures';

const units = [unit(0, 'LnInf', 3000, 6000), unit(1, 'LC', 4000, 6000), unit(40, 'FA', 3000, 4000)];
const officers = [officer(0, 3500, 7000), officer(8, 3500, 2000)];
const uses = [option('use s1', 'use', { unit: 0 }), option('use s2', 'use', { unit: 1 }), option('end', 'end')];
const roads = [
  [
    [0, 6000],
    [9000, 6000],
  ] as [number, number][],
];

let state: TableState;
let acted: string[][];
let asked: unknown[];
let hand: Hand;

const stateWith = (legal: Option[] = uses, more: Partial<GloryScene> = {}, of = units): TableState => ({
  ...UNKNOWN,
  seq: state ? state.seq + 1 : 1,
  you: ['south'],
  actor: 'south',
  shape: 'forglory',
  legal,
  scene: scene(of, officers, more),
});

beforeAll(() => stubStorage());

beforeEach(() => {
  state = stateWith();
  const table = new FakeTable(() => state, {
    why: (action) => (action.includes('@99') ? refusal('TOO_FAR', 'G-U2', 'far') : { allowed: true }),
    look: async (id, place) => {
      asked.push(place ? `look ${id} ${place.x}` : `look ${id}`);
      return look({
        seen: [seen(40)],
        place: place
          ? {
              legal: place.x < 3600,
              why: 'TOO_FAR',
              cost: 500,
              most: 1000,
              kind: 'move',
              to: place.x < 3600 ? [place.x, place.y, 2700] : null,
              bends: [],
            }
          : null,
      });
    },
  });
  ({ acted, asked } = table);
  hand = new Hand(table.table);
});

const seek = () => seekTwice(hand);

describe('a unit in hand', () => {
  it('is taken up and put back by a press', () => {
    hand.pick(units[0]!);
    expect(hand.placing).toEqual({ body: 0, verbs: ['move', 'march'] });
    hand.pick(units[0]!);
    expect(hand.placing).toBeNull();
  });

  it('aims at an enemy that is pressed, once', () => {
    hand.pick(units[0]!);
    hand.pick(units[2]!);
    expect([hand.chosen, hand.aimed]).toEqual([0, 40]);
    hand.pick(units[2]!);
    expect(hand.aimed).toBeNull();
  });

  it('is judged by a look before it is in use, and sent with its use', async () => {
    hand.pick(units[0]!);
    hand.put([3200, 5600]);
    await seek();
    expect(hand.way).toMatchObject({ verb: 'move', allowed: true, cost: 500 });
    expect(asked).toContain('look 0 3200');
    await hand.go('move');
    expect(acted).toEqual([['use s1', 'move@32,56/270']]);
  });

  it('is refused where the look says so', async () => {
    hand.pick(units[0]!);
    hand.put([5000, 5600]);
    await seek();
    expect([hand.way, hand.refused]).toEqual([null, true]);
  });

  it('is judged by the rules once it is in use', async () => {
    const order = { unit: 0, kind: 'move' as const, used: 0, most: 1000, legs: 0, target: null };
    state = stateWith([option('move@30,55/270', 'move', { unit: 0, x: 3000, y: 5500, facing: 2700 })], { phase: 'order', order });
    hand.refresh();
    hand.put([9900, 5600]);
    await seek();
    expect(hand.refused).toBe(true);
    expect(hand.ways[0]!.reason?.code).toBe('TOO_FAR');
    hand.put([3000, 5600]);
    await seek();
    expect(hand.way?.verb).toBe('move');
  });

  it('turns where it stands, on its ghost, and towards somebody', () => {
    hand.pick(units[0]!);
    hand.turn(150);
    expect(hand.ghost).toEqual({ x: 3000, y: 6000, facing: 2850 });
    hand.put([3000, 5500]);
    expect(hand.ghost?.facing).toBe(2850);
    hand.faceTo(units[2]!);
    expect(hand.ghost?.facing).toBe(2700);
    hand.cancel();
    expect(hand.ghost).toBeNull();
  });

  it('snaps to a road it stands on, unless that is not wanted', () => {
    state = stateWith(uses, { roads });
    hand.refresh();
    hand.pick(units[0]!);
    hand.put([4500, 6120]);
    expect(hand.ghost).toEqual({ x: 4500, y: 6000, facing: 2700 });
    hand.byRoad = false;
    hand.put([4500, 6120]);
    expect(hand.ghost?.y).toBe(6120);
  });

  it('that stands off the road is laid on it only if asked', () => {
    state = stateWith(uses, {
      roads: [
        [
          [0, 5500],
          [9000, 5500],
        ],
      ],
    });
    hand.refresh();
    hand.pick(units[0]!);
    hand.put([3200, 5600]);
    expect(hand.ghost).toEqual({ x: 3200, y: 5600, facing: 2700 });
    expect(hand.ontoRoad).toEqual({ x: 3200, y: 5500, facing: 2700 });
    hand.ghost = hand.ontoRoad;
    expect(hand.ontoRoad, 'it stands there').toBeNull();
    hand.put([3200, 5000]);
    expect(hand.ontoRoad, 'no road is near').toBeNull();
  });

  it('gives plain orders with its use', async () => {
    hand.pick(units[1]!);
    await hand.order('retreat');
    expect(acted).toEqual([['use s2', 'retreat']]);
  });
});

describe('others', () => {
  it('are only looked at while somebody else decides', () => {
    state = { ...stateWith(), actor: 'north' };
    hand.refresh();
    hand.pick(units[2]!);
    expect([hand.chosen, hand.placing]).toEqual([40, null]);
  });

  it('react when they are pressed twice, once their odds were seen', async () => {
    state = stateWith([option('react s1', 'react', { unit: 0 }), option('decline', 'decline')], { phase: 'react' });
    hand.refresh();
    hand.pick(units[0]!);
    expect([hand.aimed, acted]).toEqual([0, []]);
    hand.pick(units[0]!);
    await settled();
    expect(acted).toEqual([['react s1']]);
  });

  it('are deployed one after the other, the officer first', () => {
    const hands = units.map((one) => (one.side === 'south' ? { ...one, state: 'hand' as const } : one));
    const placing = { division: 0, staff: false, officer: 80, officer_placed: false, left: [0, 1], edge: null };
    state = stateWith([], { phase: 'deploy', placing }, hands);
    hand.refresh();
    expect(hand.placing).toEqual({ body: 80, verbs: ['place'] });
    state = stateWith([], { phase: 'deploy', placing: { ...placing, officer_placed: true } }, hands);
    hand.refresh();
    expect(hand.chosen).toBe(0);
    hand.put([3000, 7000]);
    expect(hand.ghost).toEqual({ x: 3000, y: 7000, facing: 2700 });
  });

  it('are found under a finger, officers over units', () => {
    expect(hand.pieceAt([3000, 6100], 0)?.id).toBe(0);
    expect(hand.pieceAt([3500, 7050], 0)?.id).toBe(80);
    expect(hand.pieceAt([3000, 6500], 100)).toBeUndefined();
  });
});

describe('a ruler', () => {
  it('measures from base to base', () => {
    const ruler = new Ruler((point) => hand.pieceAt(point, 0));
    ruler.toggle();
    ruler.press([3000, 6000]);
    expect(ruler.line).toBeNull();
    ruler.press([3000, 4000]);
    const [from, to] = ruler.line!;
    expect(Math.hypot(to[0] - from[0], to[1] - from[1])).toBeCloseTo(1700);
    ruler.toggle();
    expect(ruler.line).toBeNull();
  });
});

describe('a press near a body', () => {
  const pressed = (phase: GloryScene['phase'], legal: Option[], more: Partial<GloryScene> = {}) => {
    state = stateWith(legal, { phase, ...more });
    hand.refresh();
    return units.map((unit) => hand.isAbout(unit));
  };

  it('is about the body while an order is thought of', () => {
    hand.pick(units[0]!);
    expect(units.map((unit) => hand.isAbout(unit))).toEqual([true, true, true]);
  });

  it('is about the ground for whoever must be put somewhere', () => {
    expect(pressed('relocating', [option('put@30,60', 'put', { x: 3000, y: 6000 })], { relocating: 80 })).toEqual([false, false, false]);
    expect(pressed('marking', [option('marker@30,60', 'marker', { x: 3000, y: 6000 })])).toEqual([false, false, false]);
    expect(pressed('staff-ride', [option('ride@30,60', 'ride', { unit: 80, x: 3000, y: 6000 })])).toEqual([false, false, false]);
  });

  it('is about enemies and whoever is offered for a unit that moves on', () => {
    const charge = option('charge n1', 'charge', { target: 40 });
    expect(pressed('extra', [option('stay', 'stay'), charge], { extra: { unit: 1, most: 1000, used: 0, asked: true } })).toEqual([
      false,
      false,
      true,
    ]);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Deploying } from '../src/games/cafe/deploying.svelte';
import { Hand } from '../src/games/cafe/hand.svelte';
import type { CafeScene, Option } from '../src/games/cafe/scene';
import { settings } from '../src/lib/settings.svelte';
import { Wishes } from '../src/games/cafe/wishes.svelte';
import { UNKNOWN, type TableState } from '../src/lib/table-state';
import { look, option, scene, seen, unit } from './cafe-fixtures';
import { FakeTable, refusal, seekTwice, settled, stubStorage } from './fake-table';

const units = [unit(0, 'T', 1000, 3000), unit(1, 'E', 1500, 4000), unit(30, 'D', 2000, 3000)];
const uses = [option('use b1', 'use', { unit: 0 }), option('use b2', 'use', { unit: 1 }), option('pass', 'pass')];

let state: TableState;
let acted: string[][];
let asked: unknown[];
let hand: Hand;

const stateWith = (legal: Option[] = uses, more: Partial<CafeScene> = {}, of = units): TableState => ({
  ...UNKNOWN,
  seq: state ? state.seq + 1 : 1,
  you: ['blue'],
  actor: 'blue',
  shape: 'cafe',
  legal,
  scene: scene(of, more),
});
const BEHIND = 3500;
const FAR = 4400;
const CORNER: [number, number] = [1200, 3300];

beforeAll(() => stubStorage(true));

beforeEach(() => {
  localStorage.removeItem('escaramuza.asking.t');
  sessionStorage.removeItem('escaramuza.draft.t.blue');
  state = stateWith();
  const judged = (legal: boolean, to: [number, number] | null, bends: [number, number][] = []) => ({
    legal,
    why: legal ? null : 'TOO_FAR',
    cost: 400,
    straight: 400,
    to,
    bends,
  });
  const table = new FakeTable(() => state, {
    why: () => refusal('TOO_FAR', 'C-R1', 'far'),
    look: async (id: number, place?: { x: number; y: number }) => {
      asked.push({ id, place });
      const near = !place || place.x < 1500;
      if (!place) return look(units[0]!, [seen(30)]);
      const to = (legal: boolean): [number, number] | null => (legal ? [place.x, place.y] : null);
      const run = place.x < 2000;
      // Behind a wall there is a way around it; far to the south one that ends before.
      if (place.y === BEHIND) return look(units[0]!, [], { walk: judged(false, null), run: judged(true, to(true), [CORNER]) });
      if (place.y === FAR) return look(units[0]!, [], { walk: judged(false, null), run: judged(false, [1700, 3900]) });
      return look(units[0]!, [seen(30)], { walk: judged(near, to(near)), run: judged(run, to(run)) });
    },
  });
  ({ acted, asked } = table);
  hand = new Hand(table.table);
});

const seek = () => seekTwice(hand);

describe('a unit in hand', () => {
  it('is taken up and put back by a press', () => {
    hand.pick(units[0]!);
    expect(hand.mover).toBe(0);
    hand.pick(units[0]!);
    expect(hand.mover).toBeNull();
  });

  it('goes where it was set down, activated first', async () => {
    hand.pick(units[0]!);
    hand.put([1300.4, 3000.2]);
    await seek();
    expect(hand.ghost).toEqual({ x: 1300, y: 3000, facing: 0 });
    expect(hand.mode).toBe('walk');
    await hand.go('walk');
    expect(acted).toEqual([['use b1', 'walk@13,30']]);
  });

  it('only runs where it cannot walk, and nowhere beyond', async () => {
    hand.pick(units[0]!);
    hand.put([1700, 3000]);
    await seek();
    expect(hand.mode).toBe('run');
    hand.put([2500, 3000]);
    await seek();
    expect(hand.mode).toBeNull();
  });

  it('goes around what is in the way, leg by leg, and on after somebody else had a say', async () => {
    hand.pick(units[0]!);
    hand.put([1600, BEHIND]);
    await seek();
    expect(hand.bends.map(({ x, y }) => [x, y])).toEqual([CORNER]);
    await hand.confirm();
    expect(acted).toEqual([['use b1', 'run>12,33', 'go@16,35']]);
    const there = [unit(0, 'T', 1200, 3300), ...units.slice(1)];
    state = stateWith([], { phase: 'way', way: { unit: 0, legs: [], left: 300, purpose: 'run' } as never }, there);
    hand.refresh();
    await settled();
    expect(acted.at(-1)).toEqual(['go@16,35']);
  });

  it('stands as near as it gets once it is let go, not before', async () => {
    hand.pick(units[0]!);
    hand.held = true;
    hand.put([1600, FAR]);
    await seek();
    expect([hand.ghost?.y, hand.stands?.y, hand.shortened]).toEqual([FAR, 3900, false]);
    hand.held = false;
    hand.settle();
    expect([hand.ghost?.x, hand.ghost?.y, hand.shortened]).toEqual([1700, 3900, true]);
  });

  it('is turned where it stands or where it goes', async () => {
    hand.pick(units[0]!);
    hand.turn(150);
    expect(hand.ghost).toEqual({ x: 1000, y: 3000, facing: 150 });
    hand.put([1300, 3000]);
    await seek();
    await hand.go('walk');
    expect(acted).toEqual([['use b1', 'walk@13,30/15']]);
  });

  it('goes on with its move when a card of somebody else has come between, unless that has hurt it', async () => {
    const activation = { unit: 0, mode: null, range: 2400, extra_dice: 0, fought: [] };
    for (const health of [2, 1]) {
      state = stateWith();
      hand.refresh();
      hand.choose(0);
      hand.put([1300, 3000]);
      await seek();
      await hand.go('walk');
      state = { ...stateWith([], { phase: 'window', activation }), actor: 'red' };
      hand.refresh();
      state = stateWith([option('hold', 'hold')], { phase: 'move', activation }, [{ ...units[0]!, health }, ...units.slice(1)]);
      hand.refresh();
      await settled();
    }
    expect(acted).toEqual([['use b1', 'walk@13,30'], ['walk@13,30'], ['use b1', 'walk@13,30']]);
  });

  it('attacks whom it aimed at as soon as it has gone there', async () => {
    hand.pick(units[0]!);
    hand.put([1300, 3000]);
    await seek();
    hand.pick(units[2]!);
    expect(hand.aimed).toBe(30);
    await hand.go('walk');
    const there = [unit(0, 'T', 1300, 3000), ...units.slice(1)];
    const activation = { unit: 0, mode: 'walk' as const, range: 2400, extra_dice: 0, fought: [] };
    state = stateWith([option('shoot r1', 'shoot', { target: 30 }), option('end', 'end')], { phase: 'attack', activation }, there);
    hand.refresh();
    await settled();
    expect(acted.at(-1)).toEqual(['shoot r1']);
  });

  it('forgets what it aimed at if it stands elsewhere by then', async () => {
    hand.pick(units[0]!);
    await seek();
    hand.pick(units[2]!);
    await hand.stay();
    expect(acted).toEqual([['use b1', 'hold']]);
    const pushed = [unit(0, 'T', 1400, 3000), ...units.slice(1)];
    const activation = { unit: 0, mode: 'hold' as const, range: 2400, extra_dice: 0, fought: [] };
    state = stateWith([option('shoot r1', 'shoot', { target: 30 })], { phase: 'attack', activation }, pushed);
    hand.refresh();
    await settled();
    expect(acted).toHaveLength(1);
  });

  it('says why it cannot be activated', async () => {
    state = stateWith([option('use b1', 'use', { unit: 0 })]);
    hand.pick(units[1]!);
    await settled();
    expect(asked).toContain('use b2');
  });

  it('asks why not once it is moving', async () => {
    const activation = { unit: 0, mode: null, range: 2400, extra_dice: 0, fought: [] };
    state = stateWith([option('hold', 'hold')], { phase: 'move', activation });
    hand.refresh();
    hand.put([2500, 3000]);
    await seek();
    expect(asked).toContain('run@25,30');
    expect(hand.doubtText?.code).toBe('TOO_FAR');
  });
});

describe('cards and questions', () => {
  it('takes cards up, asks for their units on the table, and puts them back', () => {
    state = stateWith([
      ...uses,
      option('card:knife b1 r1', 'card', { card: 'knife', unit: 0, target: 30 }),
      option('card:knife b2 r1', 'card', { card: 'knife', unit: 1, target: 30 }),
    ]);
    hand.pickCard('knife');
    expect([...hand.offers.keys()]).toEqual([0, 1]);
    hand.pick(units[1]!);
    expect(hand.playing).toEqual({ card: 'knife', unit: 1, target: null });
    hand.cancel();
    expect(hand.playing).toBeNull();
    hand.pickCard('spy');
    expect(hand.playing).toBeNull();
    expect(hand.said).not.toBeNull();
  });

  it('shows a finger the odds before it attacks', async () => {
    const activation = { unit: 0, mode: 'hold' as const, range: 2400, extra_dice: 0, fought: [] };
    const shot = option('shoot r1', 'shoot', { target: 30, chances: seen(30).chances! });
    state = stateWith([shot], { phase: 'attack', activation });
    hand.refresh();
    hand.pick(units[2]!, true);
    expect(acted).toEqual([]);
    expect(hand.told?.chances).toBe(shot.chances);
    hand.pick(units[2]!, true);
    await settled();
    expect(acted).toEqual([['shoot r1']]);
  });

  it('tells the table when it wants to be asked, at the next decision', async () => {
    const wishes = new Wishes(hand);
    state = { ...stateWith([], { asking: { blue: 'useful' } }), actor: 'red' };
    await wishes.wish('blue', 'never');
    expect(acted).toEqual([]);
    expect(wishes.of('blue')).toBe('never');
    state = stateWith([option('no', 'no')], { phase: 'window', asking: { blue: 'useful' } });
    await wishes.settle();
    expect(acted).toEqual([['ask:never']]);
    state = stateWith([option('no', 'no')], { phase: 'window', asking: { blue: 'never' } });
    await wishes.settle();
    expect(acted.at(-1)).toEqual(['no']);
  });

  it('keeps that wish for matches to come, but for those who share a screen', async () => {
    settings.set('cards', 'never');
    const wishes = new Wishes(hand);
    state = { ...stateWith([], { asking: { blue: 'useful' } }), you: ['blue', 'red'] };
    await wishes.settle();
    expect(acted).toEqual([]);
    state = stateWith([], { asking: { blue: 'useful' } });
    await wishes.settle();
    expect(acted).toEqual([['ask:never']]);
    settings.set('cards', null);
  });
});

describe('a deployment', () => {
  const inHand = [unit(0, 'T', 0, 0, { state: 'hand' }), unit(1, 'E', 0, 0, { state: 'hand' }), unit(30, 'D', 0, 0, { state: 'hidden' })];

  it('puts units down in its turn, the next one in hand at once', async () => {
    state = stateWith([], { phase: 'deploy', secret: true }, inHand);
    const deploying = new Deploying(hand, 'blue');
    deploying.pickFromTray(0);
    deploying.pick([900, 3000], 10);
    await settled();
    expect(acted).toEqual([['b1@9,30/0']]);
    expect(deploying.picked).toBe(1);
  });

  it('plans while others deploy, and sends it in its turn', async () => {
    const place = (action: string, unit: number, x: number, y: number) => option(action, 'place', { unit, x, y, facing: 0 });
    state = {
      ...stateWith([], { phase: 'deploy', secret: true }, inHand),
      actor: 'red',
      shape: 'cafe',
      legal: [],
      scene: scene(inHand, { phase: 'deploy', secret: true }),
      shortcuts: { line: [place('b1@9,30/0', 0, 900, 3000), place('b2@9,32/0', 1, 900, 3200)] },
    };

    const deploying = new Deploying(hand, 'blue');
    await deploying.shortcut('line');
    expect(deploying.tray).toEqual([]);
    expect(deploying.unitAt([900, 3200], 0)?.id).toBe(1);
    expect(acted).toEqual([]);
    state = stateWith([], { phase: 'deploy', secret: true }, inHand);
    await deploying.settle();
    expect(acted).toEqual([['b1@9,30/0'], ['b2@9,32/0']]);
  });
});

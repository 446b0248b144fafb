import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { Hand } from '../src/games/cafe/hand.svelte';
import { Keys } from '../src/games/cafe/keys';
import type { Option } from '../src/games/cafe/scene';
import { UNKNOWN, type TableState } from '../src/lib/table-state';
import type { Point } from '../src/table/geometry';
import type { View } from '../src/table/view.svelte';
import { look, option, scene, unit } from './cafe-fixtures';
import { FakeTable, refusal, stubStorage } from './fake-table';

const units = [unit(0, 'T', 1000, 3000), unit(1, 'E', 1500, 4000), unit(2, 'E', 2000, 4500), unit(30, 'D', 4000, 3000)];
const uses = [0, 1, 2].map((id) => option(`use b${id + 1}`, 'use', { unit: id }));

let state: TableState;
let hand: Hand;
let keys: Keys;

const stateWith = (legal: Option[], phase: 'turn' | 'move' = 'turn'): TableState => ({
  ...UNKNOWN,
  seq: (state?.seq ?? 0) + 1,
  you: ['blue'],
  actor: 'blue',
  shape: 'cafe',
  legal,
  scene: scene(units, { phase, activation: phase === 'move' ? { unit: 0, mode: null, range: 2400, extra_dice: 0, fought: [] } : null }),
});

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  keys.press({ key, shiftKey: false, altKey: false, ...more } as KeyboardEvent);

beforeAll(() => stubStorage());

beforeEach(() => {
  state = stateWith(uses);
  const table = new FakeTable(() => state, { why: () => refusal('TOO_FAR', 'C-R1', 'far'), look: async () => look(units[0]!, [], null) });
  hand = new Hand(table.table);
  const view = { alongScreen: (way: Point) => way, reveal: () => undefined } satisfies Partial<View>;
  keys = new Keys(
    hand,
    view as unknown as View,
    ({ text }) => text,
    () => null,
  );
});

describe('keys on a gridless table', () => {
  it('go to the next piece that can be used and back, from nobody to the last one', () => {
    const passed = ['n', 'n', 'n', 'n'].map((key) => (press(key), hand.hovered));
    expect(passed).toEqual([0, 1, 2, 0]);
    hand.hovered = null;
    press('N', { shiftKey: true });
    expect(hand.hovered).toBe(2);
  });

  it('take a piece in hand, turn it by steps and by fine ones, and let go of it', () => {
    press('n');
    press('Enter');
    expect(hand.chosen).toBe(0);
    press('e');
    expect(hand.ghost).toEqual({ x: 1000, y: 3000, facing: 150 });
    press('Q', { shiftKey: true });
    expect(hand.ghost?.facing).toBe(100);
    press('.');
    expect(hand.ghost?.facing).toBe(250);
    press('Escape');
    expect([hand.ghost, hand.chosen]).toEqual([null, 0]);
    press('Escape');
    expect(hand.chosen).toBeNull();
  });

  it('go by centimetres, by millimetres with Alt, and stay where no suggested place lies ahead', () => {
    hand.choose(0);
    press('ArrowRight');
    press('ArrowRight', { altKey: true });
    expect(hand.ghost).toMatchObject({ x: 1110, y: 3000 });
    state = stateWith([option('walk@13,30', 'walk', { x: 1300, y: 3000 })], 'move');
    hand.refresh();
    press('ArrowRight');
    expect(hand.ghost).toMatchObject({ x: 1300, y: 3000 });
    press('ArrowRight');
    expect(hand.ghost).toMatchObject({ x: 1300, y: 3000 });
  });

  it('leave other keys to the page', () => {
    expect([press('x'), press('Tab'), press('n')]).toEqual([false, false, true]);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { NOTHING } from '../src/games/escarmouche/choice';
import { Hand } from '../src/games/escarmouche/hand.svelte';
import type { Option, Unit } from '../src/games/escarmouche/scene';
import { UNKNOWN, type TableState } from '../src/lib/table-state';
import { hit, option, scene, unit } from './escarmouche-fixtures';
import { FakeTable, refusal, settled, stubStorage } from './fake-table';

const units = [unit(0, 'e2', { abilities: ['defensive-stance', 'charge'] }), unit(1, 'd2'), unit(6, 'e3')];
const move = option('e2-d3', 'move', { unit: 0, at: 'e2', to: 'd3' });
const attack = option('e2xe3', 'attack', { unit: 0, at: 'e2', target: 6, effect: [hit(6)] });
const stance = option('defensive-stance:e2', 'ability', { unit: 0, at: 'e2', ability: 'defensive-stance' });

const refused = refusal('NO', 'E-K1', 'no', ['e3']);

function stateWith(
  more: Partial<Parameters<typeof scene>[1]> = {},
  legal: Option[] = [move, attack, stance],
  of: Unit[] = units,
): TableState {
  return { ...UNKNOWN, seq: 1, you: ['white'], actor: 'white', shape: 'escarmouche', legal, scene: scene(of, more), shortcuts: {} };
}

let state: TableState;
let acted: string[][];
let asked: unknown[];
let hand: Hand;

beforeAll(() => stubStorage());

beforeEach(() => {
  state = stateWith();
  const table = new FakeTable(() => state, {
    why: () => refused,
    hint: async () => ({ action: 'e2-d3', line: ['e2-d3'], expected: 0.5 }),
    look: async () => ({ shape: 'escarmouche', reach: ['d3'], range: ['e3'], seen: ['e3'], targets: [] }),
  });
  ({ acted, asked } = table);
  hand = new Hand(table.table);
});

describe('the hand', () => {
  it('attacks by a click at once, by a finger on the second touch', async () => {
    hand.pick('e2');
    hand.pick('e3', true);
    expect(hand.armed?.action).toBe('e2xe3');
    expect(hand.regarded).toEqual([attack]);
    expect(acted).toEqual([]);
    hand.pick('e3', true);
    await settled();
    expect(acted).toEqual([['e2xe3']]);
    hand.pick('e2');
    hand.pick('e3');
    await settled();
    expect(acted).toHaveLength(2);
  });

  it('does not take the focus that a finger leaves for a look', () => {
    hand.pick('e2', true);
    hand.looked = 'd2';
    hand.pick('h8', true);
    expect(hand.subject).toBe(0);
  });

  it('forgets what a finger aimed at when something else is pressed', () => {
    hand.pick('e2', true);
    hand.pick('e3', true);
    hand.pick('h8', true);
    expect(hand.armed).toBeNull();
  });

  it('moves by one touch, and keeps the unit for what it can do next', async () => {
    hand.pick('e2', true);
    hand.pick('d3', true);
    expect(hand.choice).toEqual(NOTHING);
    await settled();
    expect(acted).toEqual([['e2-d3']]);
    state = { ...stateWith({ actions: 1 }, [option('d3xe3', 'attack', { unit: 0, at: 'd3', target: 6 })]), seq: 2 };
    hand.refresh();
    expect(hand.choice.unit).toBe(0);
    state = { ...stateWith({ actions: 1 }, [option('d2-d1', 'move', { unit: 1, at: 'd2', to: 'd1' })]), seq: 3 };
    hand.refresh();
    expect(hand.choice.unit).toBeNull();
  });

  it('drops a dragged unit on its square, and says why elsewhere', async () => {
    hand.drop('e2', 'd3');
    await settled();
    expect(acted).toEqual([['e2-d3']]);
    hand.drop('e2', 'h8');
    await settled();
    expect(asked).toEqual(['e2-h8']);
    expect(hand.said?.reason?.clause).toBe('E-K1');
    expect(hand.wrongWay).toEqual({ at: 'e2', to: 'h8' });
    hand.drop('e2', null);
    expect(acted).toHaveLength(1);
  });

  it('chooses abilities, confirms those that need nothing more, and explains those that cannot be used', async () => {
    hand.pick('e2');
    hand.pickAbility('defensive-stance');
    expect(hand.confirmable).toEqual(stance);
    hand.pickAbility('defensive-stance');
    expect(hand.choice).toEqual({ ...NOTHING, unit: 0 });
    hand.pickAbility('charge');
    await settled();
    expect(asked).toEqual(['charge:e2-d3xe3']);
    expect(hand.choice.ability).toBeNull();
  });

  it('explains a unit that can do nothing', async () => {
    hand.pick('d2');
    await settled();
    expect(hand.choice.unit).toBe(1);
    expect(asked).toEqual(['d2-d3']);
  });

  it('goes back step by step', () => {
    hand.pick('e2');
    hand.pickAbility('defensive-stance');
    hand.cancel();
    expect(hand.choice).toEqual({ ...NOTHING, unit: 0 });
    hand.cancel();
    expect(hand.choice).toEqual(NOTHING);
  });

  it('looks at whatever is pointed at, unless it is a target, and pins an enemy that is pressed', async () => {
    hand.looked = 'e3';
    expect(hand.subject).toBe(6);
    hand.pick('e2');
    expect(hand.subject).toBe(0);
    hand.carded = 1;
    expect(hand.subject).toBe(1);
    hand.carded = null;
    hand.looked = null;
    hand.cancel();
    hand.pick('e3');
    expect(hand.subject).toBe(6);
    expect(hand.looks.about(6)).toBeNull();
    await hand.looks.seek(6);
    expect(hand.looks.about(6)?.reach).toEqual(['d3']);
    state = { ...state, seq: 9 };
    expect(hand.looks.about(6)).toBeNull();
  });

  it('with a unit in hand says of an enemy out of reach why, instead of what that one reaches', async () => {
    state = stateWith({}, [move], units);
    hand.looked = 'e3';
    expect(hand.subject).toBe(6);
    expect(hand.doubt).toBeNull();
    hand.pick('e2');
    expect(hand.subject).toBe(0);
    expect(hand.doubt).toEqual({ unit: 6, square: 'e3', action: 'e2xe3' });
    await hand.reasons.seek('e2xe3');
    expect(asked).toEqual(['e2xe3']);
    expect(hand.reasons.about('e2xe3')?.clause).toBe('E-K1');
    hand.carded = 6;
    expect(hand.subject).toBe(6);
    hand.carded = null;
    hand.looked = 'd2';
    expect(hand.subject).toBe(1);
    expect(hand.doubt).toBeNull();
  });

  it('looks at nobody on the board while a guardian is asked, and shows who strikes whom', () => {
    state = stateWith(
      { phase: 'guardian', ask: { kind: 'guardian', attacker: 6, target: 0, ability: null, damage: 2, guardians: [1] } },
      [],
    );
    hand.looked = 'e3';
    expect(hand.subject).toBeNull();
    hand.carded = 1;
    expect(hand.subject).toBe(1);
    expect(hand.strikes).toEqual([{ at: 'e3', to: 'e2' }]);
  });

  it('forgets a refusal when a hint arrives', async () => {
    hand.pick('e2');
    hand.pick('h8');
    await settled();
    expect(hand.wrongWay).not.toBeNull();
    await hand.askHint();
    expect(hand.hint?.action).toBe('e2-d3');
    expect(hand.said).toBeNull();
    expect(hand.wrongWay).toBeNull();
    expect(hand.choice.unit).toBe(0);
  });

  it('only looks while the other side decides', async () => {
    state = { ...state, actor: 'black', legal: [] };
    hand.pick('e2');
    expect(hand.choice).toEqual(NOTHING);
    expect(hand.subject).toBe(0);
    hand.pick('e2');
    expect(hand.subject).toBeNull();
    await settled();
    expect(asked).toEqual([]);
  });

  it('has the next unit in hand in a placement', () => {
    state = stateWith(
      { phase: 'placement' },
      [option('2@a1', 'place', { unit: 1, number: 2, to: 'a1' })],
      [unit(0, 'a2'), unit(1, null), unit(6, null)],
    );
    hand.refresh();
    expect(hand.choice.unit).toBe(1);
    expect([...hand.marks.keys()]).toEqual(['a1']);
    hand.cancel();
    expect(hand.choice.unit).toBe(1);
  });
});

import { describe, expect, test } from 'vitest';

import type { Table } from '../src/lib/connection.svelte';
import type { Game, Step, Why } from '../src/lib/protocol';
import { UNKNOWN, type TableState } from '../src/lib/table-state';
import { Hand } from '../src/games/generic/hand.svelte';
import { extentOf, facesOf, seenFromSecond, targetsOf, thrown, wayOf, writtenWay, type Option } from '../src/games/generic/scene';
import { placeOf, rows, sizeOf, squareAt } from '../src/games/board/geometry';
import { roomFor } from '../src/games/board/room';

const text = (en: string) => ({ es: en, fr: en, en });
const game = {
  id: 'duel',
  name: 'Duel',
  about: text(''),
  board: { kind: 'grid', width: 5, height: 4 },
  forms: { step: '{at}-{to}', strike: '{at}x{to}', pass: 'pass' },
  seats: ['white', 'black'],
  sides: ['white', 'black'],
  side_of: { white: 'white', black: 'black' },
  seats_by_option: null,
  options: [],
  levels: {},
  terms: {},
} as unknown as Game;

const piece = (id: number, side: string, square: string) => ({ id, side, square, kind: 'fencer', letter: 'F', health: null, acted: false });
const option = (action: string, more: Partial<Option> = {}): Option => ({
  action,
  kind: 'step',
  text: text(action),
  threw: false,
  ...more,
});
const event = (more: object) => ({ code: 'X', clause: '', section: '', numbers: {}, dice: [], text: text(''), ...more });
const step = (...events: object[]): Step => ({
  number: 0,
  seat: 'white',
  action: 'x',
  threw: false,
  placed: false,
  changes: [],
  events: events.map(event),
});

const LEGAL = [
  option('a1-a2', { piece: 0, at: 'a1', to: 'a2' }),
  option('a1xb2', { piece: 0, at: 'a1', to: 'b2', kind: 'strike', threw: true }),
  option('a1/b2', { piece: 0, at: 'a1', to: 'b2', kind: 'trick' }),
  option('c1-c2', { piece: 1, at: 'c1', to: 'c2' }),
  option('pass', { kind: 'pass' }),
];

class FakeTable {
  line = 'open';
  heard: string[] = [];
  asked: string[] = [];
  state: TableState = {
    ...UNKNOWN,
    seq: 1,
    you: ['white'],
    actor: 'white',
    shape: 'generic',
    legal: LEGAL,
    shortcuts: {},
    scene: {
      shape: 'generic',
      phase: 'turn',
      side: 'white',
      winner: null,
      turns: 0,
      turn_limit: 0,
      dice: [],
      secret: false,
      pieces: [piece(0, 'white', 'a1'), piece(1, 'white', 'c1'), piece(2, 'black', 'b2')],
    },
  };

  async act(actions: string[]): Promise<void> {
    this.heard.push(...actions);
  }

  async why(action: string): Promise<Why> {
    this.asked.push(action);
    return { allowed: true };
  }
}

function offer(table: FakeTable, legal: Option[]): void {
  if (table.state.shape === 'generic') table.state = { ...table.state, legal };
}

function seated(legal = LEGAL): { hand: Hand; table: FakeTable } {
  const table = new FakeTable();
  offer(table, legal);
  return { table, hand: new Hand(table as unknown as Table, game) };
}

describe('a board of any size', () => {
  const extent = extentOf(game)!;

  test('has its own squares, seen from both sides', () => {
    expect(rows(false, extent).map((row) => row.join(' '))).toEqual([
      'a4 b4 c4 d4 e4',
      'a3 b3 c3 d3 e3',
      'a2 b2 c2 d2 e2',
      'a1 b1 c1 d1 e1',
    ]);
    expect(rows(true, extent)[0]).toEqual(['e1', 'd1', 'c1', 'b1', 'a1']);
    expect(placeOf('k12', false, { columns: 12, rows: 12 })).toEqual({ column: 10, row: 0 });
    expect(squareAt({ column: 5, row: 0 }, false, extent)).toBeNull();
    expect(sizeOf(extent)).toEqual({ width: 520, height: 420 });
  });

  test('has room for a card inside it', () => {
    const at = roomFor('e4', { width: 200, height: 100 }, false, [], [], extent);
    expect(at.left).toBeLessThanOrEqual(364);
    expect(at.top).toBeLessThanOrEqual(364);
  });
});

describe('a hand over any table', () => {
  test('filters to a piece, then to a square where several actions lead', () => {
    const { hand, table } = seated();
    hand.pick('a1');
    expect(hand.choices.map((one) => one.action)).toEqual(['a1-a2', 'a1xb2', 'a1/b2']);
    expect([...hand.marks]).toEqual([
      ['a2', 'move'],
      ['b2', 'attack'],
    ]);
    hand.pick('b2');
    expect(hand.narrowed).toBe('b2');
    expect(hand.choices.map((one) => one.action)).toEqual(['a1xb2', 'a1/b2']);
    expect(table.heard).toEqual([]);
  });

  test('acts on the only action that leads to a square', () => {
    const { hand, table } = seated();
    hand.pick('c1');
    hand.pick('c2');
    expect(table.heard).toEqual(['c1-c2']);
    expect(hand.selected).toBeNull();
  });

  test('asks why another square is not allowed, in the game’s own form', () => {
    const { hand, table } = seated();
    hand.pick('a1');
    hand.pick('e4');
    hand.drop('c1', 'b2');
    expect(table.asked).toEqual(['a1-e4', 'c1xb2']);
  });

  test('lists everything where there is little, else what no piece does', () => {
    expect(seated().hand.choices).toHaveLength(5);
    const many = Array.from({ length: 9 }, (_, i) => option(`c1-${i}`, { piece: 1, at: 'c1', to: `d${i}` }));
    expect(seated([...many, option('pass')]).hand.choices.map((one) => one.action)).toEqual(['pass']);
  });

  test('shows a step at once, never a blow or a throw', () => {
    const { hand } = seated();
    expect(hand.wayOf(LEGAL[0]!)).toEqual({ at: 'a1', to: 'a2' });
    expect(hand.wayOf(LEGAL[1]!)).toBeNull();
    expect(hand.wayOf(LEGAL[2]!)).toBeNull();
  });

  test('lets go of a piece that can do nothing any more', () => {
    const { hand, table } = seated();
    hand.pick('c1');
    offer(table, [LEGAL[0]!]);
    hand.refresh();
    expect(hand.selected).toBeNull();
  });
});

test('steps tell their dice and their ways', () => {
  const struck: Step = { ...step({ dice: [4] }), changes: [{ kind: 'move', id: 0, way: ['a1', 'b2'], charge: false }] };
  expect(facesOf(struck.events[0]!)).toEqual([4]);
  expect(thrown([struck, step({}), step({ dice: [2, 6] }), step({})])).toEqual({ dice: [2, 6], throws: 2 });
  expect(wayOf(struck)).toEqual({ at: 'a1', to: 'b2' });
  expect(wayOf({ ...struck, changes: [{ kind: 'move', id: 0, way: ['a1'], charge: false }] }), 'it only turned').toBeNull();
  expect(wayOf(step({}))).toBeNull();
});

test('the second side sees the board from its own', () => {
  const state = { ...UNKNOWN, you: ['black'], actor: 'white' };
  expect(seenFromSecond(game, state, false)).toBe(true);
  expect(seenFromSecond(game, { ...state, you: ['white', 'black'] }, true)).toBe(false);
  expect(seenFromSecond(game, { ...state, you: ['white', 'black'], actor: 'black' }, true)).toBe(true);
});

test('a way is written only by games whose kinds say how', () => {
  expect(writtenWay({ ...game, forms: { pass: 'pass' } }, { at: 'a1', to: 'a2' }, false)).toBeNull();
  expect(targetsOf(LEGAL).get('b2')).toHaveLength(2);
});

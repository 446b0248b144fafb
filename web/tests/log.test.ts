import { describe, expect, it } from 'vitest';

import { chronicle as glory } from '../src/games/forglory/chronicle';
import { chronicle as escarmouche } from '../src/games/escarmouche/chronicle';
import { chronicle as tactics } from '../src/games/tactics/chronicle';
import type { GameEvent, Step } from '../src/lib/protocol';
import { briefly, entriesOf, joint, opening, placedIn, type Chronicle, type Entry } from '../src/parts/log';
import { event, step } from './steps';

const told = (code: string, text = code, more: Partial<GameEvent> = {}) => event(code, { text: { es: '', fr: '', en: text }, ...more });
const moved = (brief: string) => told('PIECE_MOVED', 'a long sentence', { brief: { es: '', fr: '', en: brief } });
const acts = (number: number, seat: string, events: GameEvent[], more: Partial<Step> = {}) =>
  step([], { number, seat, action: `a${number}`, events, ...more });
const lineOf = (entry: Entry, by: Chronicle) => {
  const parts = briefly(entry, by, ({ en }) => en);
  return parts.map(({ dice, text }, i) => `${joint(parts, i)}${dice.map((face) => `[${face}] `).join('')}${text}`).join('');
};

describe('a log in lines', () => {
  const turns = [
    acts(0, 'white', [told('SIDE_READY'), told('DICE_THROWN', 'throws', { dice: [4, 6], numbers: { side: 0 } }), told('POINTS')]),
    acts(1, 'white', [moved('axe e2–e3')]),
    acts(2, 'white', [
      moved('pike c3–c4'),
      told('PIECE_CAPTURED', '', { brief: { es: '', fr: '', en: '× bow' } }),
      told('NO_MOVE_LEFT'),
      told('DICE_THROWN', 'throws', { dice: [5, 1], numbers: { side: 1 } }),
      told('POINTS', 'Black has 6 points'),
    ]),
  ];

  it('has one line a turn in Tactics, which begins with its dice', () => {
    const entries = entriesOf(turns, tactics);
    expect(entries.map((one) => lineOf(one, tactics)).slice(1)).toEqual([
      '[4] [6]  axe e2–e3, pike c3–c4 × bow',
      '[5] [1]  Black has 6 points',
    ]);
    expect(entries.map(({ seat }) => seat)).toEqual(['white', 'white', 'black']);
    expect(entries.at(1)).toMatchObject({ first: 0, last: 2 });
  });

  it('has every event in the line when it is opened', () => {
    const codes = entriesOf(turns, tactics).flatMap(({ steps }) => steps.flatMap(({ events }) => events.map(({ code }) => code)));
    expect(codes).toEqual(turns.flatMap(({ events }) => events.map(({ code }) => code)));
  });

  it('ends a line with both actions in Escarmouche', () => {
    const entries = entriesOf(
      [
        acts(0, 'white', [told('DICE_THROWN'), told('BEGINS')]),
        acts(1, 'white', [told('UNIT_MOVED', 'one')]),
        acts(2, 'white', [told('UNIT_MOVED', 'two'), told('TURN_OVER')]),
        acts(3, 'black', [told('UNIT_MOVED', 'three')]),
      ],
      escarmouche,
    );
    expect(entries.slice(2).map((one) => [one.seat, lineOf(one, escarmouche)])).toEqual([
      ['white', 'one, two'],
      ['black', 'three'],
    ]);
  });

  it('has one line an order in For Glory, with what the other side answers; what is quiet alone is told in full', () => {
    const entries = entriesOf(
      [
        acts(0, 'south', [told('IN_HAND')]),
        acts(1, 'south', [told('ORDERED', 'Order for us: move'), told('ENTERS_AREA', 'enters')]),
        acts(2, 'north', [told('REACTION_DECLINED'), told('MOVED', 'we move')]),
        acts(3, 'south', [told('IN_HAND', 'In hand: them')]),
      ],
      glory,
    );
    expect(entries.map((one) => [one.seat, lineOf(one, glory)])).toEqual([
      ['south', 'we move'],
      ['south', 'In hand: them'],
    ]);
  });

  it('counts a piece that was put elsewhere once, and one nobody else may see for itself', () => {
    const put = (number: number, id: number, kind: 'appear' | 'move') => {
      const change = kind === 'appear' ? { kind, id, at: 'a1' } : { kind, id, way: ['a1', 'b1'], charge: false };
      return acts(number, 'white', [told('PLACED')], { placed: true, changes: [change as Step['changes'][number]] });
    };
    const seen = entriesOf([put(0, 3, 'appear'), put(1, 4, 'appear'), put(2, 3, 'move')]);
    expect(seen.map(placedIn)).toEqual([2]);
    const secret = [5, 6].map((number) => acts(number, 'black', [], { placed: true, action: null, changes: [] }));
    expect(entriesOf(secret).map(placedIn)).toEqual([2]);
  });

  it('keeps placements and secrets apart from lines', () => {
    const placed = acts(1, 'white', [told('PLACED'), told('ROUND_BEGINS')], { placed: true });
    const secret = step([], { number: 0, action: null, events: [], placed: true, seat: 'white' });
    const entries = entriesOf([secret, placed], glory);
    expect(entries.map(({ placements, open }) => [placements, open])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('knows where a replay begins: with the first turn, or at the start where no line says so', () => {
    const placing = [acts(0, 'white', [told('PLACED')], { placed: true }), acts(1, 'black', [told('PLACED')], { placed: true })];
    expect(opening([...placing, ...turns], tactics)).toBe(3);
    expect(opening(placing, tactics)).toBe(0);
    expect(opening(turns)).toBe(0);
  });

  it('is a line a step without a chronicle', () => {
    expect(entriesOf(turns)).toHaveLength(3);
  });
});

import { describe, expect, it } from 'vitest';

import {
  able,
  candidates,
  marks,
  NOTHING,
  press,
  question,
  stepBack,
  targets,
  usable,
  type Situation,
} from '../src/games/escarmouche/choice';
import { hit, option, unit } from './escarmouche-fixtures';

const units = [
  unit(0, 'e2', { abilities: ['charge', 'sweep'] }),
  unit(1, 'd2', { abilities: ['forward', 'feint'] }),
  unit(2, null, { state: 'out' }),
  unit(6, 'e4'),
  unit(7, 'f5'),
];
const legal = [
  option('e2-e3', 'move', { unit: 0, at: 'e2', to: 'e3' }),
  option('e2-d3', 'move', { unit: 0, at: 'e2', to: 'd3' }),
  option('e2xe4', 'attack', { unit: 0, at: 'e2', target: 6, effect: [hit(6, { out: true, left: 0 })] }),
  option('charge:e2-d3xe4', 'ability', { unit: 0, at: 'e2', to: 'd3', target: 6, ability: 'charge', effect: [hit(6)] }),
  option('charge:e2-f4xe4', 'ability', { unit: 0, at: 'e2', to: 'f4', target: 6, ability: 'charge', effect: [hit(6)] }),
  option('charge:e2-f4xf5', 'ability', { unit: 0, at: 'e2', to: 'f4', target: 7, ability: 'charge', effect: [hit(7)] }),
  option('sweep:e2', 'ability', { unit: 0, at: 'e2', ability: 'sweep', effect: [hit(6)] }),
  option('forward:d2,e2-e3', 'ability', { unit: 1, at: 'd2', target: 0, to: 'e3', ability: 'forward' }),
  option('forward:d2,e2-f2', 'ability', { unit: 1, at: 'd2', target: 0, to: 'f2', ability: 'forward' }),
  option('feint:d2~e2', 'ability', { unit: 1, at: 'd2', target: 0, ability: 'feint' }),
];
const now: Situation = { phase: 'turn', side: 'white', units, legal };
const knight = { ...NOTHING, unit: 0 };
const captain = { ...NOTHING, unit: 1 };
const charging = { ...knight, ability: 'charge' };
const actionOf = (pressed: ReturnType<typeof press>) => (pressed.does === 'play' ? pressed.option.action : pressed);

describe('a unit in hand', () => {
  it('is picked by pressing it, put back by pressing it again, and exchanged for another', () => {
    expect(press(NOTHING, 'e2', now)).toEqual({ does: 'choose', choice: knight });
    expect(press(knight, 'e2', now)).toEqual({ does: 'choose', choice: NOTHING });
    expect(press(knight, 'd2', now)).toEqual({ does: 'choose', choice: captain });
  });

  it('shows where it can go and whom it can attack', () => {
    expect([...marks(knight, now)]).toEqual([
      ['e3', 'move'],
      ['d3', 'move'],
      ['e4', 'attack-out'],
    ]);
  });

  it('moves and attacks with one press', () => {
    expect(actionOf(press(knight, 'e3', now))).toBe('e2-e3');
    expect(actionOf(press(knight, 'e4', now))).toBe('e2xe4');
  });

  it('asks why not about anything else', () => {
    expect(press(knight, 'h8', now)).toEqual({ does: 'ask', action: 'e2-h8', at: 'e2' });
    expect(press(knight, 'f5', now)).toEqual({ does: 'ask', action: 'e2xf5', at: 'e2' });
  });

  it('is not needed to look at an enemy, and nothing is there to look at on an empty square', () => {
    expect(press(NOTHING, 'f5', now)).toEqual({ does: 'look', unit: 7 });
    expect(press(NOTHING, 'h8', now)).toEqual({ does: 'nothing' });
  });

  it('can act as long as an option is left, with the abilities that are', () => {
    expect(able(now)).toEqual(new Set([0, 1]));
    expect(usable(0, now)).toEqual(new Set(['charge', 'sweep']));
    expect(usable(1, now)).toEqual(new Set(['forward', 'feint']));
  });
});

describe('a charge', () => {
  it('marks squares and enemies', () => {
    expect([...marks(charging, now)]).toEqual([
      ['e4', 'attack'],
      ['d3', 'charge'],
      ['f4', 'charge'],
      ['f5', 'attack'],
    ]);
  });

  it('goes at once where the square leaves one enemy', () => {
    expect(actionOf(press(charging, 'd3', now))).toBe('charge:e2-d3xe4');
  });

  it('goes at once where the enemy leaves one square', () => {
    expect(actionOf(press(charging, 'f5', now))).toBe('charge:e2-f4xf5');
  });

  it('asks for the enemy where the square leaves several', () => {
    const half = press(charging, 'f4', now);
    expect(half).toEqual({ does: 'choose', choice: { ...charging, to: 'f4' } });
    const from = { ...charging, to: 'f4' };
    expect([...targets(from, now).keys()]).toEqual(['e4', 'f5']);
    expect(marks(from, now).get('f4')).toBe('picked');
    expect(actionOf(press(from, 'f5', now))).toBe('charge:e2-f4xf5');
    expect(press(from, 'f4', now)).toEqual({ does: 'choose', choice: charging });
  });

  it('asks for the square where the enemy leaves several', () => {
    const aimed = { ...charging, target: 6 };
    expect(press(charging, 'e4', now)).toEqual({ does: 'choose', choice: aimed });
    expect([...marks(aimed, now)]).toEqual([
      ['e4', 'picked'],
      ['d3', 'charge'],
      ['f4', 'charge'],
    ]);
    expect(actionOf(press(aimed, 'f4', now))).toBe('charge:e2-f4xe4');
  });

  it('is taken back step by step', () => {
    expect(stepBack({ ...charging, target: 6 })).toEqual(charging);
    expect(stepBack(charging)).toEqual(knight);
    expect(stepBack(knight)).toEqual(NOTHING);
  });
});

describe('other abilities', () => {
  it('that name nobody are confirmed on the unit or on whom they hit', () => {
    const sweeping = { ...knight, ability: 'sweep' };
    expect([...marks(sweeping, now)]).toEqual([
      ['e2', 'ally'],
      ['e4', 'attack'],
    ]);
    expect(actionOf(press(sweeping, 'e2', now))).toBe('sweep:e2');
    expect(actionOf(press(sweeping, 'e4', now))).toBe('sweep:e2');
  });

  it('forward takes the ally first, then its square', () => {
    const calling = { ...captain, ability: 'forward' };
    expect([...marks(calling, now)]).toEqual([['e2', 'ally']]);
    expect(press(calling, 'e2', now)).toEqual({ does: 'choose', choice: { ...calling, target: 0 } });
    const called = { ...calling, target: 0 };
    expect([...marks(called, now)]).toEqual([
      ['e2', 'picked'],
      ['e3', 'move'],
      ['f2', 'move'],
    ]);
    expect(press(called, 'e2', now)).toEqual({ does: 'choose', choice: calling });
    expect(actionOf(press(called, 'f2', now))).toBe('forward:d2,e2-f2');
  });

  it('aimed at an ally take one press, and say why another ally will not do', () => {
    const feinting = { ...captain, ability: 'feint' };
    expect(actionOf(press(feinting, 'e2', now))).toBe('feint:d2~e2');
    const lonely = { ...now, legal: [] };
    expect(press(feinting, 'e2', lonely)).toEqual({ does: 'ask', action: 'feint:d2~e2', at: 'd2' });
  });
});

describe('a question why not', () => {
  it.each([
    ['charge', 'e4', 'charge:e2-d3xe4'],
    ['charge', 'h2', 'charge:e2-h2xe4'],
    ['tactical-retreat', 'h8', 'tactical-retreat:e2-h8'],
    ['energy-bolt', 'f5', 'energy-bolt:e2xf5'],
    ['energy-bolt', null, 'energy-bolt:e2xe4'],
    ['defensive-stance', null, 'defensive-stance:e2'],
    ['guardian', 'd2', 'guardian:e2+d2'],
    ['feint', null, 'feint:e2~d2'],
    ['forward', 'd2', 'forward:e2,d2-d3'],
    [null, null, 'e2-e3'],
  ])('%s on %s is written %s', (ability, square, action) => {
    expect(question({ ...knight, ability }, square, now)).toBe(action);
  });

  it('cannot be put for a unit that is not there', () => {
    expect(question({ ...NOTHING, unit: 2 }, 'e3', now)).toBeNull();
  });
});

describe('before and between turns', () => {
  it('an obstacle is put on a marked square', () => {
    const start: Situation = { ...now, phase: 'obstacles', legal: [option('obstacle@c4', 'obstacle', { to: 'c4' })] };
    expect([...marks(NOTHING, start)]).toEqual([['c4', 'place']]);
    expect(actionOf(press(NOTHING, 'c4', start))).toBe('obstacle@c4');
    expect(press(NOTHING, 'a1', start)).toEqual({ does: 'ask', action: 'obstacle@a1', at: null });
  });

  it('the unit in hand is placed on a marked square', () => {
    const hand = [unit(0, null), unit(1, null), unit(6, 'e8')];
    const start: Situation = {
      phase: 'placement',
      side: 'white',
      units: hand,
      legal: [
        option('1@a1', 'place', { unit: 0, number: 1, to: 'a1' }),
        option('2@a1', 'place', { unit: 1, number: 2, to: 'a1' }),
        option('2@b1', 'place', { unit: 1, number: 2, to: 'b1' }),
      ],
    };
    expect([...marks(captain, start)]).toEqual([
      ['a1', 'place'],
      ['b1', 'place'],
    ]);
    expect(actionOf(press(captain, 'b1', start))).toBe('2@b1');
    expect(press(captain, 'e5', start)).toEqual({ does: 'ask', action: '2@e5', at: null });
    expect(press(NOTHING, 'e8', start)).toEqual({ does: 'look', unit: 6 });
  });

  it('a second ally moves freely when Forward! asks', () => {
    const asked: Situation = {
      ...now,
      phase: 'forward',
      legal: [option('e2-e3', 'free-move', { unit: 0, at: 'e2', to: 'e3' }), option('done', 'done')],
    };
    expect(able(asked)).toEqual(new Set([0]));
    expect([...marks(knight, asked)]).toEqual([['e3', 'move']]);
    expect(candidates(captain, asked)).toEqual([]);
  });

  it('guardians are asked beside the board, not on it', () => {
    const asked: Situation = { ...now, phase: 'guardian', legal: [option('guard:e2', 'guard', { unit: 0, at: 'e2' })] };
    expect(able(asked)).toEqual(new Set());
    expect(marks(knight, asked).size).toBe(0);
  });
});

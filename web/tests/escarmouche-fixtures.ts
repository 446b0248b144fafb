import type { EscarmoucheScene, Option, Side, Unit } from '../src/games/escarmouche/scene';

/** A unit that stands somewhere; white has the numbers 0 to 5, black 6 to 11. */
export function unit(id: number, square: string | null, more: Partial<Unit> = {}): Unit {
  const side: Side = id < 6 ? 'white' : 'black';
  return {
    id,
    side,
    number: (id % 6) + 1,
    name: `${side} ${(id % 6) + 1}`,
    icon: 'swordman',
    quote: '',
    cost: 10,
    rank: 'veteran',
    points: 3,
    abilities: [],
    health: 5,
    max_health: 5,
    range: 1,
    move: 3,
    power: 2,
    square,
    state: square ? 'board' : 'hand',
    acted: 0,
    attacked: false,
    statuses: [],
    ...more,
  };
}

export function option(action: string, kind: Option['kind'], more: Partial<Option> = {}): Option {
  return { action, kind, threw: false, ...more };
}

export function hit(id: number, more: Partial<NonNullable<Option['effect']>[number]> = {}) {
  return { unit: id, power: 2, damage: 2, cancelled: 0, left: 3, out: false, guards: [], ...more };
}

export function scene(units: Unit[], more: Partial<EscarmoucheScene> = {}): EscarmoucheScene {
  return {
    shape: 'escarmouche',
    phase: 'turn',
    side: 'white',
    winner: null,
    scenario: 'standard',
    placement: 'alternate',
    secret: false,
    hidden: [],
    actions: 2,
    actions_per_turn: 2,
    dice: [0, 0],
    turns: 0,
    turn_limit: 100,
    obstacles: [],
    markers: { white: 0, black: 0 },
    markers_to_win: 5,
    centre: ['d4', 'e4', 'd5', 'e5'],
    zones: { white: { home: ['a1', 'a2'] }, black: { home: ['a7', 'a8'] } },
    obstacle_zone: ['a3', 'a4'],
    squads: { white: { name: 'W', points: 3 }, black: { name: 'B', points: 3 } },
    units,
    ask: null,
    ...more,
  };
}

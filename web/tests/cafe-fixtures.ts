import type { CafeScene, Chances, Course, Look, Option, Points, Seen, Side, Unit } from '../src/games/cafe/scene';
import { boxCorners } from '../src/table/geometry';

const TYPES: Record<string, [string, number, number, number, number, number]> = {
  A: ['Alpha', 5, 4, 2, 3, 600],
  B: ['Baramon', 4, 3, 2, 3, 800],
  E: ['Eco', 3, 2, 2, 3, 800],
  M: ['Minguin', 2, 2, 1, 2, 1300],
  T: ['Thanary', 2, 2, 2, 3, 1000],
  D: ['Domucor', 1, 1, 2, 3, 800],
};

/** A unit by its letter; Blue has the numbers 0 to 29, Red 30 to 59. */
export function unit(id: number, letter: string, x: number, y: number, more: Partial<Unit> = {}): Unit {
  const side: Side = id < 30 ? 'blue' : 'red';
  const [name, health, resistance, shooting, fighting, move] = TYPES[letter]!;
  const place = { x, y, facing: more.facing ?? 0 };
  return {
    id,
    side,
    seat: side,
    player: 1,
    number: (id % 30) + 1,
    text: `${side[0]}${(id % 30) + 1}`,
    type: name.toLowerCase(),
    letter,
    name,
    ...place,
    corners: boxCorners(place, 200, 150),
    state: 'table',
    face_down: false,
    health,
    max_health: health,
    wounds: 0,
    resistance,
    shooting,
    fighting,
    move,
    kills: 0,
    promotes_at: 2,
    acted: false,
    statuses: [],
    ...more,
  };
}

export const points = (more: Partial<Points> = {}): Points => ({
  objectives: 0,
  zone: 0,
  range_kills: 0,
  close_kills: 0,
  all: 0,
  six_close: 0,
  six_range: 0,
  first: 0,
  ...more,
});

export function scene(units: Unit[], more: Partial<CafeScene> = {}): CafeScene {
  return {
    shape: 'cafe',
    phase: 'turn',
    side: 'blue',
    seat: 'blue',
    winner: null,
    how: null,
    round: 1,
    rounds: 6,
    beaten_at: 3,
    points: { blue: 7, red: 7 },
    passed: [],
    turn_order: ['blue', 'red'],
    table: { width: 9000, height: 6000 },
    zones: { blue: { x: 0, width: 1800 }, red: { x: 7200, width: 1800 } },
    map: 'plain',
    terrain: [],
    objectives: [],
    base: { length: 200, width: 150 },
    patch: 250,
    reach: 300,
    range: 2400,
    units,
    hands: {},
    deck: 21,
    asking: {},
    dice: { blue: [3, 4], red: [2, 2] },
    activation: null,
    way: null,
    attack: null,
    ask: null,
    sheet: [],
    score: { blue: 0, red: 0 },
    kills: {
      blue: { close: 0, range: 0, close_round: 0, range_round: 0 },
      red: { close: 0, range: 0, close_round: 0, range_round: 0 },
    },
    secret: false,
    hidden: [],
    ...more,
  };
}

export const option = (action: string, kind: Option['kind'], more: Partial<Option> = {}): Option => ({
  action,
  kind,
  threw: false,
  ...more,
});

const course = (more: Partial<Course> = {}): Course => ({
  hits: [0.25, 0.5, 0.25],
  damage: [0.4, 0.45, 0.15],
  target_wounds: [0.7, 0.2, 0.1],
  target_destroyed: 0.2,
  attacker_panics: 1 / 36,
  attacker_wounds: [25 / 36, 0.2, 0.1],
  attacker_destroyed: 0.03,
  ...more,
});

export const chances = (more: Partial<Chances> = {}): Chances => ({
  close: false,
  cover: false,
  dice: 2,
  needs: 4,
  evade: course(),
  stand: course({ damage: [0.25, 0.5, 0.25], target_wounds: [1], target_destroyed: 0.25 }),
  ...more,
});

export const seen = (id: number, more: Partial<Seen> = {}): Seen => ({
  unit: id,
  gap: 1500,
  close: false,
  in_range: true,
  blocked_by: [],
  cover: false,
  cover_by: [],
  camouflaged: false,
  chances: chances(),
  ...more,
});

const circle = (x: number, y: number, r: number): [number, number][] =>
  Array.from({ length: 48 }, (_, i) => [x + r * Math.cos((i * Math.PI) / 24), y + r * Math.sin((i * Math.PI) / 24)]);

export function look(of: Unit, targets: Seen[] = [], place: Look['place'] = null): Look {
  return {
    shape: 'cafe',
    walk: circle(of.x, of.y, of.move / 2),
    run: circle(of.x, of.y, of.move),
    walk_bends: [],
    run_bends: [],
    place,
    targets,
  };
}

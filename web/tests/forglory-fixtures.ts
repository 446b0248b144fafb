import {
  type Category,
  type GloryScene,
  type Group,
  type Look,
  type Officer,
  type Option,
  type Points,
  type Quality,
  type Seen,
  type Side,
  type Unit,
} from '../src/games/forglory/scene';
import { boxCorners, type Point } from '../src/table/geometry';

const FACING = { south: 2700, north: 900 };
const TYPE = { LnInf: 'infantry', LI: 'infantry', HC: 'cavalry', LC: 'cavalry', FA: 'artillery', HA: 'artillery' } as const;
const MOVE: Record<Category, number> = { LnInf: 1000, LI: 1000, HC: 1500, LC: 2000, FA: 1000, HA: 1500 };
const RANGE: Record<Category, number | null> = { LnInf: 500, LI: 1000, HC: null, LC: null, FA: 2000, HA: 1500 };
const FIRE: Record<Category, number | null> = { LnInf: 0, LI: 1, HC: null, LC: null, FA: -1, HA: -2 };
const MELEE: Record<Category, number> = { LnInf: 0, LI: -1, HC: 3, LC: 2, FA: -2, HA: -1 };

function bodyText(id: number): string {
  if (id < 80) return `${id < 40 ? 's' : 'n'}${(id % 40) + 1}`;
  return id < 96 ? `${id < 88 ? 's' : 'n'}g${(id % 8) + 1}` : `${id === 96 ? 's' : 'n'}s`;
}

/** A unit; South has the numbers 0 to 39, North 40 to 79. */
export function unit(id: number, category: Category, x: number, y: number, more: Partial<Unit> = {}): Unit {
  const side: Side = id < 40 ? 'south' : 'north';
  const place = { x, y, facing: more.facing ?? FACING[side] };
  return {
    id,
    text: bodyText(id),
    name: { es: '', fr: '', en: '' },
    side,
    number: (id % 40) + 1,
    division: side === 'south' ? 0 : 8,
    division_number: ((more.division ?? 0) % 8) + 1,
    category,
    type: TYPE[category],
    quality: 'R' as Quality,
    ...place,
    corners: boxCorners(place, 300, 500),
    state: 'table',
    hits: 0,
    column: false,
    disorganised: false,
    detached: false,
    ordered: false,
    reacted: false,
    charging: null,
    range: RANGE[category],
    move: MOVE[category],
    difficult: 1000,
    fire: FIRE[category],
    melee: MELEE[category],
    morale: null,
    ...more,
  };
}

/** A general by its division, 0 to 15, or a staff: 16 that of South, 17 that of North. */
export function officer(division: number, x: number, y: number, more: Partial<Officer> = {}): Officer {
  const staff = division >= 16;
  const id = 80 + division;
  return {
    id,
    text: bodyText(id),
    name: { es: '', fr: '', en: '' },
    side: division === 16 || division < 8 ? 'south' : 'north',
    division: staff ? null : division,
    division_number: staff ? null : (division % 8) + 1,
    staff,
    x,
    y,
    radius: 100,
    state: 'table',
    experience: 3,
    lost: 0,
    initiative: null,
    die: null,
    edge: null,
    ...more,
  };
}

const points = (): Points => ({ units: 0, divisions: 0, held: 0, taken: 0, officers: 0, staff: 0, total: 0 });

export function scene(units: Unit[], officers: Officer[], more: Partial<GloryScene> = {}): GloryScene {
  const divisions = [...new Set(units.map((one) => one.division))].toSorted((a, b) => a - b);
  return {
    shape: 'forglory',
    secret: false,
    phase: 'orders',
    side: 'south',
    seat: 'south',
    winner: null,
    how: null,
    round: 1,
    rounds: 12,
    divisions_to_lose: 2,
    scale: 1,
    battle: '',
    map: 'Field',
    table: { width: 12000, height: 9000 },
    base: { front: 500, deep: 300, radius: 100 },
    facing: FACING,
    span: { XS: 500, S: 1000, M: 1500, L: 2000, XL: 2500 },
    road_width: 200,
    terrain: [],
    roads: [],
    objectives: [],
    reach: 500,
    units,
    officers,
    divisions: divisions.map((id) => {
      const own = units.filter((one) => one.division === id);
      const left = own.filter((one) => one.state !== 'destroyed').length;
      return {
        id,
        name: { es: '', fr: '', en: '' },
        number: (id % 8) + 1,
        side: id < 8 ? 'south' : 'north',
        officer: 80 + id,
        units: own.map((one) => one.id),
        lost: own.length - left,
        left,
        wavers: false,
        state: 'table',
        zone: null,
      };
    }),
    groups: [],
    markers: [],
    score: { south: points(), north: points() },
    order: null,
    window: null,
    reaction: null,
    relocating: null,
    shot: null,
    combat: null,
    placing: null,
    extra: null,
    ...more,
  };
}

export const group = (id: number, division: number, units: number[], more: Partial<Group> = {}): Group => ({
  id,
  side: division < 8 ? 'south' : 'north',
  officer: 80 + division,
  division,
  division_number: (division % 8) + 1,
  units,
  initiative: 6 - id,
  done: false,
  active: false,
  passed: null,
  leadership: null,
  ...more,
});

export const option = (action: string, kind: string, more: Partial<Option> = {}): Option => ({ action, kind, threw: false, ...more });

export const seen = (body: number, more: Partial<Seen> = {}): Seen => ({
  body,
  share: 1000,
  gap: 800,
  nearest: null,
  obscured: false,
  hidden_by: [],
  cover: false,
  range: true,
  flank: false,
  chances: null,
  charge: null,
  aim: null,
  ...more,
});

export const look = (more: Partial<Look> = {}): Look => ({
  shape: 'forglory',
  plain: [],
  strategic: null,
  road: null,
  plain_bends: [],
  strategic_bends: [],
  place: null,
  area: [],
  strip: [],
  seen: [],
  command: null,
  ...more,
});

export const square = (x: number, y: number, size: number): Point[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
];

import type { Option as AnyOption, Scene, Seat } from '../../lib/protocol';
import type { Place, Point } from '../../table/geometry';

export type Side = 'blue' | 'red';
export const SIDES: readonly Side[] = ['blue', 'red'];

export type Phase =
  | 'die-off'
  | 'sides'
  | 'deploy'
  | 'initiative'
  | 'turn'
  | 'move'
  | 'way'
  | 'window'
  | 'attack'
  | 'evade'
  | 'assign'
  | 'tourniquet'
  | 'advance'
  | 'support'
  | 'trap'
  | 'order'
  | 'share'
  | 'finished';

/** The moments of an activation at which others may be asked about a card. */
export type Moment = 'moved' | 'end' | 'used' | 'setting-out' | 'declared' | 'hits' | 'resolved' | 'advanced';

export type StatusId = 'camouflage' | 'harmless' | 'poison' | 'tourniquet';

export interface Unit extends Place {
  id: number;
  side: Side;
  /** Null, like its type, while it lies face down before others. */
  seat: Seat | null;
  number: number;
  type: string | null;
  letter: string | null;
  name: string | null;
  corners: Point[];
  state: 'hand' | 'table' | 'out' | 'hidden';
  face_down: boolean;
  health: number;
  max_health: number;
  wounds: number;
  resistance: number;
  shooting: number;
  fighting: number;
  move: number;
  kills: number;
  promotes_at: number;
  acted: boolean;
  statuses: { id: StatusId }[];
}

export interface Terrain {
  id: number;
  kind: string;
  roles: string[];
  corners: Point[];
}

export interface Objective {
  id: number;
  x: number;
  y: number;
  owner: Side | null;
  first: Side | null;
  unbroken: boolean;
}

export interface Held {
  count: number;
  /** All of them of one's own hand; else only those that were shown. */
  cards: string[];
  own: boolean;
}

export interface Attack {
  attacker: number;
  target: number;
  close: boolean;
  cover: boolean;
  dice: number[];
  hits: number[];
  defence: number[];
  /** The defence die that is being assigned. */
  die?: number;
}

export interface Points {
  objectives: number;
  zone: number;
  range_kills: number;
  close_kills: number;
  all: number;
  six_close: number;
  six_range: number;
  first: number;
}

export type Round = { round: number } & Record<Side, Points>;

export type Purpose = 'walk' | 'run' | 'cheetah' | 'false-orders' | 'support';

export interface CafeScene {
  phase: Phase;
  side: Side;
  seat: Seat | null;
  winner: Side | null;
  how: 'beaten' | 'points' | 'draw' | null;
  round: number;
  rounds: number;
  points: Record<Side, number>;
  passed: Seat[];
  turn_order: Seat[];
  table: { width: number; height: number };
  zones: Record<Side, { x: number; width: number }>;
  map: string;
  terrain: Terrain[];
  objectives: Objective[];
  patch: number;
  reach: number;
  range: number;
  units: Unit[];
  hands: Record<Seat, Held>;
  deck: number;
  asking: Record<Seat, Asked>;
  dice: Partial<Record<Side, number[]>>;
  activation: { unit: number; mode: 'hold' | 'walk' | 'run' | 'card' | null; range: number; extra_dice: number; fought: number[] } | null;
  way: { unit: number; purpose: Purpose; left: number; legs: Point[] } | null;
  attack: Attack | null;
  ask: { kind: Phase; moment?: Moment; unit: number | null; cards?: string[] } | null;
  sheet: Round[];
  score: Record<Side, number>;
  kills: Record<Side, { close: number; range: number; close_round: number; range_round: number }>;
  secret: boolean;
  hidden: Side[];
}

/** When a seat wants to be asked about its cards in between. */
export type Asked = 'always' | 'useful' | 'never';
export const ASKED: readonly Asked[] = ['always', 'useful', 'never'];

/** What an attack can lead to, the defender evading or not. */
export interface Course {
  hits: number[];
  damage: number[];
  target_wounds: number[];
  target_destroyed: number;
  attacker_panics: number;
  attacker_wounds: number[];
  attacker_destroyed: number;
}

export type Answer = Pick<Course, 'damage' | 'target_wounds' | 'target_destroyed'>;

export interface Chances {
  close: boolean;
  cover: boolean;
  dice: number;
  needs: number;
  evade: Course;
  stand: Course;
}

/** What can be chosen; which of these are there depends on its kind. */
export interface Option extends Omit<AnyOption, 'unit' | 'target'> {
  unit?: number;
  target?: number;
  x?: number;
  y?: number;
  facing?: number;
  card?: string;
  seat?: Seat;
  choice?: number;
  chances?: Chances;
  /** Of evading or standing, once the attack is thrown. */
  answer?: Answer;
  /** Of a strike that was put off: how many points, and whether they count as close combat. */
  points?: number;
  close?: boolean;
}

/** Whether a unit gets to a place, and what it costs. */
export interface Judged {
  legal: boolean;
  why: string | null;
  /** Null beside the table. */
  cost: number | null;
  straight: number;
}

export interface Seen {
  unit: number;
  gap: number;
  close: boolean;
  in_range: boolean;
  blocked_by: number[];
  cover: boolean;
  cover_by: number[];
  camouflaged?: boolean;
  chances: Chances | null;
}

/** Where a unit gets in one straight leg, and whom it could attack. */
export interface Look {
  walk: Point[];
  run: Point[];
  place: { walk: Judged | null; run: Judged | null } | null;
  targets: Seen[];
}

export const cafeScene = (scene: Scene): CafeScene => scene as unknown as CafeScene;
export const cafeOptions = (legal: AnyOption[]): Option[] => legal as unknown as Option[];

export const unitOf = (units: Unit[], id: number | null | undefined): Unit | undefined => units.find((unit) => unit.id === id);
export const standing = (units: Unit[]): Unit[] => units.filter((unit) => unit.state === 'table');

/** The side that a seat plays for: "red-2" plays for red. */
export const sideOf = (seat: Seat): Side => (seat.startsWith('red') ? 'red' : 'blue');
/** The number of a seat among those of its side. */
export const playerOf = (seat: Seat | null): number => Number(seat?.split('-')[1] ?? 1);
export const otherSide = (side: Side): Side => (side === 'blue' ? 'red' : 'blue');

export const inTeams = (scene: CafeScene): boolean => scene.turn_order.length > 2;

export const total = (points: Points | undefined): number =>
  points ? Object.values(points).reduce((sum: number, one) => sum + Number(one), 0) : 0;

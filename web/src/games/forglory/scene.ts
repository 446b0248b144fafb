import type { Option as AnyOption, Scene, Seat, Text } from '../../lib/protocol';
import type { Place, Point } from '../../table/geometry';

export type Side = 'south' | 'north';
export const SIDES: readonly Side[] = ['south', 'north'];

export type Phase =
  | 'muster'
  | 'distribute'
  | 'picking'
  | 'deploy'
  | 'staff-place'
  | 'orders'
  | 'order'
  | 'way'
  | 'after-move'
  | 'joining'
  | 'extras'
  | 'pushes'
  | 'react'
  | 'reaction'
  | 'marking'
  | 'relocating'
  | 'extra'
  | 'following'
  | 'officer-ride'
  | 'staff-ride'
  | 'finished';

export type Category = 'LnInf' | 'LI' | 'HC' | 'LC' | 'FA' | 'HA';
export const CATEGORIES: readonly Category[] = ['LnInf', 'LI', 'HC', 'LC', 'FA', 'HA'];
export type Quality = 'M' | 'I' | 'R' | 'V' | 'E';
export const QUALITIES: readonly Quality[] = ['M', 'I', 'R', 'V', 'E'];
export type Span = 'XS' | 'S' | 'M' | 'L' | 'XL';
export const SPANS: readonly Span[] = ['XS', 'S', 'M', 'L', 'XL'];
export type Edge = 'west' | 'east' | 'north' | 'south';

/** A brigade or a battery. */
export interface Unit extends Place {
  id: number;
  text: string;
  side: Side;
  number: number;
  division: number;
  category: Category;
  type: 'infantry' | 'cavalry' | 'artillery';
  quality: Quality;
  /** What a battle calls it. */
  name?: Text | null;
  corners: Point[];
  state: 'hand' | 'table' | 'destroyed' | 'removed';
  hits: number;
  column: boolean;
  disorganised: boolean;
  detached: boolean;
  ordered: boolean;
  reacted: boolean;
  charging: 'front' | 'flank' | null;
  range: number | null;
  move: number;
  difficult: number;
  fire: number | null;
  melee: number;
  /** How likely it passes a check of morale as it stands. */
  morale?: number | null;
}

/** A general of division, or the staff. */
export interface Officer {
  id: number;
  text: string;
  side: Side;
  division: number | null;
  staff: boolean;
  name?: Text | null;
  x: number;
  y: number;
  radius: number;
  state: 'hand' | 'reserve' | 'table' | 'out' | 'destroyed' | 'removed';
  experience: number | null;
  lost: number;
  initiative: number | null;
  die: number | null;
  edge: Edge | null;
}

export type Body = Unit | Officer;

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
}

export interface Division {
  id: number;
  side: Side;
  name?: Text | null;
  officer: number;
  units: number[];
  lost: number;
  left: number;
  state: string;
  /** Where a historical deployment puts it: west, north, east, south. */
  zone?: [number, number, number, number] | null;
}

/** A division or a detachment in the order of activation. */
export interface Group {
  id: number;
  side: Side;
  officer: number | null;
  division: number;
  units: number[];
  initiative: number;
  done: boolean;
  active: boolean;
  /** Whether its check of leadership was passed; null before, and for a detachment. */
  passed: boolean | null;
  leadership?: number | null;
}

export interface Marker {
  x: number;
  y: number;
  round: number;
  side: Side;
}

export const COLUMNS = ['units', 'divisions', 'held', 'taken', 'officers', 'staff'] as const;
export type Column = (typeof COLUMNS)[number];
export type Points = Record<Column | 'total', number>;

export type Moment = 'order' | 'area' | 'range' | 'end' | 'contact' | 'shot' | 'failed';

export interface GloryScene {
  phase: Phase;
  side: Side;
  seat: Seat | null;
  winner: Side | null;
  how: 'divisions' | 'staff' | 'objectives' | 'rounds' | null;
  round: number;
  rounds: number;
  scale: number;
  battle: string;
  map: string;
  table: { width: number; height: number };
  base: { front: number; deep: number; radius: number };
  span: Record<Span, number>;
  road_width: number;
  terrain: Terrain[];
  roads: Point[][];
  objectives: Objective[];
  /** How near a unit must be to an objective. */
  reach: number;
  units: Unit[];
  officers: Officer[];
  divisions: Division[];
  groups: Group[];
  markers: Marker[];
  score: Record<Side, Points>;
  order: { unit: number; kind: string; used: number; most: number; legs: number; target: number | null } | null;
  window: { trigger: number; moment: Moment; reactors: number[] } | null;
  reaction: { unit: number; trigger: number } | null;
  /** A general who has fallen and is replaced. */
  relocating: number | null;
  shot: { unit: number; target: number; x: number; y: number } | null;
  combat: { unit: number; units: number[] } | null;
  placing: { division: number | null; staff: boolean; officer: number; officer_placed: boolean; left: number[]; edge: Edge | null } | null;
  extra: { unit: number; most: number; used: number } | null;
}

export interface Modifier {
  /** Whose die it changes: in a melee several throw. */
  unit?: number;
  reason: string;
  value: number;
  clause: string;
  section?: string;
}

export type FireRow = 'none' | 'pushed' | 'hit' | 'two-hits' | 'destroyed';
export const FIRE_ROWS: readonly FireRow[] = ['none', 'pushed', 'hit', 'two-hits', 'destroyed'];
export type MeleeRow = 'pushed' | 'two-hits' | 'destroyed';
export const MELEE_ROWS: readonly MeleeRow[] = ['pushed', 'two-hits', 'destroyed'];

export interface FireChances {
  modifiers: Modifier[];
  rows: Record<FireRow, number>;
  /** How likely the order is obeyed; null if there is no check. */
  morale: number | null;
}

export interface MeleeChances {
  modifiers: Modifier[];
  enemy: Modifier[];
  /** Null where no dice are thrown: contact captures an officer. */
  rows: { won: Record<MeleeRow, number>; draw: number; lost: Record<MeleeRow, number> } | null;
  morale?: number | null;
  /** How likely a target with two hits stands. */
  shaken?: number | null;
  officer?: boolean;
}

export interface CheckChances {
  morale?: number | null;
}

export type Chances = FireChances | MeleeChances | CheckChances;

export const isMelee = (chances: Chances | null | undefined): chances is MeleeChances => !!chances && 'enemy' in chances;
export const isFire = (chances: Chances | null | undefined): chances is FireChances =>
  !!chances && 'rows' in chances && !('enemy' in chances);

/** What can be chosen; which of these are there depends on its kind. */
export interface Option extends Omit<AnyOption, 'unit' | 'target'> {
  unit?: number | null;
  target?: number | null;
  x?: number | null;
  y?: number | null;
  facing?: number | null;
  chances?: Chances | null;
  /** The group or the division that is picked. */
  pick?: number;
}

/** Whether a unit gets to a place, and what it costs. */
export interface Judged {
  legal: boolean;
  why: string | null;
  cost: number | null;
  most: number | null;
  kind: 'move' | 'march' | 'ride';
}

export interface Hider {
  kind: 'unit' | 'terrain';
  id: number;
}

export interface Seen {
  body: number;
  /** Thousandths of it that are seen. */
  share: number;
  gap: number;
  obscured: boolean;
  hidden_by: Hider[];
  cover: boolean;
  range: boolean;
  flank: boolean;
  chances: FireChances | null;
  charge: MeleeChances | null;
  /** Where a charge aims, unless at its middle. */
  aim: Point | null;
}

/** Where a unit gets, what it watches and whom it sees. */
export interface Look {
  plain: Point[];
  strategic: Point[] | null;
  road: Point[][] | null;
  place: Judged | null;
  area: Point[];
  strip: Point[];
  seen: Seen[];
  command: { officer: number; gap: number; within: boolean; near: boolean } | null;
}

export const gloryScene = (scene: Scene): GloryScene => scene as unknown as GloryScene;
export const gloryOptions = (legal: AnyOption[]): Option[] => legal as unknown as Option[];

export const FIRST_OFFICER = 80;
export const isOfficer = (body: Body): body is Officer => body.id >= FIRST_OFFICER;
export const unitOf = (units: readonly Unit[], id: number | null | undefined): Unit | undefined => units.find((unit) => unit.id === id);
export const officerOf = (scene: Pick<GloryScene, 'officers'>, id: number | null | undefined): Officer | undefined =>
  scene.officers.find((officer) => officer.id === id);
export const bodyOf = (scene: Pick<GloryScene, 'units' | 'officers'>, id: number | null | undefined): Body | undefined =>
  id === null || id === undefined ? undefined : id < FIRST_OFFICER ? unitOf(scene.units, id) : officerOf(scene, id);
export const standing = <B extends Body>(bodies: readonly B[]): B[] => bodies.filter((body) => body.state === 'table');
export const divisionOf = (scene: GloryScene, id: number | null | undefined): Division | undefined =>
  scene.divisions.find((division) => division.id === id);
export const staffOf = (scene: GloryScene, side: Side): Officer | undefined =>
  scene.officers.find((officer) => officer.staff && officer.side === side);

export const otherSide = (side: Side): Side => (side === 'south' ? 'north' : 'south');
/** Where the bases of a side look at first. */
export const facingOf = (side: Side): number => (side === 'south' ? 2700 : 900);
/** The number of a division within its army, from 1. */
export const divisionNumber = (id: number): number => (id % 8) + 1;

/** The group that is activated now. */
export const activeGroup = (scene: GloryScene): Group | undefined => scene.groups.find((group) => group.active);

/** A division is near its end if the next lost brigade takes it off the table. */
export const wavers = ({ lost, left }: Division): boolean => left > 0 && lost + 1 >= left - 1;

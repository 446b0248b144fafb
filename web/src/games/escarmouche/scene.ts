import type { CardUnit } from '../../barracks/types';
import type { GameEvent, Scene, Square } from '../../lib/protocol';
import type { Way } from '../board/geometry';

export type Side = 'white' | 'black';

export type StatusId =
  | 'stance'
  | 'retreated'
  | 'suppressed-next'
  | 'suppressed'
  | 'drained-next'
  | 'drained'
  | 'guards'
  | 'guarded';

export interface Status {
  id: StatusId;
  /** The one it guards, or that guards it. */
  unit?: number;
}

export interface Unit extends CardUnit {
  id: number;
  side: Side;
  number: number;
  rank: string;
  max_health: number;
  square: Square | null;
  state: 'hand' | 'board' | 'out' | 'hidden';
  /** How many actions it has made this turn, and whether its attack or ability is spent. */
  acted: number;
  attacked: boolean;
  statuses: Status[];
}

/** A unit that stands on the board. */
export type Standing = Unit & { square: Square };

export type Phase = 'die-off' | 'obstacles' | 'placement' | 'first-die' | 'turn' | 'forward' | 'guardian' | 'finished';

export interface GuardianAsk {
  kind: 'guardian';
  attacker: number;
  target: number;
  ability: string | null;
  damage: number;
  guardians: number[];
}

export type Ask = GuardianAsk | { kind: 'forward'; unit: number; moved: number };

export interface EscarmoucheScene {
  phase: Phase;
  side: Side;
  winner: Side | null;
  scenario: 'standard' | 'centre';
  placement: 'alternate' | 'secret';
  /** Whether what the deciding side does now is hidden from the other. */
  secret: boolean;
  hidden: Side[];
  actions: number;
  dice: number[];
  turns: number;
  turn_limit: number;
  obstacles: Square[];
  markers: Record<Side, number>;
  markers_to_win: number;
  centre: Square[];
  zones: Record<Side, { home: Square[] }>;
  obstacle_zone: Square[];
  squads: Record<Side, { name: string; points: number }>;
  units: Unit[];
  ask: Ask | null;
}

export const SIDES: readonly Side[] = ['white', 'black'];

/** Both sides, the one first that sits at the near edge of the board. */
export const sidesFrom = (flipped: boolean): readonly Side[] => (flipped ? SIDES.toReversed() : SIDES);

export const escarmoucheScene = (scene: Scene): EscarmoucheScene => scene as unknown as EscarmoucheScene;

export const unitOf = (units: Unit[], id: number | null | undefined): Unit | undefined =>
  units.find((unit) => unit.id === id);

export const standing = (units: Unit[]): Standing[] => units.filter((unit): unit is Standing => unit.square !== null);

export const unitOn = (units: Unit[], square: Square): Standing | undefined =>
  standing(units).find((unit) => unit.square === square);

/** How many actions are left once the one that is being carried out is done. */
export const actionsLeft = ({ phase, actions }: EscarmoucheScene): number =>
  phase === 'forward' || phase === 'guardian' ? Math.max(0, actions - 1) : actions;

/** Squares are numbered from a1 along the rows where events tell of them. */
export function squareName(square: number | string | undefined): Square {
  if (typeof square !== 'number') return square ?? '';
  return `${'abcdefgh'.charAt(square % 8)}${Math.floor(square / 8) + 1}`;
}

/** The units after something has happened. */
export function happened(units: Unit[], { code, numbers }: GameEvent): Unit[] {
  const change = (id: unknown, by: Partial<Unit>) => units.map((unit) => (unit.id === id ? { ...unit, ...by } : unit));
  switch (code) {
    case 'UNIT_PLACED':
      return change(numbers.unit, { square: squareName(numbers.square), state: 'board' });
    case 'UNIT_MOVED':
    case 'FREE_MOVE':
      return change(numbers.unit, { square: squareName(numbers.to) });
    case 'PLACES_SWAPPED': {
      const [first, second] = [numbers.unit, numbers.target].map((id) => units.find((unit) => unit.id === id));
      if (!first || !second) return units;
      const other = { [first.id]: second.square, [second.id]: first.square };
      return units.map((unit) => (unit.id in other ? { ...unit, square: other[unit.id] ?? null } : unit));
    }
    case 'DAMAGE':
    case 'OWN_LOSS':
      return change(numbers.unit, { health: Number(numbers.left) });
    case 'ELIMINATED':
      return change(numbers.unit, { square: null, state: 'out', health: 0, statuses: [] });
    default:
      return units;
  }
}

/** The dice that an event threw, white's first. */
export function facesOf(event: { code: string; numbers: GameEvent['numbers'] }): number[] {
  const { white, black } = event.numbers;
  return event.code === 'DICE_THROWN' ? [Number(white), Number(black)] : [];
}

const SQUARE = '[a-h][1-8]';
const WRITTEN = new RegExp(`^(?:([a-z-]+):)?(${SQUARE})(?:,(${SQUARE}))?(?:-(${SQUARE}))?(?:([x~+])(${SQUARE}))?$`);

/** The squares that a written action names: whose it is, where somebody goes, whom it is about. */
export interface Written {
  ability: string | null;
  at: Square;
  to: Square | null;
  target: Square | null;
  /** Forward!: the ally that moves. */
  ally: Square | null;
}

export function written(action: string | null): Written | null {
  const found = action?.match(WRITTEN);
  if (!found) return null;
  const [, ability, at, ally, to, , target] = found;
  return { ability: ability ?? null, at: at!, ally: ally ?? null, to: to ?? null, target: target ?? null };
}

/** The units after a written action, as far as it tells who goes where. */
export function gone(units: Unit[], action: string): Unit[] {
  const way = travel(action);
  if (!way) return units;
  const swapped = written(action)?.ability === 'feint';
  return units.map((unit) => {
    if (unit.square === way.at) return { ...unit, square: way.to };
    return unit.square === way.to ? { ...unit, square: swapped ? way.at : null } : unit;
  });
}

/** Where a written action takes a unit. */
export function travel(action: string | null): Way | null {
  const read = written(action);
  if (!read) return null;
  if (read.to) return { at: read.ally ?? read.at, to: read.to };
  return read.ability === 'feint' && read.target ? { at: read.at, to: read.target } : null;
}

/** Arrows for an action: the way somebody goes, then the line of the attack. */
export function arrowsOf(action: string | null): Way[] {
  const read = written(action);
  if (!read) return [];
  const ways: Way[] = read.to ? [{ at: read.ally ?? read.at, to: read.to }] : [];
  if (read.target) ways.push({ at: read.to ?? read.at, to: read.target });
  return ways;
}

import type { Square } from '../../lib/protocol';
import { neighbour } from '../board/geometry';
import type { Mark } from '../board/Marks.svelte';
import { standing, unitOf, unitOn, type Option, type Phase, type Side, type Unit } from './scene';

/** What a player has decided so far: a unit, then perhaps an ability of it, then perhaps half of what that needs. */
export interface Choice {
  unit: number | null;
  ability: string | null;
  to: Square | null;
  target: number | null;
}

export const NOTHING: Choice = { unit: null, ability: null, to: null, target: null };

/** What a choice is made among. */
export interface Situation {
  phase: Phase;
  side: Side;
  units: Unit[];
  legal: Option[];
}

/** What a press on a square leads to: an action, a further choice, a question why not, a look at a unit. */
export type Press =
  | { does: 'play'; option: Option }
  | { does: 'choose'; choice: Choice }
  | { does: 'ask'; action: string; at: Square | null }
  | { does: 'look'; unit: number }
  | { does: 'nothing' };

const squareOf = ({ units }: Situation, id: number | null | undefined): Square | null => unitOf(units, id)?.square ?? null;

/** The options that are left by what was chosen. */
export function candidates(choice: Choice, now: Situation): Option[] {
  if (now.phase === 'obstacles') return now.legal.filter((option) => option.kind === 'obstacle');
  if (choice.unit === null) return [];
  if (now.phase === 'placement') {
    const number = unitOf(now.units, choice.unit)?.number;
    return now.legal.filter((option) => option.kind === 'place' && option.number === number);
  }
  return now.legal.filter(
    (option) =>
      option.unit === choice.unit &&
      option.kind !== 'guard' &&
      (option.ability ?? null) === choice.ability &&
      (choice.to === null || option.to === choice.to) &&
      (choice.target === null || option.target === choice.target),
  );
}

/** The squares that stand for an option, given what was chosen. */
function squaresOf(option: Option, choice: Choice, now: Situation): Square[] {
  const target = squareOf(now, option.target);
  const friend = unitOf(now.units, option.target)?.side === now.side;
  const open: (Square | null | undefined)[] = [];
  if (choice.target === null && target) open.push(target);
  // An ally that is called forward is chosen before its square: squares of several would be mixed up.
  if (choice.to === null && option.to && !(friend && choice.target === null)) open.push(option.to);
  // An ability that names nobody is confirmed on the unit itself, or on one that it hits.
  if (!option.to && option.target === undefined && option.ability) {
    open.push(option.at, ...(option.effect ?? []).map((one) => squareOf(now, one.unit)));
  }
  return open.filter((square) => square !== null && square !== undefined);
}

/** For each square that can be pressed, the options it stands for. */
export function targets(choice: Choice, now: Situation): Map<Square, Option[]> {
  const found = new Map<Square, Option[]>();
  for (const option of candidates(choice, now)) {
    for (const square of new Set(squaresOf(option, choice, now))) found.set(square, [...(found.get(square) ?? []), option]);
  }
  return found;
}

export function marks(choice: Choice, now: Situation): Map<Square, Mark> {
  const open = [...targets(choice, now)].map(([square, options]) => [square, markOf(square, options, now)] as const);
  return new Map([...pickedSquares(choice, now).map((square) => [square, 'picked'] as const), ...open]);
}

/** The half of an ability that is chosen already. */
function pickedSquares(choice: Choice, now: Situation): Square[] {
  return [choice.to, squareOf(now, choice.target)].filter((square) => square !== null);
}

function markOf(square: Square, options: Option[], now: Situation): Mark {
  if (now.phase === 'placement' || now.phase === 'obstacles') return 'place';
  const there = unitOn(now.units, square);
  if (!there) return options[0]?.ability === 'charge' ? 'charge' : 'move';
  if (there.side === now.side) return 'ally';
  const out = options.every((option) => option.effect?.some((one) => one.unit === there.id && one.out));
  return out ? 'attack-out' : 'attack';
}

/** The units of the deciding side that can still do something. */
export function able({ legal }: Situation): Set<number> {
  return new Set(legal.flatMap((option) => (typeof option.unit === 'number' && option.kind !== 'guard' ? [option.unit] : [])));
}

/** The abilities of a unit that can be used now. */
export function usable(unit: number, { legal }: Situation): Set<string> {
  return new Set(legal.flatMap((option) => (option.unit === unit && option.ability ? [option.ability] : [])));
}

const TOWARDS_ALLIES = ['feint', 'guardian', 'forward'];

export function press(choice: Choice, square: Square, now: Situation): Press {
  const options = targets(choice, now).get(square);
  if (options?.length === 1) return { does: 'play', option: options[0]! };
  if (options) return { does: 'choose', choice: narrowed(choice, square, options, now) };
  if (now.phase === 'obstacles') return { does: 'ask', action: `obstacle@${square}`, at: null };
  if (now.phase === 'placement') return place(choice, square, now);
  const there = unitOn(now.units, square);
  const again = there?.id === choice.unit || pickedSquares(choice, now).includes(square);
  if (again && choice.unit !== null) return { does: 'choose', choice: stepBack(choice) };
  const wantsAlly = choice.ability !== null && TOWARDS_ALLIES.includes(choice.ability);
  if (there?.side === now.side && !wantsAlly) return { does: 'choose', choice: { ...NOTHING, unit: there.id } };
  if (choice.unit === null) return there ? { does: 'look', unit: there.id } : { does: 'nothing' };
  const action = question(choice, square, now);
  return action ? { does: 'ask', action, at: squareOf(now, choice.unit) } : { does: 'nothing' };
}

/** Several ways are left: the square is kept as the half that it is. */
function narrowed(choice: Choice, square: Square, options: Option[], now: Situation): Choice {
  const there = unitOn(now.units, square);
  if (there && options.every((option) => option.target === there.id)) return { ...choice, target: there.id };
  return { ...choice, to: square };
}

function place(choice: Choice, square: Square, now: Situation): Press {
  const unit = unitOf(now.units, choice.unit);
  if (unit) return { does: 'ask', action: `${unit.number}@${square}`, at: null };
  const there = unitOn(now.units, square);
  return there ? { does: 'look', unit: there.id } : { does: 'nothing' };
}

/** One step back: the last half, then the ability, then the unit. */
export function stepBack(choice: Choice): Choice {
  if (choice.to !== null || choice.target !== null) return { ...choice, to: null, target: null };
  if (choice.ability !== null) return { ...choice, ability: null };
  return NOTHING;
}

/** What would be written if a square that cannot be chosen were chosen, to ask why not. */
export function question(choice: Choice, square: Square | null, now: Situation): string | null {
  const at = squareOf(now, choice.unit);
  if (!at) return null;
  const { ability } = choice;
  const foe = standing(now.units).find((unit) => unit.side !== now.side)?.square;
  const friend = standing(now.units).find((unit) => unit.side === now.side && unit.id !== choice.unit)?.square;
  const there = square && unitOn(now.units, square);
  const enemy = there && there.side !== now.side ? square : null;
  const step = now.legal.find((option) => option.kind === 'move' && option.unit === choice.unit)?.to ?? neighbour(at);
  switch (ability) {
    case null:
      return enemy ? `${at}x${enemy}` : `${at}-${square ?? neighbour(at)}`;
    case 'charge': {
      const [way] = candidates(choice, now);
      const to = choice.to ?? (enemy ? way?.to : square) ?? step;
      return `charge:${at}-${to}x${enemy ?? squareOf(now, choice.target) ?? foe ?? at}`;
    }
    case 'tactical-retreat':
      return `${ability}:${at}-${square ?? step}`;
    case 'forward': {
      const ally = squareOf(now, choice.target) ?? square ?? friend ?? at;
      const to = choice.target === null ? neighbour(ally) : square;
      return `forward:${at},${ally}-${to ?? neighbour(ally)}`;
    }
    case 'feint':
      return `feint:${at}~${square ?? friend ?? at}`;
    case 'guardian':
      return `guardian:${at}+${square ?? friend ?? at}`;
    case 'defensive-stance':
    case 'sweep':
      return `${ability}:${at}`;
    default:
      return `${ability}:${at}x${square ?? foe ?? at}`;
  }
}

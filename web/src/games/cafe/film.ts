import type { GameEvent, Step } from '../../lib/protocol';
import { filmOf, seen, type Flash as TableFlash, type Shown as TableShown, type Thrown } from '../../table/film';
import { boxCorners, pointOf, type Place, type Point } from '../../table/geometry';
import { MOVE, THROW } from '../board/playback.svelte';
import { cafeScene, unitOf, type CafeScene, type Unit } from './scene';
import { LENGTH, WIDTH } from './size';

/** What is seen of a step; dice lie where they were thrown, in attack or in defence. */
export type Flash = TableFlash<Unit, Thrown & { defence: boolean }>;
export type Shown = TableShown<CafeScene, Flash>;

const STRIKE = 1100;
const NOTHING = (): Flash => ({ trails: [], shots: [], dice: [], words: [], fallen: [] });

const number = (event: GameEvent, name: string): number => Number(event.numbers[name] ?? NaN);

/** The units after something has happened. */
export function happened(units: Unit[], event: GameEvent): Unit[] {
  const id = number(event, 'unit');
  const change = (by: (unit: Unit) => Partial<Unit>, of = id) =>
    units.map((unit) => (unit.id === of ? { ...unit, ...by(unit) } : unit));
  switch (event.code) {
    case 'UNIT_PLACED':
    case 'MOVED':
    case 'BENT':
    case 'ADVANCED':
      return change((unit) => standsAt({ x: number(event, 'x'), y: number(event, 'y'), facing: unit.facing }));
    case 'TURNED':
      return change(({ x, y }) => standsAt({ x, y, facing: number(event, 'facing') }));
    case 'ACTIVATED':
      return change(() => ({ acted: true }));
    case 'DAMAGED':
    case 'HEALTH_SPENT':
    case 'REGAINED':
      return change(() => ({ health: number(event, 'health') }));
    case 'PROMOTED':
      return change(() => ({ health: number(event, 'health'), wounds: 0 }));
    case 'WOUNDED':
      return change(() => ({ wounds: Math.min(2, number(event, 'wounds')) }));
    case 'HEALED':
      return change(() => ({ health: number(event, 'health'), wounds: number(event, 'wounds') }), number(event, 'target'));
    case 'FELL':
    case 'PANICKED':
      return change(() => ({ state: 'out', statuses: [] }));
    case 'ROUND_OVER':
      return units.map((unit) => ({ ...unit, acted: false }));
    default:
      return units;
  }
}

const standsAt = (place: Place): Partial<Unit> => ({ ...place, corners: boxCorners(place, LENGTH, WIDTH), state: 'table' });

/** What a step shows, from the units as they stood before it. */
export function flashOf(step: Step, before: Unit[]): Flash | null {
  const flash = NOTHING();
  let units = before;
  for (const event of step.events) {
    note(flash, units, event);
    units = happened(units, event);
  }
  return seen(flash);
}

function note(flash: Flash, units: Unit[], event: GameEvent): void {
  const unit = unitOf(units, number(event, 'unit'));
  const at = unit && pointOf(unit);
  if (!unit || !at || unit.state !== 'table') return;
  const target = unitOf(units, number(event, 'target'));
  const to = target && pointOf(target);
  const hit = (text: string, good = false, where = at) => flash.words.push({ at: where, text, good });
  switch (event.code) {
    case 'MOVED':
    case 'BENT':
    case 'ADVANCED':
      return void flash.trails.push({ from: at, to: [number(event, 'x'), number(event, 'y')] });
    case 'ATTACKED':
    case 'SACRIFICED':
      return void (to && flash.shots.push({ from: at, to, close: event.code === 'SACRIFICED' || number(event, 'close') === 1 }));
    case 'ATTACK_DIE':
    case 'DEFENCE_DIE':
      return throwAt(flash, at, number(event, 'face'), event.code === 'DEFENCE_DIE');
    case 'DAMAGED':
    case 'STRIKES_NOW':
      return void hit(`−${number(event, 'points')}`);
    case 'HEALTH_SPENT':
      return void hit('−1');
    case 'WOUNDED':
      return void hit('✚'.repeat(number(event, 'points')));
    case 'REGAINED':
      return void hit('+1', true);
    case 'HEALED':
      return void (to && hit('+', true, to));
    case 'PROMOTED':
      return void hit('★', true);
    case 'FELL':
    case 'PANICKED':
      return void flash.fallen.push(unit);
  }
}

function throwAt(flash: Flash, at: Point, face: number, defence: boolean): void {
  const there = flash.dice.find((one) => one.at[0] === at[0] && one.at[1] === at[1] && one.defence === defence);
  if (there) there.faces.push(face);
  else flash.dice.push({ at, faces: [face], defence });
}

const THROWN: Record<string, string[]> = {
  DIE_OFF_THROWN: ['first', 'second'],
  INITIATIVE_THROWN: ['first', 'second', 'third', 'fourth'],
  DANGER_THROWN: ['face'],
  WOUNDED: ['face'],
  ATTACK_DIE: ['face'],
  DEFENCE_DIE: ['face'],
  BLAST_DIE: ['face'],
  KNIFE_DIE: ['face'],
};

/** The dice that an event threw. */
export const facesOf = (event: GameEvent): number[] => (THROWN[event.code] ?? []).map((name) => number(event, name));

function holdOf(flash: Flash | null, step: Step): number {
  const moves = flash?.trails.length ? MOVE + 110 : 0;
  const strikes = flash && (flash.shots.length || flash.dice.length || flash.words.length) ? STRIKE : 0;
  return moves + strikes + (step.events.some((event) => event.code === 'INITIATIVE_THROWN') ? THROW : 0);
}

export const film = filmOf<CafeScene, Flash>({
  read: cafeScene,
  after: (scene, step) => ({ ...scene, units: step.events.reduce(happened, scene.units) }),
  flashOf: (step, { units }) => flashOf(step, units),
  holdOf,
});

/** For a scene on its own, such as a moment of a replay: what its step did, as far as places are still known. */
export function flashAfter(step: Step | null, scene: CafeScene): Flash | null {
  if (!step) return null;
  // Whoever fell in this step still has the place where that was; ways have been gone already.
  const fell = new Set(step.events.filter((event) => ['FELL', 'PANICKED'].includes(event.code)).map((event) => event.numbers.unit));
  const units = scene.units.map((unit): Unit => (fell.has(unit.id) && unit.x + unit.y > 0 ? { ...unit, state: 'table' } : unit));
  const events = step.events.filter((event) => !['MOVED', 'BENT', 'ADVANCED', 'TURNED'].includes(event.code));
  return flashOf({ ...step, events }, units);
}

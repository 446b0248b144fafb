import type { GameEvent, Step } from '../../lib/protocol';
import { filmOf, seen, type Flash as TableFlash, type Shown as TableShown, type Thrown } from '../../table/film';
import { boxCorners, pointOf, type Point } from '../../table/geometry';
import { MOVE, THROW } from '../board/playback.svelte';
import { bodyOf, FIRST_OFFICER, gloryScene, type Body, type GloryScene, type Officer, type Unit } from './scene';

/** What is seen of a step; dice lie where they were thrown, in combat or for a check. */
export type Flash = TableFlash<Unit, Thrown & { check: boolean }>;
export type Shown = TableShown<GloryScene, Flash>;

const STRIKE = 1200;
const CHECK = 800;
const NOTHING = (): Flash => ({ trails: [], shots: [], dice: [], words: [], fallen: [] });

const number = (event: GameEvent, name: string): number => Number(event.numbers[name] ?? NaN);
const given = (event: GameEvent, name: string, otherwise: number): number => {
  const value = number(event, name);
  return Number.isFinite(value) ? value : otherwise;
};

/** Whom an event is about: units and officers are told by several names. */
const whose = (event: GameEvent): number => given(event, 'unit', given(event, 'officer', number(event, 'staff')));

/** Whether somebody stands elsewhere after it, for whatever reason. */
const goes = (event: GameEvent): boolean => Number.isFinite(whose(event)) && 'x' in event.numbers;
const moves = (event: GameEvent): boolean => goes(event) || event.code === 'PIVOTED';

type Standing = Pick<GloryScene, 'units' | 'officers' | 'markers' | 'base'>;

function changed(scene: GloryScene, id: number, by: (body: Body) => Partial<Omit<Unit, 'state'>> & Partial<Omit<Officer, 'state'>> & { state?: Body['state'] }): GloryScene {
  const change = <B extends Body>(body: B): B => (body.id === id ? ({ ...body, ...by(body) } as B) : body);
  return id < FIRST_OFFICER ? { ...scene, units: scene.units.map(change) } : { ...scene, officers: scene.officers.map(change) };
}

function movedTo(scene: GloryScene, event: GameEvent): GloryScene {
  return changed(scene, whose(event), (body) => {
    const [x, y] = [given(event, 'x', body.x), given(event, 'y', body.y)];
    if (!('facing' in body)) return { x, y, state: 'table' };
    const facing = given(event, 'facing', body.facing);
    return { x, y, facing, corners: boxCorners({ x, y, facing }, scene.base.deep, scene.base.front), state: 'table', column: event.code === 'MARCHED' };
  });
}

/** The scene after something has happened, as far as it is drawn. */
export function happened(scene: GloryScene, event: GameEvent): GloryScene {
  if (moves(event)) return movedTo(scene, event);
  switch (event.code) {
    case 'HIT':
    case 'REGROUPED':
      return changed(scene, whose(event), () => ({ hits: number(event, 'hits') }));
    case 'DESTROYED':
      return changed(scene, whose(event), () => ({ state: 'destroyed' }));
    case 'ORDERED':
    case 'ORDER_IGNORED':
      return changed(scene, whose(event), () => ({ ordered: true }));
    case 'BRIGADE_LOST':
      return changed(scene, whose(event), () => ({ lost: number(event, 'lost') }));
    case 'INITIATIVE':
      return changed(scene, whose(event), () => ({ initiative: number(event, 'initiative') }));
    case 'EXPERIENCE_THROWN':
      return changed(scene, whose(event), () => ({ experience: number(event, 'face') }));
    default:
      return scene;
  }
}

/** What a step shows, from the scene as it was before it. */
export function flashOf(step: Step, before: GloryScene): Flash | null {
  const flash = NOTHING();
  let scene = before;
  for (const event of step.events) {
    note(flash, scene, event);
    scene = happened(scene, event);
  }
  return seen(flash);
}

const RESULTS: Record<string, string> = { LEADERSHIP_PASSED: '✓', LEADERSHIP_FAILED: '✗', MORALE_PASSED: '✓', MORALE_FAILED: '✗' };

function note(flash: Flash, scene: Standing, event: GameEvent): void {
  const body = bodyOf(scene, whose(event));
  if (!body || body.state !== 'table') return;
  const at = pointOf(body);
  const say = (text: string, good = false) => flash.words.push({ at, text, good });
  if (goes(event)) {
    const to: Point = [given(event, 'x', at[0]), given(event, 'y', at[1])];
    if (to[0] !== at[0] || to[1] !== at[1]) flash.trails.push({ from: at, to, charge: event.code === 'IN_CONTACT' });
    return;
  }
  switch (event.code) {
    case 'SHOOTS': {
      const target = bodyOf(scene, number(event, 'target'));
      return void (target && flash.shots.push({ from: at, to: pointOf(target) }));
    }
    case 'COMBAT_DIE':
    case 'CHECK_DIE':
    case 'INITIATIVE_DIE':
      return throwAt(flash, at, number(event, 'face'), event.code === 'CHECK_DIE');
    case 'HIT':
      return void say('✹');
    case 'REGROUPED':
      return void say('−1', true);
    case 'BREAKS':
    case 'CHARGE_FAILS':
    case 'WAY_BARRED':
      return void say('✗');
    case 'DESTROYED':
      return void ('facing' in body && flash.fallen.push(body));
    case 'OFFICER_FALLS':
    case 'STAFF_FALLS':
      return void say('☠');
    default: {
      const result = RESULTS[event.code];
      if (result) say(result, result === '✓');
    }
  }
}

function throwAt(flash: Flash, at: Point, face: number, check: boolean): void {
  const there = flash.dice.find((one) => one.at[0] === at[0] && one.at[1] === at[1] && one.check === check);
  if (there) there.faces.push(face);
  else flash.dice.push({ at, faces: [face], check });
}

const THROWN = ['EXPERIENCE_THROWN', 'DEPLOYMENT_DIE', 'TIE_DIE', 'EDGE_DIE', 'INITIATIVE_DIE', 'CHECK_DIE', 'COMBAT_DIE'];

/** The dice that an event threw. */
export const facesOf = (event: GameEvent): number[] => (THROWN.includes(event.code) ? [number(event, 'face')] : []);

function holdOf(flash: Flash | null, step: Step): number {
  const moves = flash?.trails.length ? MOVE + 140 : 0;
  const fights = flash && (flash.shots.length || flash.dice.some((thrown) => !thrown.check) || flash.fallen.length) ? STRIKE : 0;
  const checks = !fights && flash && (flash.dice.length || flash.words.length) ? CHECK : 0;
  return moves + fights + checks + (step.events.some((event) => event.code === 'INITIATIVE_DIE') ? THROW : 0);
}

export const film = filmOf<GloryScene, Flash>({
  read: gloryScene,
  after: (scene, step) => step.events.reduce(happened, scene),
  flashOf,
  holdOf,
});

/** For a scene on its own, such as a moment of a replay: what its step did, as far as places are still known. */
export function flashAfter(step: Step | null, scene: GloryScene): Flash | null {
  if (!step) return null;
  // Whoever was destroyed in this step still has the place where that was; ways have been gone already.
  const fell = new Set(step.events.filter((event) => event.code === 'DESTROYED').map((event) => Number(event.numbers.unit)));
  const units = scene.units.map((unit): Unit => (fell.has(unit.id) && unit.x + unit.y > 0 ? { ...unit, state: 'table' } : unit));
  const events = step.events.filter((event) => !moves(event));
  return flashOf({ ...step, events }, { ...scene, units });
}

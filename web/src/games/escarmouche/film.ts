import type { Square, Step } from '../../lib/protocol';
import { MOVE, THROW, type Film, type Frame } from '../board/playback.svelte';
import { escarmoucheScene, facesOf, happened, standing, travel, unitOf, written, type EscarmoucheScene, type Standing, type Unit } from './scene';

/** What is seen of an attack: lines from who strikes to who is struck, what it did there, and who falls. */
export interface Flash {
  shots: { from: Square; to: Square }[];
  hits: { square: Square; text: string; good: boolean }[];
  fallen: Standing[];
  /** Whether somebody moves first. */
  late: boolean;
}

export interface Shown extends Frame<EscarmoucheScene> {
  flash: Flash | null;
  /** Counts the moments, so that equal flashes are seen again. */
  count: number;
}

const STRIKE = 800;

/** What a step shows, from the units as they stood before it. */
export function flashOf(step: Step, before: Unit[]): Flash | null {
  const flash: Flash = { shots: [], hits: [], fallen: [], late: false };
  let units = before;
  for (const event of step.events) {
    const { unit: id, target, damage, loss } = event.numbers;
    const unit = unitOf(units, Number(id));
    const square = unit?.square;
    if (event.code === 'UNIT_MOVED') flash.late = true;
    if (event.code === 'UNIT_ATTACKS') {
      const to = unitOf(units, Number(target))?.square;
      if (square && to) flash.shots.push({ from: square, to });
    } else if (square && event.code === 'DAMAGE') flash.hits.push({ square, text: `−${damage}`, good: false });
    else if (square && event.code === 'OWN_LOSS') flash.hits.push({ square, text: `−${loss}`, good: false });
    else if (square && event.code === 'NO_DAMAGE') flash.hits.push({ square, text: '0', good: true });
    else if (event.code === 'ELIMINATED' && unit) flash.fallen.push(...standing([unit]));
    units = happened(units, event);
  }
  return flash.shots.length + flash.hits.length + flash.fallen.length > 0 ? flash : null;
}

function thrown(step: Step): [number, number] | null {
  const faces = step.events.toReversed().map(facesOf).find((found) => found.length === 2);
  return faces ? [faces[0]!, faces[1]!] : null;
}

/** The squares of the last action: where somebody came from and went to, or who struck whom. */
export function lastWay(action: string | null) {
  const read = written(action);
  return travel(action) ?? (read?.target ? { at: read.at, to: read.target } : null);
}

export const film: Film<Shown> = {
  each: (before, step) => {
    const way = lastWay(step.action);
    const dice = thrown(step);
    const flash = flashOf(step, before.scene.units);
    return {
      scene: { ...before.scene, units: step.events.reduce(happened, before.scene.units) },
      last: way ?? before.last,
      dice: dice ?? before.dice,
      throws: before.throws + (dice ? 1 : 0),
      hold: (travel(step.action) || step.action?.includes('@') ? MOVE : 0) + (flash ? STRIKE : 0) + (dice ? THROW : 0),
      flash,
      count: before.count + 1,
    };
  },
  end: (state, before, news) => {
    const scene = escarmoucheScene(state.scene!);
    const faces = scene.dice.filter((face) => face > 0);
    const last = state.steps.findLast((step) => lastWay(step.action));
    return {
      scene,
      last: lastWay(last?.action ?? null),
      dice: faces.length === 2 ? [faces[0]!, faces[1]!] : (before?.dice ?? null),
      throws: before?.throws ?? 0,
      hold: news.length ? (before?.hold ?? 0) : 0,
      flash: news.length ? (before?.flash ?? null) : null,
      count: before?.count ?? 0,
    };
  },
};

/** For a scene on its own, such as a moment of a replay: what its step did, as far as squares are still known. */
export function flashAfter(step: Step | null, scene: EscarmoucheScene): Flash | null {
  if (!step) return null;
  const target = written(step.action)?.target ?? null;
  const gone = new Set(step.events.filter((event) => event.code === 'ELIMINATED').map((event) => event.numbers.unit));
  const aimed = step.events.find((event) => event.code === 'UNIT_ATTACKS')?.numbers.target;
  const units = scene.units.map((unit) =>
    unit.square === null && gone.has(unit.id) && unit.id === aimed ? { ...unit, square: target } : unit,
  );
  // Whoever moved stands where the move ended already.
  const events = step.events.filter((event) => event.code !== 'UNIT_MOVED');
  return flashOf({ ...step, events }, units);
}

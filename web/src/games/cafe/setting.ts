import type { Scene } from '../../lib/protocol';
import { judge } from '../../maps/api';
import type { TableMap } from '../../maps/types';
import { cafeScene, SIDES, type CafeScene, type Side } from './scene';

/** The map that a scene lies on. */
export function mapOf(scene: CafeScene): TableMap {
  const { width, height } = scene.table;
  return {
    game: 'cafe',
    name: scene.map,
    width,
    height,
    gap: width - scene.zones.blue.width - scene.zones.red.width,
    objectives: scene.objectives.map(({ x, y }) => [x, y]),
    terrain: scene.terrain.map(({ kind, roles, corners }) => ({ kind, roles, corners })),
    roads: [],
  };
}

/** An army as it is written, "A1 B2 E3", in the order of its units. */
export function armyOf(scene: CafeScene, side: Side): string {
  const runs: { letter: string; count: number }[] = [];
  for (const unit of scene.units.filter((one) => one.side === side).toSorted((a, b) => a.id - b.id)) {
    const last = runs.at(-1);
    if (last?.letter === unit.letter) last.count += 1;
    else runs.push({ letter: unit.letter ?? '?', count: 1 });
  }
  return runs.map(({ letter, count }) => `${letter}${count}`).join(' ');
}

// The map of a match stays the same: its code is asked for once.
const codes = new Map<string, Promise<string>>();

function codeOf(map: TableMap): Promise<string> {
  const key = JSON.stringify(map);
  let found = codes.get(key);
  if (!found) {
    found = judge(map).then(({ code }) => code);
    found.catch(() => codes.delete(key));
    codes.set(key, found);
  }
  return found;
}

/** Positions tell where units stand: the map, the armies and who plays go along. Only the start of a turn can be read. */
export async function settingOf(given: Scene): Promise<Record<string, string> | null> {
  const scene = cafeScene(given);
  if (scene.phase !== 'turn') return null;
  const cards = scene.deck + Object.values(scene.hands).reduce((sum, hand) => sum + hand.count, 0) > 0;
  const armies = SIDES.map((side) => [`${side}_army`, armyOf(scene, side)] as const);
  return {
    map: await codeOf(mapOf(scene)),
    ...Object.fromEntries(armies),
    players: String(scene.turn_order.length / 2),
    objectives: String(scene.objectives.length),
    rounds: String(scene.rounds),
    cards: String(cards),
  };
}

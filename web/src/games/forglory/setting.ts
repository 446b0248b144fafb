import { SCALES } from '../../lib/constants';
import type { Scene } from '../../lib/protocol';
import { judge } from '../../maps/api';
import type { TableMap } from '../../maps/types';
import { gloryScene, type GloryScene, type Side } from './scene';

const scaleNamed = (scale: number) => Object.entries(SCALES).find(([, times]) => times === scale)?.[0] ?? 'one';

/** The map that a scene lies on, as it is before the scale of the match. */
export function mapOf(scene: GloryScene): TableMap {
  const plain = (length: number) => Math.round(length / scene.scale);
  const points = (of: readonly (readonly [number, number])[]) => of.map(([x, y]): [number, number] => [plain(x), plain(y)]);
  return {
    game: 'forglory',
    name: scene.map,
    width: plain(scene.table.width),
    height: plain(scene.table.height),
    gap: 0,
    objectives: points(scene.objectives.map(({ x, y }) => [x, y])),
    terrain: scene.terrain.map(({ kind, corners }) => ({ kind, roles: [], corners: points(corners) })),
    roads: scene.roads.map(points),
  };
}

/** An army as it is written, "3LnInf LI:V / 2HC": divisions in their order, units in theirs. */
export function armyOf(scene: GloryScene, side: Side): string {
  const divisions = scene.divisions.filter((division) => division.side === side).toSorted((a, b) => a.id - b.id);
  return divisions
    .map((division) => {
      const runs: { text: string; count: number }[] = [];
      for (const unit of scene.units.filter((one) => one.division === division.id).toSorted((a, b) => a.id - b.id)) {
        const text = unit.quality === 'R' ? unit.category : `${unit.category}:${unit.quality}`;
        const last = runs.at(-1);
        if (last?.text === text) last.count += 1;
        else runs.push({ text, count: 1 });
      }
      return runs.map(({ text, count }) => `${count > 1 ? count : ''}${text}`).join(' ');
    })
    .join(' / ');
}

/** Positions tell where units stand: the map, the armies and the options go along. Only the start of an activation can be read. */
export async function settingOf(given: Scene): Promise<Record<string, string> | null> {
  const scene = gloryScene(given);
  if (scene.phase !== 'orders') return null;
  return {
    map: (await judge(mapOf(scene))).code,
    south_army: armyOf(scene, 'south'),
    north_army: armyOf(scene, 'north'),
    objectives: String(scene.objectives.length),
    rounds: String(scene.rounds),
    scale: scaleNamed(scene.scale),
  };
}

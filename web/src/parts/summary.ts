import type { Game, Scene } from '../lib/protocol';

type BySide = Record<string, number>;

export interface Score {
  total: BySide;
  /** What the points were given for, where a scene tells it. */
  sources: { name: string; points: BySide }[];
}

/** Who of each side is left on the table. */
export function countsOf(game: Game, scene: Scene | null): BySide | null {
  if (!scene) return null;
  const all: { side?: string | null; state?: string; square?: unknown }[] =
    'units' in scene ? scene.units : 'pieces' in scene ? scene.pieces : [];
  const left = all.filter((one) => (one.state === undefined || one.state === 'table' || one.state === 'board') && one.square !== null);
  return all.length ? Object.fromEntries(game.sides.map((side) => [side, left.filter((one) => one.side === side).length])) : null;
}

/** The points of each side, in all and by what they were given for. */
export function scoreOf(game: Game, scene: Scene | null): Score | null {
  if (!scene || !('score' in scene)) return null;
  const { score } = scene as { score: Record<string, number | (BySide & { total: number })> };
  const total = Object.fromEntries(Object.entries(score).map(([side, one]) => [side, typeof one === 'number' ? one : one.total]));
  const parts = Object.fromEntries(game.sides.map((side) => [side, partsOf(scene, side)]));
  const names = [...new Set(game.sides.flatMap((side) => Object.keys(parts[side] ?? {})))];
  const sources = names
    .map((name) => ({ name, points: Object.fromEntries(game.sides.map((side) => [side, parts[side]?.[name] ?? 0])) }))
    .filter(({ points }) => Object.values(points).some((worth) => worth !== 0));
  return { total, sources };
}

/** A side's points by what they are for: as its score has them, or added up over a sheet with a line for each round. */
function partsOf(scene: Scene, side: string): BySide {
  if ('sheet' in scene) {
    const sum: BySide = {};
    for (const line of scene.sheet as unknown as Record<string, BySide>[]) {
      for (const [name, worth] of Object.entries(line[side] ?? {})) sum[name] = (sum[name] ?? 0) + worth;
    }
    delete sum.total;
    return sum;
  }
  const own = (scene as { score?: Record<string, unknown> }).score?.[side];
  if (typeof own !== 'object' || own === null) return {};
  const { total: _total, ...parts } = own as BySide;
  return parts;
}

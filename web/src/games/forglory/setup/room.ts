import type { Wire } from '../../../maps/shape';
import type { Limits } from '../../../maps/types';
import type { Point } from '../../../table/geometry';

/**
 * Tenths of a millimetre square that a unit needs to be deployed at all, among its own and away from the enemy: the
 * largest armies find no room on the smallest map (68 cm² a unit), and do where it is half as long again (152 cm²).
 */
const NEEDED = 150 * 100 * 100;
/** How many times as long and wide a ground may be drawn. */
const SCALES = [1.25, 1.5, 1.75, 2] as const;

export const isCramped = ({ width, height }: { width: number; height: number }, units: number): boolean =>
  units > 0 && (width * height) / units < NEEDED;

/** The least enlargement that gives so many units room; the largest that a table allows where none does; null if none is allowed. */
export function fitting(
  { width, height }: { width: number; height: number },
  units: number,
  most: Pick<Limits, 'most_width' | 'most_height'>,
): number | null {
  const allowed = SCALES.filter((by) => width * by <= most.most_width && height * by <= most.most_height);
  return allowed.find((by) => !isCramped({ width: width * by, height: height * by }, units)) ?? allowed.at(-1) ?? null;
}

/** The same ground, so many times as long and wide, for units that stay as they are. */
export function enlarged(map: Wire, by: number): Wire {
  const at = ([x, y]: Point): Point => [Math.round(x * by), Math.round(y * by)];
  return {
    ...map,
    width: Math.round(map.width * by),
    height: Math.round(map.height * by),
    objectives: map.objectives.map(at),
    terrain: map.terrain.map((piece) => ({ ...piece, corners: piece.corners.map(at) })),
    roads: map.roads?.map((road) => road.map(at)),
  };
}

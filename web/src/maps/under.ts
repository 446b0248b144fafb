import { distance, doubleArea, isInside, type Point } from '../table/geometry';
import { farFrom } from './roads';
import type { TableMap } from './types';

/** What is chosen on the table. */
export interface Picked {
  what: 'piece' | 'objective' | 'road';
  index: number;
}

export const LISTS = { piece: 'terrain', objective: 'objectives', road: 'roads' } as const satisfies Record<Picked['what'], keyof TableMap>;

/** What lies at a place, the topmost first; objectives and roads are met a little beside them, a small piece lies on a large one. */
export function under({ objectives, terrain, roads }: TableMap, point: Point, reach: { objective: number; road: number }): Picked[] {
  const places = objectives
    .map((place, index) => ({ index, far: distance(place, point) }))
    .filter(({ far }) => far <= reach.objective)
    .toSorted((one, other) => one.far - other.far)
    .map(({ index }): Picked => ({ what: 'objective', index }));
  const lines = roads.flatMap((road, index): Picked[] => (farFrom(point, road) <= reach.road ? [{ what: 'road', index }] : []));
  const area = ({ index }: Picked) => Math.abs(doubleArea(terrain[index]!.corners));
  const pieces = terrain
    .flatMap(({ corners }, index): Picked[] => (isInside(point, corners) ? [{ what: 'piece', index }] : []))
    .toSorted((one, other) => area(one) - area(other));
  return [...places, ...lines, ...pieces];
}

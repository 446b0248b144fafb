import type { Point } from '../table/geometry';
import { fieldOf } from './fields';
import { centreOf, opposite, oppositeAll, same } from './geometry';
import { twinRoad } from './roads';
import type { Piece, TableMap } from './types';

/** How many places on the same outline starts in the other list; -1 where it is another outline. */
export function startOf(corners: readonly Point[], other: readonly Point[]): number {
  if (corners.length !== other.length) return -1;
  const count = corners.length;
  return other.findIndex((_, start) => corners.every((corner, i) => same(corner, other[(start + i) % count]!)));
}

const alike = (one: Piece, other: Piece) => one.kind === other.kind && one.roles.join() === other.roles.join();

/** The piece that lies where this one comes to when the table is turned by half a circle; it may be itself. */
export function twinOf(map: TableMap, index: number): number | null {
  const piece = map.terrain[index];
  if (!piece) return null;
  const wanted = oppositeAll(piece.corners, map);
  const isTwin = (other: Piece) => alike(piece, other) && startOf(wanted, other.corners) >= 0;
  // Itself first: two pieces of the same kind may lie on each other.
  if (isTwin(piece)) return index;
  const found = map.terrain.findIndex(isTwin);
  return found < 0 ? null : found;
}

export function twinObjective(map: TableMap, index: number): number | null {
  const place = map.objectives[index];
  if (!place) return null;
  const found = map.objectives.findIndex((other) => same(other, opposite(place, map)));
  return found < 0 ? null : found;
}

export const mirrored = (piece: Piece, map: TableMap): Piece => ({ ...piece, corners: oppositeAll(piece.corners, map) });

/** Which corner of a piece that is its own twin answers to this one. */
export function cornerTwin(corners: readonly Point[], map: TableMap, corner: number): number {
  const start = startOf(oppositeAll(corners, map), corners);
  return start < 0 ? -1 : (start + corner) % corners.length;
}

export const isSymmetric = (map: TableMap) =>
  map.terrain.every((_, i) => twinOf(map, i) !== null) &&
  map.objectives.every((_, i) => twinObjective(map, i) !== null) &&
  map.roads.every((_, i) => twinRoad(map, i) !== null);

/** One side's half of the table on both: what lies across gives way to what lies here, turned round. */
export function fromOneHalf(map: TableMap): TableMap {
  const { sides, oddObjectives } = fieldOf(map.game);
  const middle: Point = [map.width / 2, map.height / 2];
  // How far beyond the middle line a place is; on the line itself the other direction tells.
  const beyond = ([x, y]: Point) => (sides === 'left' ? x - middle[0] || y - middle[1] : middle[1] - y || x - middle[0]);
  const terrain = map.terrain.flatMap((piece, i) => {
    if (twinOf(map, i) === i) return [piece];
    return beyond(centreOf(piece.corners)) <= 0 ? [piece, mirrored(piece, map)] : [];
  });
  const roads = map.roads.flatMap((road, i) => {
    if (twinRoad(map, i) === i) return [road];
    return beyond(centreOf(road)) <= 0 ? [road, oppositeAll(road, map)] : [];
  });
  const objectives = map.objectives.flatMap((place, i): Point[] => {
    if (twinObjective(map, i) === i) return [place];
    return beyond(place) < 0 ? [place, opposite(place, map)] : [];
  });
  // One in the very middle makes the number odd.
  const centred: Point = [Math.round(middle[0]), Math.round(middle[1])];
  const fits = !oddObjectives || objectives.length % 2 === 1;
  return { ...map, terrain, roads, objectives: fits ? objectives : [centred, ...objectives] };
}

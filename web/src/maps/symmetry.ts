import { extentOf, type Point } from '../table/geometry';
import { opposite, oppositeAll, same } from './geometry';
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
  map.terrain.every((_, i) => twinOf(map, i) !== null) && map.objectives.every((_, i) => twinObjective(map, i) !== null);

/** The left half of the table on both: what lies on the right gives way to what lies on the left, turned round. */
export function fromLeftHalf(map: TableMap): TableMap {
  const middle = map.width / 2;
  const centre = ({ corners }: Piece) => (extentOf(corners).left + extentOf(corners).right) / 2;
  const terrain = map.terrain.flatMap((piece, i) => {
    if (twinOf(map, i) === i) return [piece];
    return centre(piece) <= middle ? [piece, mirrored(piece, map)] : [];
  });
  const objectives = map.objectives.flatMap((place, i): Point[] => {
    if (twinObjective(map, i) === i) return [place];
    const onLeft = place[0] < middle || (place[0] === middle && place[1] < map.height / 2);
    return onLeft ? [place, opposite(place, map)] : [];
  });
  // One in the very middle makes the number odd.
  const centred: Point = [Math.round(middle), Math.round(map.height / 2)];
  return { ...map, terrain, objectives: objectives.length % 2 ? objectives : [centred, ...objectives] };
}

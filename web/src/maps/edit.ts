import { between, distance, distanceTo, extentOf, type Point } from '../table/geometry';
import { centreOf, flipped, halfway, heldOn, onTable, opposite, same, scaled, shifted, turned } from './geometry';
import { cornerTwin, mirrored, startOf, twinObjective, twinOf } from './symmetry';
import type { Piece, TableMap } from './types';

// Every change gives another map; in symmetric mode what is done to a piece is done to its twin across the table.

const putPiece = (map: TableMap, index: number, piece: Piece): TableMap => ({
  ...map,
  terrain: map.terrain.with(index, piece),
});

/** Puts a changed piece, and its twin with it. What is its own twin must be so still, or it stays as it is. */
function replaced(map: TableMap, index: number, next: Piece, symmetric: boolean): TableMap {
  const twin = symmetric ? twinOf(map, index) : null;
  if (twin === null) return putPiece(map, index, next);
  if (twin !== index) return putPiece(putPiece(map, index, next), twin, mirrored(next, map));
  return startOf(mirrored(next, map).corners, next.corners) >= 0 ? putPiece(map, index, next) : map;
}

function reshaped(map: TableMap, index: number, symmetric: boolean, change: (corners: Point[]) => Point[]): TableMap {
  const piece = map.terrain[index];
  if (!piece) return map;
  return replaced(map, index, { ...piece, corners: heldOn(change(piece.corners), map) }, symmetric);
}

/** Lays a piece on the table; it comes last, its twin after it. */
export function addPiece(map: TableMap, piece: Piece, symmetric: boolean): TableMap {
  const laid = { ...piece, corners: heldOn(piece.corners, map) };
  const added = { ...map, terrain: [...map.terrain, laid] };
  if (!symmetric || twinOf(added, map.terrain.length) !== null) return added;
  return { ...map, terrain: [...map.terrain, laid, mirrored(laid, map)] };
}

export const movePiece = (map: TableMap, index: number, [across, down]: Point, symmetric: boolean) =>
  reshaped(map, index, symmetric, (corners) => shifted(corners, across, down));

export const turnPiece = (map: TableMap, index: number, degrees: number, symmetric: boolean) =>
  reshaped(map, index, symmetric, (corners) => turned(corners, degrees, centreOf(corners)));

export const scalePiece = (map: TableMap, index: number, [across, down]: Point, symmetric: boolean, about?: Point) =>
  reshaped(map, index, symmetric, (corners) => scaled(corners, across, down, about ?? centreOf(corners)));

export const flipPiece = (map: TableMap, index: number, symmetric: boolean) => reshaped(map, index, symmetric, flipped);

export const nameKind = (map: TableMap, index: number, kind: string, roles: string[], symmetric: boolean) => {
  const piece = map.terrain[index];
  return piece ? replaced(map, index, { ...piece, kind, roles }, symmetric) : map;
};

/** Changes the corners of one piece by number; of its own twin the corner across the table is changed too. */
function cornered(
  map: TableMap,
  index: number,
  corner: number,
  symmetric: boolean,
  change: (corners: Point[], corner: number, turned: boolean) => Point[],
): TableMap {
  const piece = map.terrain[index];
  if (!piece?.corners[corner]) return map;
  const own = symmetric && twinOf(map, index) === index ? cornerTwin(piece.corners, map, corner) : -1;
  if (own < 0 || own === corner) return replaced(map, index, { ...piece, corners: change(piece.corners, corner, false) }, symmetric);
  // The later one first, so that the number of the other still holds.
  const both = [
    { at: corner, turned: false },
    { at: own, turned: true },
  ].toSorted((one, other) => other.at - one.at);
  const corners = both.reduce((now, { at, turned: round }) => change(now, at, round), piece.corners);
  return putPiece(map, index, { ...piece, corners });
}

export function moveCorner(map: TableMap, index: number, corner: number, to: Point, symmetric: boolean): TableMap {
  const place = onTable(to, map);
  return cornered(map, index, corner, symmetric, (corners, at, round) => corners.with(at, round ? opposite(place, map) : place));
}

/** A new corner on the edge that starts at `edge`; it has the number after that. */
export function addCorner(map: TableMap, index: number, edge: number, symmetric: boolean, to?: Point): TableMap {
  return cornered(map, index, edge, symmetric, (corners, at, round) => {
    const half = halfway(corners[at]!, corners[(at + 1) % corners.length]!);
    const place = to ? onTable(round ? opposite(to, map) : to, map) : half;
    return corners.toSpliced(at + 1, 0, place);
  });
}

export function removeCorner(map: TableMap, index: number, corner: number, least: number, symmetric: boolean): TableMap {
  const next = cornered(map, index, corner, symmetric, (corners, at) => corners.toSpliced(at, 1));
  return (next.terrain[index]?.corners.length ?? 0) < least ? map : next;
}

export function removePiece(map: TableMap, index: number, symmetric: boolean): TableMap {
  const twin = symmetric ? twinOf(map, index) : null;
  return { ...map, terrain: map.terrain.filter((_, i) => i !== index && i !== twin) };
}

const ASIDE = 400;

/** Another one like it, a little aside. */
export function duplicatePiece(map: TableMap, index: number, symmetric: boolean): TableMap {
  const piece = map.terrain[index];
  if (!piece) return map;
  const { right, bottom } = extentOf(piece.corners);
  const aside: Point = [right + ASIDE > map.width ? -ASIDE : ASIDE, bottom + ASIDE > map.height ? -ASIDE : ASIDE];
  return addPiece(map, { ...piece, corners: shifted(piece.corners, ...aside) }, symmetric);
}

/** Its twin across the table, unless that is there already. */
export function twinPiece(map: TableMap, index: number): TableMap {
  const piece = map.terrain[index];
  return piece && twinOf(map, index) === null ? { ...map, terrain: [...map.terrain, mirrored(piece, map)] } : map;
}

export function moveObjective(map: TableMap, index: number, to: Point, symmetric: boolean): TableMap {
  const twin = symmetric ? twinObjective(map, index) : null;
  if (!map.objectives[index] || twin === index) return map;
  const place = onTable(to, map);
  const objectives = map.objectives.with(index, place);
  return { ...map, objectives: twin === null ? objectives : objectives.with(twin, opposite(place, map)) };
}

/** One place up in the order of importance. */
export function raiseObjective(map: TableMap, index: number): TableMap {
  const [place, before] = [map.objectives[index], map.objectives[index - 1]];
  return place && before ? { ...map, objectives: map.objectives.with(index, before).with(index - 1, place) } : map;
}

const STEP = 250;

/** How deep each deployment zone is. */
export const zoneOf = (map: TableMap) => (map.gap > 0 ? (map.width - map.gap) / 2 : 0);

/** Whether nobody can stand on a kind of ground. */
export type Closed = (kind: string) => boolean | undefined;

/** A place for one more objective: as far from the others as can be, on ground that is neither solid nor a zone. */
export function freePlace(map: TableMap, patch: number, symmetric: boolean, closed?: Closed): Point {
  const zone = zoneOf(map);
  const solid = map.terrain.filter(({ kind, roles }) => roles.includes('solid') || closed?.(kind));
  let best: { place: Point; room: number } = { place: [map.width / 2, map.height / 2], room: -1 };
  for (let x = zone + patch; x <= map.width - zone - patch; x += STEP) {
    for (let y = 2 * patch; y <= map.height - 2 * patch; y += STEP) {
      const place: Point = [Math.round(x), Math.round(y)];
      const others = symmetric ? [...map.objectives, opposite(place, map)] : map.objectives;
      const room = Math.min(map.width, ...others.map((other) => distance(place, other)));
      if (room > best.room && !solid.some(({ corners }) => distanceTo(place, corners) < patch)) best = { place, room };
    }
  }
  return best.place;
}

/** As many objectives as wanted: the least important go, new ones find a place. */
export function countObjectives(map: TableMap, count: number, patch: number, symmetric: boolean, closed?: Closed): TableMap {
  let next = map;
  while (next.objectives.length > count) next = { ...next, objectives: next.objectives.slice(0, -1) };
  while (next.objectives.length < count) {
    const pair = symmetric && count - next.objectives.length >= 2;
    const place = freePlace(next, patch, pair, closed);
    const twin = opposite(place, next);
    next = { ...next, objectives: [...next.objectives, place, ...(pair && !same(place, twin) ? [twin] : [])] };
  }
  return next;
}

export const setGap = (map: TableMap, gap: number): TableMap => ({ ...map, gap: Math.round(gap) });

/** Another size of the table, around what is in the middle of it. */
export function setSize(map: TableMap, width: number, height: number, gap?: { least: number; margin: number }): TableMap {
  const size = { width: Math.round(width), height: Math.round(height) };
  const [across, down] = [(size.width - map.width) / 2, (size.height - map.height) / 2];
  const move = (points: Point[]) => shifted(points, across, down);
  return {
    ...map,
    ...size,
    gap: gap ? between(map.gap, gap.least, Math.max(gap.least, size.width - 2 * gap.margin)) : map.gap,
    objectives: move(map.objectives).map((place) => onTable(place, size)),
    terrain: map.terrain.map((piece) => ({ ...piece, corners: heldOn(move(piece.corners), size) })),
    roads: map.roads.map((road) => heldOn(move(road), size)),
  };
}

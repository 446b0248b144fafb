import { distanceTo, type Point } from '../table/geometry';
import { halfway, heldOn, onTable, opposite, oppositeAll, same, shifted } from './geometry';
import type { Road, TableMap } from './types';

// Every change gives another map; in symmetric mode what is done to a road is done to its twin across the table.

const alike = (one: Road, other: Road) => one.length === other.length && one.every((point, i) => same(point, other[i]!));

/** The road that lies where this one comes to when the table is turned by half a circle; it may be itself. */
export function twinRoad(map: TableMap, index: number): number | null {
  const road = map.roads[index];
  if (!road) return null;
  const wanted = oppositeAll(road, map);
  const isTwin = (other: Road) => alike(wanted, other) || alike(wanted, other.toReversed());
  if (isTwin(road)) return index;
  const found = map.roads.findIndex(isTwin);
  return found < 0 ? null : found;
}

function replaced(map: TableMap, index: number, road: Road, symmetric: boolean): TableMap {
  const twin = symmetric ? twinRoad(map, index) : null;
  const roads = map.roads.with(index, road);
  return { ...map, roads: twin === null || twin === index ? roads : roads.with(twin, oppositeAll(road, map)) };
}

const isOwnTwin = (map: TableMap, index: number, symmetric: boolean) => symmetric && twinRoad(map, index) === index;

/** Lays a road; it comes last, its twin after it. */
export function addRoad(map: TableMap, points: Road, symmetric: boolean): TableMap {
  const laid = heldOn(points, map);
  const added = { ...map, roads: [...map.roads, laid] };
  if (!symmetric || twinRoad(added, map.roads.length) !== null) return added;
  return { ...map, roads: [...map.roads, laid, oppositeAll(laid, map)] };
}

export function removeRoad(map: TableMap, index: number, symmetric: boolean): TableMap {
  const twin = symmetric ? twinRoad(map, index) : null;
  return { ...map, roads: map.roads.filter((_, i) => i !== index && i !== twin) };
}

/** One through the very middle of a symmetric map stays where it is. */
export function moveRoad(map: TableMap, index: number, [across, down]: Point, symmetric: boolean): TableMap {
  const road = map.roads[index];
  if (!road || isOwnTwin(map, index, symmetric)) return map;
  return replaced(map, index, heldOn(shifted(road, across, down), map), symmetric);
}

export function movePoint(map: TableMap, index: number, at: number, to: Point, symmetric: boolean): TableMap {
  const road = map.roads[index];
  if (!road?.[at]) return map;
  const place = onTable(to, map);
  if (!isOwnTwin(map, index, symmetric)) return replaced(map, index, road.with(at, place), symmetric);
  const other = road.length - 1 - at;
  return other === at ? map : { ...map, roads: map.roads.with(index, road.with(at, place).with(other, opposite(place, map))) };
}

/** A new point on the stretch after `stretch`; it has the number after that. */
export function addPoint(map: TableMap, index: number, stretch: number, symmetric: boolean, to?: Point): TableMap {
  const road = map.roads[index];
  const [from, next] = [road?.[stretch], road?.[stretch + 1]];
  if (!road || !from || !next) return map;
  const place = onTable(to ?? halfway(from, next), map);
  if (!isOwnTwin(map, index, symmetric)) return replaced(map, index, road.toSpliced(stretch + 1, 0, place), symmetric);
  const other = road.length - 2 - stretch;
  const centre: Point = [Math.round(map.width / 2), Math.round(map.height / 2)];
  if (other === stretch) return { ...map, roads: map.roads.with(index, road.toSpliced(stretch + 1, 0, centre)) };
  // The later one first, so that the number of the other still holds.
  const both = [
    { after: stretch, at: place },
    { after: other, at: opposite(place, map) },
  ].toSorted((one, two) => two.after - one.after);
  return {
    ...map,
    roads: map.roads.with(
      index,
      both.reduce((now, { after, at }) => now.toSpliced(after + 1, 0, at), road),
    ),
  };
}

export function removePoint(map: TableMap, index: number, at: number, least: number, symmetric: boolean): TableMap {
  const road = map.roads[index];
  if (!road?.[at]) return map;
  const other = isOwnTwin(map, index, symmetric) ? road.length - 1 - at : at;
  const left = road.filter((_, i) => i !== at && i !== other);
  return left.length < least ? map : replaced(map, index, left, symmetric);
}

/** One more point beyond an end of the road. */
export function prolonged(map: TableMap, index: number, to: Point, symmetric: boolean): TableMap {
  const road = map.roads[index];
  if (!road) return map;
  const place = onTable(to, map);
  if (isOwnTwin(map, index, symmetric)) return { ...map, roads: map.roads.with(index, [opposite(place, map), ...road, place]) };
  return replaced(map, index, [...road, place], symmetric);
}

/** How far a place is from the line of a road. */
export const farFrom = (point: Point, road: Road) => Math.min(...road.slice(1).map((to, i) => distanceTo(point, [road[i]!, to])));

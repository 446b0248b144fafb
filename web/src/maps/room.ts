import { distance, extentOf, type Extent, type Point } from '../table/geometry';
import { heldOn, oppositeAll } from './geometry';
import type { TableMap } from './types';

const STEP = 200;
/** As wide as an objective with a little ground around it. */
const PATCH = 200;

/** The place nearest to the one wanted where what is laid covers neither terrain nor an objective; the wanted one on a full table. */
export function freePlace(map: TableMap, wanted: Point, laid: (at: Point) => Point[], symmetric: boolean): Point {
  const taken = [...map.terrain.map(({ corners }) => extentOf(corners)), ...map.objectives.map(patchOf)];
  const isFree = (at: Point) => {
    const corners = heldOn(laid(at), map);
    const twin = oppositeAll(corners, map);
    const own = symmetric && !same(extentOf(corners), extentOf(twin)) ? [extentOf(twin)] : [];
    return ![...taken, ...own].some((other) => overlap(extentOf(corners), other));
  };
  return placesAround(map, wanted).find(isFree) ?? wanted;
}

function placesAround({ width, height }: TableMap, [x, y]: Point): Point[] {
  const steps = (from: number, most: number) => {
    const first = from - Math.floor(from / STEP) * STEP;
    return Array.from({ length: Math.floor((most - first) / STEP) + 1 }, (_, i) => first + i * STEP);
  };
  const places = steps(y, height).flatMap((down) => steps(x, width).map((across): Point => [across, down]));
  return places.sort((one, other) => distance(one, [x, y]) - distance(other, [x, y]));
}

const patchOf = ([x, y]: Point): Extent => ({ left: x - PATCH, top: y - PATCH, right: x + PATCH, bottom: y + PATCH });

const same = (one: Extent, other: Extent) => one.left === other.left && one.top === other.top;

const overlap = (one: Extent, other: Extent) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

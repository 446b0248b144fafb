import { FULL_TURN, type Place, type Point } from '../../table/geometry';
import { written } from '../../table/lengths';

const A_SIDE = 30;

/** A unit as actions name it: "b3" is the third of Blue. */
export const unitText = (id: number): string => `${id < A_SIDE ? 'b' : 'r'}${(id % A_SIDE) + 1}`;

export const placeText = ([x, y]: Point): string => `${written(x)},${written(y)}`;

/** A place with how the base is turned, where that is to change. */
export function placedText(place: Place, facing?: number): string {
  const turned = place.facing === facing ? '' : `/${(place.facing % FULL_TURN) / 10}`;
  return `${placeText([place.x, place.y])}${turned}`;
}

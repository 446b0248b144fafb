import { FULL_TURN, type Place } from '../../table/geometry';
import { placeText } from '../../table/lengths';

/** A place with how the base is turned, where that is to change. */
export function placedText(place: Place, facing?: number): string {
  const turned = place.facing === facing ? '' : `/${(place.facing % FULL_TURN) / 10}`;
  return `${placeText([place.x, place.y])}${turned}`;
}

import { FULL_TURN, type Place, type Point } from '../../table/geometry';
import { placeText } from '../../table/lengths';

/** A place with where the front looks. */
export const placedText = (place: Place): string =>
  `${placeText([place.x, place.y])}/${(((place.facing % FULL_TURN) + FULL_TURN) % FULL_TURN) / 10}`;

/** Fire or a charge at somebody; a charge may aim beside its middle. */
export const attackText = (kind: string, target: string, aim: Point | null): string =>
  `${kind} ${target}${aim ? `@${placeText(aim)}` : ''}`;

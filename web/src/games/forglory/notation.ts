import { FULL_TURN, type Place, type Point } from '../../table/geometry';
import { written } from '../../table/lengths';

const A_SIDE = 40;
const FIRST_OFFICER = 80;
const DIVISIONS = 8;
const STAFF = FIRST_OFFICER + 2 * DIVISIONS;

/** A body as actions name it: "s3" a unit, "ng2" a general, "ss" a staff. */
export function bodyText(id: number): string {
  if (id < FIRST_OFFICER) return `${id < A_SIDE ? 's' : 'n'}${(id % A_SIDE) + 1}`;
  if (id >= STAFF) return id === STAFF ? 'ss' : 'ns';
  const division = id - FIRST_OFFICER;
  return `${division < DIVISIONS ? 's' : 'n'}g${(division % DIVISIONS) + 1}`;
}

export const placeText = ([x, y]: Point): string => `${written(x)},${written(y)}`;

/** A place with where the front looks. */
export const placedText = (place: Place): string =>
  `${placeText([place.x, place.y])}/${(((place.facing % FULL_TURN) + FULL_TURN) % FULL_TURN) / 10}`;

/** Fire or a charge at somebody; a charge may aim beside its middle. */
export const attackText = (kind: string, target: number, aim: Point | null): string =>
  `${kind} ${bodyText(target)}${aim ? `@${placeText(aim)}` : ''}`;

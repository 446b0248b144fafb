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

export function bodyFrom(text: string): number | null {
  const found = text.match(/^([sn])(?:(g?)(\d{1,2})|(s))$/);
  if (!found) return null;
  const north = found[1] === 'n';
  if (found[4]) return STAFF + (north ? 1 : 0);
  const number = Number(found[3]) - 1;
  return found[2] ? FIRST_OFFICER + (north ? DIVISIONS : 0) + number : (north ? A_SIDE : 0) + number;
}

export const placeText = ([x, y]: Point): string => `${written(x)},${written(y)}`;

/** A place with where the front looks. */
export const placedText = (place: Place): string =>
  `${placeText([place.x, place.y])}/${(((place.facing % FULL_TURN) + FULL_TURN) % FULL_TURN) / 10}`;

/** Fire or a charge at somebody; a charge may aim beside its middle. */
export const attackText = (kind: string, target: number, aim: Point | null): string => `${kind} ${bodyText(target)}${aim ? `@${placeText(aim)}` : ''}`;

export interface Read {
  /** What is done: a word such as "move"; "place" for a body that is put on the table. */
  word: string;
  bodies: number[];
  place: Point | null;
  facing: number | null;
  bend: boolean;
  /** A number that stands last: of a division, or of what is picked. */
  number: number | null;
}

const PLACE = /^(.*?)([@>])(-?[\d.]+),(-?[\d.]+)(?:\/([\d.]+))?$/;

/** What a written action says. */
export function readAction(action: string): Read {
  const placed = action.match(PLACE);
  const said = (placed ? placed[1]! : action).trim();
  const [first = '', ...others] = said.split(' ');
  const named = bodyFrom(first) !== null;
  const last = others.at(-1);
  return {
    word: named ? 'place' : first,
    bodies: [...(named ? [first] : []), ...others].flatMap((text) => bodyFrom(text) ?? []),
    place: placed ? [Math.round(Number(placed[3]) * 100), Math.round(Number(placed[4]) * 100)] : null,
    facing: placed?.[5] === undefined ? null : Math.round(Number(placed[5]) * 10),
    bend: placed?.[2] === '>' || first === 'bend',
    number: last !== undefined && /^\d+$/.test(last) ? Number(last) : null,
  };
}

/** Whom actions that follow each other are about, and where they take it first. */
export function wayOf(actions: string[], active: number | null): { body: number; place: Point | null } | null {
  let body = active;
  for (const action of actions) {
    const { word, bodies, place } = readAction(action);
    if (['use', 'place', 'join', 'react'].includes(word)) body = bodies[0] ?? body;
    if (body !== null && place) return { body, place };
  }
  return body === null ? null : { body, place: null };
}

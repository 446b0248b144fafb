import { FULL_TURN, type Place, type Point } from '../../table/geometry';
import { written } from '../../table/lengths';

const A_SIDE = 30;

/** A unit as actions name it: "b3" is the third of Blue. */
export const unitText = (id: number): string => `${id < A_SIDE ? 'b' : 'r'}${(id % A_SIDE) + 1}`;

export function unitFrom(text: string): number | null {
  const found = text.match(/^([br])(\d{1,2})$/);
  return found ? Number(found[2]) - 1 + (found[1] === 'r' ? A_SIDE : 0) : null;
}

export const placeText = ([x, y]: Point): string => `${written(x)},${written(y)}`;

/** A place with how the base is turned, where that is to change. */
export function placedText(place: Place, facing?: number): string {
  const turned = place.facing === facing ? '' : `/${(place.facing % FULL_TURN) / 10}`;
  return `${placeText([place.x, place.y])}${turned}`;
}

export interface Read {
  /** What is done: a word such as "walk", or "card". */
  word: string;
  card: string | null;
  units: number[];
  place: Point | null;
  facing: number | null;
  bend: boolean;
  rest: string;
}

/** Whom actions that follow each other are about, and where they take it first. */
export function wayOf(actions: string[], active: number | null): { unit: number; place: Point | null } | null {
  let unit = active;
  for (const action of actions) {
    const { word, card, units, place } = readAction(action);
    if (word === 'use' || word === 'support' || card === 'tactical') unit = units[0] ?? unit;
    if (unit !== null && place) return { unit, place };
  }
  return unit === null ? null : { unit, place: null };
}

const PLACE = /^(.*)([@>])(-?[\d.]+),(-?[\d.]+)(?:\/([\d.]+))?$/;

/** What a written action says; words it does not know stay in `rest`. */
export function readAction(action: string): Read {
  const placed = action.match(PLACE);
  const said = (placed ? placed[1]! : action).trim();
  const [first = '', ...others] = said.split(' ');
  const [word, card] = first.startsWith('card:') ? ['card', first.slice(5)] : [first, null];
  const named = [...(unitFrom(word) === null ? [] : [word]), ...others];
  return {
    word: unitFrom(word) === null ? word : 'place',
    card,
    units: named.flatMap((text) => unitFrom(text) ?? []),
    place: placed ? [Math.round(Number(placed[3]) * 100), Math.round(Number(placed[4]) * 100)] : null,
    facing: placed?.[5] === undefined ? null : Math.round(Number(placed[5]) * 10),
    bend: placed?.[2] === '>' || word === 'bend',
    rest: others.filter((text) => unitFrom(text) === null).join(' '),
  };
}

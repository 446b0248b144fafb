import type { Point } from '../table/geometry';
import type { Stamp } from './stamps';

/** The id of a game that is played on maps. */
export type MapGame = string;

/** What an empty map of a game is like, and how its sides face each other. */
export interface Field {
  name: string;
  /** What its share codes start with. */
  letter: string;
  width: number;
  height: number;
  /** Between the two deployment zones along the short edges; 0 where there are none. */
  gap: number;
  objectives: Point[];
  /** Whether each piece says what it does in play, or its kind does. */
  freeRoles: boolean;
  /** Whether the number of objectives is always odd. */
  oddObjectives: boolean;
  roads: boolean;
  /** Whether it is played over a green cloth, unless the reader wants another table. */
  cloth: boolean;
  /** Across which line the sides face each other. */
  sides: 'left' | 'bottom';
  /** How large objectives are drawn where the game gives them no size. */
  patch: number;
  /** Whether maps that name no game are its own: it had maps when no other game did. */
  unnamed: boolean;
  /** What pieces of some kinds look like at first, where that differs from other games. */
  stamps: Record<string, Stamp>;
}

/** Each game that is played on maps says so in its folder. */
const FOUND = import.meta.glob<Field>('../games/*/field.ts', { eager: true, import: 'field' });
const FIELDS = new Map(Object.entries(FOUND).map(([path, field]) => [path.split('/')[2]!, field]));

export const MAP_GAMES: readonly MapGame[] = [...FIELDS.keys()];
/** The game of maps that name none. */
export const UNNAMED: MapGame = MAP_GAMES.find((game) => fieldOf(game).unnamed)!;

export function fieldOf(game: MapGame): Field {
  const field = FIELDS.get(game);
  if (!field) throw new Error(`${game} has no maps`);
  return field;
}

export const isMapGame = (value: unknown): value is MapGame => typeof value === 'string' && FIELDS.has(value);

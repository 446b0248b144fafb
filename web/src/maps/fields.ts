import { MAPS } from '../lib/constants';
import type { Point } from '../table/geometry';
import type { Stamp } from './stamps';

/** The id of a game that is played on maps. */
export type MapGame = string;

/** What the rules say of a game's maps. */
interface Known {
  name: string;
  /** What its share codes start with. */
  letter: string;
  width: number;
  height: number;
  /** Between the two deployment zones along the short edges; 0 where there are none. */
  gap: number;
  /** Whether each piece says what it does in play, or its kind does. */
  freeRoles: boolean;
  roads: boolean;
  /** Whether maps that name no game are its own: it had maps when no other game did. */
  unnamed: boolean;
}

/** What a game's folder says of how its maps are drawn, and its sides face each other. */
export interface Drawn {
  /** Those of an empty map. */
  objectives: Point[];
  /** Whether the number of objectives is always odd. */
  oddObjectives: boolean;
  /** Whether it is played over a green cloth, unless the reader wants another table. */
  cloth: boolean;
  /** Across which line the sides face each other. */
  sides: 'left' | 'bottom';
  /** How large objectives are drawn where the game gives them no size. */
  patch: number;
  /** What pieces of some kinds look like at first, where that differs from other games. */
  stamps: Record<string, Stamp>;
}

export type Field = Known & Drawn;

const KNOWN: Record<string, Known> = MAPS;
const FOUND = import.meta.glob<Drawn>('../games/*/field.ts', { eager: true, import: 'field' });
const FIELDS = new Map(
  Object.entries(FOUND).flatMap(([path, drawn]): [MapGame, Field][] => {
    const game = path.split('/')[2]!;
    const known = KNOWN[game];
    return known ? [[game, { ...known, ...drawn }]] : [];
  }),
);

export const MAP_GAMES: readonly MapGame[] = [...FIELDS.keys()];
/** The game of maps that name none. */
export const UNNAMED: MapGame = MAP_GAMES.find((game) => fieldOf(game).unnamed)!;

export function fieldOf(game: MapGame): Field {
  const field = FIELDS.get(game);
  if (!field) throw new Error(`${game} has no maps`);
  return field;
}

export const isMapGame = (value: unknown): value is MapGame => typeof value === 'string' && FIELDS.has(value);

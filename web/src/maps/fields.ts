import type { Point } from '../table/geometry';

/** The games that are played on maps. */
export const MAP_GAMES = ['cafe', 'forglory'] as const;
export type MapGame = (typeof MAP_GAMES)[number];

/** What an empty map of a game is like, and how its sides face each other. */
export interface Field {
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
  /** Across which line the sides face each other. */
  sides: 'left' | 'bottom';
  /** How large objectives are drawn where the game gives them no size. */
  patch: number;
}

export const FIELDS: Record<MapGame, Field> = {
  cafe: {
    letter: 'M',
    width: 9000,
    height: 6000,
    gap: 5400,
    objectives: [
      [4500, 3000],
      [4500, 900],
      [4500, 5100],
    ],
    freeRoles: true,
    oddObjectives: true,
    roads: false,
    sides: 'left',
    patch: 250,
  },
  forglory: {
    letter: 'G',
    width: 12_000,
    height: 9000,
    gap: 0,
    objectives: [
      [6000, 4500],
      [3000, 4500],
      [9000, 4500],
    ],
    freeRoles: false,
    oddObjectives: false,
    roads: true,
    sides: 'bottom',
    patch: 220,
  },
};

export const isMapGame = (value: unknown): value is MapGame => MAP_GAMES.includes(value as MapGame);

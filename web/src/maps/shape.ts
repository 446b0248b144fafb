import { copyName, tidyName } from '../barracks/shape';
import type { Point } from '../table/geometry';
import { fieldOf, isMapGame, UNNAMED, type MapGame } from './fields';
import type { Piece, Road, TableMap } from './types';

// The form of maps in files and in storage; whether they may be played on is for the server.
const LONGEST_SIDE = 100_000;
const MOST_PIECES = 200;
const MOST_CORNERS = 60;
const MOST_ROLES = 10;
const MOST_OBJECTIVES = 30;
const MOST_ROADS = 60;

export { copyName, tidyName };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isLength = (value: unknown): value is number => Number.isInteger(value) && Math.abs(Number(value)) <= LONGEST_SIDE;
const isWord = (value: unknown): value is string => typeof value === 'string' && /^[a-z0-9-]{1,40}$/.test(value);

function readPoints(value: unknown, most: number): Point[] | null {
  if (!Array.isArray(value) || value.length > most) return null;
  const whole = value.every((point: unknown) => Array.isArray(point) && point.length === 2 && point.every(isLength));
  return whole ? (value as Point[]).map(([x, y]) => [x, y]) : null;
}

/** The roles of a kind where a piece says nothing of them. */
export type Usual = (game: MapGame, kind: string) => readonly string[] | undefined;

function readPiece(value: unknown, game: MapGame, usual: Usual): Piece | null {
  if (!isRecord(value) || !isWord(value.kind)) return null;
  // Where the kind decides what a piece does, what the piece says of it does not matter.
  const roles: unknown = fieldOf(game).freeRoles ? (value.roles ?? usual(game, value.kind)) : [];
  if (!Array.isArray(roles) || roles.length > MOST_ROLES || !roles.every(isWord)) return null;
  const corners = readPoints(value.corners, MOST_CORNERS);
  return corners && corners.length >= 3 ? { kind: value.kind, roles: [...roles], corners } : null;
}

function readRoad(value: unknown): Road | null {
  const points = readPoints(value, MOST_CORNERS);
  return points && points.length >= 2 ? points : null;
}

/** The map that is written there, or null if that is none; one that names no game is of `usually`. */
export function readMap(value: unknown, usual: Usual = () => undefined, usually = UNNAMED): TableMap | null {
  if (!isRecord(value) || typeof value.name !== 'string') return null;
  const name = tidyName(value.name);
  const game: unknown = value.game ?? usually;
  if (!isMapGame(game)) return null;
  const field = fieldOf(game);
  const { width = field.width, height = field.height, gap = field.gap, terrain: pieces = [], roads: lines = [] } = value;
  const objectives = readPoints(value.objectives, MOST_OBJECTIVES);
  if (!Array.isArray(pieces) || pieces.length > MOST_PIECES || !Array.isArray(lines) || lines.length > MOST_ROADS) return null;
  const terrain = pieces.map((piece: unknown) => readPiece(piece, game, usual));
  const roads = lines.map(readRoad);
  if (!name || !objectives || terrain.includes(null) || roads.includes(null)) return null;
  if (!isLength(width) || !isLength(height) || !isLength(gap) || Math.min(width, height, field.gap ? gap : 1) <= 0) return null;
  return { game, name, width, height, gap, objectives, terrain: terrain as Piece[], roads: roads as Road[] };
}

/** A map as the server sends and takes it: each game has its own form. */
export type Wire = Omit<TableMap, 'game' | 'gap' | 'terrain' | 'roads'> & {
  gap?: number;
  terrain: { kind: string; roles?: string[]; corners: Point[] }[];
  roads?: Road[];
};

export function sentOf({ game, name, width, height, gap, objectives, terrain, roads }: TableMap): Wire {
  if (!fieldOf(game).freeRoles) {
    return { name, width, height, objectives, terrain: terrain.map(({ kind, corners }) => ({ kind, corners })), roads };
  }
  return { name, width, height, gap, objectives, terrain };
}

export const readWire = (game: MapGame, { terrain, gap = 0, roads = [], ...map }: Wire): TableMap => ({
  ...map,
  game,
  gap,
  terrain: terrain.map(({ kind, roles = [], corners }) => ({ kind, roles, corners })),
  roads,
});

/** An empty table of the usual size, with three objectives down the middle. */
export function newMap(name: string, game = UNNAMED): TableMap {
  const { width, height, gap, objectives } = fieldOf(game);
  return { game, name: tidyName(name), width, height, gap, objectives, terrain: [], roads: [] };
}

/** All of it in one line, for telling whether two are the same in everything. */
export const mapText = (map: TableMap) => JSON.stringify(readMap(map));

import { copyName, tidyName } from '../barracks/shape';
import type { Point } from '../table/geometry';
import type { Piece, TableMap } from './types';

// The form of maps in files and in storage; whether they may be played on is for the server.
const [WIDTH, HEIGHT, GAP] = [9000, 6000, 5400];
const LONGEST_SIDE = 100_000;
const MOST_PIECES = 200;
const MOST_CORNERS = 60;
const MOST_ROLES = 10;
const MOST_OBJECTIVES = 30;

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
export type Usual = (kind: string) => readonly string[] | undefined;

function readPiece(value: unknown, usual: Usual): Piece | null {
  if (!isRecord(value) || !isWord(value.kind)) return null;
  const roles: unknown = value.roles ?? usual(value.kind);
  if (!Array.isArray(roles) || roles.length > MOST_ROLES || !roles.every(isWord)) return null;
  const corners = readPoints(value.corners, MOST_CORNERS);
  return corners && corners.length >= 3 ? { kind: value.kind, roles: [...roles], corners } : null;
}

/** The map that is written there, or null if that is none. */
export function readMap(value: unknown, usual: Usual = () => undefined): TableMap | null {
  if (!isRecord(value) || typeof value.name !== 'string') return null;
  const name = tidyName(value.name);
  const { width = WIDTH, height = HEIGHT, gap = GAP, terrain: pieces = [] } = value;
  const objectives = readPoints(value.objectives, MOST_OBJECTIVES);
  if (!Array.isArray(pieces) || pieces.length > MOST_PIECES) return null;
  const terrain = pieces.map((piece: unknown) => readPiece(piece, usual));
  if (!name || !objectives || terrain.includes(null)) return null;
  if (!isLength(width) || !isLength(height) || !isLength(gap) || Math.min(width, height, gap) <= 0) return null;
  return { name, width, height, gap, objectives, terrain: terrain as Piece[] };
}

/** An empty table of the usual size, with three objectives down the middle. */
export const newMap = (name: string): TableMap => ({
  name: tidyName(name),
  width: WIDTH,
  height: HEIGHT,
  gap: GAP,
  objectives: [
    [4500, 3000],
    [4500, 900],
    [4500, 5100],
  ],
  terrain: [],
});

/** All of it in one line, for telling whether two are the same in everything. */
export const mapText = (map: TableMap) => JSON.stringify(readMap(map));

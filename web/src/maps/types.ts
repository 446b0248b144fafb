// Maps of a gridless table and what the server says of them; see docs/web-api.md. Lengths are tenths of a millimetre.

import type { Text } from '../lib/protocol';
import type { Point } from '../table/geometry';
import type { MapGame } from './fields';

/** A piece of terrain; kinds and roles are those of the catalogue. */
export interface Piece {
  kind: string;
  roles: string[];
  corners: Point[];
}

/** The line along the middle of a road. */
export type Road = Point[];

export interface TableMap {
  game: MapGame;
  name: string;
  width: number;
  height: number;
  /** Between the two deployment zones, which lie along the short edges; 0 in a game without. */
  gap: number;
  /** In order of importance. */
  objectives: Point[];
  terrain: Piece[];
  roads: Road[];
}

export interface Named {
  id: string;
  text: Text;
}

export interface Kind extends Named {
  roles: string[];
}

export interface Limits {
  name: number;
  least_width: number;
  most_width: number;
  least_height: number;
  most_height: number;
  pieces: number;
  least_corners: number;
  corners: number;
  objectives: number[];
  /** Only where there are deployment zones: how far they are apart, and how deep one must be. */
  least_gap?: number;
  least_zone?: number;
  /** The radius of an objective. */
  patch?: number;
  /** Between the edges of two objectives there must be more. */
  apart?: number;
  /** Only where there are roads: how many, of how many points, how wide. */
  roads?: number;
  least_points?: number;
  points?: number;
  road_width?: number;
}

export interface ReadyMap extends Named {
  map: TableMap;
}

export interface Catalogue {
  ready: ReadyMap[];
  limits: Limits;
  kinds: Kind[];
  roles: Named[];
}

/** What is wrong with a map, and where. */
export interface Problem {
  text: Text;
  piece: number | null;
  objective: number | null;
  road?: number | null;
}

export interface Verdict {
  legal: boolean;
  problems: Problem[];
  code: string;
}

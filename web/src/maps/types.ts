// Maps of a free table and what the server says of them; see docs/web-api.md. Lengths are tenths of a millimetre.

import type { Text } from '../lib/protocol';
import type { Point } from '../table/geometry';

/** A piece of terrain; kinds and roles are those of the catalogue. */
export interface Piece {
  kind: string;
  roles: string[];
  corners: Point[];
}

export interface TableMap {
  name: string;
  width: number;
  height: number;
  /** Between the two deployment zones, which lie along the short edges. */
  gap: number;
  /** In order of importance. */
  objectives: Point[];
  terrain: Piece[];
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
  least_gap: number;
  /** How deep a deployment zone must be. */
  least_zone: number;
  pieces: number;
  least_corners: number;
  corners: number;
  objectives: number[];
  /** The radius of an objective. */
  patch: number;
  /** Between the edges of two objectives there must be more. */
  apart: number;
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
}

export interface Verdict {
  legal: boolean;
  problems: Problem[];
  code: string;
}

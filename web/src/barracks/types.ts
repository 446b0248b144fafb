// Units and squads, and what the server says of them; see docs/web-api.md.

import type { Text } from '../lib/protocol';

export const FIGURES = ['health', 'range', 'move', 'power'] as const;
export type Figure = (typeof FIGURES)[number];
export type Words = string | Text;

export interface Unit {
  name: string;
  health: number;
  range: number;
  move: number;
  power: number;
  abilities: string[];
  icon: string;
  quote: Words;
  /** A picture of one's own instead of the drawing, as an address that holds it; it stays on this device and in files. */
  portrait?: string;
}

export interface Squad {
  name: string;
  units: Unit[];
}

/** What a unit is worth. */
export interface Rated {
  cost: number;
  rank: string;
  points: number;
}

/** What a card shows: a unit with its worth, where that is known already. */
export type CardUnit = Unit & Partial<Rated> & { max_health?: number };

export type Part = Figure | 'together' | 'abilities';

export interface UnitVerdict extends Rated {
  parts: Record<Part, number>;
  /** What one more of a characteristic makes of the unit; null at the top. */
  steps: Record<Figure, Rated | null>;
  /** What each ability that can be added makes of it. */
  abilities: Record<string, Rated>;
  problems: Text[];
}

export interface SquadVerdict {
  points: number;
  units: Rated[];
  legal: boolean;
  problems: { unit: number | null; text: Text }[];
  code: string;
}

export interface Rank {
  id: string;
  points: number;
  text: Text;
}

export interface Ability {
  id: string;
  cost: number;
  attacking: boolean;
  text: Text;
  rule: Text;
}

/** A condition of a unit at the table. */
export interface Condition {
  id: string;
  text: Text;
  rule: Text;
}

export interface Named {
  id: string;
  text: Text;
}

export interface Ready {
  id: string;
  world: string;
  squad: Squad;
  points: number;
  text: Text;
}

export interface Limits {
  units: number;
  points: number;
  cost: number;
  low: number;
  high: number;
  abilities: number;
  name: number;
  quote: number;
}

/** Everything the Barracks are made of. */
export interface Catalogue {
  limits: Limits;
  ranks: Rank[];
  abilities: Ability[];
  /** Name → path in a square of 512. */
  icons: Record<string, string>;
  archetypes: Named[];
  styles: Named[];
  worlds: Named[];
  ready: Ready[];
  papers: string[];
  parts: Printed[];
  /** What a unit can be marked with during a match. */
  statuses: Condition[];
  credit: string;
}

export type Shared = { kind: 'unit'; unit: Unit } | { kind: 'squad'; squad: Squad };

export type Printed = 'cards' | 'tokens' | 'markers' | 'board';

export interface PrintOrder {
  squad: Squad;
  /** Of its units, in their order. */
  portraits: (string | null)[];
  paper: string;
  parts: Printed[];
  lang: string;
  address: string;
}

// What the server and the browser say to each other; see docs/web-api.md.

import type { components } from './openapi';

type Schemas = components['schemas'];

export type Language = 'es' | 'fr' | 'en';
export type Text = Schemas['Text'];
export type Fault = Schemas['ErrorBody'];
export type GameOption = Schemas['OptionInfo'];
export type GameReadiness = Schemas['GameReadiness'];
export type Game = Required<Schemas['GameInfo']>;
export type Rules = Schemas['RulesInfo'];
/** The server also takes a match without seats; this client always names them. */
export type NewMatch = Schemas['NewMatch'] & { seats: Record<string, string> };
export type Created = Schemas['MadeMatch'];
export type Rematch = Schemas['Rematch'];
export type Imported = Schemas['TakenIn'];
export type SeatInfo = Schemas['SeatInfo'];
export type MatchInfo = Schemas['MatchInfo'];
export type Verified = Schemas['Verified'];
export type AnalysisPoint = Schemas['AnalysisPoint'];
export type Analysis = Schemas['Analysis'];
export type Seat = string;
export type Square = string;

/** What an option can be set to. */
export type Chosen = string | number | boolean;

export type Seats = Record<Seat, SeatInfo>;

export type Outcome = Record<string, number>;

export interface GameEvent {
  code: string;
  clause: string;
  section: string;
  numbers: Record<string, number | string>;
  text: Text;
  /** The faces of the dice and the squares that it speaks of. */
  dice?: number[];
  squares?: Square[];
}

export interface Step {
  number: number;
  seat: Seat;
  action: string | null;
  events: GameEvent[];
  threw: boolean;
}

/** Damage to one unit, and what becomes of it. */
export interface Blow {
  unit: number;
  damage: number;
  cancelled: number;
  left: number;
  out: boolean;
}

/** What an attack does, and to whom else its owner may turn it. */
export interface Effect extends Blow {
  power: number;
  guards?: Blow[];
}

export interface Option {
  action: string;
  kind: string;
  at?: Square;
  to?: Square;
  unit?: string | number;
  cost?: number;
  captures?: string | null;
  charge?: boolean;
  number?: number;
  target?: number;
  ability?: string;
  /** The piece that does it, by its id, and where on a table without squares it leads. */
  piece?: number;
  place?: [number, number];
  /** What it is, for games that say it themselves. */
  text?: Text;
  /** What it does to whom. */
  effect?: Effect[];
  /** What it costs the one who does it. */
  loss?: number;
  /** It will throw dice, as the move that uses up a turn does. */
  threw: boolean;
}

/** Games draw their own scenes; each narrows this to its own type. */
export type Scene = Record<string, unknown>;

export interface Replay {
  game: string;
  seats: Seats;
  seed: string;
  commitment: string;
  outcome: Outcome;
  frames: { scene: Scene; step: Step | null; position?: string }[];
}

export interface Written {
  scene: Scene;
  position: string;
}

export interface Update {
  type: 'update';
  seq: number;
  from: number;
  steps: Step[];
  scene: Scene;
  you: Seat[];
  /** The one of these seats that all this is told to. */
  eyes: Seat | null;
  actor: Seat | null;
  legal: Option[];
  shortcuts: Record<string, string[]>;
  seats: Seats;
  commitment: string;
  outcome: Outcome | null;
  can_undo: boolean;
  position: string | null;
  seed: string | null;
  /** This guest's token in the rematch, once somebody asked for one. */
  rematch: string | null;
}

export interface Reason {
  code: string;
  clause: string;
  section: string;
  numbers: Record<string, number | string>;
  text: Text;
  squares: Square[];
}

export type Why = { allowed: true } | { allowed: false; reason: Reason };

export interface Chance {
  probability: number;
  error: number | null;
  fraction: string | null;
  text: Text;
}

export interface Odds {
  exact: boolean;
  dice: number;
  samples: number;
  chances: Chance[];
}

export interface Threat {
  square: Square;
  side: string;
  probability: number;
  by: Square[];
}

export interface Threats {
  pieces: Threat[];
}

export interface Hint {
  action: string;
  line: string[];
  expected: number;
}

/** Where a unit could go, how far it strikes and what it sees. */
export interface Look {
  reach: Square[];
  range: Square[];
  seen: Square[];
  targets: { unit: number; square: Square; visible: boolean; blocked_by: Square[] }[];
}

export type Reply =
  | { type: 'reply'; id: number; ok: true; data?: unknown }
  | { type: 'reply'; id: number; ok: false; error: Fault };

export type FromServer =
  | Update
  | Reply
  | { type: 'thinking'; seat: Seat; share: number }
  | { type: 'presence'; seats: Seats }
  | ({ type: 'preparing' } & GameReadiness)
  | { type: 'bye'; error: Fault }
  | { type: 'pong' };

export type ToServer =
  | { type: 'hello'; seq: number; steps: number }
  | { type: 'act'; id: number; seq: number; actions: string[] }
  | { type: 'undo'; id: number; seq: number }
  | { type: 'why'; id: number; action: string }
  | { type: 'odds'; id: number; action: string }
  | { type: 'threats'; id: number }
  | { type: 'hint'; id: number }
  | { type: 'look'; id: number; unit: number; x?: number; y?: number; facing?: number }
  | { type: 'ping' };

// What the server and the browser say to each other; see docs/web-api.md.

export type Language = 'es' | 'fr' | 'en';
export type Text = Record<Language, string>;
export type Seat = string;
export type Square = string;

export interface Fault {
  code: string;
  text: Text;
}

/** What an option can be set to. */
export type Chosen = string | number | boolean;

export interface GameOption {
  name: string;
  kind: 'choice' | 'number' | 'flag';
  choices?: string[] | null;
  minimum?: number | null;
  maximum?: number | null;
  default: Chosen;
  text: Text;
}

export interface Game {
  id: string;
  name: string | Text;
  ready: boolean;
  seats: Seat[];
  sides: string[];
  options: GameOption[];
  levels: Record<string, unknown>;
  terms: Record<string, Text>;
}

export interface Rules {
  sections: { id: string; text: Text; clauses: { id: string; text: Text }[] }[];
}

export interface NewMatch {
  game: string;
  options?: Record<string, Chosen>;
  seats: Record<Seat, string>;
  names?: Record<Seat, string>;
  position?: string;
}

export interface Created {
  tokens: Record<Seat, string>;
  spectator: string;
  mine: Seat | null;
}

export interface Imported {
  token: string;
  finished: boolean;
}

export interface SeatInfo {
  name: string;
  kind: 'person' | 'link' | 'agent';
  online: boolean;
}

export type Seats = Record<Seat, SeatInfo>;

export interface MatchInfo {
  game: string;
  role: Seat | 'spectator';
  finished: boolean;
  seats: Seats;
}

export type Outcome = Record<string, number>;

export interface GameEvent {
  code: string;
  clause: string;
  section: string;
  numbers: Record<string, number | string>;
  text: Text;
}

export interface Step {
  number: number;
  seat: Seat;
  action: string | null;
  events: GameEvent[];
  threw: boolean;
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

export interface Verified {
  ok: boolean;
  steps: number;
  dice: number;
  seed: string;
  commitment: string;
}

export interface AnalysisPoint {
  step: number;
  expected: number;
  dice: number;
  decision: number;
  turning: boolean;
}

export interface Analysis {
  share: number;
  points: AnalysisPoint[] | null;
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
  actor: Seat | null;
  legal: Option[];
  shortcuts: Record<string, string[]>;
  seats: Seats;
  commitment: string;
  outcome: Outcome | null;
  can_undo: boolean;
  position: string | null;
  seed: string | null;
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

export type Reply =
  | { type: 'reply'; id: number; ok: true; data?: unknown }
  | { type: 'reply'; id: number; ok: false; error: Fault };

export type FromServer =
  | Update
  | Reply
  | { type: 'thinking'; seat: Seat; share: number }
  | { type: 'presence'; seats: Seats }
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
  | { type: 'ping' };

// What the server and the browser say to each other: names for the generated types; see docs/web-api.md.

import type { components } from './openapi';

type Schemas = components['schemas'];

export type Language = 'es' | 'fr' | 'en';
export type Text = Schemas['Text'];
export type Fault = Schemas['Fault'];
export type GameOption = Schemas['OptionInfo'];
export type GameReadiness = Schemas['GameReadiness'];
export type Game = Required<Schemas['GameInfo']>;
export type Rules = Schemas['RulesInfo'];
/** A diagram beside a clause, and the same as it is drawn. */
export type Diagram = Schemas['DiagramInfo'];
export type Drawing = Schemas['Drawings'][number];
export type Reference = Schemas['ReferenceInfo'];
/** The server also takes a match without seats; this client always names them. */
export type NewMatch = Schemas['NewMatch'] & { seats: Record<string, string> };
export type Created = Schemas['MadeMatch'];
export type Rematch = Schemas['Rematch'];
export type Tally = Schemas['Tally'];
export type Imported = Schemas['ImportedMatch'];
export type SeatInfo = Schemas['SeatInfo'];
export type MatchInfo = Schemas['MatchInfo'];
export type Deletion = Schemas['Deletion'];
export type Verified = Schemas['Verified'];
export type AnalysisPoint = Schemas['AnalysisPoint'];
export type Analysis = Schemas['Analysis'];
export type Seat = string;
export type Square = string;

/** What an option can be set to. */
export type Chosen = string | number | boolean;

export type Seats = Update['seats'];
export type TakeBack = NonNullable<Update['take_back']>;
export type Talk = Update['talk'];
export type Terms = Update['terms'];
export type Arriving = NonNullable<Update['arriving']>;
export type EndReason = NonNullable<Update['reason']>;
/** What can be said about ending a match. */
export type Word = Extract<ToServer, { type: 'say' }>['word'];
export type Outcome = NonNullable<Update['outcome']>;
export type GameEvent = Schemas['GameEvent'];
export type Reason = Schemas['Reason'];
export type Step = Schemas['Step'];
export type Change = Step['changes'][number];
/** Where somebody is: a square, or a point of a measured table. */
export type Spot = Extract<Change, { kind: 'appear' }>['at'];
export type Scene = Schemas['Scene'];
export type Option = Schemas['Option'];
export type Look = Schemas['Look'];
export type Threat = Schemas['Threat'];
/** A square that the other side could strike next, and from where. */
export type Reach = Threats['reach'][number];
export type Replay = Schemas['Replay'];
export type Written = Schemas['WrittenPosition'];
export type Why = Schemas['Why'];
export type Odds = Schemas['Odds'];
export type Chance = Schemas['Chance'];
export type Threats = Schemas['Threats'];
export type Hint = Schemas['Hint'];
export type Update = Schemas['Update'];
export type Answer = Schemas['Answer'];
export type FromServer = Schemas['FromServer'];
export type ToServer = Schemas['ToServer'];

import { glimpseOf, type Glimpse } from './glimpse';
import type { Created, Game, NewMatch, Scene, Seat } from './protocol';
import { seatsAt, sideOf } from './seats';
import { keep, recall } from './storage';
import type { TableState } from './table-state';
import { givenName } from './who';

/** A match this browser has sat at. */
export interface Recent {
  token: string;
  game: string;
  opponent: string;
  date: number;
  /** Without a name of the opponent: two or more sit at this screen, or others came by a link. */
  how?: 'here' | 'all' | 'link';
  /** The side this player was on, unless it was both. */
  side?: string;
  /** The names of the squads, this player's first. */
  squads?: string[];
  /** The tokens of the seats that wait for somebody with a link. */
  invites?: Record<Seat, string>;
  spectator?: string;
  /** How it stood when it was last seen from here. */
  glimpse?: Glimpse;
}

const MOST = 12;

export function recents(): Recent[] {
  return recall<Recent[]>('recent', []);
}

export function recentOf(token: string): Recent | undefined {
  return recents().find((one) => one.token === token);
}

export function remember(match: Recent): void {
  const before = recentOf(match.token);
  const others = recents().filter((one) => one.token !== match.token);
  keep('recent', [{ ...before, ...match }, ...others].slice(0, MOST));
}

export function forget(token: string): void {
  keep(
    'recent',
    recents().filter((one) => one.token !== token),
  );
}

/** Notes a match that was just made; returns the token to sit down with, or null if nobody sits here. */
export function rememberCreated(setup: NewMatch, created: Created): string | null {
  const mine = created.mine;
  const token = mine === null ? null : created.tokens[mine];
  if (!mine || !token) return null;
  const other = Object.keys(setup.seats).find((seat) => seat !== mine) ?? '';
  const linked = Object.entries(created.tokens).filter(([seat]) => setup.seats[seat] === 'link');
  remember({
    token,
    game: setup.game,
    opponent: setup.names?.[other] ?? '',
    date: Date.now(),
    how: linked.length ? 'link' : undefined,
    invites: linked.length ? Object.fromEntries(linked) : undefined,
    spectator: created.spectator,
  });
  return token;
}

/** Notes a match as it is seen from a seat at its table. */
export function rememberTable(token: string, game: Game, { you, seats, scene }: TableState): void {
  const all = seatsAt(game, seats);
  const others = all.filter((seat) => !you.includes(seat));
  const mine = you.map((seat) => sideOf(game, seat));
  const against = others.filter((seat) => !mine.includes(sideOf(game, seat)));
  const isPerson = (seat: Seat) => seats[seat]?.kind !== 'agent';
  const named = against.map((seat) => givenName(seat, seats[seat]));
  // Where somebody without a name plays there, the machines beside them are not whom one plays against.
  const names = against.some((seat, i) => isPerson(seat) && !named[i]) ? [] : named.filter(Boolean);
  const people = others.some(isPerson);
  const here = !people && new Set(mine).size > 1;
  remember({
    token,
    game: game.id,
    opponent: here ? '' : [...new Set(names)].join(', ') || recentOf(token)?.opponent || '',
    date: Date.now(),
    how: here || !others.length ? (you.length > 2 ? 'all' : 'here') : people ? 'link' : undefined,
    side: new Set(mine).size === 1 ? mine[0] : undefined,
    squads: squadsOf(scene, [...you, ...others]),
  });
}

/** Notes how a match stands, where it is remembered. */
export function rememberGlimpse(token: string, game: Game, scene: Scene): void {
  const match = recentOf(token);
  const glimpse = glimpseOf(game.sides, scene);
  if (match && glimpse) remember({ ...match, glimpse });
}

/** Games with squads name them in their scenes. */
function squadsOf(scene: Scene | null, seats: string[]): string[] | undefined {
  if (!scene || !('squads' in scene)) return undefined;
  const names = new Map(Object.entries(scene.squads).map(([side, { name }]) => [side, name]));
  return seats.flatMap((seat) => names.get(seat) ?? []);
}

/** The option that holds the squad of a seat. */
export const squadOption = (seat: string) => `${seat}_squad`;

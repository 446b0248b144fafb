import type { Created, Game, NewMatch, Scene } from './protocol';
import { keep, recall } from './storage';
import type { TableState } from './table-state';
import { givenName } from './who';

/** A match this browser has sat at. */
export interface Recent {
  token: string;
  game: string;
  opponent: string;
  date: number;
  /** Without a name of the opponent: both sit at this screen, or the other came by a link. */
  how?: 'here' | 'link';
  /** The names of the squads, this player's first. */
  squads?: string[];
  /** The token of the seat that waits for somebody with a link. */
  invite?: string;
  spectator?: string;
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
  const linked = Object.keys(setup.seats).find((seat) => setup.seats[seat] === 'link');
  remember({
    token,
    game: setup.game,
    opponent: setup.names?.[other] ?? '',
    date: Date.now(),
    how: linked ? 'link' : undefined,
    invite: linked ? created.tokens[linked] : undefined,
    spectator: created.spectator,
  });
  return token;
}

/** Notes a match as it is seen from a seat at its table. */
export function rememberTable(token: string, game: Game, { you, seats, scene }: TableState): void {
  const other = game.seats.find((seat) => !you.includes(seat));
  const who = other ? seats[other] : undefined;
  const name = other ? givenName(other, who) : '';
  remember({
    token,
    game: game.id,
    opponent: name || recentOf(token)?.opponent || '',
    date: Date.now(),
    how: !other ? 'here' : who?.kind === 'agent' ? undefined : 'link',
    squads: squadsOf(scene, [...you, ...game.seats.filter((seat) => !you.includes(seat))]),
  });
}

/** Games with squads name them in their scenes. */
function squadsOf(scene: Scene | null, seats: string[]): string[] | undefined {
  const squads = scene?.squads as Record<string, { name?: string }> | undefined;
  return squads && seats.flatMap((seat) => squads[seat]?.name ?? []);
}

/** The option that holds the squad of a seat. */
export const squadOption = (seat: string) => `${seat}_squad`;

import type { Created, NewMatch, Seats } from './protocol';
import { keep, recall } from './storage';

/** A match this browser has sat at. */
export interface Recent {
  token: string;
  game: string;
  opponent: string;
  date: number;
  /** How it was set up, for a rematch. */
  setup?: NewMatch;
  /** The seat of this token at the set-up. */
  mine?: string;
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
    setup,
    mine,
    invite: linked ? created.tokens[linked] : undefined,
    spectator: created.spectator,
  });
  return token;
}

/** The same match again with the sides swapped. */
export function rematchOf(setup: NewMatch): NewMatch {
  const seats = Object.keys(setup.seats);
  const swap = <T>(given: Record<string, T> | undefined) =>
    given &&
    Object.fromEntries(
      seats.flatMap((seat, i) => {
        const value = given[seats[seats.length - 1 - i] ?? ''];
        return value === undefined ? [] : [[seat, value] as const];
      }),
    );
  const { position: _position, ...rest } = setup;
  return { ...rest, seats: swap(setup.seats) ?? setup.seats, names: swap(setup.names), ...swapSquads(setup, swap) };
}

/** Squads go with their players, not with the sides. */
function swapSquads(
  { seats, options }: NewMatch,
  swap: (given: Record<string, unknown>) => Record<string, unknown> | undefined,
): Pick<NewMatch, 'options'> {
  const squads = Object.keys(seats).flatMap((seat) => {
    const squad = options?.[squadOption(seat)];
    return squad === undefined ? [] : [[seat, squad] as const];
  });
  if (!squads.length) return {};
  const swapped = Object.entries(swap(Object.fromEntries(squads)) ?? {});
  return { options: { ...options, ...Object.fromEntries(swapped.map(([seat, squad]) => [squadOption(seat), squad])) } };
}

/** The option that holds the squad of a seat. */
export const squadOption = (seat: string) => `${seat}_squad`;

/** A set-up as far as it can be told from who sits at the table; agents come back at middling strength. */
export function setupFrom(game: string, seats: Seats): NewMatch {
  const kinds = Object.entries(seats).map(([seat, who]) => [seat, who.kind === 'agent' ? 'normal' : who.kind] as const);
  const names = Object.entries(seats).filter(([, who]) => who.kind !== 'agent');
  return {
    game,
    seats: Object.fromEntries(kinds),
    names: Object.fromEntries(names.map(([seat, who]) => [seat, who.name])),
  };
}

import type {
  Analysis,
  Created,
  Tally,
  Deletion,
  Drawing,
  Fault,
  Game,
  GameReadiness,
  Imported,
  Language,
  MatchInfo,
  NewMatch,
  Reference,
  Rematch,
  Replay,
  Rules,
  Verified,
  Written,
} from './protocol';
import { readiness } from './readiness.svelte';

/** The server understood and said no; `fault.text` can be shown as it is. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly fault: Fault,
  ) {
    super(fault.code);
  }
}

/** The server did not answer, or not in a way that makes sense. */
export class Away extends Error {}

/** Asks, and asks again when a game is ready that was still being prepared; the page shows how far it is meanwhile. */
export async function ask(path: string, body?: unknown, method?: string, signal?: AbortSignal): Promise<Response> {
  for (;;) {
    try {
      return await askOnce(path, body, method, signal);
    } catch (error) {
      if (!(error instanceof Refused) || error.fault.code !== 'PREPARING') throw error;
      await readiness.until(error.fault.game ?? '');
    }
  }
}

/** Asks, and waits for nothing. */
export async function askOnce(path: string, body?: unknown, method = 'POST', signal?: AbortSignal): Promise<Response> {
  const request: RequestInit =
    body === undefined ? {} : { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  if (signal) request.signal = signal;
  let response: Response;
  try {
    response = await fetch(`/api${path}`, request);
  } catch {
    throw new Away(path);
  }
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const fault = (answer as { error?: Fault } | null)?.error;
  if (fault?.text) throw new Refused(response.status, fault);
  throw new Away(path);
}

export async function json<T>(path: string, body?: unknown): Promise<T> {
  return read<T>(path, await ask(path, body));
}

async function read<T>(path: string, response: Response): Promise<T> {
  try {
    return (await response.json()) as T;
  } catch {
    throw new Away(path);
  }
}

const part = encodeURIComponent;
const infoPath = (token: string) => `/matches/${part(token)}`;
let known: Promise<Game[]> | null = null;

/** The games; asked once and kept, since they do not change while the page is open. */
export function games(): Promise<Game[]> {
  known ??= json<Game[]>('/games').catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

export async function game(id: string): Promise<Game | undefined> {
  return (await games()).find((one) => one.id === id);
}

export const rules = (id: string) => json<Rules>(`/games/${part(id)}/rules`);
/** How far the games are. */
export const readinessNow = async (signal: AbortSignal) =>
  read<GameReadiness[]>('/readiness', await askOnce('/readiness', undefined, 'GET', signal));
/** The diagrams of its rules; refused while the game is being prepared. */
export const diagramsNow = async (id: string, signal: AbortSignal) => {
  const path = `/games/${part(id)}/diagrams`;
  return read<Drawing[]>(path, await askOnce(path, undefined, 'GET', signal));
};
export const reference = (id: string, language: Language) => json<Reference>(`/games/${part(id)}/reference?lang=${language}`);
export const createMatch = (match: NewMatch) => json<Created>('/matches', match);
export const importMatch = (file: string) => json<Imported>('/matches/import', { file });
/** Sits down: says a name, and brings something where the host allows it. */
export const arrive = async (token: string, name: string, brought: unknown = null) =>
  void (await ask(`/matches/${part(token)}/arrive`, { name, brought }));
/** The same again with the same sides, where nobody else has to be asked. */
export const again = (token: string) => json<Rematch>(`/matches/${part(token)}/again`, {});
export const tally = (token: string) => json<Tally>(`/matches/${part(token)}/tally`);
export const rematch = (token: string, same_sides = false) => json<Rematch>(`/matches/${part(token)}/rematch`, { same_sides });
/** Deletes a match for good, or agrees to it where others have to agree too. */
export const deleteMatch = async (token: string) => read<Deletion>(token, await ask(infoPath(token), {}, 'DELETE'));
/** Does not agree to delete a match, or thinks better of it. */
export const keepMatch = async (token: string) => void (await ask(`${infoPath(token)}/keep`, {}));
export const matchInfo = (token: string) => json<MatchInfo>(infoPath(token));
/** As it is now: refused while its game is being prepared. */
export const matchInfoNow = async (token: string) => read<MatchInfo>(token, await askOnce(infoPath(token)));
export const matchFile = async (token: string) => (await ask(`/matches/${part(token)}/file`)).text();
export const replay = (token: string) => json<Replay>(`/matches/${part(token)}/replay`);
export const verify = (token: string) => json<Verified>(`/matches/${part(token)}/verify`);
export const analysis = (token: string) => json<Analysis>(`/matches/${part(token)}/analysis`, {});
export const writtenPosition = (id: string, position: string, setting = '') =>
  json<Written>(`/positions/${part(id)}?p=${part(position)}${setting && `&${setting}`}`);

import { barracks } from './barracks.svelte';
import { asSquad } from './actions';
import type { Found } from './find';
import { library } from './library.svelte';
import { plainSquad, readSquad } from './shape';
import type { Squad } from './types';

/** Which squad plays: a ready one, one of the library, or one that was given by code or drawn at random. */
export type Choice = { kind: 'ready' | 'own'; id: string } | { kind: 'given'; squad: Squad };

/** Null where it is no longer there. */
export function squadOf(choice: Choice): Squad | null {
  if (choice.kind === 'given') return choice.squad;
  if (choice.kind === 'own') return library.squad(choice.id)?.squad ?? null;
  return barracks.ready(choice.id)?.squad ?? null;
}

/** What a new match takes. */
export function valueOf(choice: Choice): string | Squad | null {
  if (choice.kind === 'ready') return choice.id;
  const squad = squadOf(choice);
  return squad && plainSquad(squad);
}

export function choiceOf({ from, id, thing }: Found): Choice {
  if (from === 'ready') return { kind: 'ready', id };
  if (from === 'own' && 'squad' in thing) return { kind: 'own', id };
  return { kind: 'given', squad: asSquad(thing) };
}

/** A remembered choice, if it still means something. */
export function readChoice(value: unknown): Choice | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, id, squad } = value as Record<string, unknown>;
  if (kind === 'given') {
    const given = readSquad(squad);
    return given && { kind, squad: given };
  }
  if ((kind !== 'ready' && kind !== 'own') || typeof id !== 'string') return null;
  const choice: Choice = { kind, id };
  return squadOf(choice) ? choice : null;
}

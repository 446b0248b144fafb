import { battles, shelf } from './armies.svelte';
import { faultsOf, readDivisions, type Army } from './army';
import { pasted } from './pasted';
import { readArmy } from './shape';

/** Which army takes the field: one of a ready battle, one of the library, or one that was given as text. */
export type Choice = { kind: 'ready' | 'own'; id: string } | { kind: 'given'; army: Army };

/** Null where it is no longer there. */
export function armyOf(choice: Choice): Army | null {
  if (choice.kind === 'given') return choice.army;
  if (choice.kind === 'own') return shelf.of(choice.id) ?? null;
  return battles.ready.find(({ id }) => id === choice.id)?.army ?? null;
}

/** A remembered choice, if it still means something. */
export function readChoice(value: unknown): Choice | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, id, army } = value as Record<string, unknown>;
  if (kind === 'given') {
    const given = readArmy(army);
    return given && { kind, army: given };
  }
  if ((kind !== 'ready' && kind !== 'own') || typeof id !== 'string') return null;
  const choice: Choice = { kind, id };
  return armyOf(choice) ? choice : null;
}

/** The army that is kept or ready under an id, or that a text is; one without a name gets this one. */
export function find(wanted: string, unnamed: string): Choice | null {
  if (shelf.of(wanted)) return { kind: 'own', id: wanted };
  if (battles.ready.some(({ id }) => id === wanted)) return { kind: 'ready', id: wanted };
  const given = pasted(wanted);
  return given && { kind: 'given', army: { name: given.name || unnamed, text: given.text } };
}

/** Whether an army can take the field for so many points; 0 for no limit. */
export const isFit = (army: Army, most = 0) => faultsOf(readDivisions(army.text) ?? [], most).length === 0;

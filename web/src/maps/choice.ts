import * as api from './api';
import { maps, shelf } from './maps.svelte';
import { readMap } from './shape';
import type { TableMap } from './types';

/** Which map is played on: a ready one, one of the library, or one that was given by code or by lot. */
export type Choice = { kind: 'ready' | 'own'; id: string } | { kind: 'given'; map: TableMap };

/** Null where it is no longer there. */
export function mapOf(choice: Choice): TableMap | null {
  if (choice.kind === 'given') return choice.map;
  if (choice.kind === 'own') return shelf.of(choice.id) ?? null;
  return maps.ready(choice.id)?.map ?? null;
}

/** What a new match takes. */
export const valueOf = (choice: Choice): string | TableMap | null => (choice.kind === 'ready' ? choice.id : mapOf(choice));

/** A remembered choice, if it still means something. */
export function readChoice(value: unknown): Choice | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, id, map } = value as Record<string, unknown>;
  if (kind === 'given') {
    const given = readMap(map);
    return given && { kind, map: given };
  }
  if ((kind !== 'ready' && kind !== 'own') || typeof id !== 'string') return null;
  const choice: Choice = { kind, id };
  return mapOf(choice) ? choice : null;
}

/** The map that is kept or ready under an id, or that a code stands for; throws what the server says of a bad one. */
export async function find(id: string): Promise<Choice> {
  await maps.load();
  if (shelf.of(id)) return { kind: 'own', id };
  if (maps.ready(id)) return { kind: 'ready', id };
  return { kind: 'given', map: await api.readCode(id) };
}

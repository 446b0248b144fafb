import * as api from './api';
import { fieldOf, MAP_GAMES, UNNAMED, type MapGame } from './fields';
import { atlas, shelf } from './maps.svelte';
import { readMap, sentOf, type Wire } from './shape';
import type { TableMap } from './types';

/** Which map is played on: a ready one, one of the library, or one that was given by code or drawn at random. */
export type Choice = { kind: 'ready' | 'own'; game: MapGame; id: string } | { kind: 'given'; game: MapGame; map: TableMap };

/** Null where it is no longer there, or of another game. */
export function mapOf(choice: Choice): TableMap | null {
  const map =
    choice.kind === 'given' ? choice.map : choice.kind === 'own' ? shelf.of(choice.id) : atlas.of(choice.game).ready(choice.id)?.map;
  return map?.game === choice.game ? map : null;
}

/** What a new match takes. */
export function valueOf(choice: Choice): string | Wire | null {
  if (choice.kind === 'ready') return choice.id;
  const map = mapOf(choice);
  return map && sentOf(map);
}

/** A remembered choice, if it still means something. */
export function readChoice(value: unknown, game: MapGame): Choice | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kind, id, map } = value as Record<string, unknown>;
  if (kind === 'given') {
    const given = readMap(map);
    return given?.game === game ? { kind, game, map: given } : null;
  }
  if ((kind !== 'ready' && kind !== 'own') || typeof id !== 'string') return null;
  const choice: Choice = { kind, game, id };
  return mapOf(choice) ? choice : null;
}

/** The map that is kept or ready under an id, or that a code stands for; throws what the server says of a bad one. */
export async function find(id: string, game: MapGame): Promise<Choice> {
  await atlas.of(game).load();
  const own: Choice = { kind: 'own', game, id };
  if (mapOf(own)) return own;
  if (atlas.of(game).ready(id)) return { kind: 'ready', game, id };
  return { kind: 'given', game, map: await api.readCode(game, id) };
}

/** The map that a shared code stands for, of whatever game; throws what the server says of one that is none. */
export function mapByCode(code: string): Promise<TableMap> {
  const game = MAP_GAMES.find((one) => code.startsWith(fieldOf(one).letter)) ?? UNNAMED;
  return api.readCode(game, code);
}

import * as api from './api';
import { barracks } from './barracks.svelte';
import type { Thing } from './actions';
import { library } from './library.svelte';

export type Found = { from: 'own' | 'ready' | 'code'; id: string; thing: Thing };

/** The unit or squad that is kept or ready under an id. */
export function here(id: string): Found | null {
  const squad = library.squad(id);
  if (squad) return { from: 'own', id, thing: { squad: squad.squad } };
  const unit = library.unit(id);
  if (unit) return { from: 'own', id, thing: { unit: unit.unit } };
  const ready = barracks.ready(id);
  return ready ? { from: 'ready', id, thing: { squad: ready.squad } } : null;
}

/** As `here`, and what a shared code stands for; throws what the server says of a bad one. */
export async function find(id: string): Promise<Found> {
  await barracks.load();
  const found = here(id);
  if (found) return found;
  const shared = await api.readCode(id);
  return { from: 'code', id, thing: shared.kind === 'unit' ? { unit: shared.unit } : { squad: shared.squad } };
}

/** The code in a pasted text: itself, or out of a link. */
export function codeIn(text: string): string {
  const pasted = text.trim();
  const found = /[?&]c=([^&#\s]+)/.exec(pasted)?.[1];
  if (!found) return pasted;
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}

import type { Wire } from '../../../maps/shape';

/** In place of a ready battle: a map and armies of one's own. */
export const OWN = '';

/** The objectives that are played for: as many as wished, and as the map has. */
export const countOf = (wanted: number, onMap: number) => Math.max(0, Math.min(wanted, onMap));

/** As a new match takes it: of a ready battle its name, of one's own all its parts. */
export function broughtOf(
  battle: string,
  own: { map: string | Wire; south: string; north: string; points: number } | null,
  objectives: number,
  deployment = 'free',
): Record<string, string | number | Wire> | null {
  if (battle !== OWN) return { battle, objectives, points: 0, deployment };
  return own && { battle, map: own.map, south_army: own.south, north_army: own.north, objectives, points: own.points, deployment: 'free' };
}

import { ask } from '../../../lib/api';
import type { PRINTED, SCALES } from '../../../lib/constants';
import type { Language } from '../../../lib/protocol';
import type { Wire } from '../../../maps/shape';
import type { Paper } from '../../../print/sheets';

export type Printed = (typeof PRINTED)['forglory'][number];
export type Scale = keyof typeof SCALES;

export interface Order {
  what: Printed[];
  battle?: string;
  map?: string | Wire;
  south_army?: string;
  north_army?: string;
  scale: Scale;
  paper: Paper;
  lang: Language;
  full_size_map: boolean;
}

export const printed = async (order: Order) => (await ask('/forglory/print', order)).blob();

/** Markers are made for the units and the objectives, the score sheet for the objectives. */
export const needsArmies = (what: readonly Printed[]) => what.some((part) => part === 'units' || part === 'markers' || part === 'armies');
export const needsMap = (what: readonly Printed[]) => what.some((part) => part === 'map' || part === 'markers' || part === 'score');

/** What is asked for, with only what it needs: of a ready battle its name, of one's own its parts. */
export function orderOf({ battle, map, south_army, north_army, full_size_map, ...rest }: Order): Order {
  const order: Order = { ...rest, full_size_map: full_size_map && rest.what.includes('map') };
  const [armies, field] = [needsArmies(rest.what), needsMap(rest.what)];
  if (battle) return armies || field ? { ...order, battle } : order;
  return { ...order, ...(field && { map }), ...(armies && { south_army, north_army }) };
}

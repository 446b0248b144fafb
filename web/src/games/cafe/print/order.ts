import { ask } from '../../../lib/api';
import type { PRINTED } from '../../../lib/constants';
import type { Language } from '../../../lib/protocol';
import type { Wire } from '../../../maps/shape';
import type { Paper } from '../../../print/sheets';

export type Printed = (typeof PRINTED)['cafe'][number];

export interface Order {
  what: Printed[];
  map?: string | Wire;
  blue_army?: string;
  red_army?: string;
  paper: Paper;
  lang: Language;
  full_size_map: boolean;
}

export const printed = async (order: Order) => (await ask('/cafe/print', order)).blob();

/** Counters are made for the units of the armies, markers for the objectives of the map. */
export const needsArmies = (what: readonly Printed[]) => what.includes('units') || what.includes('tokens');
export const needsMap = (what: readonly Printed[]) => what.includes('map') || what.includes('markers');

/** What is asked for, with only what it needs. */
export function orderOf({ map, blue_army, red_army, full_size_map, ...rest }: Order): Order {
  const armies = needsArmies(rest.what) ? { blue_army, red_army } : {};
  return {
    ...rest,
    ...armies,
    ...(needsMap(rest.what) ? { map } : {}),
    full_size_map: full_size_map && rest.what.includes('map'),
  };
}

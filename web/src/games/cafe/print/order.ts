import { ask } from '../../../lib/api';
import type { Language } from '../../../lib/protocol';
import type { Wire } from '../../../maps/shape';

export const PRINTED = ['units', 'tokens', 'cards', 'markers', 'ruler', 'map', 'summary', 'score'] as const;
export type Printed = (typeof PRINTED)[number];
export const PAPERS = { a4: [210, 297], letter: [215.9, 279.4] } as const;
export type Paper = keyof typeof PAPERS;

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

// What a sheet of the true size keeps free, in millimetres: at its sides, above and below, and the strip to glue on.
const SIDES = 20;
const ENDS = 28;
const STRIP = 10;

/** Sheets side by side that make a map in its true size, upright or across, whichever takes fewer. */
export function tilesOf({ width, height }: { width: number; height: number }, paper: Paper): { across: number; down: number } {
  const [short, long] = PAPERS[paper];
  const ways = [[short, long], [long, short]].map(([wide, high]) => ({
    across: Math.ceil(width / 10 / (wide! - SIDES - STRIP)),
    down: Math.ceil(height / 10 / (high! - ENDS - STRIP)),
  }));
  return ways.toSorted((one, other) => one.across * one.down - other.across * other.down)[0]!;
}

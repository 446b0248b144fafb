import { FileTrouble } from '../barracks/files';
import { mapText, readMap, type Usual } from './shape';
import type { TableMap } from './types';

const VERSION = 1;

export const mapFile = (map: TableMap) => `${JSON.stringify({ escaramuza: 'map', version: VERSION, map })}\n`;
export const mapsFile = (maps: TableMap[]) => `${JSON.stringify({ escaramuza: 'maps', version: VERSION, maps })}\n`;

/** The maps in a file: one, with or without its envelope, or all of a library. */
export function readMaps(text: string, usual?: Usual): TableMap[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FileTrouble('notJson');
  }
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const bare = given.escaramuza === undefined && 'objectives' in given;
  if (!bare && given.escaramuza !== 'map' && given.escaramuza !== 'maps') throw new FileTrouble('notOurs');
  if (typeof given.version === 'number' && given.version > VERSION) throw new FileTrouble('newer');
  const found: unknown = bare ? [given] : given.escaramuza === 'map' ? [given.map] : given.maps;
  const read = Array.isArray(found) ? found.map((map: unknown) => readMap(map, usual)) : [null];
  if (read.includes(null)) throw new FileTrouble('broken');
  return read as TableMap[];
}

/** Those that are not among the kept ones. */
export function freshOf(maps: TableMap[], kept: TableMap[]): TableMap[] {
  const old = new Set(kept.map(mapText));
  return maps.filter((map) => !old.has(mapText(map)));
}

import { all, opened, VERSION } from '../shelf/files';
import { fieldOf, isMapGame, MAP_GAMES, UNNAMED, type MapGame } from './fields';
import { mapText, readMap, sentOf, type Usual } from './shape';
import type { TableMap } from './types';

const named = ({ game }: TableMap) => (game === UNNAMED ? {} : { game });

export const mapFile = (map: TableMap) => `${JSON.stringify({ escaramuza: 'map', version: VERSION, ...named(map), map: sentOf(map) })}\n`;
export const mapsFile = (maps: TableMap[]) =>
  `${JSON.stringify({ escaramuza: 'maps', version: VERSION, maps: maps.map((map) => ({ ...named(map), ...sentOf(map) })) })}\n`;

/** The maps in a file: one, with or without its envelope, or all of a library. */
export function readMaps(text: string, usual?: Usual): TableMap[] {
  const given = opened(text, (file) => isBare(file) || file.escaramuza === 'map' || file.escaramuza === 'maps');
  const found = isBare(given) ? [given] : given.escaramuza === 'map' ? [given.map] : given.maps;
  return all(found, (map) => readMap(map, usual, gameOf(given, map)));
}

/** Whether it is a map without its envelope. */
const isBare = (file: Record<string, unknown>) => file.escaramuza === undefined && 'objectives' in file;

/** The game that the file names, or that alone has what the map has. */
function gameOf(file: Record<string, unknown>, map: unknown): MapGame {
  if (isMapGame(file.game)) return file.game;
  const roads = typeof map === 'object' && map !== null && 'roads' in map;
  return (roads && MAP_GAMES.find((game) => fieldOf(game).roads)) || UNNAMED;
}

/** Those that are not among the kept ones. */
export function freshOf(maps: TableMap[], kept: TableMap[]): TableMap[] {
  const old = new Set(kept.map(mapText));
  return maps.filter((map) => !old.has(mapText(map)));
}

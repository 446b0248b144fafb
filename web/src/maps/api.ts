import { json } from '../lib/api';
import type { MapGame } from './fields';
import { readWire, sentOf, type Wire } from './shape';
import type { Catalogue, TableMap, Verdict } from './types';

const given = async (game: MapGame, asked: Promise<{ map: Wire }>) => readWire(game, (await asked).map);

type Sent = Omit<Catalogue, 'ready'> & { ready: (Omit<Catalogue['ready'][number], 'map'> & { map: Wire })[] };

export async function catalogue(game: MapGame): Promise<Catalogue> {
  const known = await json<Sent>(`/${game}/maps`);
  return { ...known, ready: known.ready.map((ready) => ({ ...ready, map: readWire(game, ready.map) })) };
}

export const judge = (map: TableMap) => json<Verdict>(`/${map.game}/map`, { map: sentOf(map) });
export const random = (game: MapGame, symmetric: boolean) => given(game, json(`/${game}/map/random`, { symmetric }));
export const readCode = (game: MapGame, code: string) => given(game, json(`/${game}/map/code/${encodeURIComponent(code)}`));

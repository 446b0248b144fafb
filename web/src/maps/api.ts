import { json } from '../lib/api';
import type { Catalogue, TableMap, Verdict } from './types';

export const catalogue = () => json<Catalogue>('/cafe/maps');
export const judge = (map: TableMap) => json<Verdict>('/cafe/map', { map });
export const random = async (symmetric: boolean) => (await json<{ map: TableMap }>('/cafe/map/random', { symmetric })).map;
export const readCode = async (code: string) =>
  (await json<{ map: TableMap }>(`/cafe/map/code/${encodeURIComponent(code)}`)).map;

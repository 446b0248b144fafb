import { say, t } from '../lib/i18n.svelte';
import { inCentimetres } from '../table/lengths';
import { maps } from './maps.svelte';
import type { ReadyMap, TableMap } from './types';

/** A ready map under the name it has in the reader's language. */
export const readyMap = ({ map, text }: ReadyMap): TableMap => ({ ...map, name: say(text) });

/** Its size and what lies on it, in one line. */
export const factsOf = (map: TableMap) =>
  [
    t('maps.size', { width: inCentimetres(map.width), height: inCentimetres(map.height) }),
    t('maps.objectiveCount', { count: map.objectives.length }),
    t('maps.pieceCount', { count: map.terrain.length }),
  ].join(' · ');

export const kindName = (kind: string) => say(maps.kind(kind)?.text) || kind;
export const roleName = (role: string) => say(maps.role(role)?.text) || role;

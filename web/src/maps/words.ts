import { say, t } from '../lib/i18n.svelte';
import { inCentimetres } from '../table/lengths';
import { fieldOf, type MapGame } from './fields';
import { atlas } from './maps.svelte';
import type { Piece, ReadyMap, TableMap } from './types';

/** A ready map under the name it has in the reader's language. */
export const readyMap = ({ map, text }: ReadyMap): TableMap => ({ ...map, name: say(text) });

/** Its size and what lies on it, in one line. */
export const factsOf = (map: TableMap) =>
  [
    t('maps.size', { width: inCentimetres(map.width), height: inCentimetres(map.height) }),
    t('maps.objectiveCount', { count: map.objectives.length }),
    t('maps.pieceCount', { count: map.terrain.length }),
    ...(map.roads.length ? [t('maps.roadCount', { count: map.roads.length })] : []),
  ].join(' · ');

export const kindName = (game: MapGame, kind: string) => say(atlas.of(game).kind(kind)?.text) || kind;
export const roleName = (game: MapGame, role: string) => say(atlas.of(game).role(role)?.text) || role;

/** What a piece does in play, in words: what it says itself, or what its kind does. */
export const rolesOf = (game: MapGame, { kind, roles }: Piece) =>
  (fieldOf(game).freeRoles ? roles : (atlas.of(game).kind(kind)?.roles ?? [])).map((role) => roleName(game, role));

export const gameName = (game: MapGame) => fieldOf(game).name;

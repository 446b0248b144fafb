import { t } from '../lib/i18n.svelte';
import { ShelfActions } from '../shelf/actions';
import type { MapGame } from './fields';
import { freshOf, mapFile, mapsFile } from './files';
import { shelf } from './maps.svelte';
import { copyName, newMap } from './shape';

export const maps = new ShelfActions(shelf, {
  kept: 'maps.kept',
  imported: 'maps.imported',
  one: 'map',
  all: 'maps',
  file: mapFile,
  files: mapsFile,
  fresh: freshOf,
  copyName,
});

export const addNew = (game: MapGame) => shelf.add(newMap(t('maps.newName'), game));

import { fileName } from '../barracks/files';
import { notices } from '../barracks/notices.svelte';
import { announcer } from '../lib/announce.svelte';
import { t } from '../lib/i18n.svelte';
import { saveText } from '../lib/save';
import type { MapGame } from './fields';
import { freshOf, mapFile, mapsFile } from './files';
import { shelf } from './maps.svelte';
import { copyName, newMap } from './shape';
import type { TableMap } from './types';

export const addNew = (game: MapGame) => shelf.add(newMap(t('maps.newName'), game));

/** Adds it to the library as it is. */
export function keepMap(map: TableMap): string {
  announcer.tell(t('maps.kept', { name: map.name }));
  return shelf.add(map);
}

/** Adds a copy to the library, named as one. */
export function copyMap(map: TableMap): string {
  const name = copyName(map.name, t('barracks.copyName'));
  announcer.tell(t('barracks.copied', { name }));
  return shelf.add({ ...map, name });
}

/** Takes it out of the library, with a way back. */
export function removeMap(id: string, map: TableMap): void {
  notices.offer(t('barracks.removed', { name: map.name }), shelf.remove(id));
}

export const exportMap = (map: TableMap) => saveText(fileName(map.name, 'map'), mapFile(map));
export const exportAll = () => saveText('escaramuza.maps.json', mapsFile(shelf.all.map((kept) => kept.thing)));

/** Adds what came in a file and is not here yet, with a way back. */
export function takeIn(given: TableMap[]): void {
  const fresh = freshOf(
    given,
    shelf.all.map((kept) => kept.thing),
  );
  // One by one from the last, so that they stand in the order of the file.
  const ids = fresh.toReversed().map((map) => shelf.add(map));
  const said = fresh.length ? t('maps.takenIn', { count: fresh.length }) : t('barracks.nothingNew');
  notices.offer(said, fresh.length ? () => ids.forEach((id) => shelf.remove(id)) : null);
}

import { fileName } from '../barracks/files';
import { notices } from '../barracks/notices.svelte';
import { announcer } from '../lib/announce.svelte';
import { t } from '../lib/i18n.svelte';
import { saveText } from '../lib/save';
import { shelf } from './armies.svelte';
import type { Army } from './army';
import { armiesFile, armyFile, copyName, freshOf, newArmy } from './shape';

export const addNew = () => shelf.add(newArmy(t('armies.newName')));

/** Adds it to the library as it is. */
export function keepArmy(army: Army): string {
  announcer.tell(t('armies.kept', { name: army.name }));
  return shelf.add(army);
}

/** Adds a copy to the library, named as one. */
export function copyArmy(army: Army): string {
  const name = copyName(army.name, t('barracks.copyName'));
  announcer.tell(t('barracks.copied', { name }));
  return shelf.add({ ...army, name });
}

/** Takes it out of the library, with a way back. */
export function removeArmy(id: string, army: Army): void {
  notices.offer(t('barracks.removed', { name: army.name }), shelf.remove(id));
}

export const exportArmy = (army: Army) => saveText(fileName(army.name, 'army'), armyFile(army));
export const exportAll = () => saveText('escaramuza.armies.json', armiesFile(shelf.all.map((kept) => kept.thing)));

/** Adds what came in a file and is not here yet, with a way back. */
export function takeIn(given: Army[]): void {
  const fresh = freshOf(
    given,
    shelf.all.map((kept) => kept.thing),
  );
  // One by one from the last, so that they stand in the order of the file.
  const ids = fresh.toReversed().map((army) => shelf.add(army));
  const said = fresh.length ? t('armies.takenIn', { count: fresh.length }) : t('barracks.nothingNew');
  notices.offer(said, fresh.length ? () => ids.forEach((id) => shelf.remove(id)) : null);
}

import { t } from '../lib/i18n.svelte';
import { ShelfActions } from '../shelf/actions';
import { shelf } from './armies.svelte';
import { armiesFile, armyFile, copyName, freshOf, newArmy } from './shape';

export const armies = new ShelfActions(shelf, {
  kept: 'armies.kept',
  imported: 'armies.imported',
  one: 'army',
  all: 'armies',
  file: armyFile,
  files: armiesFile,
  fresh: freshOf,
  copyName,
});

export const addNew = () => shelf.add(newArmy(t('armies.newName')));

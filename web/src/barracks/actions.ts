import { announcer } from '../lib/announce.svelte';
import { t } from '../lib/i18n.svelte';
import { saveText } from '../lib/save';
import { fileName } from '../shelf/files';
import { freshOf, libraryFile, squadFile, unitFile, type Contents } from './files';
import { library } from './library.svelte';
import { notices } from './notices.svelte';
import { copyName, newUnit } from './shape';
import type { Squad, Unit } from './types';

/** The game that squads of the Barracks play. */
export const GAME = 'escarmouche';

/** What can be kept, shared and printed: a unit or a squad. */
export type Thing = { unit: Unit } | { squad: Squad };

export const nameOf = (thing: Thing) => ('unit' in thing ? thing.unit.name : thing.squad.name);
export const asSquad = (thing: Thing): Squad => ('unit' in thing ? { name: thing.unit.name, units: [thing.unit] } : thing.squad);

export const addNewUnit = () => library.addUnit(newUnit(t('barracks.newUnitName')));
export const addNewSquad = () => library.addSquad({ name: t('barracks.newSquadName'), units: [] });

/** Adds it to the library as it is. */
export function keepThing(thing: Thing): string {
  const id = 'unit' in thing ? library.addUnit(thing.unit) : library.addSquad(thing.squad);
  announcer.tell(t('barracks.kept', { name: nameOf(thing) }));
  return id;
}

/** Adds a copy to the library, named as one. */
export function copyThing(thing: Thing): string {
  const name = copyName(nameOf(thing), t('barracks.copyName'));
  announcer.tell(t('barracks.copied', { name }));
  return 'unit' in thing ? library.addUnit({ ...thing.unit, name }) : library.addSquad({ ...thing.squad, name });
}

export function renameThing(id: string, thing: Thing, name: string): void {
  if ('unit' in thing) library.putUnit(id, { ...thing.unit, name });
  else library.putSquad(id, { ...thing.squad, name });
}

/** Adds what came in a file and is not here yet, with a way back. */
export function importThings(contents: Contents): void {
  const { units, squads, known } = freshOf(contents, library.contents);
  // One by one from the last, so that they are in the order of the file.
  const unitIds = units.toReversed().map((unit) => library.addUnit(unit));
  const squadIds = squads.toReversed().map((squad) => library.addSquad(squad));
  const taken = unitIds.length + squadIds.length > 0;
  const said = [
    taken ? t('barracks.imported', { squads: squads.length, units: units.length }) : t('barracks.nothingNew'),
    ...(known ? [t('barracks.alreadyHere', { count: known })] : []),
  ];
  const undo = () => {
    for (const id of unitIds) library.removeUnit(id);
    for (const id of squadIds) library.removeSquad(id);
  };
  notices.offer(said.join(' '), taken ? undo : null);
}

/** Takes it out of the library, with a way back. */
export function removeThing(id: string, thing: Thing): void {
  const undo = 'unit' in thing ? library.removeUnit(id) : library.removeSquad(id);
  notices.offer(t('barracks.removed', { name: nameOf(thing) }), undo);
}

export function exportThing(thing: Thing): void {
  if ('unit' in thing) saveText(fileName(thing.unit.name, 'unit'), unitFile(thing.unit));
  else saveText(fileName(thing.squad.name, 'squad'), squadFile(thing.squad));
}

export function exportLibrary(): void {
  saveText('escaramuza.library.json', libraryFile(library.contents));
}

import type armies from './en/armies.json';
import type barracks from './en/barracks.json';
import type generic from './en/generic.json';
import type lab from './en/lab.json';
import type maps from './en/maps.json';
import type page from './en/page.json';
import type people from './en/people.json';
import type printing from './en/printing.json';
import type shell from './en/shell.json';
import type table from './en/table.json';

/** What is said in the page itself, and by each game in its own folder. */
export type Key =
  | keyof typeof armies
  | keyof typeof barracks
  | keyof typeof generic
  | keyof typeof lab
  | keyof typeof maps
  | keyof typeof page
  | keyof typeof people
  | keyof typeof printing
  | keyof typeof shell
  | keyof typeof table
  | { [Game in keyof GameVocabularies]: keyof GameVocabularies[Game] }[keyof GameVocabularies];
export type Vocabulary = Record<Key, string>;

/** The words of a language, from all its files. */
export const gathered = (...found: Record<string, unknown>[]): Vocabulary =>
  Object.assign({}, ...found.flatMap((files) => Object.values(files))) as Vocabulary;

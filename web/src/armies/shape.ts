import { FileTrouble } from '../barracks/files';
import { copyName, tidyName } from '../barracks/shape';
import { armyText, readDivisions, type Army } from './army';

export { copyName, tidyName };

const VERSION = 1;
const GAME = 'forglory';

/** The army that is written there, a draft too; null if that is none. */
export function readArmy(value: unknown): Army | null {
  if (typeof value !== 'object' || value === null) return null;
  const { name, text } = value as Record<string, unknown>;
  const divisions = readDivisions(text);
  const tidy = typeof name === 'string' ? tidyName(name) : '';
  return divisions && tidy ? { name: tidy, text: armyText(divisions) } : null;
}

/** Two divisions that can take the field. */
export const newArmy = (name: string): Army => ({ name: tidyName(name), text: '3LnInf FA / 3LnInf LI LC' });

export const armyFile = (army: Army) => `${JSON.stringify({ escaramuza: 'army', version: VERSION, game: GAME, army })}\n`;
export const armiesFile = (armies: Army[]) => `${JSON.stringify({ escaramuza: 'armies', version: VERSION, game: GAME, armies })}\n`;

/** The armies in a file: one, or all of a library. */
export function readArmies(text: string): Army[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FileTrouble('notJson');
  }
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (given.escaramuza !== 'army' && given.escaramuza !== 'armies') throw new FileTrouble('notOurs');
  if (typeof given.version === 'number' && given.version > VERSION) throw new FileTrouble('newer');
  const found: unknown = given.escaramuza === 'army' ? [given.army] : given.armies;
  const read = Array.isArray(found) ? found.map(readArmy) : [null];
  if (read.includes(null)) throw new FileTrouble('broken');
  return read as Army[];
}

const keyOf = ({ name, text }: Army) => JSON.stringify([name, text]);

/** Those that are not among the kept ones. */
export function freshOf(armies: Army[], kept: Army[]): Army[] {
  const old = new Set(kept.map(keyOf));
  return armies.filter((army) => !old.has(keyOf(army)));
}

import { copyName, tidyName } from '../barracks/shape';
import { all, opened, VERSION } from '../shelf/files';
import { armyText, readDivisions, type Army } from './army';

export { copyName, tidyName };

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
  const given = opened(text, ({ escaramuza }) => escaramuza === 'army' || escaramuza === 'armies');
  return all(given.escaramuza === 'army' ? [given.army] : given.armies, readArmy);
}

const keyOf = ({ name, text }: Army) => JSON.stringify([name, text]);

/** Those that are not among the kept ones. */
export function freshOf(armies: Army[], kept: Army[]): Army[] {
  const old = new Set(kept.map(keyOf));
  return armies.filter((army) => !old.has(keyOf(army)));
}

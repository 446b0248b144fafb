import type { Text } from '../lib/protocol';
import { isPortrait } from './portrait';
import { FIGURES, type Squad, type Unit, type Words } from './types';

// The form of units and squads in files and in storage; whether they may play is for the server.
const LOW = 1;
const HIGH = 10;
const LONGEST_NAME = 40;
const LONGEST_QUOTE = 120;
const MOST_ABILITIES = 2;
const MOST_UNITS = 24;
const ICON = 'swordman';

/** One line of printable characters. */
export function tidy(text: string, longest: number): string {
  const line = text
    .replace(/[\p{Z}\s]+/gu, ' ')
    .replace(/\p{C}/gu, '')
    .trim();
  // By characters, so that none is cut in two.
  return [...line].slice(0, longest).join('').trim();
}

export const tidyName = (text: string) => tidy(text, LONGEST_NAME);
export const tidyQuote = (text: string) => tidy(text, LONGEST_QUOTE);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readWords(value: unknown): Words | null {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return tidyQuote(value);
  if (!isRecord(value)) return null;
  const said = [value.en, value.es, value.fr].filter((words) => words !== undefined);
  if (!said.every((words) => typeof words === 'string')) return null;
  // What is said in some of the languages only is said in all of them.
  const words = (language: unknown) => tidyQuote(typeof language === 'string' ? language : (said[0] ?? ''));
  return { es: words(value.es), fr: words(value.fr), en: words(value.en) } satisfies Text;
}

/** The unit that is written there, or null if that is none. */
export function readUnit(value: unknown): Unit | null {
  if (!isRecord(value)) return null;
  const figures = FIGURES.map((figure) => value[figure]);
  if (!figures.every((one) => Number.isInteger(one) && Number(one) >= LOW && Number(one) <= HIGH)) return null;
  const name = typeof value.name === 'string' ? tidyName(value.name) : '';
  const abilities: unknown = value.abilities ?? [];
  const quote = readWords(value.quote);
  if (!name || quote === null || !Array.isArray(abilities)) return null;
  if (!abilities.every((one) => typeof one === 'string' && /^[a-z-]{1,40}$/.test(one))) return null;
  if (abilities.length > MOST_ABILITIES || new Set(abilities).size < abilities.length) return null;
  const icon = typeof value.icon === 'string' && /^[a-z0-9-]{1,40}$/.test(value.icon) ? value.icon : ICON;
  const [health, range, move, power] = figures as [number, number, number, number];
  const unit = { name, health, range, move, power, abilities: [...(abilities as string[])], icon, quote };
  // A picture that is none is no reason to lose the unit.
  return isPortrait(value.portrait) ? { ...unit, portrait: value.portrait } : unit;
}

/** The squad that is written there, or null if that is none. */
export function readSquad(value: unknown): Squad | null {
  if (!isRecord(value) || typeof value.name !== 'string' || !Array.isArray(value.units)) return null;
  const name = tidyName(value.name);
  const units = value.units.map(readUnit);
  if (!name || units.length > MOST_UNITS || units.includes(null)) return null;
  return { name, units: units as Unit[] };
}

/** The name of a copy, within the length of a name. */
export function copyName(name: string, template: string): string {
  const mark = template.replace('{name}', '');
  const room = LONGEST_NAME - [...mark].length;
  return tidyName(template.replace('{name}', () => [...name].slice(0, room).join('')));
}

export const newUnit = (name: string): Unit => ({
  name: tidyName(name),
  health: 3,
  range: 1,
  move: 3,
  power: 1,
  abilities: [],
  icon: ICON,
  quote: '',
});

/** Without its picture: what the server is told, and what matches and codes carry. */
export function plainUnit(unit: Unit): Unit {
  const { portrait: _, ...plain } = unit;
  return plain;
}

export const plainSquad = (squad: Squad): Squad => ({ ...squad, units: squad.units.map(plainUnit) });

/** All of it in one line, for telling whether two are the same in everything. */
export const unitText = (unit: Unit) => JSON.stringify(readUnit(unit));
export const squadText = (squad: Squad) => JSON.stringify(readSquad(squad));

/** The same figures and abilities: worth the same. */
export const worthKey = (unit: Unit) => `${FIGURES.map((figure) => unit[figure]).join('/')}+${unit.abilities.toSorted().join('+')}`;

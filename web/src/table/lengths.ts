import { t, words } from '../lib/i18n.svelte';
import { CENTIMETRE, type Point } from './geometry';

/** A length as people read it, in centimetres: 1235 is 12.35, or 12,35 where that is the custom. */
export function inCentimetres(length: number, digits = 2): string {
  return new Intl.NumberFormat(words.language, { maximumFractionDigits: digits }).format(length / CENTIMETRE);
}

/** A length as actions are written. */
export function written(length: number): string {
  return String(Math.round(length) / CENTIMETRE);
}

/** A place as actions are written. */
export const placeText = ([x, y]: Point): string => `${written(x)},${written(y)}`;

/** A length with its unit: "12.4 cm". */
export const lengthText = (length: number, digits = 1): string => t('table.cm', { length: inCentimetres(length, digits) });

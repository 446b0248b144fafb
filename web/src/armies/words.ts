import { capital, say, t } from '../lib/i18n.svelte';
import { battles } from './armies.svelte';
import {
  LEAST_DIVISIONS,
  LEAST_UNITS,
  MOST_DIVISIONS,
  MOST_UNITS,
  pointsOf,
  unitsOf,
  type Category,
  type Division,
  type Fault,
  type Quality,
} from './army';

const term = (kind: string, id: string) => capital(say(battles.game?.terms[`${kind}:${id}`]) || id);
export const categoryName = (category: Category) => term('category', category);
export const qualityName = (quality: Quality) => term('quality', quality);

/** Its cost and its size, in one line. */
export const factsOf = (divisions: Division[]) =>
  [
    t('armies.points', { count: pointsOf(divisions) }),
    t('armies.units', { count: unitsOf(divisions) }),
    t('armies.divisions', { count: divisions.length }),
  ].join(' · ');

export function faultText(fault: Fault): string {
  switch (fault.what) {
    case 'fewDivisions':
      return t('armies.fewDivisions', { least: LEAST_DIVISIONS, found: fault.found });
    case 'manyDivisions':
      return t('armies.manyDivisions', { most: MOST_DIVISIONS, found: fault.found });
    case 'fewUnits':
      return t('armies.fewUnits', { number: fault.division, least: LEAST_UNITS, missing: LEAST_UNITS - fault.found });
    case 'manyUnits':
      return t('armies.manyUnits', { most: MOST_UNITS, over: fault.found - MOST_UNITS });
    case 'tooExpensive':
      return t('armies.tooExpensive', { found: fault.found, most: fault.most, over: fault.found - fault.most });
  }
}

/** What its units are, for those who do not see the drawing. */
export const rowName = (category: Category, quality: Quality) =>
  quality === 'R' ? categoryName(category) : t('armies.kindOf', { category: categoryName(category), quality: qualityName(quality) });

import { capital, say, t } from '../lib/i18n.svelte';
import { battles } from './armies.svelte';
import { LIMITS, pointsOf, unitsOf, type Category, type Division, type Fault, type Quality } from './army';

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
      return t('armies.fewDivisions', { least: LIMITS.fewestDivisions, found: fault.found });
    case 'manyDivisions':
      return t('armies.manyDivisions', { most: LIMITS.mostDivisions, found: fault.found });
    case 'fewUnits':
      return t('armies.fewUnits', { number: fault.division, least: LIMITS.fewestUnits, missing: LIMITS.fewestUnits - fault.found });
    case 'manyUnits':
      return t('armies.manyUnits', { most: LIMITS.mostUnits, over: fault.found - LIMITS.mostUnits });
    case 'tooExpensive':
      return t('armies.tooExpensive', { found: fault.found, most: fault.most, over: fault.found - fault.most });
  }
}

/** What its units are, for those who do not see the drawing. */
export const rowName = (category: Category, quality: Quality) =>
  quality === LIMITS.usual
    ? categoryName(category)
    : t('armies.kindOf', { category: categoryName(category), quality: qualityName(quality) });

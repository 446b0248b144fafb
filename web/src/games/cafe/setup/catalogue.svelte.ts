import { json } from '../../../lib/api';
import { Asked } from '../../../lib/asked.svelte';
import { decimal, t } from '../../../lib/i18n.svelte';
import { CENTIMETRE } from '../../../table/geometry';
import type { Catalogue } from './army';

export const catalogue = new Asked(() => json<Catalogue>('/cafe/armies'));

/** The figures of a kind of unit, in words. */
export function figuresText({ health, resistance, shooting, fighting, move }: Catalogue['units'][number]): string {
  const words = [
    [t('cafe.figure.health'), String(health)],
    [t('cafe.figure.resistance'), String(resistance)],
    [t('cafe.figure.shooting'), String(shooting)],
    [t('cafe.figure.fighting'), String(fighting)],
    [t('cafe.figure.move'), t('table.cm', { length: decimal(move / CENTIMETRE) })],
  ];
  return words.map(([name, value]) => `${name} ${value}`).join(' · ');
}

import { json } from '../../../lib/api';
import { decimal, t } from '../../../lib/i18n.svelte';
import type { components } from '../../../lib/openapi';

type Figures = components['schemas']['UnitFigures'];

const TENTHS = 100;

/** The figures of the kinds of unit: asked once, when an army is put together. Without them it can be all the same. */
class UnitFigures {
  #known = $state.raw<Figures[]>([]);
  #asked = false;

  load(): void {
    if (this.#asked) return;
    this.#asked = true;
    json<Figures[]>('/cafe/units').then(
      (found) => (this.#known = found),
      () => (this.#asked = false),
    );
  }

  /** The figures of a kind, in words. */
  of(letter: string): string {
    const found = this.#known.find((one) => one.letter === letter);
    if (!found) return '';
    const words = [
      [t('cafe.figure.health'), String(found.health)],
      [t('cafe.figure.resistance'), String(found.resistance)],
      [t('cafe.figure.shooting'), String(found.shooting)],
      [t('cafe.figure.fighting'), String(found.fighting)],
      [t('cafe.figure.move'), t('table.cm', { length: decimal(found.move / TENTHS) })],
    ];
    return words.map(([name, value]) => `${name} ${value}`).join(' · ');
  }
}

export const figures = new UnitFigures();

import { t } from '../../lib/i18n.svelte';
import type { Game } from '../../lib/protocol';
import { sideName } from '../../lib/who';
import type { Stakes } from '../../parts/stakes';
import { SIDES, standing, type EscarmoucheScene } from './scene';

/** A squad without units has lost; in the centre so many markers win. */
export function stakesOf(game: Game, scene: EscarmoucheScene): Stakes {
  const alone = SIDES.find((side) => standing(scene.units).filter((unit) => unit.side === side).length === 1);
  const most = scene.markers_to_win;
  const marked = scene.scenario === 'centre' ? SIDES.find((side) => scene.markers[side] === most - 1) : undefined;
  if (marked) return { text: t('stakes.escarmouche.marker', { side: sideName(game, marked) }), near: true };
  if (alone) return { text: t('stakes.escarmouche.unit', { side: sideName(game, alone) }), near: true };
  return { text: scene.scenario === 'centre' ? t('stakes.escarmouche.centre', { most }) : t('stakes.escarmouche'), near: false };
}

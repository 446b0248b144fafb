import { t } from '../../lib/i18n.svelte';
import type { Stakes } from '../../parts/stakes';
import type { TacticsScene } from './scene';

const LAST = 6;

/** A guard that is taken ends the game, or the last turn. */
export function stakesOf({ turns, turn_limit: limit }: TacticsScene): Stakes {
  const left = limit ? limit - turns : Infinity;
  if (left <= LAST) return { text: t('stakes.tactics.last', { left }), near: true };
  return { text: t('stakes.tactics'), near: false };
}

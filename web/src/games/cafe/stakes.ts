import { t } from '../../lib/i18n.svelte';
import type { Game } from '../../lib/protocol';
import { sideName } from '../../lib/who';
import type { Stakes } from '../../parts/stakes';
import { SIDES, standing, type CafeScene } from './scene';

/** Too few units beat a side; else the score after the last round decides. */
export function stakesOf(game: Game, { units, round, rounds, beaten_at: few }: CafeScene): Stakes {
  const near = SIDES.find((side) => standing(units).filter((unit) => unit.side === side).length === few + 1);
  if (near) return { text: t('stakes.cafe.unit', { side: sideName(game, near) }), near: true };
  if (round === rounds) return { text: t('stakes.lastRound'), near: true };
  return { text: t('stakes.cafe', { rounds, few }), near: false };
}

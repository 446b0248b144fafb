import { t } from '../../lib/i18n.svelte';
import type { Game } from '../../lib/protocol';
import { sideName } from '../../lib/who';
import type { Stakes } from '../../parts/stakes';
import { SIDES, type GloryScene } from './scene';

/** Divisions removed, a staff lost, all objectives in one hand, or the last round. */
export function stakesOf(game: Game, { divisions, objectives, round, rounds, divisions_to_lose: most }: GloryScene): Stakes {
  const removed = divisions.filter(({ state }) => state === 'removed').length;
  const holder = SIDES.find(
    (side) => objectives.length > 1 && objectives.filter((one) => one.owner === side).length === objectives.length - 1,
  );
  if (removed === most - 1) return { text: t('stakes.glory.division'), near: true };
  if (holder) return { text: t('stakes.glory.objective', { side: sideName(game, holder) }), near: true };
  if (round === rounds) return { text: t('stakes.lastRound'), near: true };
  return { text: t('stakes.glory', { rounds, most }), near: false };
}

import type { Chronicle } from '../../parts/log';

/** One line per order, with what was thrown, shot and suffered on the way; and one for each activation and round. */
export const chronicle: Chronicle = {
  begins: new Set(['ACTIVATED', 'IN_HAND', 'NO_MORE_ORDERS', 'ROUND_BEGINS', 'ROUND_OVER']),
  quiet: new Set([
    'ACTIVATION_OVER',
    'BRIGADE_LOST',
    'CHECK_DIE',
    'COMBAT_DIE',
    'ENTERS_AREA',
    'ENTERS_RANGE',
    'HALTED',
    'HOLDS_FIRE',
    'INITIATIVE',
    'INTERRUPTED',
    'IN_HAND',
    'LEADERSHIP_DIE',
    'LEADERSHIP_MODIFIER',
    'MELEE',
    'MODIFIER',
    'MORALE_MODIFIER',
    'NO_EXTRA_MOVE',
    'ORDERED',
    'REACTION_DECLINED',
    'REACTS',
    'STAYED',
    'STAYS_BACK',
    'TAKES_THE_SPOT',
    'WAITS',
  ]),
};

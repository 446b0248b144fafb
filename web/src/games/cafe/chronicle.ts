import type { Chronicle } from '../../parts/log';

/** One line per activation: where a unit went, whom it attacked, and what came of it. */
export const chronicle: Chronicle = {
  begins: new Set(['ACTIVATED', 'PASSED', 'INITIATIVE_THROWN', 'ROUND_OVER']),
  quiet: new Set([
    'ACTIVATED',
    'ACTIVATION_OVER',
    'ATTACK_DIE',
    'BENT',
    'DECLARES',
    'DEFENCE_DIE',
    'DIE_UNUSED',
    'HIT_CANCELLED',
    'INITIATIVE_THROWN',
    'KILL_CREDITED',
    'NO_ATTACK',
    'NO_SUPPORT_COMES',
    'NOTHING_TO_EVADE',
    'ONLY_A_CARD',
    'SETS_OUT',
    'STAYED',
    'STOOD',
    'TURNED',
    'WINDOW_CLOSED',
  ]),
};

import type { Chronicle } from '../../parts/log';

/** One line per turn: both actions and what came of them. */
export const chronicle: Chronicle = {
  begins: new Set(['BEGINS']),
  ends: new Set(['BEGINS', 'TURN_OVER', 'NOTHING_LEFT']),
  quiet: new Set(['TURN_OVER', 'NOTHING_LEFT', 'GUARD_ASKED', 'GUARD_REFUSED', 'NO_DAMAGE']),
};

import { FIGURE_SIGNS } from '../../barracks/figures';
import type { StatusId } from './scene';

const SHIELD = 'M12 1.5l9 3.2v6.6c0 5.6-3.8 9.4-9 11.2c-5.2-1.8-9-5.6-9-11.2V4.7z';
const DOWN = 'M4 2.5h16v3.6H4zM12 22L4.5 13h4.2V8.4h6.6V13h4.2z';
const SPARK = 'M14 1L4.5 13.6h5.2L8 23l11-13.2h-6.3z';

/** Small drawings of what a unit is in, in a square of 24. */
export const STATUS_SIGNS: Record<StatusId, string> = {
  stance: SHIELD,
  retreated: 'M10.5 3.5L2 12l8.5 8.5v-5h4.3c3.6 0 5.4 1.6 6 5c2.4-6.2-.2-12-6.4-12h-3.9z',
  'suppressed-next': DOWN,
  suppressed: DOWN,
  'drained-next': SPARK,
  drained: SPARK,
  guards: `${SHIELD}M10.3 6.5v4h-4v3.2h4v4h3.4v-4h4v-3.2h-4v-4z`,
  guarded: `${SHIELD}M12 5.2l5.6 2v4.3c0 3.6-2.3 6-5.6 7.4c-3.3-1.4-5.6-3.8-5.6-7.4V7.2z`,
};

/** Whether it helps the unit that is in it, hinders it now, or will hinder it next turn. */
export function moodOf(id: StatusId): 'good' | 'bad' | 'coming' {
  if (id.endsWith('-next')) return 'coming';
  return id === 'suppressed' || id === 'drained' ? 'bad' : 'good';
}

/** A sword, for an attack that is spent. */
export const SPENT = FIGURE_SIGNS.power;

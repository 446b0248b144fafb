import type { Chronicle } from '../../parts/log';

/** One line per turn: "⚂⚅ pike c5–d5, horse a4–a5 × bow". */
export const chronicle: Chronicle = {
  begins: new Set(['DICE_THROWN']),
  seatOf: ({ code, numbers }) => (code === 'DICE_THROWN' ? (['white', 'black'][Number(numbers.side)] ?? null) : null),
  quiet: new Set(['DICE_THROWN', 'POINTS', 'NO_MOVE_LEFT']),
};

import type { Point } from '../table/geometry';
import { MILLIMETRE } from './geometry';

const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** How far an arrow key moves things on the screen: a millimetre, with Shift a centimetre. */
export function arrowOf({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Point | null {
  const way = ARROWS[key];
  const far = shiftKey ? 10 * MILLIMETRE : MILLIMETRE;
  // Plain zeros: half a turn of the table would make negative ones of them.
  return way ? [way[0] * far || 0, way[1] * far || 0] : null;
}

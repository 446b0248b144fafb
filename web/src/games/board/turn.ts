import type { Seat, Step } from '../../lib/protocol';
import type { Way } from './geometry';

/**
 * All ways of the turn that a way belongs to, up to it: those of the steps that one seat made without anybody between. The way
 * is the last that has been shown; while more is still to be seen, the rest of the turn stays untold.
 */
export function turnOf(steps: readonly Step[], wayOf: (step: Step) => Way | null, last: Way | null): Way[] {
  if (!last) return [];
  let seat: Seat | null = null;
  const ways: Way[] = [];
  for (const step of steps.toReversed()) {
    const way = wayOf(step);
    if (!ways.length && !(way && way.at === last.at && way.to === last.to)) continue;
    if (seat !== null && step.seat !== seat) break;
    seat ??= step.seat;
    if (way) ways.unshift(way);
  }
  return ways.length ? ways : [last];
}

import type { Seat, Step } from '../lib/protocol';

/** Lines of the log: a step each, but a side's placements in a row are one line to unfold. */
export interface Entry {
  seat: Seat;
  first: number;
  last: number;
  placements: boolean;
  steps: Step[];
}

export function entriesOf(steps: Step[]): Entry[] {
  const entries: Entry[] = [];
  steps.forEach((step, i) => {
    // Taking a unit in hand alone tells nothing.
    if (step.action !== null && step.events.length === 0) return;
    const placements = step.placed;
    const before = entries.at(-1);
    if (placements && before?.placements && before.seat === step.seat) {
      before.steps.push(step);
      before.last = i;
    } else {
      entries.push({ seat: step.seat, first: i, last: i, placements, steps: [step] });
    }
  });
  return entries;
}

import { pointOf, type Place, type Point } from './geometry';

/** A way as the table proposes it: around which corners, where it ends, what it costs, and whether that is where it was to end. */
export interface Proposal {
  bends: Place[];
  place: Place;
  cost: number | null;
  whole: boolean;
}

/** One leg of a way that is being gone, and where it sets out. */
export interface Leg {
  action: string;
  from: Point;
}

/** A way that is gone leg by leg: what is left of it after somebody else had a say in between. */
export interface Plan {
  piece: number;
  legs: Leg[];
}

/** The legs of a way with the places they set out from. */
export function legsOf(start: Point, bends: Place[], actions: string[]): Leg[] {
  const from = [start, ...bends.map(pointOf)];
  return actions.map((action, i) => ({ action, from: from[i]! }));
}

/** What is still to be done by somebody who stands here; nothing where the way does not come by. */
export function restOf(plan: Plan, { x, y }: { x: number; y: number }): string[] {
  const next = plan.legs.findIndex(({ from }) => from[0] === x && from[1] === y);
  return next < 0 ? [] : plan.legs.slice(next).map(({ action }) => action);
}

/** How long a way is: from its start over its corners to its end. */
export function lengthOf(points: readonly Point[]): number {
  return points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i]![0], y - points[i]![1]), 0);
}

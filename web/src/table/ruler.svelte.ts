import { distance, pointOf, shortestLine, type Point } from './geometry';

/** What is measured from its edge: a base by its corners, an officer by its radius. */
type Body = { x: number; y: number } & ({ corners: readonly Point[] } | { radius: number });

/** A ruler laid over the table: measures may be taken at any time, between bases from edge to edge. */
export class Ruler {
  on = $state(false);
  from = $state.raw<Point | null>(null);
  to = $state.raw<Point | null>(null);

  constructor(readonly bodyAt: (point: Point) => Body | undefined) {}

  toggle(): void {
    this.on = !this.on;
    this.clear();
  }

  clear(): void {
    this.from = null;
    this.to = null;
  }

  start(point: Point): void {
    this.from = point;
    this.to = null;
  }

  /** A press sets one end, the next one the other. */
  press(point: Point): void {
    if (this.from && !this.to) this.to = point;
    else this.start(point);
  }

  /** The line as it is measured. */
  get line(): [Point, Point] | null {
    const { from, to } = this;
    return from && to ? measured(from, this.bodyAt(from), to, this.bodyAt(to)) : null;
  }
}

const shapeOf = (point: Point, body: Body | undefined): readonly Point[] =>
  !body ? [point] : 'corners' in body ? body.corners : [pointOf(body)];

/** From edge to edge where an end lies on a base, else from the place itself. */
export function measured(from: Point, start: Body | undefined, to: Point, end: Body | undefined): [Point, Point] {
  const [a, b] = shortestLine(shapeOf(from, start), shapeOf(to, end));
  const length = distance(a, b) || 1;
  const off = (body: Body | undefined) => (body && 'radius' in body ? Math.min(body.radius, length / 2) / length : 0);
  const towards = (p: Point, q: Point, share: number): Point => [p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share];
  return [towards(a, b, off(start)), towards(b, a, off(end))];
}

/** Lengths on a gridless table are whole tenths of a millimetre; x to the right, y down; angles in tenths of a degree. */
export type Point = readonly [number, number];

export interface Size {
  width: number;
  height: number;
}

/** Where a base stands, and how it is turned. */
export interface Place {
  x: number;
  y: number;
  facing: number;
}

export const CENTIMETRE = 100;
export const FULL_TURN = 3600;

export const pointOf = ({ x, y }: { x: number; y: number }): Point => [x, y];
export const whole = ([x, y]: Point): Point => [Math.round(x), Math.round(y)];
export const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);
export const between = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
export const turnedBy = (facing: number, by: number): number => (((facing + by) % FULL_TURN) + FULL_TURN) % FULL_TURN;

/** How a line of places is written as a path; closed for an area. */
export function pathOf(points: readonly Point[], closed = true): string {
  if (points.length === 0) return '';
  return `M${points.map(([x, y]) => `${x} ${y}`).join('L')}${closed ? 'Z' : ''}`;
}

/** The corners of a box with this middle, its length along its facing. */
export function boxCorners({ x, y, facing }: Place, length: number, width: number): [number, number][] {
  const angle = (facing / FULL_TURN) * 2 * Math.PI;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const half: Point[] = [
    [-length / 2, -width / 2],
    [length / 2, -width / 2],
    [length / 2, width / 2],
    [-length / 2, width / 2],
  ];
  return half.map(([along, across]): [number, number] => [x + along * cos - across * sin, y + along * sin + across * cos]);
}

/** Twice the area, positive where the corners go clockwise on the screen. */
export function doubleArea(corners: readonly Point[]): number {
  return corners.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
}

/** The line at a distance around a convex shape: straight along its sides, round at its corners. */
export function aroundPath(corners: readonly Point[], by: number): string {
  const shape = doubleArea(corners) < 0 ? corners.toReversed() : corners;
  const parts = shape.flatMap((from, i) => {
    const to = shape[(i + 1) % shape.length]!;
    const length = distance(from, to) || 1;
    const [outX, outY] = [((to[1] - from[1]) / length) * by, (-(to[0] - from[0]) / length) * by];
    const start = `${round(from[0] + outX)} ${round(from[1] + outY)}`;
    const end = `${round(to[0] + outX)} ${round(to[1] + outY)}`;
    return [i === 0 ? `M${start}` : `A${by} ${by} 0 0 1 ${start}`, `L${end}`];
  });
  const first = parts[0]!.slice(1);
  return `${parts.join('')}A${by} ${by} 0 0 1 ${first}Z`;
}

const round = (value: number) => Math.round(value * 10) / 10;

export interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function extentOf(points: readonly Point[]): Extent {
  const across = points.map(([x]) => x);
  const down = points.map(([, y]) => y);
  return { left: Math.min(...across), top: Math.min(...down), right: Math.max(...across), bottom: Math.max(...down) };
}

export function isInside([x, y]: Point, corners: readonly Point[]): boolean {
  let inside = false;
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

/** How far a place is from a shape; 0 inside. */
export function distanceTo(point: Point, corners: readonly Point[]): number {
  if (isInside(point, corners)) return 0;
  return Math.min(...corners.map((from, i) => toSegment(point, from, corners[(i + 1) % corners.length]!)));
}

const toSegment = (point: Point, from: Point, to: Point): number => distance(point, onSegment(point, from, to));

function onSegment(point: Point, from: Point, to: Point): Point {
  const square = distance(from, to) ** 2;
  const along = ((point[0] - from[0]) * (to[0] - from[0]) + (point[1] - from[1]) * (to[1] - from[1])) / (square || 1);
  const share = between(along, 0, 1);
  return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
}

/** The ends of the shortest line between two shapes that do not overlap; a shape may be a single place. */
export function shortestLine(one: readonly Point[], other: readonly Point[]): [Point, Point] {
  let best: [Point, Point] = [one[0]!, other[0]!];
  const consider = (a: Point, b: Point) => {
    if (distance(a, b) < distance(...best)) best = [a, b];
  };
  for (const point of one) other.forEach((from, i) => consider(point, onSegment(point, from, other[(i + 1) % other.length]!)));
  for (const point of other) one.forEach((from, i) => consider(onSegment(point, from, one[(i + 1) % one.length]!), point));
  return best;
}

/** A place well inside a shape, for a mark on it. */
export function middleOf(corners: readonly Point[]): Point {
  const area = doubleArea(corners);
  if (!area) return corners[0] ?? [0, 0];
  let [x, y] = [0, 0];
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length]!;
    const cross = ax * by - bx * ay;
    x += (ax + bx) * cross;
    y += (ay + by) * cross;
  });
  return [x / (3 * area), y / (3 * area)];
}

/** The nearest of some places in the direction of an arrow key, seen from another place; those far aside count as far. */
export function nearestTowards<T extends { x: number; y: number }>(from: Point, way: Point, places: readonly T[]): T | null {
  let [best, least] = [null as T | null, Infinity];
  for (const place of places) {
    const [dx, dy] = [place.x - from[0], place.y - from[1]];
    const along = dx * way[0] + dy * way[1];
    const aside = Math.abs(dx * way[1] - dy * way[0]);
    if (along <= 0 || aside > 2 * along) continue;
    const far = along + 1.5 * aside;
    if (far < least) [best, least] = [place, far];
  }
  return best;
}

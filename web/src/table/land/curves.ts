import { distance, doubleArea, middleOf, type Point } from '../geometry';

const round = (value: number) => Math.round(value);
const at = (x: number, y: number) => `${round(x)} ${round(y)}`;

/** A curve through all corners (Catmull-Rom): how the edge of something grown or flowing is drawn. */
export function curveOf(points: readonly Point[], closed = true, tension = 0.62): string {
  if (points.length < 3) return points.length ? `M${points.map(([x, y]) => at(x, y)).join('L')}` : '';
  const count = points.length;
  const of = (i: number) => points[closed ? (i + count) % count : Math.max(0, Math.min(count - 1, i))]!;
  let path = `M${at(...of(0))}`;
  for (let i = 0; i < (closed ? count : count - 1); i += 1) {
    const [before, from, to, after] = [of(i - 1), of(i), of(i + 1), of(i + 2)];
    const bend = tension / 3;
    const one = at(from[0] + (to[0] - before[0]) * bend, from[1] + (to[1] - before[1]) * bend);
    const other = at(to[0] - (after[0] - from[0]) * bend, to[1] - (after[1] - from[1]) * bend);
    path += `C${one} ${other} ${at(...to)}`;
  }
  return path + (closed ? 'Z' : '');
}

/** The corners moved towards or away from the middle, and aside. */
export function scaled(corners: readonly Point[], by: number, aside: Point = [0, 0]): Point[] {
  const [cx, cy] = middleOf(corners);
  return corners.map(([x, y]) => [(x - cx) * by + cx + aside[0], (y - cy) * by + cy + aside[1]]);
}

export const sizeOf = (corners: readonly Point[]): number => Math.sqrt(Math.abs(doubleArea(corners)) / 2);

/** The direction of the longest side, in radians. */
export function grainOf(corners: readonly Point[]): number {
  let [best, angle] = [0, 0];
  corners.forEach((from, i) => {
    const to = corners[(i + 1) % corners.length]!;
    const length = distance(from, to);
    if (length > best) [best, angle] = [length, Math.atan2(to[1] - from[1], to[0] - from[0])];
  });
  return angle;
}

const turned = ([x, y]: Point, angle: number): Point => [
  x * Math.cos(angle) - y * Math.sin(angle),
  x * Math.sin(angle) + y * Math.cos(angle),
];

/** Lines in one direction across a shape, so far apart: furrows, planks, waves. */
export function hatching(corners: readonly Point[], angle: number, apart: number, inset = 0): [Point, Point][] {
  const flat = corners.map((corner) => turned(corner, -angle));
  const heights = flat.map(([, y]) => y);
  const lines: [Point, Point][] = [];
  for (let y = Math.min(...heights) + apart / 2; y < Math.max(...heights); y += apart) {
    const crossings = flat
      .flatMap(([ax, ay], i) => {
        const [bx, by] = flat[(i + 1) % flat.length]!;
        return ay > y !== by > y ? [ax + ((y - ay) / (by - ay)) * (bx - ax)] : [];
      })
      .toSorted((one, other) => one - other);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const [from, to] = [crossings[i]! + inset, crossings[i + 1]! - inset];
      if (to > from) lines.push([turned([from, y], angle), turned([to, y], angle)]);
    }
  }
  return lines;
}

export const linesPath = (lines: readonly (readonly [Point, Point])[]): string =>
  lines.map(([from, to]) => `M${at(...from)}L${at(...to)}`).join('');

/** Dots for a round stroke: as short as a path can say it. */
export const dotsPath = (points: readonly Point[], [dx, dy]: Point = [0, 0]): string =>
  points.map(([x, y]) => `M${at(x + dx, y + dy)}h0`).join('');

/** A box around a place, turned: width along the angle. */
export function boxPath([x, y]: Point, width: number, height: number, angle: number): string {
  const corner = (dx: number, dy: number) => {
    const [tx, ty] = turned([dx, dy], angle);
    return at(x + tx, y + ty);
  };
  const [w, h] = [width / 2, height / 2];
  return `M${corner(-w, -h)}L${corner(w, -h)}L${corner(w, h)}L${corner(-w, h)}Z`;
}

export const shifted = (points: readonly Point[], [dx, dy]: Point): Point[] => points.map(([x, y]) => [x + dx, y + dy]);
export { turned };

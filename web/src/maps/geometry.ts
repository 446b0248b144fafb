import { between, CENTIMETRE, extentOf, whole, type Point, type Size } from '../table/geometry';

export const MILLIMETRE = 10;

export const same = (one: Point, other: Point) => one[0] === other[0] && one[1] === other[1];

/** The middle of what the points span. */
export function centreOf(points: readonly Point[]): Point {
  const { left, top, right, bottom } = extentOf(points);
  return whole([(left + right) / 2, (top + bottom) / 2]);
}

export const shifted = (points: readonly Point[], across: number, down: number): Point[] =>
  points.map(([x, y]) => whole([x + across, y + down]));

/** Clockwise as seen on the screen. */
export function turned(points: readonly Point[], degrees: number, about: Point): Point[] {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return points.map(([x, y]) => {
    const [across, down] = [x - about[0], y - about[1]];
    return whole([about[0] + across * cos - down * sin, about[1] + across * sin + down * cos]);
  });
}

export const scaled = (points: readonly Point[], across: number, down: number, about: Point): Point[] =>
  points.map(([x, y]) => whole([about[0] + (x - about[0]) * across, about[1] + (y - about[1]) * down]));

/** Left and right changed, in its place. */
export function flipped(points: readonly Point[]): Point[] {
  const { left, right } = extentOf(points);
  return points.map(([x, y]): Point => [left + right - x, y]).toReversed();
}

/** Where a point comes to lie when the table is turned by half a circle. */
export const opposite = ([x, y]: Point, { width, height }: Size): Point => [width - x, height - y];
export const oppositeAll = (points: readonly Point[], size: Size): Point[] => points.map((point) => opposite(point, size));

export const onTable = ([x, y]: Point, { width, height }: Size): Point => whole([between(x, 0, width), between(y, 0, height)]);

/** Moved back so far that all of it lies on the table, where it fits. */
export function heldOn(points: readonly Point[], { width, height }: Size): Point[] {
  const { left, top, right, bottom } = extentOf(points);
  const back = (low: number, high: number, most: number) => (low < 0 ? -low : high > most ? Math.max(most - high, -low) : 0);
  return shifted(points, back(left, right, width), back(top, bottom, height));
}

/** How far to move so that `value` comes onto the grid. */
export const toGrid = (value: number, step: number) => (step > 0 ? Math.round(value / step) * step - value : 0);
export const onGrid = ([x, y]: Point, step: number): Point => [x + toGrid(x, step), y + toGrid(y, step)];

export const halfway = (one: Point, other: Point): Point => whole([(one[0] + other[0]) / 2, (one[1] + other[1]) / 2]);

/** As people measure it: centimetres with up to two decimals. */
export const centimetres = (length: number) => Number((length / CENTIMETRE).toFixed(2));
export const fromCentimetres = (length: number) => Math.round(length * CENTIMETRE);

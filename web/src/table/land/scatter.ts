import { extentOf, isInside, type Point } from '../geometry';

/** Numbers between 0 and 1, the same for the same shape wherever it lies: a wood that is moved keeps its trees. */
export function lotsOf(corners: readonly Point[]): () => number {
  const [x, y] = corners[0] ?? [0, 0];
  let seed = 2166136261;
  for (const corner of corners) {
    for (const part of [corner[0] - x, corner[1] - y]) seed = Math.imul(seed ^ Math.round(part), 16777619);
  }
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Places in a shape, no two nearer than `apart`, as dense as throwing darts makes them (Poisson disc). */
export function scatter(corners: readonly Point[], apart: number, lots: () => number, most = 700): Point[] {
  const { left, top, right, bottom } = extentOf(corners);
  const cell = apart / Math.SQRT2;
  const taken = new Map<string, Point>();
  const found: Point[] = [];
  const darts = Math.min(9000, Math.ceil(((right - left) * (bottom - top) * 14) / (apart * apart)));
  const isFree = (x: number, y: number) => {
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)];
    for (let across = -2; across <= 2; across += 1) {
      for (let down = -2; down <= 2; down += 1) {
        const near = taken.get(`${column + across} ${row + down}`);
        if (near && (near[0] - x) ** 2 + (near[1] - y) ** 2 < apart * apart) return false;
      }
    }
    return true;
  };
  // Thrown from the first corner, so that the same shape elsewhere is filled the same.
  const [ox, oy] = corners[0] ?? [0, 0];
  for (let dart = 0; dart < darts && found.length < most; dart += 1) {
    const point: Point = [left + lots() * (right - left), top + lots() * (bottom - top)];
    if (!isFree(point[0] - ox, point[1] - oy) || !isInside(point, corners)) continue;
    found.push(point);
    taken.set(`${Math.floor((point[0] - ox) / cell)} ${Math.floor((point[1] - oy) / cell)}`, [point[0] - ox, point[1] - oy]);
  }
  return found;
}

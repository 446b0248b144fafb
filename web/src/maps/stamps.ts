import { distance, whole, type Point } from '../table/geometry';
import { fieldOf, type MapGame } from './fields';

export const SHAPES = ['blob', 'box', 'strip'] as const;
export type Shape = (typeof SHAPES)[number];

export interface Stamp {
  shape: Shape;
  width: number;
  height: number;
  /** It is drawn along a line, so wide. */
  line?: number;
}

/** What a piece of a kind looks like at first; kinds that nobody foresaw start as a blob. */
const STAMPS: Record<string, Stamp> = {
  wood: { shape: 'blob', width: 1100, height: 850 },
  stream: { shape: 'strip', width: 3000, height: 300 },
  lake: { shape: 'blob', width: 1500, height: 1000 },
  town: { shape: 'box', width: 1200, height: 900 },
  marsh: { shape: 'blob', width: 1100, height: 800 },
  wall: { shape: 'strip', width: 1000, height: 100 },
  tower: { shape: 'box', width: 350, height: 350 },
  building: { shape: 'box', width: 600, height: 450 },
  rock: { shape: 'blob', width: 550, height: 450 },
  bridge: { shape: 'box', width: 300, height: 500 },
  crops: { shape: 'box', width: 1400, height: 1000 },
  hill: { shape: 'blob', width: 2000, height: 1400 },
  mountain: { shape: 'blob', width: 1900, height: 1500 },
  river: { shape: 'strip', width: 4000, height: 400, line: 300 },
  ford: { shape: 'box', width: 500, height: 550 },
  fence: { shape: 'strip', width: 1000, height: 50, line: 50 },
};

export const stampOf = (kind: string, game?: MapGame): Stamp =>
  (game ? fieldOf(game).stamps[kind] : undefined) ?? STAMPS[kind] ?? { shape: 'blob', width: 900, height: 700 };

/** The size of a stamp in another shape than its kind's own. */
export function shapedAs(stamp: Stamp, shape: Shape): Stamp {
  if (shape === stamp.shape) return stamp;
  const long = Math.max(stamp.width, stamp.height);
  if (shape === 'strip') return { shape, width: Math.max(long, 900), height: Math.max(100, Math.round(long / 6)) };
  if (stamp.shape === 'strip') return { shape, width: Math.round(long / 2), height: Math.round(long / 2.6) };
  return { ...stamp, shape };
}

/** The outline of a band along a line, with two corners for each of its points. */
export function bandAlong(points: readonly Point[], width: number): Point[] {
  const sides = points.map((point, i): [Point, Point] => {
    const ways = [unit(points[i - 1], point), unit(point, points[i + 1])].filter((way) => way !== null);
    const [first, last] = [ways[0] ?? [1, 0], ways.at(-1) ?? [1, 0]];
    const [x, y] = [first[0] + last[0], first[1] + last[1]];
    // At a bend the corner moves out, so that the band stays as wide; not far, where it is sharp.
    const share = width / Math.max(0.8, x * x + y * y);
    return [whole([point[0] - y * share, point[1] + x * share]), whole([point[0] + y * share, point[1] - x * share])];
  });
  return [...sides.map(([left]) => left), ...sides.map(([, right]) => right).toReversed()];
}

function unit(from: Point | undefined, to: Point | undefined): Point | null {
  const length = from && to ? distance(from, to) : 0;
  return from && to && length ? [(to[0] - from[0]) / length, (to[1] - from[1]) / length] : null;
}

const BLOB_CORNERS = 9;
const BENDS = 4;

/** A number from 0 to 1 that follows from two others, so that stamps look grown and yet can be made again. */
function lot(seed: number, turn: number): number {
  const value = Math.sin(seed * 127.1 + turn * 311.7) * 43758.5453;
  return value - Math.floor(value);
}

function blob(seed: number): Point[] {
  return Array.from({ length: BLOB_CORNERS }, (_, i) => {
    const angle = (2 * Math.PI * (i + 0.5 * (lot(seed, i) - 0.5))) / BLOB_CORNERS;
    const reach = 0.5 * (0.82 + 0.18 * lot(seed, i + 50));
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });
}

/** Thin strips are straight, as walls are; broad ones bend, as water does. */
function strip(seed: number, thin: boolean): Point[] {
  if (thin) return BOX;
  const along = Array.from({ length: BENDS }, (_, i) => i / (BENDS - 1) - 0.5);
  const bend = along.map((_, i) => 0.8 * (lot(seed, i) - 0.5));
  const side = (edge: number) => along.map((x, i): Point => [x, edge + bend[i]!]);
  return [...side(-0.5), ...side(0.5).toReversed()];
}

const BOX: Point[] = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];

/** The corners of a stamp that is pressed on the table; another `seed`, another blob. */
export function pressed({ shape, width, height }: Stamp, [x, y]: Point, seed = 0): Point[] {
  const outline = shape === 'box' ? BOX : shape === 'blob' ? blob(seed) : strip(seed, height <= 120);
  return outline.map(([across, down]) => whole([x + across * width, y + down * height]));
}

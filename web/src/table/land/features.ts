import { distance, middleOf, pathOf, type Point } from '../geometry';
import { boxPath, dotsPath, grainOf, hatching, linesPath, scaled, shifted, sizeOf, turned } from './curves';
import { lotsOf, scatter } from './scatter';

/** Light falls from the upper left of whoever looks: where shadows go on a table that is turned by so much. */
export const shadowOf = (upright: number): Point => turned([0.55, 0.83], (upright * Math.PI) / 180);

/** Whether something of a size may stand at a place. */
export type Free = (place: Point, size: number) => boolean;

const times = ([x, y]: Point, by: number): Point => [x * by, y * by];

export interface Crowns {
  /** From the back to the front: what a row of trees throws on those behind it, then the trees in three greens, then their light. */
  rows: { shade: string; greens: string[]; light: string }[];
  size: number;
}

/** The trees of a wood. Their crowns fill the shape, and reach beyond its edge by no more than half of one. */
export function crownsOf(corners: readonly Point[], upright: number, coarse = 1, free: Free = () => true): Crowns {
  const size = Math.max(34, Math.min(115, sizeOf(corners) / 11)) * coarse;
  const lots = lotsOf(corners);
  const light = shadowOf(upright);
  const inner = scaled(corners, 1 - (size * 0.6) / Math.max(size * 2, sizeOf(corners)));
  const far = ([x, y]: Point) => x * light[0] * 0.3 + y * light[1];
  const trees = scatter(inner, size * 1.12, lots)
    .filter((place) => free(place, size * 0.55))
    .map((place) => ({ place, green: Math.floor(lots() * 3) }))
    .toSorted((one, other) => far(one.place) - far(other.place));
  const count = Math.max(1, Math.min(9, Math.round(trees.length / 9)));
  const rows = Array.from({ length: count }, (_, i) => {
    const row = trees.slice(Math.floor((i * trees.length) / count), Math.floor(((i + 1) * trees.length) / count));
    return {
      shade: dotsPath(
        row.map(({ place }) => place),
        times(light, size * 0.24),
      ),
      greens: [0, 1, 2].map((green) => dotsPath(row.filter((tree) => tree.green === green).map(({ place }) => place))),
      light: dotsPath(
        row.map(({ place }) => place),
        times(light, -size * 0.3),
      ),
    };
  });
  return { rows, size };
}

export interface Roofs {
  shade: string;
  light: string;
  dark: string;
}

/** The houses of a town: small roofs of two slopes, along its streets or across them. */
export function roofsOf(corners: readonly Point[], upright: number, coarse = 1, free: Free = () => true): Roofs {
  const size = Math.max(70, Math.min(170, sizeOf(corners) / 5.6)) * coarse;
  const lots = lotsOf(corners);
  const grain = grainOf(corners);
  const shadow = times(shadowOf(upright), size * 0.16);
  const roofs: Roofs = { shade: '', light: '', dark: '' };
  for (const [x, y] of scatter(scaled(corners, 0.88), size * 0.98, lots, 90).filter((place) => free(place, size * 0.3))) {
    const angle = grain + (lots() < 0.5 ? 0 : Math.PI / 2) + (lots() - 0.5) * 0.3;
    const [width, height] = [size * (0.72 + lots() * 0.3), size * (0.5 + lots() * 0.14)];
    const half = turned([0, height / 4], angle);
    // The slope that looks at the light is the brighter one.
    const up = half[0] * shadow[0] + half[1] * shadow[1] < 0 ? 1 : -1;
    roofs.shade += boxPath([x + shadow[0], y + shadow[1]], width, height, angle);
    roofs.light += boxPath([x + half[0] * up, y + half[1] * up], width, height / 2, angle);
    roofs.dark += boxPath([x - half[0] * up, y - half[1] * up], width, height / 2, angle);
  }
  return roofs;
}

/** The roof of one building: two slopes with a ridge along it where it has four corners, else tiles alone. */
export function gableOf(corners: readonly Point[], upright: number): { light: string; dark: string; tiles: string; ridge: string } {
  const tiles = linesPath(hatching(corners, grainOf(corners) + Math.PI / 2, Math.max(28, sizeOf(corners) / 9)));
  if (corners.length !== 4) return { light: pathOf(corners), dark: '', tiles, ridge: '' };
  const [a, b, c, d] = (
    distance(corners[0]!, corners[1]!) >= distance(corners[1]!, corners[2]!) ? corners : [...corners.slice(1), corners[0]!]
  ) as [Point, Point, Point, Point];
  const half = (one: Point, other: Point): Point => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  const [left, right] = [half(a, d), half(b, c)];
  const halves = [pathOf([a, b, right, left]), pathOf([left, right, c, d])] as const;
  const shadow = shadowOf(upright);
  const first = (a[0] - d[0]) * shadow[0] + (a[1] - d[1]) * shadow[1] < 0;
  return { light: halves[first ? 0 : 1], dark: halves[first ? 1 : 0], tiles, ridge: pathOf([left, right], false) };
}

/** The faces of a rock or a mountain, from the brightest to the darkest. */
export function facetsOf(corners: readonly Point[], upright: number): string[] {
  const lots = lotsOf(corners);
  const shadow = shadowOf(upright);
  const peak = shifted([middleOf(corners)], times(shadow, -sizeOf(corners) * 0.1))[0]!;
  const ring = corners.map(([x, y]): Point => {
    const by = 0.42 + lots() * 0.2;
    return [peak[0] + (x - peak[0]) * by, peak[1] + (y - peak[1]) * by];
  });
  const faces = ['', '', '', ''];
  const add = (face: Point[]) => {
    const [mx, my] = middleOf(face);
    const far = Math.hypot(mx - peak[0], my - peak[1]) || 1;
    const dark = ((mx - peak[0]) * shadow[0] + (my - peak[1]) * shadow[1]) / far;
    faces[Math.max(0, Math.min(3, Math.floor((dark + 1) * 2 + (lots() - 0.5) * 0.7)))] += pathOf(face);
  };
  corners.forEach((corner, i) => {
    const j = (i + 1) % corners.length;
    add([corner, corners[j]!, ring[j]!]);
    add([corner, ring[j]!, ring[i]!]);
    add([ring[i]!, ring[j]!, peak]);
  });
  return faces;
}

/** What grows in rows: furrows along the longest side. */
export const furrowsOf = (corners: readonly Point[]): string =>
  linesPath(hatching(corners, grainOf(corners), Math.max(38, Math.min(62, sizeOf(corners) / 9)), 14));

/** Stones and ripples of a ford, tufts of a marsh: places with something on them. */
export const strewn = (corners: readonly Point[], apart: number): Point[] => scatter(scaled(corners, 0.9), apart, lotsOf(corners), 160);

/** The planks of a bridge lie across the way over it. */
export function planksOf(corners: readonly Point[], roads: readonly (readonly Point[])[]): { planks: string; rails: string } {
  const [cx, cy] = middleOf(corners);
  let [angle, nearest] = [grainOf(corners), sizeOf(corners)];
  for (const road of roads) {
    road.slice(1).forEach((to, i) => {
      const from = road[i]!;
      const length = distance(from, to) || 1;
      const along = ((cx - from[0]) * (to[0] - from[0]) + (cy - from[1]) * (to[1] - from[1])) / length;
      const aside = Math.abs((cx - from[0]) * (to[1] - from[1]) - (cy - from[1]) * (to[0] - from[0])) / length;
      if (along < 0 || along > length || aside > nearest) return;
      [angle, nearest] = [Math.atan2(to[1] - from[1], to[0] - from[0]), aside];
    });
  }
  const rails = corners.flatMap((from, i): [Point, Point][] => {
    const to = corners[(i + 1) % corners.length]!;
    const off = Math.abs(Math.sin(Math.atan2(to[1] - from[1], to[0] - from[0]) - angle));
    return off < 0.7 ? [[from, to]] : [];
  });
  return { planks: linesPath(hatching(corners, angle + Math.PI / 2, 52)), rails: linesPath(rails) };
}

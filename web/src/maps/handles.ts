import { between, distance, extentOf, type Point, type Size } from '../table/geometry';
import { halfway } from './geometry';

/** What a piece is held by: a corner, the middle of an edge (for a new corner), or to turn or size the whole. */
export type Handle = { what: 'corner' | 'edge'; number: number; at: Point } | { what: 'turn' | 'size'; number: 0; at: Point };

/** From screen to table and back. */
export interface Seen {
  screen: Size;
  toScreen: (point: Point) => Point;
  fromScreen: (point: Point) => Point;
}

const BESIDE = 34;
const INSET = 22;
/** An edge that is shorter on the screen has no room for a handle of its own. */
const SHORT_EDGE = 80;

/** Corners that lie closer to each other on the screen would cover what they belong to. */
const CLOSE_CORNERS = 26;

/** Whether a piece is large enough on the screen for handles at its corners. */
export function hasRoom(corners: readonly Point[], seen: Pick<Seen, 'toScreen'>): boolean {
  const shown = corners.map((corner) => seen.toScreen(corner));
  const around = shown.reduce((sum, from, i) => sum + distance(from, shown[(i + 1) % shown.length]!), 0);
  return around / corners.length >= CLOSE_CORNERS;
}

/** The handles of a line: its points, and the middles of its stretches for new ones. */
export function lineHandles(points: readonly Point[], seen: Pick<Seen, 'toScreen'>, mostPoints: number): Handle[] {
  const shown = points.map((point) => seen.toScreen(point));
  const stretches = shown.slice(1).flatMap((to, number): Handle[] => {
    const room = points.length < mostPoints && distance(shown[number]!, to) >= SHORT_EDGE;
    return room ? [{ what: 'edge', number, at: halfway(shown[number]!, to) }] : [];
  });
  return [...shown.map((at, number): Handle => ({ what: 'corner', number, at })), ...stretches];
}

/** All handles of a piece, in pixels; those that would lie out of sight are brought in. */
export function handlesOf(corners: readonly Point[], seen: Seen, mostCorners: number): Handle[] {
  const shown = corners.map((corner) => seen.toScreen(corner));
  const { left, top, right, bottom } = extentOf(shown);
  const held = ([x, y]: Point): Point => [
    between(x, INSET, Math.max(INSET, seen.screen.width - INSET)),
    between(y, INSET, Math.max(INSET, seen.screen.height - INSET)),
  ];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  // Above the piece where there is room, else below or beside it.
  const around: Point[] = [
    [x, top - BESIDE],
    [x, bottom + BESIDE],
    [right + BESIDE, y],
    [left - BESIDE, y],
  ];
  const turn = around.find((place) => distance(held(place), place) === 0) ?? around[0]!;
  const edges = shown.flatMap((from, number): Handle[] => {
    const to = shown[(number + 1) % shown.length]!;
    const room = corners.length < mostCorners && distance(from, to) >= SHORT_EDGE;
    return room ? [{ what: 'edge', number, at: halfway(from, to) }] : [];
  });
  return [
    ...(hasRoom(corners, seen) ? [...shown.map((at, number): Handle => ({ what: 'corner', number, at })), ...edges] : []),
    { what: 'turn', number: 0, at: held(turn) },
    { what: 'size', number: 0, at: held([right + BESIDE * 0.7, bottom + BESIDE * 0.7]) },
  ];
}

/** The handle that a press means, if any is near enough. */
export function handleAt(handles: readonly Handle[], at: Point, slack: number): Handle | null {
  let [best, least] = [null as Handle | null, slack];
  for (const handle of handles) {
    // Where a corner and the middle of an edge are equally near, the corner is meant.
    const far = distance(handle.at, at) + (handle.what === 'edge' ? 3 : 0);
    if (far <= least) [best, least] = [handle, far];
  }
  return best;
}

/** By how many degrees something was turned around a place. */
export function turnBetween(centre: Point, from: Point, to: Point): number {
  const angle = (point: Point) => (Math.atan2(point[1] - centre[1], point[0] - centre[0]) * 180) / Math.PI;
  return ((angle(to) - angle(from) + 540) % 360) - 180;
}

const LEAST_SHARE = 0.1;

/** How much larger something became across and down, its anchor staying where it is. */
export function growth(anchor: Point, from: Point, to: Point): Point {
  const share = (a: number, b: number, c: number) => (Math.abs(b - a) < 1 ? 1 : between((c - a) / (b - a), LEAST_SHARE, 20));
  return [share(anchor[0], from[0], to[0]), share(anchor[1], from[1], to[1])];
}

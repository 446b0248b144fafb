import { distance, pathOf, type Point } from '../geometry';
import { curveOf, dotsPath, sizeOf } from './curves';
import { crownsOf, facetsOf, furrowsOf, gableOf, planksOf, roofsOf, shadowOf, strewn, type Crowns, type Roofs } from './features';

/** A piece of ground: what it is like decides how it is drawn, and whether it is a wall to all. */
export interface Piece {
  kind: string;
  corners: readonly Point[];
  roles?: readonly string[];
}

/** What a landscape is drawn from. */
export interface Country {
  pieces: readonly Piece[];
  /** Lines along the middle of roads, and how wide those are. */
  roads: readonly (readonly Point[])[];
  roadWidth: number;
  /** Degrees that make drawings stand upright on a turned table. */
  upright: number;
  /** Trees and houses so much larger, where all of it is small. */
  coarse: number;
}

/** Grown or flowing ground has no corners; what people made has. */
const ROUND = ['wood', 'hill', 'lake', 'river', 'stream', 'marsh', 'mountain', 'rock'];
/** From the lowest to the highest; roads lie after the fords and under bridges. */
export const UNDER_ROADS = ['hill', 'crops', 'marsh', 'lake', 'wood', 'stream', 'river', 'mountain', 'ford', 'town'] as const;
export const OVER_ROADS = ['bridge', 'fence', 'wall', 'tower', 'building', 'rock'] as const;

export interface Drawn {
  kind: string;
  /** Edges of all pieces of a kind in one, so that rivers of several pieces flow into each other. */
  outline: string;
  pieces: DrawnPiece[];
}

export interface DrawnPiece {
  path: string;
  solid: boolean;
  size: number;
  crowns?: Crowns;
  roofs?: Roofs;
  gable?: ReturnType<typeof gableOf>;
  facets?: string[];
  furrows?: string;
  planks?: ReturnType<typeof planksOf>;
  /** Where stones, tufts or posts are. */
  dots?: string;
  tufts?: string;
}

export interface Landscape {
  under: Drawn[];
  over: Drawn[];
  roads: string;
  light: Point;
}

const outlineOf = ({ kind, corners }: Piece) => (ROUND.includes(kind) ? curveOf(corners) : pathOf(corners));

const tuft = ([x, y]: Point, size: number) =>
  `M${Math.round(x)} ${Math.round(y)}v${-size}m0 ${size}l${-size * 0.6} ${-size * 0.75}m${size * 0.6} ${size * 0.75}l${size * 0.6} ${-size * 0.75}`;

function detailed(piece: Piece, country: Country): DrawnPiece {
  const { kind, corners, roles } = piece;
  const { upright, coarse, roads } = country;
  const size = sizeOf(corners);
  const drawn: DrawnPiece = { path: outlineOf(piece), solid: roles?.includes('solid') ?? false, size };
  switch (kind) {
    case 'wood':
      return { ...drawn, crowns: crownsOf(corners, upright, coarse, offRoad(country)) };
    case 'town':
      return { ...drawn, roofs: roofsOf(corners, upright, coarse, offRoad(country)) };
    case 'building':
      return { ...drawn, gable: gableOf(corners, upright) };
    case 'rock':
    case 'mountain':
      return { ...drawn, facets: facetsOf(corners, upright) };
    case 'crops':
      return { ...drawn, furrows: furrowsOf(corners) };
    case 'bridge':
      return { ...drawn, planks: planksOf(corners, roads) };
    case 'ford':
      return { ...drawn, dots: dotsPath(strewn(corners, 135)) };
    case 'marsh':
      return {
        ...drawn,
        tufts: strewn(corners, Math.max(90, size / 8))
          .map((place) => tuft(place, 46))
          .join(''),
      };
    case 'fence':
      return { ...drawn, dots: dotsPath(posts(corners)) };
    default:
      return drawn;
  }
}

/** The posts of a fence, along its edge. */
function posts(corners: readonly Point[]): Point[] {
  return corners.flatMap((from, i) => {
    const to = corners[(i + 1) % corners.length]!;
    const count = Math.max(1, Math.round(distance(from, to) / 95));
    return Array.from({ length: count }, (_, k): Point => [
      from[0] + ((to[0] - from[0]) * k) / count,
      from[1] + ((to[1] - from[1]) * k) / count,
    ]);
  });
}

/** Whether something of a size would stand on no road. */
function offRoad({ roads, roadWidth }: Country): (place: Point, size: number) => boolean {
  return ([x, y], size) =>
    roads.every((road) =>
      road.slice(1).every((to, i) => {
        const from = road[i]!;
        const square = distance(from, to) ** 2 || 1;
        const along = ((x - from[0]) * (to[0] - from[0]) + (y - from[1]) * (to[1] - from[1])) / square;
        const share = Math.max(0, Math.min(1, along));
        const near: Point = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
        return distance([x, y], near) > roadWidth / 2 + size;
      }),
    );
}

/** How a country is drawn: the same for the same pieces, whoever looks. */
export function landscapeOf(country: Country): Landscape {
  const { pieces, roads, upright } = country;
  const kinds = new Set(pieces.map(({ kind }) => kind));
  // A kind that has no drawing of its own lies on the ground like a stone.
  const known: string[] = [...UNDER_ROADS, ...OVER_ROADS];
  const strange = [...kinds].filter((kind) => !known.includes(kind));
  const drawn = (kind: string): Drawn[] => {
    const all = pieces.filter((piece) => piece.kind === kind);
    if (!all.length) return [];
    const drawings = all.map((piece) => detailed(piece, country));
    const outline = drawings.map(({ path }) => path).join('');
    return [{ kind, outline, pieces: drawings }];
  };
  return {
    under: UNDER_ROADS.flatMap(drawn),
    over: [...OVER_ROADS, ...strange].flatMap(drawn),
    roads: roads.map((road) => curveOf(road, false, 0.8)).join(''),
    light: shadowOf(upright),
  };
}

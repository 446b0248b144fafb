import { distance, pointOf, turnedBy, whole, type Place, type Point } from '../../table/geometry';
import { placeText } from '../../table/lengths';
import { placedText } from './notation';
import { bodyOf, isMelee, isOfficer, textOf, type Body, type GloryScene, type Judged, type Look, type Option } from './scene';

/** How a body gets to a place: by a plain or a road move, its corners, a ride, or by being put there. */
export type Verb = 'move' | 'bend' | 'march' | 'march-bend' | 'ride' | 'ride-bend' | 'put' | 'marker' | 'place';

/** Questions in between that end no way. */
export const ASKED: readonly string[] = ['react', 'reaction', 'joining', 'following', 'marking', 'pushes', 'extras'];

/** What is to be put somewhere now: a body with its ways, or an artillery marker, which is not a body. */
export interface Placing {
  body: number | null;
  verbs: Verb[];
}

const has = (legal: Option[], ...kinds: string[]): boolean => legal.some((option) => kinds.includes(option.kind));

/** The units that can get their order now. */
export const usable = (legal: Option[]): Set<number> =>
  new Set(legal.flatMap((option) => (option.kind === 'use' && typeof option.unit === 'number' ? [option.unit] : [])));

/** Who follows an order or reacts at this moment. */
export function activeBody(scene: GloryScene): number | null {
  switch (scene.phase) {
    case 'order':
    case 'way':
    case 'after-move':
      return scene.order?.unit ?? null;
    case 'extra':
      return scene.extra?.unit ?? scene.order?.unit ?? null;
    case 'reaction':
      return scene.reaction?.unit ?? null;
    default:
      return null;
  }
}

/**
 * Whose place is open: one in hand that could be used, the one under orders, an officer that rides, who is deployed, or
 * who has fallen and is replaced.
 */
export function placingOf(scene: GloryScene, legal: Option[], chosen: number | null): Placing | null {
  const first = (kind: string) => legal.find((option) => option.kind === kind)?.unit ?? null;
  switch (scene.phase) {
    case 'orders':
      return chosen !== null && usable(legal).has(chosen) ? { body: chosen, verbs: ['move', 'march'] } : null;
    case 'order': {
      const body = activeBody(scene) ?? first('move');
      return body !== null && has(legal, 'move', 'march', 'bend', 'march-bend') ? { body, verbs: ['move', 'march'] } : null;
    }
    case 'way':
    case 'extra': {
      const body = activeBody(scene) ?? first('move') ?? first('march');
      if (body === null) return null;
      const marching = has(legal, 'march', 'march-bend');
      const verbs: Verb[] = [
        ...(has(legal, 'move', 'bend') || !marching ? (['move'] as const) : []),
        ...(marching ? (['march'] as const) : []),
      ];
      return { body, verbs };
    }
    case 'deploy':
      return chosen !== null && deployable(scene).includes(chosen) ? { body: chosen, verbs: ['place'] } : null;
    case 'staff-place':
      return { body: scene.placing?.officer ?? first('place'), verbs: ['place'] };
    case 'officer-ride':
    case 'staff-ride':
      return { body: first('ride') ?? first('ride-bend'), verbs: ['ride'] };
    case 'relocating':
      return { body: scene.relocating, verbs: ['put'] };
    case 'marking':
      return { body: null, verbs: ['marker'] };
    default:
      return null;
  }
}

/** Who may be put on the table now: the officer of the division first. */
export function deployable(scene: GloryScene): number[] {
  const { placing } = scene;
  if (!placing) return [];
  return placing.officer_placed ? placing.left : [placing.officer];
}

/** The corner that a verb can make instead of an end. */
export const bendOf = (verb: Verb): Verb | null =>
  verb === 'move' ? 'bend' : verb === 'march' ? 'march-bend' : verb === 'ride' ? 'ride-bend' : null;

/** What is sent to do something somewhere; a unit is taken into use first where it is not yet. */
export function goActions(scene: GloryScene, placing: Placing, verb: Verb, place: Place, bends: Place[] = []): string[] {
  const { body } = placing;
  const use = scene.phase === 'orders' && body !== null ? [`use ${textOf(scene, body)}`] : [];
  return [...use, ...legActions(scene, placing, verb, place, bends)];
}

/** The legs of a way, one action each. */
export function legActions(scene: GloryScene, { body }: Placing, verb: Verb, place: Place, bends: Place[]): string[] {
  const of = bodyOf(scene, body);
  const corner = bendOf(verb) ?? verb;
  return [...bends.map((bend) => written(corner, of, bend)), written(verb, of, place)];
}

function written(verb: Verb, body: Body | undefined, place: Place): string {
  const spot = placeText([place.x, place.y]);
  switch (verb) {
    case 'move':
    case 'bend':
    case 'march':
      return `${verb}@${placedText(place)}`;
    case 'march-bend':
      return `march>${placedText(place)}`;
    case 'ride-bend':
      return `ride>${spot}`;
    case 'place':
      return `${body?.text ?? ''}@${body && !isOfficer(body) ? placedText(place) : spot}`;
    default:
      return `${verb}@${spot}`;
  }
}

/** Whether a look says that a verb leads to its place; null where a look says nothing of it. */
export function judgedBy(look: Look | null, verb: Verb): Judged | null {
  const place = look?.place ?? null;
  if (!place || !['move', 'march', 'ride'].includes(verb)) return null;
  return place.kind === verb ? place : { ...place, legal: false };
}

const AIMED = ['shoot', 'charge', 'join'];

/** For each body that can be pressed instead of a button: the options it stands for. */
export function offers(legal: Option[]): Map<number, Option[]> {
  const found = new Map<number, Option[]>();
  const add = (body: number | null | undefined, option: Option) => {
    if (typeof body === 'number') found.set(body, [...(found.get(body) ?? []), option]);
  };
  for (const option of legal) {
    if (option.kind === 'react' || option.kind === 'pick') add(option.unit, option);
    else if (option.kind === 'join') {
      add(option.unit, option);
      add(option.target, option);
    } else if (AIMED.includes(option.kind)) add(option.target, option);
  }
  return found;
}

/** The options against one body by what is done; a charge at its middle before those at a point. */
export function attacksOn(legal: Option[], target: number | null, unit: number | null = null): Option[] {
  const order = ['shoot', 'charge', 'join'];
  return legal
    .filter(
      (option) =>
        AIMED.includes(option.kind) && option.target === target && (unit === null || option.kind !== 'join' || option.unit === unit),
    )
    .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || Number(aimsAtPoint(a)) - Number(aimsAtPoint(b)));
}

export const aimsAtPoint = (option: Option): boolean => option.aimed === true;

/** The aims of one kind against one body as a list to step through: the best odds first. */
export function aims(options: Option[], kind: string): Option[] {
  const worth = ({ chances }: Option) =>
    isMelee(chances) && chances.rows ? Object.values(chances.rows.won).reduce((sum, one) => sum + one, 0) : 1;
  const of = options.filter((option) => option.kind === kind);
  const plain = of.filter((option) => !aimsAtPoint(option));
  return [...plain, ...of.filter(aimsAtPoint).toSorted((a, b) => worth(b) - worth(a))];
}

/** Where an option of a lattice would put somebody. */
export function placesOf(legal: Option[], placing: Placing): Place[] {
  const seen = new Map<string, Place>();
  for (const { kind, unit, x, y, facing } of legal) {
    if (typeof x !== 'number' || typeof y !== 'number' || !placing.verbs.includes(kind as Verb)) continue;
    if (kind === 'place' && unit !== placing.body) continue;
    if (!seen.has(`${x},${y}`)) seen.set(`${x},${y}`, { x, y, facing: facing ?? 0 });
  }
  return [...seen.values()];
}

/** The nearest stretch of a road to a point: where on it, how far off, and which way it goes. */
export function roadAt(roads: readonly (readonly Point[])[], point: Point): { at: Point; off: number; along: number } | null {
  let best: { at: Point; off: number; along: number } | null = null;
  for (const road of roads) {
    for (let i = 1; i < road.length; i += 1) {
      const [a, b] = [road[i - 1]!, road[i]!];
      const square = distance(a, b) ** 2 || 1;
      const share = Math.max(0, Math.min(1, ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / square));
      const at: Point = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
      const off = distance(point, at);
      if (!best || off < best.off) best = { at, off, along: (Math.atan2(b[1] - a[1], b[0] - a[0]) * 1800) / Math.PI };
    }
  }
  return best;
}

/** A base in column stands on the middle of the road with its front along it, turned as little as needed. */
export function onRoad(roads: readonly (readonly Point[])[], place: Place, within: number): Place | null {
  const found = roadAt(roads, pointOf(place));
  if (!found || found.off > within) return null;
  const [one, other] = [turnedBy(Math.round(found.along), 900), turnedBy(Math.round(found.along), -900)];
  const turn = (facing: number) => Math.abs(turnedBy(facing - place.facing, 1800) - 1800);
  const [x, y] = whole(found.at);
  return { x, y, facing: turn(one) <= turn(other) ? one : other };
}

/** Where a body is, with a facing: officers have none. */
export const placeOf = (body: Body): Place => ({ x: body.x, y: body.y, facing: isOfficer(body) ? 0 : body.facing });

/** Whom options that follow each other are about, and where they take it first. */
export function wayOf(line: Option[], active: number | null): { body: number; place: Point | null } | null {
  let body = active;
  for (const { kind, unit, x, y } of line) {
    if (['use', 'place', 'join', 'react'].includes(kind)) body = unit ?? body;
    if (body !== null && x !== undefined && y !== undefined) return { body, place: [x, y] };
  }
  return body === null ? null : { body, place: null };
}

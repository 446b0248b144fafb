import { distance, pointOf, turnedBy, whole, type Place, type Point } from '../../table/geometry';

/** How units stand to each other: as they do now, side by side, or one behind the other. */
export const SHAPES = ['kept', 'line', 'column'] as const;
export type Shape = (typeof SHAPES)[number];

/** Whoever is in a formation: where it is. */
export interface Member {
  id: number;
  x: number;
  y: number;
  facing: number;
}

interface Base {
  front: number;
  deep: number;
}

/** Between neighbours, and between one rank and the next. */
const BESIDE = 30;
const BEHIND = 110;
const WIDEST = 6;

const radians = (facing: number) => (facing / 1800) * Math.PI;

/** The middle of units, with where most of them look. */
export function middleOf(members: readonly Member[]): Place {
  const count = members.length || 1;
  const [x, y] = whole([members.reduce((sum, one) => sum + one.x, 0) / count, members.reduce((sum, one) => sum + one.y, 0) / count]);
  const [east, south] = members.reduce(
    ([cos, sin], { facing }) => [cos + Math.cos(radians(facing)), sin + Math.sin(radians(facing))],
    [0, 0],
  );
  return { x, y, facing: turnedBy(Math.round((Math.atan2(south, east) * 1800) / Math.PI), 0) };
}

/** A place given by how far ahead and to the right of a block's middle it is. */
function within(block: Place, ahead: number, right: number, turn = 0): Place {
  const angle = radians(block.facing);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = whole([block.x + ahead * cos - right * sin, block.y + ahead * sin + right * cos]);
  return { x, y, facing: turnedBy(Math.round(block.facing + turn), 0) };
}

/** Where each unit of a block stands: in ranks of a line or a column, or as they stood when it was formed. */
export function slotsOf(members: readonly Member[], block: Place, shape: Shape, base: Base): Map<number, Place> {
  if (shape === 'kept') {
    const from = middleOf(members);
    const angle = radians(-from.facing);
    return new Map(
      members.map((one) => {
        const [dx, dy] = [one.x - from.x, one.y - from.y];
        const ahead = dx * Math.cos(angle) - dy * Math.sin(angle);
        const right = dx * Math.sin(angle) + dy * Math.cos(angle);
        return [one.id, within(block, ahead, right, one.facing - from.facing)];
      }),
    );
  }
  const wide = shape === 'column' ? 1 : Math.min(WIDEST, members.length);
  const ranks = Math.ceil(members.length / wide);
  const order = inOrder(members, block);
  return new Map(
    order.map((one, i) => {
      const [rank, file] = [Math.floor(i / wide), i % wide];
      const inRank = Math.min(wide, members.length - rank * wide);
      const ahead = ((ranks - 1) / 2 - rank) * (base.deep + BEHIND);
      return [one.id, within(block, ahead, (file - (inRank - 1) / 2) * (base.front + BESIDE))];
    }),
  );
}

/** From left to right as the block looks, so that nobody has to cross another's way. */
function inOrder(members: readonly Member[], block: Place): Member[] {
  const angle = radians(block.facing);
  const right = (one: Member) => -one.x * Math.sin(angle) + one.y * Math.cos(angle);
  return members.toSorted((one, other) => right(one) - right(other) || one.id - other.id);
}

/** Who goes first: whoever is farthest ahead, so that those behind find room. */
export function firstAhead(members: readonly Member[], slots: ReadonlyMap<number, Place>): Member[] {
  const [x, y] = members.reduce(
    ([dx, dy], one) => {
      const to = slots.get(one.id) ?? one;
      return [dx + to.x - one.x, dy + to.y - one.y];
    },
    [0, 0],
  );
  return members.toSorted((one, other) => other.x * x + other.y * y - (one.x * x + one.y * y) || one.id - other.id);
}

/** A part of the way from one place to another; turned as at its end. */
export function partWay(from: Place, to: Place, share: number): Place {
  const [x, y] = whole([from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share]);
  return { x, y, facing: to.facing };
}

/** The block straight ahead of where it stands. */
export const ahead = (block: Place, by: number): Place => within(block, by, 0);

/** Where a general stands behind its line. */
export const behind = (block: Place, base: Base, ranks: number): Place => within(block, -(ranks * (base.deep + BEHIND)) / 2 - 250, 0);

/** The units in a box between two corners. */
export const inBox = <T extends { x: number; y: number }>(all: readonly T[], [ax, ay]: Point, [bx, by]: Point): T[] =>
  all.filter(({ x, y }) => x >= Math.min(ax, bx) && x <= Math.max(ax, bx) && y >= Math.min(ay, by) && y <= Math.max(ay, by));

export const isSame = (one: Place, other: Place): boolean => distance(pointOf(one), pointOf(other)) < 1 && one.facing === other.facing;

export const nearest = (places: readonly Place[], to: Place): Place | undefined =>
  places.toSorted((one, other) => distance(pointOf(one), pointOf(to)) - distance(pointOf(other), pointOf(to)))[0];

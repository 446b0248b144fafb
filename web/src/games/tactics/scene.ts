import type { Option, Scene, Square, Step } from '../../lib/protocol';

export type Side = 'white' | 'black';
export type PieceClass = 'axe' | 'sword' | 'pike' | 'horse' | 'bow' | 'arquebus' | 'mage' | 'guard';

export interface Piece {
  id: string | number;
  side: Side;
  class: PieceClass;
  square: Square;
  moved: boolean;
  guard: boolean;
}

export interface TacticsScene {
  phase: 'die-off' | 'choice' | 'deployment' | 'turn' | 'finished';
  side: Side;
  attacker: Side | null;
  winner: Side | null;
  points: number;
  charge: boolean;
  dice: number[];
  turns: number;
  turn_limit: number;
  /** Whether what the deciding side does now is hidden from the other. */
  secret: boolean;
  hidden: Side[];
  pieces: Piece[];
  off_board: Record<Side, PieceClass[]>;
  zones: Record<Side, { home: Square[]; guard: Square[] }>;
}

export const tacticsScene = (scene: Scene): TacticsScene => scene as unknown as TacticsScene;

export const CLASSES: readonly PieceClass[] = ['guard', 'axe', 'sword', 'pike', 'horse', 'bow', 'arquebus', 'mage'];

/** The letters of the written moves. */
export const LETTER: Record<PieceClass, string> = {
  axe: 'A',
  sword: 'S',
  pike: 'P',
  horse: 'H',
  bow: 'B',
  arquebus: 'G',
  mage: 'M',
  guard: 'K',
};

/** The classes as events number them. */
const NUMBERED = Object.keys(LETTER) as PieceClass[];

export const CLASS_OF = Object.fromEntries(Object.entries(LETTER).map(([name, letter]) => [letter, name])) as Record<
  string,
  PieceClass
>;

export const otherSide = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/** The squares a written move goes from and to; null for other actions. */
export function travel(action: string | null): { at: Square; to: Square } | null {
  const found = action?.match(/^([a-h][1-8])[-x]([a-h][1-8])$/);
  return found ? { at: found[1]!, to: found[2]! } : null;
}

/** The pieces after a written move: where it went, and without what stood there. */
export function moved(pieces: Piece[], action: string | null): Piece[] {
  const way = travel(action);
  if (!way) return pieces;
  return pieces
    .filter((piece) => piece.square !== way.to)
    .map((piece) => (piece.square === way.at ? { ...piece, square: way.to, moved: true } : piece));
}

/** The dice that a step threw last, if any. */
export function thrown(step: Step): [number, number] | null {
  for (const event of step.events.toReversed()) {
    const { first, second, white, black } = event.numbers;
    if (event.code === 'DICE_THROWN') return [Number(first), Number(second)];
    if (event.code === 'DIE_OFF_THROWN') return [Number(white), Number(black)];
  }
  return null;
}

/** Every dice event of the pieces' own, for the little faces in the log. */
export function facesOf(event: { code: string; numbers: Record<string, number | string> }): number[] {
  const { first, second, white, black } = event.numbers;
  if (event.code === 'DICE_THROWN') return [Number(first), Number(second)];
  if (event.code === 'DIE_OFF_THROWN') return [Number(white), Number(black)];
  return [];
}

/** What each side has lost, as the match tells it; pieces that a written position left out were not captured. */
export function capturedIn(steps: Step[]): Record<Side, PieceClass[]> {
  const taken: Record<Side, PieceClass[]> = { white: [], black: [] };
  for (const step of steps) {
    for (const event of step.events) {
      if (event.code !== 'PIECE_CAPTURED') continue;
      const target = event.numbers.target;
      const name = typeof target === 'number' ? NUMBERED[target] : (target as PieceClass | undefined);
      if (name) taken[step.seat === 'white' ? 'black' : 'white'].push(name);
    }
  }
  return taken;
}

export function optionsFrom(legal: Option[], square: Square): Map<Square, Option> {
  return new Map(legal.filter((one) => one.at === square && one.to).map((one) => [one.to!, one]));
}

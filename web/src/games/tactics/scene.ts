import type { Scene, Square, Step } from '../../lib/protocol';
import { keysOf, sceneOf, type OptionOf, type SceneOf } from '../../lib/shapes';
import { BOARD_PACE, isSquare, Projector, type Shown as ShownOf } from '../film';

export type TacticsScene = SceneOf<'tactics'>;
export type Option = OptionOf<'tactics'>;
export type Side = TacticsScene['side'];
/** One that is only being thought of has a name of its own. */
export type Piece = Omit<TacticsScene['pieces'][number], 'id'> & { id: string | number };
export type PieceClass = Piece['class'];
export type Shown = ShownOf<TacticsScene, TacticsScene['pieces'][number], Square>;

export const tacticsScene = (scene: Scene): TacticsScene => sceneOf(scene, 'tactics');

/** All classes as the scene tells them, the guard first: it is placed first. */
export function classesOf({ classes }: TacticsScene): PieceClass[] {
  return keysOf(classes).toSorted((a, b) => Number(b === 'guard') - Number(a === 'guard'));
}

/** The classes that take one of this class. */
export const fallsTo = ({ takes }: TacticsScene, kind: PieceClass): PieceClass[] =>
  keysOf(takes).filter((other) => takes[other].includes(kind));

export const otherSide = (side: Side): Side => (side === 'white' ? 'black' : 'white');

/** How it is played on the board. */
export const film = new Projector<TacticsScene, TacticsScene['pieces'][number], Square>({
  read: tacticsScene,
  pieces: ({ pieces }) => pieces,
  change: (scene, by) => ({ ...scene, pieces: by(scene.pieces) }),
  spotOf: ({ square }) => square,
  isSpot: isSquare,
  dice: ({ dice }) => dice,
  pace: { ...BOARD_PACE, strike: 0 },
});

/** What each side has lost, as the match tells it; pieces that a written position left out were not captured. */
export function capturedIn(steps: Step[], scene: TacticsScene): Record<Side, PieceClass[]> {
  const taken: Record<Side, PieceClass[]> = { white: [], black: [] };
  const numbered = keysOf(scene.classes);
  for (const step of steps) {
    for (const event of step.events) {
      if (event.code !== 'PIECE_CAPTURED') continue;
      const name = numbered[Number(event.numbers.target)];
      if (name) taken[step.seat === 'white' ? 'black' : 'white'].push(name);
    }
  }
  return taken;
}

export function optionsFrom(legal: Option[], square: Square): Map<Square, Option> {
  return new Map(legal.filter((one) => one.at === square && one.to).map((one) => [one.to!, one]));
}

/** How the square that a move leads to is marked. */
export function markOf(option: Option): 'move' | 'charge' | 'capture' | 'charge-capture' {
  if (option.captures) return option.charge ? 'charge-capture' : 'capture';
  return option.charge ? 'charge' : 'move';
}

import type { Square } from '../../lib/protocol';
import { draftsOf } from '../board/draft';
import { classesOf, type Option, type PieceClass, type TacticsScene } from './scene';

export interface Zone {
  home: Square[];
  guard: Square[];
}

/** Whether a class may stand on a square as the marked zones say; the server has the last word. The guard is sent first:
 * one of its squares is kept for it while it waits. */
export const draftsIn = (scene: TacticsScene) =>
  draftsOf<PieceClass, Zone, Option>({
    fits: (piece, square, zone) => (piece === 'guard' ? zone.guard : zone.home).includes(square),
    home: (zone) => zone.home,
    rank: (piece) => classesOf(scene).indexOf(piece),
    write: (piece) => scene.classes[piece],
    read: ({ unit }) => unit,
  });

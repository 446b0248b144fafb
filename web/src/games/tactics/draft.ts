import type { Square } from '../../lib/protocol';
import { draftsOf } from '../board/draft';
import { CLASS_OF, CLASSES, LETTER, type PieceClass } from './scene';

export interface Zone {
  home: Square[];
  guard: Square[];
}

/** Whether a class may stand on a square as the marked zones say; the server has the last word. The guard is sent first:
 * one of its squares is kept for it while it waits. */
export const drafts = draftsOf<PieceClass, Zone>({
  fits: (piece, square, zone) => (piece === 'guard' ? zone.guard : zone.home).includes(square),
  home: (zone) => zone.home,
  rank: (piece) => CLASSES.indexOf(piece),
  write: (piece) => LETTER[piece],
  read: (text) => CLASS_OF[text.toUpperCase()],
});

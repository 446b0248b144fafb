import type { Square } from '../../lib/protocol';
import { CLASS_OF, CLASSES, LETTER, type PieceClass } from './scene';

/** A deployment being thought about: what stands where, and what still lies beside the board. */
export interface Draft {
  placed: Record<Square, PieceClass>;
  tray: PieceClass[];
}

export interface Zone {
  home: Square[];
  guard: Square[];
}

const order = (tray: PieceClass[]) => tray.toSorted((a, b) => CLASSES.indexOf(a) - CLASSES.indexOf(b));

export function emptyDraft(pieces: PieceClass[]): Draft {
  return { placed: {}, tray: order(pieces) };
}

/** Whether a class may stand on a square as far as the marked zones say; the server has the last word. */
export function fits(piece: PieceClass, square: Square, zone: Zone): boolean {
  return (piece === 'guard' ? zone.guard : zone.home).includes(square);
}

/** Puts a piece from the tray on a square; what stood there goes back to the tray. */
export function place(draft: Draft, piece: PieceClass, square: Square, zone: Zone): Draft {
  const at = draft.tray.indexOf(piece);
  if (at < 0 || !fits(piece, square, zone)) return draft;
  const tray = draft.tray.toSpliced(at, 1);
  const there = draft.placed[square];
  return { placed: { ...draft.placed, [square]: piece }, tray: order(there ? [...tray, there] : tray) };
}

/** Moves a placed piece; one that stands in the way changes places with it, if it may. */
export function shift(draft: Draft, from: Square, to: Square, zone: Zone): Draft {
  const piece = draft.placed[from];
  if (!piece || from === to || !fits(piece, to, zone)) return draft;
  const there = draft.placed[to];
  const { [from]: _left, ...placed } = draft.placed;
  placed[to] = piece;
  if (!there) return { ...draft, placed };
  if (fits(there, from, zone)) return { ...draft, placed: { ...placed, [from]: there } };
  return { placed, tray: order([...draft.tray, there]) };
}

/** Takes a piece back to the tray. */
export function takeBack(draft: Draft, square: Square): Draft {
  const piece = draft.placed[square];
  if (!piece) return draft;
  const { [square]: _left, ...placed } = draft.placed;
  return { placed, tray: order([...draft.tray, piece]) };
}

/** The draft that a list of placements makes, such as a ready-made deployment. */
export function fromActions(actions: string[], pieces: PieceClass[], zone: Zone): Draft {
  return actions.reduce((draft, action) => {
    const [letter, square] = action.split('@');
    const piece = CLASS_OF[letter?.toUpperCase() ?? ''];
    return piece && square ? place(draft, piece, square, zone) : draft;
  }, emptyDraft(pieces));
}

/** The placements to send, the guard first: one of its squares is kept for it while it waits. */
export function toActions(draft: Draft): string[] {
  return Object.entries(draft.placed)
    .toSorted(([, a], [, b]) => CLASSES.indexOf(a) - CLASSES.indexOf(b))
    .map(([square, piece]) => `${LETTER[piece]}@${square}`);
}

export function isComplete(draft: Draft): boolean {
  return draft.tray.length === 0;
}

/** Whether a kept draft is made of just these pieces, so that it can be gone on with. */
export function isMadeOf(draft: Draft, pieces: PieceClass[]): boolean {
  const have = [...draft.tray, ...Object.values(draft.placed)].toSorted();
  return have.join() === pieces.toSorted().join();
}

/** All pieces anywhere they may stand, the guard first. */
export function randomDraft(pieces: PieceClass[], zone: Zone, lot: () => number = Math.random): Draft {
  const start = emptyDraft(pieces);
  return start.tray.reduce((draft, piece) => {
    const free = zone.home.filter((square) => fits(piece, square, zone) && !draft.placed[square]);
    const square = free[Math.floor(lot() * free.length)];
    return square ? place(draft, piece, square, zone) : draft;
  }, start);
}

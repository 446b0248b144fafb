import type { Square } from '../../lib/protocol';

/** A deployment being thought about: what stands where, and what still lies beside the board. */
export interface Draft<T> {
  placed: Record<Square, T>;
  tray: T[];
}

/** What a game knows about its pieces in a deployment: where they fit, in which order they come, how they are written. */
export interface Kit<T, Z, O> {
  fits: (piece: T, square: Square, zone: Z) => boolean;
  /** All squares where something may stand. */
  home: (zone: Z) => Square[];
  rank: (piece: T) => number;
  write: (piece: T) => string;
  read: (option: O) => T | undefined;
}

/** The ways to change a draft, for a game's own pieces. */
export function draftsOf<T extends string | number, Z, O extends { to?: Square }>({ fits, home, rank, write, read }: Kit<T, Z, O>) {
  const order = (tray: T[]) => tray.toSorted((a, b) => rank(a) - rank(b));

  const emptyDraft = (pieces: T[]): Draft<T> => ({ placed: {}, tray: order(pieces) });

  /** Puts a piece from the tray on a square; what stood there goes back to the tray. */
  function place(draft: Draft<T>, piece: T, square: Square, zone: Z): Draft<T> {
    const at = draft.tray.indexOf(piece);
    if (at < 0 || !fits(piece, square, zone)) return draft;
    const tray = draft.tray.toSpliced(at, 1);
    const there = draft.placed[square];
    return { placed: { ...draft.placed, [square]: piece }, tray: order(there === undefined ? tray : [...tray, there]) };
  }

  /** Moves a placed piece; one that is in the way changes places with it, if it may. */
  function shift(draft: Draft<T>, from: Square, to: Square, zone: Z): Draft<T> {
    const piece = draft.placed[from];
    if (piece === undefined || from === to || !fits(piece, to, zone)) return draft;
    const there = draft.placed[to];
    const { [from]: _left, ...placed } = draft.placed;
    placed[to] = piece;
    if (there === undefined) return { ...draft, placed };
    if (fits(there, from, zone)) return { ...draft, placed: { ...placed, [from]: there } };
    return { placed, tray: order([...draft.tray, there]) };
  }

  /** Takes a piece back to the tray. */
  function takeBack(draft: Draft<T>, square: Square): Draft<T> {
    const piece = draft.placed[square];
    if (piece === undefined) return draft;
    const { [square]: _left, ...placed } = draft.placed;
    return { placed, tray: order([...draft.tray, piece]) };
  }

  /** The draft that a list of placements makes, such as a ready-made deployment. */
  function fromOptions(options: O[], pieces: T[], zone: Z): Draft<T> {
    return options.reduce((draft, option) => {
      const piece = read(option);
      return piece !== undefined && option.to ? place(draft, piece, option.to, zone) : draft;
    }, emptyDraft(pieces));
  }

  /** The placements to send, in the order of the pieces. */
  function toActions(draft: Draft<T>): string[] {
    return Object.entries(draft.placed)
      .toSorted(([, a], [, b]) => rank(a) - rank(b))
      .map(([square, piece]) => `${write(piece)}@${square}`);
  }

  const isComplete = (draft: Draft<T>): boolean => draft.tray.length === 0;

  /** Whether a kept draft is made of just these pieces, so that it can be gone on with. */
  function isMadeOf(draft: Draft<T>, pieces: T[]): boolean {
    const have = [...draft.tray, ...Object.values(draft.placed)].toSorted();
    return have.join() === pieces.toSorted().join();
  }

  /** All pieces anywhere they may stand, in their order. */
  function randomDraft(pieces: T[], zone: Z, lot: () => number = Math.random): Draft<T> {
    const start = emptyDraft(pieces);
    return start.tray.reduce((draft, piece) => {
      const free = home(zone).filter((square) => fits(piece, square, zone) && draft.placed[square] === undefined);
      const square = free[Math.floor(lot() * free.length)];
      return square ? place(draft, piece, square, zone) : draft;
    }, start);
  }

  return { emptyDraft, fits, home, place, shift, takeBack, fromOptions, toActions, isComplete, isMadeOf, randomDraft, write };
}

export type Drafts<T extends string | number, Z, O extends { to?: Square }> = ReturnType<typeof draftsOf<T, Z, O>>;

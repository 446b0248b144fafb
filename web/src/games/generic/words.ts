import { capital, say, t } from '../../lib/i18n.svelte';
import type { Game, Square } from '../../lib/protocol';
import { isPlaced, type Option, type Piece } from './scene';

export const term = (game: Game, word: string): string => say(game.terms[word]) || word;

/** An action as people are told it. */
export const told = (option: Option): string => say(option.text) || option.action;

/** A piece as it is read out: whose it is, what it is, what is left of it. */
export function describePiece(game: Game, piece: Piece): string {
  const parts = [`${term(game, piece.side)} ${term(game, piece.kind)}`];
  if (piece.health !== null) parts.push(t('generic.health', { health: piece.health }));
  if (piece.acted) parts.push(t('generic.acted'));
  return parts.join(', ');
}

/** A square as it is read out: where it is, who is there, and what can be done with it. */
export function describeSquare(game: Game, pieces: Piece[], square: Square, options: Option[] = []): string {
  const piece = pieces.find((one) => isPlaced(one) && one.square === square);
  return [square, piece ? describePiece(game, piece) : t('board.empty'), ...options.map(told)].join(', ');
}

/** A piece and where it is, as a heading. */
export const pieceName = (game: Game, piece: Piece): string =>
  capital([term(game, piece.kind), piece.square ?? String(piece.id)].join(' '));

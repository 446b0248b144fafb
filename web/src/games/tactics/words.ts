import { say, t } from '../../lib/i18n.svelte';
import type { Game, Square } from '../../lib/protocol';
import type { Piece } from './scene';

export function term(game: Game, word: string): string {
  return say(game.terms[word]) || word;
}

/** A square as it is read out: where it is, who stands there, and what can be done with it. */
export function describeSquare(game: Game, pieces: Piece[], square: Square, notes: string[] = []): string {
  const piece = pieces.find((one) => one.square === square);
  const parts = [square];
  if (piece) {
    parts.push(`${term(game, piece.side)} ${term(game, piece.class)}`);
    if (piece.moved) parts.push(t('board.hasMoved'));
  } else {
    parts.push(t('board.empty'));
  }
  return [...parts, ...notes].join(', ');
}

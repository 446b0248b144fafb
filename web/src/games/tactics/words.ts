import { capital, say, t } from '../../lib/i18n.svelte';
import type { Game, Square } from '../../lib/protocol';
import { moved, travel, type Piece } from './scene';

export function term(game: Game, word: string): string {
  return say(game.terms[word]) || word;
}

/** Actions that follow each other in words, up to the first that has none: "Axe e2 → e3", "Horse c3 × Bow d5". */
export function readLine(game: Game, pieces: Piece[], actions: string[]): string[] {
  const told: string[] = [];
  let now = pieces;
  for (const action of actions) {
    const way = travel(action);
    const on = (square: Square) => now.find((piece) => piece.square === square);
    if (action === 'end') told.push(t('action.end'));
    else if (way && on(way.at)) {
      const taken = on(way.to);
      const rest = taken ? `× ${capital(term(game, taken.class))} ${way.to}` : `→ ${way.to}`;
      told.push(`${capital(term(game, on(way.at)!.class))} ${way.at} ${rest}`);
    } else break;
    now = moved(now, action);
  }
  return told;
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

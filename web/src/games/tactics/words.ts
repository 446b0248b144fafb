import { capital, say, t } from '../../lib/i18n.svelte';
import type { Game, Square } from '../../lib/protocol';
import type { Option, Piece } from './scene';

export function term(game: Game, word: string): string {
  return say(game.terms[word]) || word;
}

/** Options that follow each other in words, up to the first that has none: "Axe e2 → e3", "Horse c3 × Bow d5". */
export function readLine(game: Game, options: Option[]): string[] {
  const told = options.map(({ kind, unit, at, to, captures }) => {
    if (kind === 'end') return t('action.end');
    if (kind !== 'move' || !unit) return null;
    return `${capital(term(game, unit))} ${at} ${captures ? `× ${capital(term(game, captures))} ${to}` : `→ ${to}`}`;
  });
  return told.slice(0, told.includes(null) ? told.indexOf(null) : undefined).filter((text) => text !== null);
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

import { maybe, say } from './i18n.svelte';
import type { Game, Seat, SeatInfo } from './protocol';

export function sideName(game: Game, seat: Seat): string {
  return say(game.terms[seat]) || seat;
}

/** The name somebody gave, or how strong the machine is; empty where a seat has only its colour. */
export function givenName(seat: Seat, who: SeatInfo | undefined): string {
  if (!who || who.name === seat) return '';
  return (who.kind === 'agent' && maybe(`opponent.${who.name}`)) || who.name;
}

import { LEVELS } from './constants';
import type { Game, NewMatch, Seat, Seats } from './protocol';

/** The side that a seat plays for. */
export const sideOf = (game: Game, seat: Seat): string => game.side_of[seat] ?? seat;

/** The seats of a match with these options. */
export function seatsFor(game: Game, chosen: Record<string, unknown>): Seat[] {
  const by = game.seats_by_option;
  if (!by) return game.seats;
  const value = chosen[by.option] ?? game.options.find((option) => option.name === by.option)?.default;
  return by.seats[String(value)] ?? game.seats;
}

/** The seats of a match that goes on, in their order. */
export const seatsAt = (game: Game, seats: Seats): Seat[] => game.seats.filter((seat) => seat in seats);

/** Who is seated where before a match: the machine in its strengths, somebody at this screen, somebody by link. */
export const HOLDERS = [...LEVELS, 'here', 'link'] as const;
export type Holder = (typeof HOLDERS)[number];

/** The seats as they lie around a player of this side, whose own comes first: seats alternate between the sides. */
export function around(game: Game, seats: Seat[], side: string): Seat[] {
  const first = seats[0];
  return first === undefined || sideOf(game, first) === side ? seats : seats.map((seat, i) => seats[i ^ 1] ?? seat);
}

/** What a new match is told about its seats, in their own order: this player sits on the first of those around. */
export function seating(seats: Seat[], holders: Holder[], names: string[]): Pick<NewMatch, 'seats' | 'names'> {
  const here = (i: number) => i === 0 || holders[i] === 'here';
  const held = seats.map((seat, i) => [seat, here(i) ? 'person' : (holders[i] ?? 'link')] as const);
  const named = seats.flatMap((seat, i) => {
    const name = here(i) ? (names[i] ?? '').trim() : '';
    return name ? [[seat, name] as const] : [];
  });
  return { seats: Object.fromEntries(held), names: Object.fromEntries(named) };
}

import { createMatch } from './api';
import { LEVELS } from './constants';
import type { Game, NewMatch } from './protocol';
import { rememberCreated } from './recent';
import { around, seating, seatsFor, type Holder } from './seats';
import { recall } from './storage';

/** The strength of the machine that was last played against. */
export function lastLevel(): Holder {
  const last = recall<Holder>('opponent', 'normal');
  return LEVELS.some((one) => one === last) ? last : recall<Holder>('level', 'normal');
}

/** A match with the rules as they are, on a side drawn at random; returns the token to sit down with. */
export async function playNow(game: Game, opponent: Holder): Promise<string | null> {
  const side = game.sides[Math.floor(Math.random() * game.sides.length)] ?? '';
  const places = around(game, seatsFor(game, {}), side);
  const setup: NewMatch = {
    game: game.id,
    ...seating(
      places,
      places.map(() => opponent),
      [recall('name', '')],
    ),
  };
  return rememberCreated(setup, await createMatch(setup));
}

import type { Squad } from '../barracks/types';
import { MOST_SQUADS } from '../lib/constants';
import { sentOf } from '../maps/shape';
import type { TableMap } from '../maps/types';
import type { Kind, Question, Strength } from './types';

/** A question as one chooses it: squads are one kind, whether there is one or several. */
export type Chosen = Exclude<Kind, 'field'>;
export const CHOICES: readonly Chosen[] = ['fair', 'squads', 'map', 'rule', 'length', 'luck'];
export const STRENGTHS: readonly Strength[] = ['random', 'greedy', 'search'];
export const PRECISIONS = [5, 2, 1, 0.5] as const;

export interface Form {
  kind: Chosen;
  game: string;
  agent: Strength;
  precision: number;
  seed: number;
  option: string;
  squads: Squad[];
  map: TableMap | null;
}

/** What the form asks; null while something is still to be chosen. */
export function questionOf({ kind, game, agent, precision, seed, option, squads, map }: Form): Question | null {
  const how = { agent, precision, seed: Number.isSafeInteger(seed) && seed >= 0 ? seed : 0 };
  switch (kind) {
    case 'squads': {
      const [first, ...others] = squads;
      if (!first || squads.length > MOST_SQUADS) return null;
      return others.length ? { kind: 'squads', squads, ...how } : { kind: 'field', squad: first, ...how };
    }
    case 'map':
      return map && { kind, game: map.game, map: { ...sentOf(map) }, ...how };
    case 'rule':
      return option ? { kind, game, option, ...how } : null;
    case 'luck':
      return { kind, game, ...how, agent: agent === 'search' ? 'search' : 'greedy' };
    default:
      return { kind, game, ...how };
  }
}

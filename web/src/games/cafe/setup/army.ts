import type { components } from '../../../lib/openapi';

/** What armies are made of, as the server tells it. */
export type Catalogue = components['schemas']['ArmyCatalogue'];
/** How many units of each kind, by their letters. */
export type Army = Record<string, number>;

export const publishedOf = ({ ready, published }: Catalogue): Army => ready[published]!;

/** An army that was kept, or null if this is none. */
export function keptArmy({ units, most }: Catalogue, kept: unknown): Army | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const counts = units.map(({ letter }) => [letter, (kept as Army)[letter] ?? 0] as const);
  const fits = counts.every(([, count]) => Number.isInteger(count) && count >= 0 && count <= most);
  return fits ? Object.fromEntries(counts) : null;
}

/** An army as a new match takes it. */
export const armyText = ({ units }: Catalogue, army: Army) =>
  units
    .filter(({ letter }) => army[letter])
    .map(({ letter }) => `${letter}${army[letter]}`)
    .join(' ');

export const unitsOf = (army: Army) => Object.values(army).reduce((sum, count) => sum + count, 0);
export const isArmy = ({ least, most }: Catalogue, army: Army) => unitsOf(army) >= least && unitsOf(army) <= most;
export const withCount = ({ most }: Catalogue, army: Army, letter: string, count: number): Army => ({
  ...army,
  [letter]: Math.max(0, Math.min(most, Math.round(count) || 0)),
});

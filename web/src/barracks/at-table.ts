import type { Squad, Unit } from './types';

/** A unit at the table, with its place in its squad, counted from 1. */
type Playing = Pick<Unit, 'name' | 'icon' | 'abilities'> & { number: number; max_health: number };

let kept: () => Squad[] = () => [];

/** Where squads are kept; the library says so itself, so that scenes can be read where there is none. */
export function lookIn(squads: () => Squad[]): void {
  kept = squads;
}

/**
 * The picture of a unit that plays: matches know nothing of pictures, so the same unit of a squad of that name is looked
 * for in the Barracks of this device. Where two in it are alike, the place tells which.
 */
export function portraitOf(squad: string, unit: Playing): string | undefined {
  const same = (one: Unit) =>
    one.name === unit.name &&
    one.icon === unit.icon &&
    one.health === unit.max_health &&
    one.abilities.length === unit.abilities.length &&
    one.abilities.every((ability) => unit.abilities.includes(ability));
  const squads = kept().filter(({ name }) => name === squad);
  const placed = squads.map(({ units }) => units[unit.number - 1]).filter((one) => one !== undefined && same(one));
  const any = squads.flatMap(({ units }) => units.filter(same));
  return [...placed, ...any].find((one) => one?.portrait)?.portrait;
}

import { all, FileTrouble, opened, VERSION } from '../shelf/files';
import { readSquad, readUnit, squadText, unitText } from './shape';
import type { Squad, Unit } from './types';

export interface Contents {
  units: Unit[];
  squads: Squad[];
}

const file = (kind: string, contents: object) => `${JSON.stringify({ escaramuza: kind, version: VERSION, ...contents }, null, 2)}\n`;

export const squadFile = (squad: Squad) => file('squad', { squad });
export const unitFile = (unit: Unit) => file('unit', { unit });
export const libraryFile = ({ units, squads }: Contents) => file('library', { squads, units });

/** What a file brings: one unit, one squad, or a whole library. */
export function readContents(text: string): Contents {
  const given = opened(text, ({ escaramuza }) => typeof escaramuza === 'string');
  switch (given.escaramuza) {
    case 'squad':
      return { units: [], squads: all([given.squad], readSquad) };
    case 'unit':
      return { units: all([given.unit], readUnit), squads: [] };
    case 'library':
      return { units: all(given.units ?? [], readUnit), squads: all(given.squads ?? [], readSquad) };
    default:
      throw new FileTrouble('notOurs');
  }
}

/** What is not among the `kept` already, and how many are. */
export function freshOf({ units, squads }: Contents, kept: Contents): Contents & { known: number } {
  const old = new Set([...kept.units.map(unitText), ...kept.squads.map(squadText)]);
  const fresh = {
    units: units.filter((unit) => !old.has(unitText(unit))),
    squads: squads.filter((squad) => !old.has(squadText(squad))),
  };
  return { ...fresh, known: units.length + squads.length - fresh.units.length - fresh.squads.length };
}

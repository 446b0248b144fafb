import { readSquad, readUnit, squadText, unitText } from './shape';
import type { Squad, Unit } from './types';

const VERSION = 1;

export interface Contents {
  units: Unit[];
  squads: Squad[];
}

export type FileFault = 'notJson' | 'notOurs' | 'newer' | 'broken';

/** A file that cannot be taken in. */
export class FileTrouble extends Error {
  constructor(readonly fault: FileFault) {
    super(fault);
  }
}

const file = (kind: string, contents: object) => `${JSON.stringify({ escaramuza: kind, version: VERSION, ...contents }, null, 2)}\n`;

export const squadFile = (squad: Squad) => file('squad', { squad });
export const unitFile = (unit: Unit) => file('unit', { unit });
export const libraryFile = ({ units, squads }: Contents) => file('library', { squads, units });

/** A name for a file that every system takes. */
export function fileName(name: string, kind: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase();
  return `${plain || kind}.${kind}.json`;
}

function all<T>(values: unknown, read: (value: unknown) => T | null): T[] {
  if (!Array.isArray(values)) throw new FileTrouble('broken');
  return values.map((value) => {
    const found = read(value);
    if (found === null) throw new FileTrouble('broken');
    return found;
  });
}

/** What a file brings: one unit, one squad, or a whole library. */
export function readContents(text: string): Contents {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new FileTrouble('notJson');
  }
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (typeof given.escaramuza !== 'string') throw new FileTrouble('notOurs');
  if (typeof given.version === 'number' && given.version > VERSION) throw new FileTrouble('newer');
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

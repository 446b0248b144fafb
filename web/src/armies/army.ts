// Armies of For Glory as they are written: `3LnInf LI:V HA / 2LnInf 2LC:E`, division by division.

import { GLORY_ARMIES as LIMITS } from '../lib/constants';

export type Category = keyof typeof LIMITS.points;
export const CATEGORIES = Object.keys(LIMITS.points) as Category[];
/** From militia to elite; units are regular unless they say otherwise. */
export const QUALITIES = LIMITS.qualities;
export type Quality = (typeof QUALITIES)[number];
export { LIMITS };

/** So many units of one kind, one after the other. */
export interface Row {
  category: Category;
  quality: Quality;
  count: number;
}

export type Division = Row[];

/** What is kept and shared: a draft too, which may lack something. */
export interface Army {
  name: string;
  text: string;
}

const PART = new RegExp(`^(\\d{0,2})(${CATEGORIES.join('|')})(?::([${QUALITIES.join('')}]))?$`, 'i');

function readDivision(text: string): Division | null {
  const rows: Division = [];
  for (const part of text.split(/[\s,;]+/).filter(Boolean)) {
    const found = PART.exec(part);
    const count = Number(found?.[1] || 1);
    if (!found || count === 0) return null;
    const category = CATEGORIES.find((one) => one.toLowerCase() === found[2]!.toLowerCase())!;
    const quality = (found[3]?.toUpperCase() ?? LIMITS.usual) as Quality;
    const last = rows.at(-1);
    if (last && isLike(last, { category, quality })) rows[rows.length - 1] = { ...last, count: last.count + count };
    else rows.push({ category, quality, count });
  }
  return rows;
}

/** The divisions that a text names, empty ones too; null if it names none. */
export function readDivisions(text: unknown): Division[] | null {
  if (typeof text !== 'string' || text.length > LIMITS.longestText) return null;
  const divisions = text.split('/').map(readDivision);
  return divisions.includes(null) ? null : (divisions as Division[]);
}

const rowText = ({ category, quality, count }: Row) =>
  `${count > 1 ? count : ''}${category}${quality === LIMITS.usual ? '' : `:${quality}`}`;
export const armyText = (divisions: Division[]) => divisions.map((rows) => rows.map(rowText).join(' ')).join(' / ');

export const isLike = (one: Pick<Row, 'category' | 'quality'>, other: Pick<Row, 'category' | 'quality'>) =>
  one.category === other.category && one.quality === other.quality;

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
export const unitsIn = (division: Division) => sum(division.map(({ count }) => count));
export const pointsIn = (division: Division) => sum(division.map(({ category, count }) => count * LIMITS.points[category]));
export const unitsOf = (divisions: Division[]) => sum(divisions.map(unitsIn));
export const pointsOf = (divisions: Division[]) => sum(divisions.map(pointsIn));
export const costOf = (category: Category) => LIMITS.points[category];

/** What keeps an army from the table; `division` counts from 1. */
export type Fault =
  | { what: 'fewDivisions' | 'manyDivisions' | 'manyUnits'; found: number }
  | { what: 'fewUnits'; division: number; found: number }
  | { what: 'tooExpensive'; found: number; most: number };

/** Everything that is wrong with an army, for so many points at most; 0 for no limit. */
export function faultsOf(divisions: Division[], most = 0): Fault[] {
  const faults: Fault[] = [];
  if (divisions.length < LIMITS.fewestDivisions) faults.push({ what: 'fewDivisions', found: divisions.length });
  if (divisions.length > LIMITS.mostDivisions) faults.push({ what: 'manyDivisions', found: divisions.length });
  divisions.forEach((division, i) => {
    if (unitsIn(division) < LIMITS.fewestUnits) faults.push({ what: 'fewUnits', division: i + 1, found: unitsIn(division) });
  });
  if (unitsOf(divisions) > LIMITS.mostUnits) faults.push({ what: 'manyUnits', found: unitsOf(divisions) });
  if (most > 0 && pointsOf(divisions) > most) faults.push({ what: 'tooExpensive', found: pointsOf(divisions), most });
  return faults;
}

// Every change gives other divisions.

const changed = (divisions: Division[], at: number, change: (rows: Division) => Division): Division[] =>
  divisions.map((rows, i) => (i === at ? change(rows) : rows));

/** One unit more; it joins those of its kind. */
export const addUnit = (divisions: Division[], at: number, category: Category, quality: Quality = LIMITS.usual) =>
  changed(divisions, at, (rows) => {
    const found = rows.findIndex((row) => isLike(row, { category, quality }));
    return found < 0 ? [...rows, { category, quality, count: 1 }] : rows.with(found, { ...rows[found]!, count: rows[found]!.count + 1 });
  });

/** So many units in a row; none of them takes it away. */
export const setCount = (divisions: Division[], at: number, row: number, count: number) =>
  changed(divisions, at, (rows) => {
    const wanted = Math.max(0, Math.min(LIMITS.mostUnits, Math.round(count) || 0));
    return wanted ? rows.with(row, { ...rows[row]!, count: wanted }) : rows.filter((_, i) => i !== row);
  });

/** Another quality for a row; units that are alike then stand together. */
export const setQuality = (divisions: Division[], at: number, row: number, quality: Quality) =>
  changed(divisions, at, (rows) => {
    const { category, count } = rows[row]!;
    const same = rows.findIndex((other, i) => i !== row && isLike(other, { category, quality }));
    if (same < 0) return rows.with(row, { category, quality, count });
    return rows.with(same, { ...rows[same]!, count: rows[same]!.count + count }).filter((_, i) => i !== row);
  });

/** One unit of a row goes over to another division. */
export function moveUnit(divisions: Division[], at: number, row: number, to: number): Division[] {
  const { category, quality, count } = divisions[at]![row]!;
  return setCount(addUnit(divisions, to, category, quality), at, row, count - 1);
}

export const addDivision = (divisions: Division[]): Division[] => [...divisions, []];
export const copyDivision = (divisions: Division[], at: number): Division[] => divisions.toSpliced(at + 1, 0, divisions[at]!);
export const removeDivision = (divisions: Division[], at: number): Division[] => divisions.toSpliced(at, 1);

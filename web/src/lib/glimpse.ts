import type { Scene } from './protocol';

/** A match as it was last seen from here, small enough to be kept for each: where the men of both sides stand. */
export interface Glimpse {
  wide: number;
  high: number;
  /** On squares; else on a table. */
  squared: boolean;
  /** Across, down, and whether it is one of the second side. */
  men: [across: number, down: number, second: 0 | 1][];
}

type Man = { side?: string | null; state?: string; square?: string | null; x?: number; y?: number };

const SQUARES = 8;
/** How finely places on a table are kept: in so many parts of its width. */
const FINE = 100;

/** Nothing of games that are seen in another way, or before anybody stands anywhere. */
export function glimpseOf(sides: readonly string[], scene: Scene): Glimpse | undefined {
  const all: Man[] = 'pieces' in scene ? scene.pieces : 'units' in scene ? (scene.units as Man[]) : [];
  const second = ({ side }: Man) => (side === sides[1] ? 1 : 0);
  const table = 'table' in scene ? (scene.table as { width: number; height: number } | undefined) : undefined;
  if (table) {
    const part = FINE / table.width;
    const men = all.filter(({ state }) => state === 'table');
    const placed = men.map((man): Glimpse['men'][number] => [Math.round(man.x! * part), Math.round(man.y! * part), second(man)]);
    return placed.length ? { wide: FINE, high: Math.round(table.height * part), squared: false, men: placed } : undefined;
  }
  const men = all.flatMap((man): Glimpse['men'] => {
    const [, file, rank] = /^([a-h])([1-8])$/.exec(man.square ?? '') ?? [];
    return file && rank ? [[file.charCodeAt(0) - 97, SQUARES - Number(rank), second(man)]] : [];
  });
  return men.length ? { wide: SQUARES, high: SQUARES, squared: true, men } : undefined;
}

import { MAP_SHEET, PAPERS } from '../lib/constants';
import { keep, recall } from '../lib/storage';

export type Paper = keyof typeof PAPERS;

const DRAWER = 'paper';
const LETTER = /^en-US|^es-(US|MX|CO|CL|VE)|^fr-CA|^en-CA/;

/** The paper that was used last, or that is usual where the reader lives. */
export const usualPaper = (): Paper => recall<Paper>(DRAWER, LETTER.test(navigator.language) ? 'letter' : 'a4');
export const keepPaper = (paper: Paper) => keep(DRAWER, paper);

/** Sheets side by side. */
export interface Tiles {
  across: number;
  down: number;
}

/** Sheets side by side that make a map in its true size, upright or across, whichever takes fewer. */
export function tilesOf({ width, height }: { width: number; height: number }, paper: Paper, scale = 1): Tiles {
  const [short, long] = PAPERS[paper];
  const { sides, ends, strip } = MAP_SHEET;
  const ways = [
    [short, long],
    [long, short],
  ].map(([wide, high]) => ({
    across: Math.ceil((width * scale) / 10 / (wide! - sides - strip)),
    down: Math.ceil((height * scale) / 10 / (high! - ends - strip)),
  }));
  return ways.toSorted((one, other) => one.across * one.down - other.across * other.down)[0]!;
}

/** The lines between the sheets of a map, as a path. */
export function cutsOf({ width, height }: { width: number; height: number }, { across, down }: Tiles): string {
  const upright = Array.from({ length: across - 1 }, (_, i) => `M${((i + 1) * width) / across} 0V${height}`);
  return [...upright, ...Array.from({ length: down - 1 }, (_, i) => `M0 ${((i + 1) * height) / down}H${width}`)].join('');
}

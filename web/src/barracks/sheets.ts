// Sheets of cards in millimetres, laid out as the server's press does it.

import { PAPERS } from '../lib/constants';
import type { Paper } from '../print/sheets';

export const CARD = { width: 63, height: 88 } as const;
export const COLUMNS = 3;
export const ROWS = 3;
export const A_PAGE = COLUMNS * ROWS;
/** The colour at the top of a front, and the line below it. */
export const HEAD = 15.5;
export const STRIPE = 0.9;
/** How far colour runs over an edge that no other card follows. */
const BLEED = 3;

export function sizeOf(paper: Paper) {
  const [width, height] = PAPERS[paper];
  return { width, height };
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Slot extends Box {
  /** The same with its bleed. */
  ground: Box;
}

export const origin = (paper: { width: number; height: number }) => ({
  x: (paper.width - COLUMNS * CARD.width) / 2,
  y: (paper.height - ROWS * CARD.height) / 2,
});

/** Where so many cards of a page lie; backs from right to left, to fall behind their fronts. */
export function slotsOf(paper: { width: number; height: number }, count: number, mirrored: boolean): Slot[] {
  const from = origin(paper);
  const filled = (column: number, row: number) => {
    const own = mirrored ? COLUMNS - 1 - column : column;
    return column >= 0 && column < COLUMNS && row >= 0 && row * COLUMNS + own < count;
  };
  return Array.from({ length: count }, (_, i) => {
    const row = Math.floor(i / COLUMNS);
    const column = mirrored ? COLUMNS - 1 - (i % COLUMNS) : i % COLUMNS;
    const [x, y] = [from.x + column * CARD.width, from.y + row * CARD.height];
    const over = (follows: boolean) => (follows ? 0 : BLEED);
    const [left, right] = [over(filled(column - 1, row)), over(filled(column + 1, row))];
    const [above, below] = [over(row > 0), over(filled(column, row + 1))];
    const { width, height } = CARD;
    return {
      x,
      y,
      width,
      height,
      ground: { x: x - left, y: y - above, width: width + left + right, height: height + above + below },
    };
  });
}

/** The marks around the cards to cut by, as one path. */
export function cutMarks(paper: { width: number; height: number }): string {
  const { x, y } = origin(paper);
  const [start, long] = [1, 5];
  const up = y > 12 ? long : 3.2;
  const [right, bottom] = [x + COLUMNS * CARD.width, y + ROWS * CARD.height];
  const upright = Array.from({ length: COLUMNS + 1 }, (_, i) => x + i * CARD.width);
  const level = Array.from({ length: ROWS + 1 }, (_, i) => y + i * CARD.height);
  return [
    ...upright.map((at) => `M${at} ${y - start}v${-up}M${at} ${bottom + start}v${up}`),
    ...level.map((at) => `M${x - start} ${at}h${-long}M${right + start} ${at}h${long}`),
  ].join('');
}

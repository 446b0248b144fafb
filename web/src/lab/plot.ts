import type { Part } from './types';

/** Where figures stand on a line from 0 to 100. */
export interface Scale {
  at: (value: number) => number;
  ticks: number[];
}

const STEPS = [1, 2, 5];

/** Shares have all of their line; numbers as much as their intervals take, from round to round. */
export function scaleOf(part: Part): Scale {
  if (part.unit === 'share') return { at: (value) => 100 * value, ticks: [0, 0.25, 0.5, 0.75, 1] };
  const low = Math.min(...part.figures.map((one) => one.low));
  const high = Math.max(...part.figures.map((one) => one.high));
  const step = roundStep((high - low || Math.max(high, 1)) / 4);
  const first = Math.max(0, Math.floor(low / step) * step);
  const last = Math.max(Math.ceil(high / step) * step, first + step);
  const ticks = Array.from({ length: Math.round((last - first) / step) + 1 }, (_, i) => first + i * step);
  return { at: (value) => (100 * (value - first)) / (last - first), ticks };
}

/** The next round number: 1, 2 or 5 with zeros. */
export function roundStep(least: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return (STEPS.find((step) => step * size >= least) ?? 10) * size;
}

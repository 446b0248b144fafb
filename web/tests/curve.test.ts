import { describe, expect, it } from 'vitest';

import { barOf, largestChange, pathOf, stepAt, xOf, yOf, type Frame } from '../src/lib/curve';

const frame: Frame = { width: 420, height: 120, left: 10, right: 10, top: 10, bottom: 10 };
const point = (step: number, expected: number, dice = 0, decision = 0) => ({
  step,
  expected,
  dice,
  decision,
  turning: false,
});

describe('the curve', () => {
  it('spans the whole frame', () => {
    expect(xOf(0, 40, frame)).toBe(10);
    expect(xOf(40, 40, frame)).toBe(410);
    expect(yOf(1, frame)).toBe(10);
    expect(yOf(0, frame)).toBe(110);
    expect(yOf(0.5, frame)).toBe(60);
  });

  it('stays inside, whatever it is told', () => {
    expect(yOf(1.4, frame)).toBe(10);
    expect(yOf(-2, frame)).toBe(110);
    expect(xOf(0, 0, frame)).toBe(10);
  });

  it('finds the step under the pointer', () => {
    for (const step of [0, 7, 40]) expect(stepAt(xOf(step, 40, frame), 40, frame)).toBe(step);
    expect(stepAt(-50, 40, frame)).toBe(0);
    expect(stepAt(999, 40, frame)).toBe(40);
  });

  it('goes through all points', () => {
    expect(pathOf([point(0, 0.5), point(1, 1)], 2, frame)).toBe('M10.0 60.0L210.0 10.0');
    expect(pathOf([], 2, frame)).toBe('');
  });
});

describe('the bars', () => {
  it('go up for what helped the first side and down for what hurt it', () => {
    expect(barOf(0.2, 0.4, frame)).toEqual({ y: 35, height: 25 });
    expect(barOf(-0.4, 0.4, frame)).toEqual({ y: 60, height: 50 });
    expect(barOf(0, 0.4, frame).height).toBe(0);
  });

  it('are scaled by the largest change, and noise stays small', () => {
    expect(largestChange([point(0, 0.5, -0.3, 0.1), point(1, 0.5, 0, 0.2)])).toBe(0.3);
    expect(largestChange([point(0, 0.5, 0.01, 0)])).toBe(0.05);
  });
});

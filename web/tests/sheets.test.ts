import { describe, expect, it } from 'vitest';

import { cutMarks, sizeOf, slotsOf } from '../src/barracks/sheets';
import { PAPERS } from '../src/lib/constants';
import type { Paper } from '../src/print/sheets';

const a4 = sizeOf('a4');

describe('a sheet of cards', () => {
  it('has backs behind their fronts when it is flipped on its long edge', () => {
    const fronts = slotsOf(a4, 5, false);
    const backs = slotsOf(a4, 5, true);
    for (const [i, front] of fronts.entries()) {
      expect(backs[i]!.x).toBeCloseTo(a4.width - front.x - front.width);
      expect(backs[i]!.y).toBe(front.y);
    }
  });

  it('bleeds over free edges only', () => {
    const over = slotsOf(a4, 4, false).map(({ x, y, width, height, ground }) =>
      [x - ground.x, y - ground.y, ground.x + ground.width - x - width, ground.y + ground.height - y - height].map((mm) => Math.round(mm)),
    );
    expect(over).toEqual([
      [3, 3, 0, 0],
      [0, 3, 0, 3],
      [0, 3, 3, 3],
      [3, 0, 3, 3],
    ]);
  });

  it('has sixteen marks to cut by, all on the paper', () => {
    for (const paper of (Object.keys(PAPERS) as Paper[]).map(sizeOf)) {
      const marks = [...cutMarks(paper).matchAll(/M([\d.]+) ([\d.]+)([hv])(-?[\d.]+)/g)];
      expect(marks).toHaveLength(16);
      for (const [, x, y, way, length] of marks) {
        const end = Number(way === 'h' ? x : y) + Number(length);
        expect(end).toBeGreaterThan(0);
        expect(end).toBeLessThan(way === 'h' ? paper.width : paper.height);
      }
    }
  });
});

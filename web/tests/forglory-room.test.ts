import { describe, expect, it } from 'vitest';

import { enlarged, fitting, isCramped } from '../src/games/forglory/setup/room';

const FARM = { width: 9000, height: 6000 };

const MOST = { most_width: 24_000, most_height: 18_000 };

describe('room for the armies', () => {
  it('is missing on a small table for many units, and there for few', () => {
    expect(isCramped(FARM, 80)).toBe(true);
    expect(isCramped(FARM, 18)).toBe(false);
    expect(isCramped({ width: 18000, height: 12000 }, 80)).toBe(false);
  });

  it('is made by the least enlargement that suffices, within the largest table', () => {
    expect(fitting(FARM, 80, MOST)).toBe(1.5);
    expect(fitting({ width: 12000, height: 6000 }, 60, MOST)).toBe(1.25);
    expect(fitting({ width: 24000, height: 6000 }, 99, MOST)).toBeNull();
  });

  it('enlarges everything that lies on the ground', () => {
    const map = enlarged(
      { name: 'Farm', ...FARM, objectives: [[100, 200]], terrain: [{ kind: 'wood', corners: [[2, 4]] }], roads: [[[0, 10]]] },
      1.5,
    );
    expect(map).toEqual({
      name: 'Farm',
      width: 13500,
      height: 9000,
      objectives: [[150, 300]],
      terrain: [{ kind: 'wood', corners: [[3, 6]] }],
      roads: [[[0, 15]]],
    });
  });
});

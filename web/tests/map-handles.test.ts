import { describe, expect, it } from 'vitest';

import { growth, handleAt, handlesOf, hasRoom, turnBetween, type Seen } from '../src/maps/handles';
import { arrowOf } from '../src/maps/keys';
import type { Point } from '../src/table/geometry';

/** Ten units of the table to a pixel, the whole of it in sight. */
const seen: Seen = {
  screen: { width: 900, height: 600 },
  toScreen: ([x, y]) => [x / 10, y / 10],
  fromScreen: ([x, y]) => [x * 10, y * 10],
};
const box = (x: number, y: number, side: number): Point[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
];
const kinds = (corners: Point[], most = 12) => handlesOf(corners, seen, most).map(({ what }) => what);

describe('handles', () => {
  it('are at the corners, on the long edges, above and beside the piece', () => {
    const handles = handlesOf(box(3000, 2000, 1000), seen, 12);
    expect(handles.filter(({ what }) => what === 'corner').map(({ at }) => at)).toEqual([
      [300, 200],
      [400, 200],
      [400, 300],
      [300, 300],
    ]);
    expect(handles.filter(({ what }) => what === 'edge')).toHaveLength(4);
    expect(handles.find(({ what }) => what === 'turn')?.at).toEqual([350, 166]);
    const [x, y] = handles.find(({ what }) => what === 'size')!.at;
    expect(x).toBeGreaterThan(400);
    expect(y).toBeGreaterThan(300);
  });

  it('stay within the frame', () => {
    const turn = handlesOf(box(0, 0, 1000), seen, 12).find(({ what }) => what === 'turn');
    expect(turn?.at).toEqual([50, 134]);
    const tall: Point[] = [
      [4000, 0],
      [4500, 0],
      [4500, 6000],
      [4000, 6000],
    ];
    expect(handlesOf(tall, seen, 12).find(({ what }) => what === 'turn')?.at).toEqual([484, 300]);
    const size = handlesOf(box(8000, 5000, 1000), seen, 12).find(({ what }) => what === 'size');
    expect(size?.at).toEqual([878, 578]);
  });

  it('for new corners are there while there may be more', () => {
    expect(kinds(box(3000, 2000, 1000), 4)).not.toContain('edge');
    expect(kinds(box(3000, 2000, 700))).not.toContain('edge');
  });

  it('leave a small piece free to be moved', () => {
    expect(hasRoom(box(3000, 2000, 200), seen)).toBe(false);
    expect(kinds(box(3000, 2000, 200))).toEqual(['turn', 'size']);
  });

  it('are found by the nearest press', () => {
    const handles = handlesOf(box(3000, 2000, 1000), seen, 12);
    expect(handleAt(handles, [303, 204], 14)).toMatchObject({ what: 'corner', number: 0 });
    expect(handleAt(handles, [351, 199], 14)).toMatchObject({ what: 'edge', number: 0 });
    expect(handleAt(handles, [350, 250], 14)).toBeNull();
  });
});

describe('dragging', () => {
  it('turns the short way round', () => {
    expect(turnBetween([0, 0], [10, 0], [0, 10])).toBeCloseTo(90);
    expect(turnBetween([0, 0], [-10, 1], [-10, -1])).toBeCloseTo(11.42, 1);
  });

  it('grows from the opposite corner and never to nothing', () => {
    expect(growth([0, 0], [100, 100], [200, 50])).toEqual([2, 0.5]);
    expect(growth([0, 0], [100, 100], [-50, 100])).toEqual([0.1, 1]);
    expect(growth([0, 0], [100, 0], [200, 900])).toEqual([2, 1]);
  });
});

describe('arrow keys', () => {
  it('move by a millimetre, with Shift by a centimetre', () => {
    expect(arrowOf({ key: 'ArrowLeft', shiftKey: false })).toEqual([-10, 0]);
    expect(arrowOf({ key: 'ArrowDown', shiftKey: true })).toEqual([0, 100]);
    expect(arrowOf({ key: 'Enter', shiftKey: false })).toBeNull();
  });
});

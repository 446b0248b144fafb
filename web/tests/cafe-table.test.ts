import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { aroundPath, boxCorners, distanceTo, isInside, middleOf, nearestTowards, turnedBy, type Point } from '../src/table/geometry';
import { written } from '../src/table/lengths';
import { Pointers, type Drag } from '../src/table/pointers.svelte';
import { View } from '../src/table/view.svelte';
import { settings } from '../src/lib/settings.svelte';

// Nothing glides.
beforeAll(() => void vi.spyOn(settings, 'moves', 'get').mockReturnValue(false));
afterAll(() => vi.restoreAllMocks());

const SQUARE: Point[] = [
  [0, 0],
  [100, 0],
  [100, 100],
  [0, 100],
];

describe('geometry of the table', () => {
  it('turns a base about its middle', () => {
    const corners = boxCorners({ x: 1000, y: 500, facing: 900 }, 200, 150).map(([x, y]) => [Math.round(x), Math.round(y)]);
    expect(corners).toEqual([
      [1075, 400],
      [1075, 600],
      [925, 600],
      [925, 400],
    ]);
  });

  it('draws the line around a base with straight sides and round corners', () => {
    const path = aroundPath(SQUARE, 50);
    expect(path.startsWith('M0 -50L100 -50A50 50 0 0 1 150 0')).toBe(true);
    expect(path.match(/A/g)).toHaveLength(4);
    expect(aroundPath(SQUARE.toReversed(), 50).match(/A/g)).toHaveLength(4);
  });

  it('knows what is inside, and how far the rest is', () => {
    expect(isInside([50, 50], SQUARE)).toBe(true);
    expect(distanceTo([50, 50], SQUARE)).toBe(0);
    expect(distanceTo([150, 50], SQUARE)).toBe(50);
    expect(distanceTo([130, 140], SQUARE)).toBe(50);
    expect(middleOf(SQUARE)).toEqual([50, 50]);
  });

  it('goes to the next place in the direction of an arrow', () => {
    const places = [
      { x: 300, y: 10 },
      { x: 120, y: 90 },
      { x: 100, y: 400 },
      { x: -50, y: 0 },
    ];
    expect(nearestTowards([0, 0], [1, 0], places)).toBe(places[1]);
    expect(nearestTowards([0, 0], [0, 1], places)).toBe(places[1]);
    expect(nearestTowards([0, 0], [-1, 0], places)).toBe(places[3]);
    expect(nearestTowards([0, 0], [0, -1], places)).toBeNull();
  });

  it('writes lengths in centimetres and turns round and round', () => {
    expect([1235, 1250, 3000, 7].map(written)).toEqual(['12.35', '12.5', '30', '0.07']);
    expect(turnedBy(50, -150)).toBe(3500);
    expect(turnedBy(3500, 150)).toBe(50);
  });
});

describe('the view', () => {
  let view: View;

  beforeEach(() => {
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
    view = new View();
    view.size = { width: 9000, height: 6000 };
    view.screen = { width: 900, height: 600 };
  });

  it.each([0, 1, 2, 3])('finds places again on a table turned by %i quarters', (turn) => {
    view.turn = turn;
    const [x, y] = view.fromScreen(view.toScreen([1234, 567]));
    expect([Math.round(x), Math.round(y)]).toEqual([1234, 567]);
  });

  it('stands a side at the lower edge of a tall screen', () => {
    view.turn = 3;
    expect(view.toSheet([0, 3000])).toEqual([3000, 9000]);
    view.turn = 1;
    expect(view.toSheet([9000, 3000])).toEqual([3000, 9000]);
  });

  it('keeps what is under the pointer where it is while it zooms', () => {
    const before = view.fromScreen([300, 200]);
    view.zoom(3, [300, 200]);
    const after = view.fromScreen([300, 200]);
    expect(after.map(Math.round)).toEqual(before.map(Math.round));
    expect(view.zoomed).toBe(true);
  });

  it('goes back to the whole table, and never beyond its edges', () => {
    view.zoom(4);
    view.pan(100_000, 100_000);
    const [x, y] = view.fromScreen([0, 0]);
    expect(x).toBeGreaterThanOrEqual(-300);
    expect(y).toBeGreaterThanOrEqual(-300);
    view.zoom(0.001);
    expect(view.zoomed).toBe(false);
  });

  const corner: Point[] = [
    [8000, 5000],
    [8800, 5800],
  ];

  it('comes closer to places, and goes back', () => {
    view.approach(corner);
    const [x, y] = view.toScreen([8400, 5400]);
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(900);
    expect(y).toBeLessThan(600);
    view.approach([[500, 500]]);
    view.recede();
    expect(view.zoomed).toBe(false);
    view.zoom(1.5);
    const before = view.viewBox;
    view.approach(corner);
    view.reveal([8800, 5800]);
    view.recede();
    expect(view.viewBox).toBe(before);
  });

  it('stays where somebody has moved it', () => {
    view.approach(corner);
    view.pan(20, 20);
    const before = view.viewBox;
    view.recede();
    expect(view.viewBox).toBe(before);
  });
});

describe('pointers', () => {
  let view: View;
  let seen: string[];
  let pointers: Pointers;
  let drag: Drag | null;

  beforeEach(() => {
    vi.stubGlobal('cancelAnimationFrame', () => undefined);
    view = new View();
    view.size = { width: 9000, height: 6000 };
    view.screen = { width: 900, height: 600 };
    seen = [];
    drag = { move: () => seen.push('move'), drop: () => seen.push('drop'), cancel: () => seen.push('cancel') };
    pointers = new Pointers(view, () => drag);
  });

  const mouse = { touch: false, shift: false };

  it('drags what can be dragged, once it has moved', () => {
    pointers.down(1, [100, 100], mouse);
    expect(pointers.move(1, [102, 100])).toBe(false);
    expect(pointers.move(1, [140, 100])).toBe(true);
    pointers.up(1, [140, 100]);
    expect(seen).toEqual(['move', 'drop']);
    expect(pointers.swallowed).toBe(true);
  });

  it('leaves a press without a drag alone', () => {
    pointers.down(1, [100, 100], mouse);
    pointers.up(1, [101, 100]);
    expect(seen).toEqual(['cancel']);
    expect(pointers.swallowed).toBe(false);
  });

  it('pushes the table about where nothing is to be dragged', () => {
    drag = null;
    view.zoom(3);
    const before = view.centre;
    pointers.down(1, [100, 100], mouse);
    pointers.move(1, [150, 100]);
    expect(view.centre[0]).toBeLessThan(before[0]);
  });

  it('pinches with two fingers, and drops what one of them held', () => {
    const finger = { touch: true, shift: false };
    pointers.down(1, [400, 300], finger);
    pointers.down(2, [500, 300], finger);
    expect(seen).toEqual(['cancel']);
    pointers.move(2, [600, 300]);
    expect(view.scale).toBeGreaterThan(view.fitting * 1.5);
    pointers.up(1, [400, 300]);
    pointers.up(2, [600, 300]);
    expect(seen).toEqual(['cancel']);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Asking } from '../src/games/board/asking.svelte';
import { turnOf } from '../src/games/board/turn';
import { film, type TacticsScene } from '../src/games/tactics/scene';
import type { Step } from '../src/lib/protocol';
import { UNKNOWN, type TableState } from '../src/lib/table-state';
import { View } from '../src/table/view.svelte';
import { FakeTable, settled, stubStorage } from './fake-table';
import { step } from './steps';

beforeEach(() => {
  stubStorage();
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});

describe('a table in a frame that it does not fill', () => {
  it('lies at the top of one that is too high, so that nothing that rises from the foot hides it', () => {
    const view = new View();
    view.size = { width: 12000, height: 9000 };
    view.screen = { width: 400, height: 900 };
    expect(view.toScreen([0, 0])[1]).toBeLessThan(5);
    view.zoom(2);
    view.zoom(0.1);
    expect(view.toScreen([0, 0])[1]).toBeLessThan(5);
  });

  it.each([
    ['wide', { width: 1400, height: 500 }],
    ['high', { width: 400, height: 900 }],
  ])('is zoomed around the pointer: %s', (_, screen) => {
    for (const at of [
      [screen.width * 0.4, screen.height * 0.2],
      [screen.width * 0.62, screen.height * 0.3],
    ] as const) {
      const view = new View();
      view.size = { width: 12000, height: 9000 };
      view.screen = screen;
      const under = view.fromScreen(at);
      view.zoom(1.25, at);
      const [x, y] = view.toScreen(under);
      expect(x).toBeCloseTo(at[0], 5);
      expect(y).toBeCloseTo(at[1], 5);
    }
  });
});

describe('the ways of a turn', () => {
  const went = (seat: string, id: number, ...way: string[]) => step([{ kind: 'move', id, way, charge: false }], { seat });
  const scene = { pieces: [] } as unknown as TacticsScene;
  const wayOf = ({ changes }: Step) => film.lastOf(changes, scene);
  const steps = [
    went('white', 1, 'a1', 'a2'),
    step([], { seat: 'white' }),
    step([], { seat: 'black' }),
    went('black', 20, 'a8', 'a7'),
    went('black', 21, 'b8', 'b7'),
    went('black', 22, 'c8', 'c7'),
    step([], { seat: 'black' }),
  ];

  it('are all of them, not the last alone', () => {
    expect(turnOf(steps, wayOf, { at: 'c8', to: 'c7' }).map(({ to }) => to)).toEqual(['a7', 'b7', 'c7']);
  });

  it('are told as far as they have been shown', () => {
    expect(turnOf(steps, wayOf, { at: 'b8', to: 'b7' }).map(({ to }) => to)).toEqual(['a7', 'b7']);
    expect(turnOf(steps, wayOf, { at: 'a1', to: 'a2' }).map(({ to }) => to)).toEqual(['a2']);
    expect(turnOf(steps, wayOf, null)).toEqual([]);
  });
});

describe('threats', () => {
  it('are over when the match is', async () => {
    let now: TableState = { ...UNKNOWN, seq: 1, you: ['white'], actor: 'white' };
    const pieces = [{ side: 'white', square: 'c3', probability: 0.5 }];
    const table = new FakeTable(() => now, { why: () => null, look: () => null, threats: async () => ({ pieces }) });
    const asking = new Asking(table.table);
    await asking.toggleThreats();
    expect([...asking.badges.keys()]).toEqual(['c3']);
    now = { ...now, seq: 2, actor: null };
    asking.refresh();
    await settled();
    expect(asking.watching).toBe(false);
    expect(asking.badges.size).toBe(0);
  });
});

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { Asking } from '../src/games/board/asking.svelte';
import { Hand } from '../src/games/escarmouche/hand.svelte';
import type { Option } from '../src/games/escarmouche/scene';
import { CutOff, type Table } from '../src/lib/connection.svelte';
import { UNKNOWN, type TableState } from '../src/lib/table-state';
import { hit, option, scene, unit } from './escarmouche-fixtures';

/** A line on which every answer is waited for: what was said so far, and how to answer it. */
class SlowTable {
  state: TableState = { ...UNKNOWN, seq: 1, you: ['white', 'black'], actor: 'white' };
  line = 'open';
  /** What came of an action is being shown. */
  watching = false;
  settle = (): void => undefined;
  readonly heard: string[] = [];
  #answers: { settle: () => void; fail: (error: Error) => void }[] = [];

  act = (actions: string[]) => this.#hear(actions.join(' '));
  undo = () => this.#hear('undo');
  seen = () => new Promise<void>((seen) => (this.settle = seen));

  #hear(what: string): Promise<void> {
    this.heard.push(what);
    return new Promise((settle, fail) => this.#answers.push({ settle, fail }));
  }

  async answer(more: Partial<Pick<TableState, 'actor'>> = {}): Promise<void> {
    this.state = { ...this.state, seq: this.state.seq + 1, ...more };
    this.#answers.shift()!.settle();
    await settled();
  }

  async cut(): Promise<void> {
    this.#answers.shift()!.fail(new CutOff());
    await settled();
  }
}

/** Until whoever was answered has gone on, and what waited for that as well. */
const settled = () => new Promise((done) => setTimeout(() => setTimeout(done)));

let table: SlowTable;
let asking: Asking;

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  table = new SlowTable();
  asking = new Asking(table as unknown as Table);
});

describe('while an action is on its way', () => {
  it('a press waits and is about what came of the action', async () => {
    const seen: number[] = [];
    asking.press(() => seen.push(table.state.seq));
    expect(seen).toEqual([1]);
    void asking.send(['roll']);
    asking.press(() => seen.push(table.state.seq));
    expect(seen).toEqual([1]);
    await table.answer();
    expect(seen).toEqual([1, 2]);
  });

  it('presses keep their order, also where one of them sends something itself', async () => {
    const done: string[] = [];
    void asking.send(['a']);
    asking.press(() => void asking.send(['b']).then(() => done.push('b')));
    asking.press(() => done.push(`c at ${table.state.seq}`));
    await table.answer();
    expect([table.heard, done]).toEqual([['a', 'b'], []]);
    await table.answer();
    expect(done).toEqual(['b', 'c at 3']);
  });

  it('whoever sent it goes on before the next press is judged', async () => {
    let picked = 1;
    void asking.send(['1@e2']).then(() => (picked = 2));
    asking.press(() => void asking.send([`${picked}@e3`]));
    await table.answer();
    expect(table.heard).toEqual(['1@e2', '2@e3']);
  });

  it('the same button counts once, another one waits', async () => {
    const first = asking.send(['e2-e4']);
    const last = asking.send(['end']);
    expect(await asking.send(['end'])).toBe(false);
    expect(await asking.send(['e2-e4'])).toBe(false);
    expect(table.heard).toEqual(['e2-e4']);
    await table.answer();
    expect(table.heard).toEqual(['e2-e4', 'end']);
    await table.answer();
    expect(await Promise.all([first, last])).toEqual([true, true]);
    void asking.send(['end']);
    expect(table.heard).toEqual(['e2-e4', 'end', 'end']);
  });

  it('nothing is said for a side whose turn it was not when the button was pressed', async () => {
    void asking.send(['e2-e4']);
    const end = asking.send(['end']);
    await table.answer({ actor: 'black' });
    expect(await end).toBe(false);
    expect(table.heard).toEqual(['e2-e4']);
    void asking.undo();
    expect(table.heard).toEqual(['e2-e4', 'undo']);
  });

  it.each(['black', 'white'])('a button is not lost to what is shown then: it waits until that is seen, and %s decides', async (actor) => {
    void asking.send(['e2xe4']);
    const end = asking.send(['end']);
    table.watching = true;
    await table.answer();
    expect(table.heard).toEqual(['e2xe4']);
    table.watching = false;
    table.state = { ...table.state, actor };
    table.settle();
    await settled();
    expect(table.heard).toEqual(actor === 'white' ? ['e2xe4', 'end'] : ['e2xe4']);
    if (actor === 'white') await table.answer();
    expect(await end).toBe(actor === 'white');
  });

  it('what waits is forgotten if the action fails', async () => {
    const pressed = vi.fn();
    void asking.send(['a']);
    asking.press(pressed);
    const later = asking.send(['b']);
    await table.cut();
    expect(await later).toBe(false);
    expect(pressed).not.toHaveBeenCalled();
    expect(asking.said).not.toBeNull();
    void asking.send(['b']);
    expect(table.heard).toEqual(['a', 'b']);
  });
});

it('a unit that is still on its way strikes whom is pressed then', async () => {
  const at = (square: string, legal: Option[]) => ({
    shape: 'escarmouche' as const,
    legal,
    scene: scene([unit(0, square), unit(6, 'e5')]),
    shortcuts: {},
  });
  const move = option('e2-e4', 'move', { unit: 0, at: 'e2', to: 'e4' });
  const strike = option('e4xe5', 'attack', { unit: 0, at: 'e4', target: 6, effect: [hit(6)] });
  table.state = { ...table.state, ...at('e2', [move]) };
  const hand = new Hand(table as unknown as Table);
  for (const square of ['e2', 'e4', 'e5']) hand.press(() => hand.pick(square));
  expect(table.heard).toEqual(['e2-e4']);
  table.state = { ...table.state, ...at('e4', [strike]) };
  hand.refresh();
  await table.answer();
  expect(table.heard).toEqual(['e2-e4', 'e4xe5']);
});

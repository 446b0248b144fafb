import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';

import { unitOf } from '../src/games/forglory/scene';
import { newMatch as newCafe } from './cafe';
import { newMatch as newGlory, sceneOf, SCORE } from './forglory';
import { learn } from './lessons';
import { makeMatch, PHONE, sitAt, soon } from './matches';
import { click, Player } from './player';
import { onPage, pressAt, type Point } from './table';

/** What once was wrong at a table, as a person saw it. */
const OPEN = '3k4/8/8/1s6/3a4/3B4/8/K7 w 10 - -';
const LAST_BLOW = '6Sk/8/8/8/8/8/8/K7 w 11 - -';

async function atBoard(position: string, options: BrowserContextOptions = {}): Promise<Player> {
  const made = await makeMatch({ game: 'tactics', seats: { white: 'person', black: 'person' }, position, terms: { hints: true } });
  return sitAt(made.tokens.white!, options);
}

test('every way of the last turn is marked, not only its last', async () => {
  const ana = await atBoard(OPEN);
  const before = ana.state!.seq;
  for (const square of ['d3', 'e3', 'a1', 'a2']) await click(ana, `square-${square}`);
  // Both pieces have moved, so the turn is over by itself.
  await ana.until(({ seq, actor }) => seq === before + 2 && actor === 'black', 'White has moved all');
  const marked = () =>
    ana.page.locator('[data-trodden]').evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.trodden!).toSorted());
  await soon(marked).toEqual(['a1', 'a2', 'd3', 'e3']);
  expect(ana.faults).toEqual([]);
});

test('a white piece that is dragged lies over its target', async () => {
  const ana = await atBoard(OPEN);
  await soon(() => ana.see('end-turn').isEnabled()).toBe(true);
  const [from, to] = await Promise.all(['d3', 'd4'].map(async (square) => (await ana.see(`square-${square}`).boundingBox())!));
  const middle = (box: { x: number; y: number; width: number; height: number }) => [box.x + box.width / 2, box.y + box.height / 2] as const;
  await ana.page.mouse.move(...middle(from!));
  await ana.page.mouse.down();
  await ana.page.mouse.move(...middle(to!), { steps: 6 });
  const last = () => ana.page.locator('.pieces > [data-at]').last();
  await soon(() => last().getAttribute('data-at')).toBe('d3');
  const lies = (await last().boundingBox())!;
  expect(Math.abs(middle(lies)[1] - middle(to!)[1])).toBeLessThan(to!.height / 4);
  await ana.page.keyboard.press('Escape');
  await ana.page.mouse.up();
  expect(ana.faults).toEqual([]);
});

test('a machine that thinks takes no more room than one that waits', async () => {
  const made = await makeMatch({ game: 'tactics', seats: { white: 'person', black: 'hard' }, position: OPEN });
  const ana = await sitAt(made.tokens.white!);
  const height = () => ana.see('players').evaluate((players) => players.getBoundingClientRect().height);
  const before = await height();
  await soon(() => ana.see('end-turn').isEnabled()).toBe(true);
  await click(ana, 'end-turn');
  await ana.see('move-now').waitFor();
  expect(await height()).toBe(before);
  expect(ana.faults).toEqual([]);
});

test('on a phone what is said of pieces does not lie over them', async () => {
  const ana = await atBoard(OPEN, PHONE);
  await soon(() => ana.see('threats').isEnabled()).toBe(true);
  await ana.see('threats').tap();
  await ana.see('threats-note').waitFor();
  const [note, board] = await Promise.all(['threats-note', 'board'].map((one) => ana.see(one).boundingBox()));
  expect(note!.y).toBeGreaterThanOrEqual(board!.y + board!.height - 1);
  expect(ana.faults).toEqual([]);
});

test('who presses the end of a turn a moment too soon and at once again is heard', async () => {
  const ana = await atBoard(OPEN);
  const before = ana.state!.seq;
  await ana.see('end-turn').hover();
  await soon(() => ana.see('end-turn').isEnabled()).toBe(true);
  // The second press of a double click, of which the page heard no first: the button could not be pressed yet.
  await ana.page.mouse.down({ clickCount: 2 });
  await ana.page.mouse.up({ clickCount: 2 });
  await ana.until(({ seq }) => seq > before, 'the turn is over');
  expect(ana.faults).toEqual([]);
});

test('Escape puts a piece back after a hint too', async () => {
  const ana = await atBoard(OPEN);
  await click(ana, 'square-d3');
  await ana.see('piece-card').waitFor();
  await click(ana, 'hint');
  await ana.see('hint-answer').waitFor();
  await ana.page.keyboard.press('Escape');
  await ana.page.keyboard.press('Escape');
  await soon(() => ana.see('piece-card').count()).toBe(0);
  expect(await ana.see('hint-answer').count()).toBe(0);
  expect(ana.faults).toEqual([]);
});

test('threats go with the end of the game', async () => {
  const ana = await atBoard(LAST_BLOW);
  await click(ana, 'threats');
  await soon(() => ana.page.locator('[data-testid^="threat-"]').count()).toBeGreaterThan(0);
  await click(ana, 'square-g8');
  await click(ana, 'square-h8');
  await ana.see('result').waitFor();
  expect(await ana.page.locator('[data-testid^="threat"]:visible').count()).toBe(0);
  expect(ana.faults).toEqual([]);
});

test('the wheel zooms at the pointer where the table does not fill its frame', async () => {
  const ana = await sitAt((await newCafe({ seats: { blue: 'person', red: 'person' } })).tokens.blue!, {
    viewport: { width: 1280, height: 600 },
  });
  const place: Point = [2000, 1500];
  const before = await onPage(ana, place);
  await ana.page.mouse.move(...before);
  await ana.page.mouse.wheel(0, -400);
  await soon(() => ana.see('fit').isEnabled()).toBe(true);
  const after = await onPage(ana, place);
  expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeLessThan(2);
  expect(ana.faults).toEqual([]);
});

test('where no zoom button is to be seen a press meets the unit that stands there', async () => {
  const south = '45,16/270;50,16/270;39,25/270;33,16/270;28,16/270';
  const north = '88,19/2.8;87,7.9/126.5;80,7.9/68.9;84,3.4/90;78,3.4/90';
  const position = `${south} ${north} 64,32:1;59,32:6;51,32:3 87,11.3:3;84,9.4:4;84,13:4 - s 1 ${SCORE} ng1:7*,sg1:5`;
  const ana = await sitAt((await newGlory({ position })).tokens.north!);
  const below = unitOf(sceneOf(ana).units, 41)!;
  const [[x, y], zoom] = [await onPage(ana, [below.x, below.y]), (await ana.see('zoom-in').boundingBox())!];
  expect(x > zoom.x && x < zoom.x + zoom.width && y > zoom.y + zoom.height, 'it stands below the first button').toBe(true);
  await pressAt(ana, [below.x, below.y]);
  await soon(() => ana.see('order-dock').getAttribute('data-unit')).toBe('41');
  expect(ana.faults).toEqual([]);
});

test('a match of two against two people is not listed as one against the machine', async () => {
  const seats = { blue: 'person', 'blue-2': 'link', red: 'link', 'red-2': 'link' };
  const ana = await sitAt((await newCafe({ seats, options: { players: 2 } })).tokens.blue!);
  await ana.open('/');
  await ana.see('recent').waitFor();
  expect(await ana.see('recent').textContent()).not.toMatch(/machine|Recruit|Lieutenant/);
  expect(ana.faults).toEqual([]);
});

test('what was taken back is no longer marked as the last move', async () => {
  const ana = await atBoard(OPEN);
  for (const square of ['d3', 'e3']) await click(ana, `square-${square}`);
  const marked = () => ana.page.locator('[data-trodden]').count();
  await soon(marked).toBeGreaterThan(0);
  await click(ana, 'undo');
  await soon(marked).toBe(0);
  expect(ana.faults).toEqual([]);
});

test('End ends the turn from a square, too', async () => {
  const ana = await atBoard(OPEN);
  await ana.see('square-d3').focus();
  await ana.page.keyboard.press('End');
  await ana.until(({ actor }) => actor === 'black', 'the turn is over');
  expect(ana.faults).toEqual([]);
});

test('a lesson whose turn has ended says so, and is set up again', async () => {
  const ana = await Player.arrive();
  await ana.open('/learn/tactics');
  await ana.see('lesson-1').waitFor();
  await click(ana, 'end-turn');
  await ana.see('lesson-missed').waitFor();
  await click(ana, 'lesson-again');
  await soon(() => ana.see('lesson-missed').count()).toBe(0);
  await learn(ana, 'tactics');
  expect(ana.faults).toEqual([]);
});

/** Goes through what comes before units are put down, as the machine does on its side. */
async function atDeployment(game: string, side: string, other: string): Promise<Player> {
  const made = await makeMatch({ game, seats: { [side]: 'person', [other]: 'easy' } });
  const ana = await sitAt(made.tokens[side]!, { viewport: { width: 1440, height: 900 } });
  const before = ana.page.locator(['roll', 'attack', 'keep'].map((id) => `[data-testid="${id}"]:enabled`).join()).first();
  const deploying = () => ana.turn && (ana.state!.scene as { phase: string }).phase.startsWith('deploy');
  for (let looks = 0; looks < 600 && !deploying(); looks += 1) {
    // Whoever presses may find that the table has gone on.
    if (await before.count()) await before.click({ timeout: 1000 }).catch(() => undefined);
    await ana.page.waitForTimeout(100);
  }
  expect(deploying(), 'units are deployed').toBe(true);
  return ana;
}

test.each([
  ['tactics', 'white', 'black'],
  ['cafe', 'blue', 'red'],
])('no button comes to lie under the pointer while units are deployed in %s', async (game, side, other) => {
  const ana = await atDeployment(game, side, other);
  await soon(() => ana.see('shortcut-line').isEnabled()).toBe(true);
  const box = (await ana.see('shortcut-line').boundingBox())!;
  const at: Point = [box.x + box.width / 2, box.y + box.height / 2];
  await ana.page.mouse.click(...at);
  await soon(() => ana.see('ready').isEnabled()).toBe(true);
  const under = await ana.page.evaluate(
    ([x, y]) => (document.elementFromPoint(x, y)?.closest('button') as HTMLElement | null)?.dataset.testid,
    at,
  );
  expect(under).toBe('shortcut-line');
  expect(ana.faults).toEqual([]);
});
